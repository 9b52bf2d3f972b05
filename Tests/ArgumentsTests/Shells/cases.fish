# usage: fish cases.fish SCRIPT
# Asks fish itself what it would offer.
source $argv[1]

for line in 'zob ' 'zob sea' '  zob   tag   re' 'zob help s' 'zob search --s' 'zob search --sort ' \
        'zob search --sort=' 'zob s -qn 5 --sort t' 'zob --color=al' 'zob search -- --s' \
        'zob show Note\ t' 'zob show "Note t' 'zob show Nota:' 'zob show Pay' "zob show 'Pay" \
        'zob show It' 'zob show back' 'zob -C /notes show giv' 'zob --vault=/a\ b -q show giv' \
        'zob show -qC/a giv' 'zob tag rename boo' 'zob tag rename books n' 'zob new -p ' \
        'zob new --property=aut' 'zob review ' 'zob review food bo' \
        'zob review stats --y' 'zob show -o bi' 'zob -C bi' 'zob mv bi' 'zob completions ' \
        'zob show one '
    echo "$line|"
    # Newer fish versions list in another order.
    complete -C "$line" | sort | sed 's/^/    /'
end
