# usage: zsh -f cases.zsh FOLDER-OF-SCRIPT
# Types each line into an interactive zsh, presses tab and shows what the line has become.
zmodload zsh/zpty || exit 1
zpty -b shell zsh -f -i

# Reads from the shell until it has printed $1.
until_shows() {
  local text piece
  integer tries
  for ((tries = 0; tries < 500; tries++)); do
    while zpty -rt shell piece; do text+=$piece; done
    if [[ $text == *$~1* ]]; then
      REPLY=$text
      return
    fi
    sleep 0.02
  done
  print -r -- "no answer: $text"
  exit 1
}

zpty -w shell "PS1= PS2= RPS1=; unsetopt zle_bracketed_paste prompt_cr beep; bindkey -e
fpath=(${(q)1} \$fpath); autoload -Uz compinit; compinit -D -u
show() { print -r -- \"<\"\"<\$BUFFER|>\"\">\"; BUFFER= }; zle -N show; bindkey '^T' show
print READY''NOW"
until_shows READYNOW

while IFS= read -r line; do
  zpty -wn shell $line$'\t\C-t'
  until_shows '<<*|>>'
  REPLY=${${REPLY##*<<}%%|>>*}
  print -r -- "$line|"
  print -r -- "    $REPLY|"
done <<'LINES'
zob sea
zob tag re
zob search --sor
zob search --sort=m
zob s -qn 5 --sort t
zob --color=al
zob show Note\ t
zob show "Note t
zob show nota
zob show Nota:
zob show Pay
zob show 'Pay
zob show It
zob show back
zob -C /notes show giv
zob --vault=/a\ b -q show giv
zob tag rename f
zob tag rename books n
zob new -p au
zob new --property=au
zob review st
zob review fo
zob review food bo
zob review stats --y
zob review --lim
zob show -o cases.f
zob show --output=cases.f
zob -C b
zob completions f
zob help comp
LINES
