# usage: bash cases.bash SCRIPT
# Calls the completion function with the words as bash splits them and shows what it answers.
source "$1"

try() {
  COMP_LINE=$1 COMP_POINT=${#1}
  shift
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  _zob
  echo "$COMP_LINE|"
  if ((${#COMPREPLY[@]})); then printf '    %s\n' "${COMPREPLY[@]}"; fi
}

try 'zob ' zob ''
try 'zob sea' zob sea
try 'zob SEA' zob SEA
try 'zob search --SO' zob search --SO
try 'zob show NOTA' zob show NOTA
try 'zob show ÉT' zob show ÉT
try 'zob show ét' zob show ét
try '  zob   tag   re' zob tag re
try 'zob help s' zob help s
try 'zob search --s' zob search --s
try 'zob search --sort ' zob search --sort ''
try 'zob search --sort=' zob search --sort =
try 'zob search --sort=m' zob search --sort = m
try 'zob s -qn 5 --sort t' zob s -qn 5 --sort t
try 'zob --color=al' zob --color = al
try 'zob --bogus=' zob --bogus =
try 'zob search -- --s' zob search -- --s
try 'zob show Note\ t' zob show 'Note\ t'
try 'zob show "Note t' zob show '"Note t'
try 'zob show no' zob show no
try 'zob show Nota:' zob show Nota :
try 'zob show Nota:\ c' zob show Nota : '\ c'
try 'zob show Pay' zob show Pay
try "zob show 'Pay" zob show "'Pay"
try 'zob show "Pay' zob show '"Pay'
try 'zob show It' zob show It
try 'zob show back' zob show back
try 'zob -C ~/notes show giv' zob -C '~/notes' show giv
try 'zob --vault=/a\ b -q show giv' zob --vault = '/a\ b' -q show giv
try 'zob show -qC/a giv' zob show -qC/a giv
try 'zob tag rename boo' zob tag rename boo
try 'zob tag rename books n' zob tag rename books n
try 'zob new -p ' zob new -p ''
try 'zob new -paut' zob new -paut
try 'zob new --property=aut' zob new --property = aut
try 'zob review ' zob review ''
try 'zob review food bo' zob review food bo
try 'zob review stats --y' zob review stats --y
try 'zob show -o bi' zob show -o bi
try 'zob show --output=bi' zob show --output = bi
try 'zob -C bi' zob -C bi
try 'zob completions ' zob completions ''
COMP_WORDBREAKS=${COMP_WORDBREAKS//=/}
try 'zob search --sort=m' zob search --sort=m
