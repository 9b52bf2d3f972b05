# Completion of zob for bash 4.2 and later. Written by `zob completions bash`.

# The command that the word $2 calls below the command $1.
_zob_below() {
  case "$1|$2" in
    '|search' | '|s' | '|find') command='search' ;;
    '|show') command='show' ;;
    '|new' | '|create') command='new' ;;
    '|mv') command='mv' ;;
    '|tag') command='tag' ;;
    '|review') command='review' ;;
    '|completions') command='completions' ;;
    '|help') command='help' ;;
    'tag|rename') command='tag rename' ;;
    'tag|merge') command='tag merge' ;;
    'review|stats') command='review stats' ;;
    *) return 1 ;;
  esac
}

# What the option $2 of the command $1 takes; fails for an option that takes nothing.
_zob_option() {
  choices=()
  case "$1|$2" in
    'search|-n' | 'search|--limit') kind=nothing ;;
    'search|--sort') kind=choices choices=('score' 'modified' 'title') ;;
    'search|--since') kind=nothing ;;
    'search|--exclude') kind=nothing ;;
    'show|-o' | 'show|--output') kind=files ;;
    'new|-p' | 'new|--property') kind=values choices=('keys') ;;
    'new|--count') kind=nothing ;;
    'review|-n' | 'review|--limit') kind=nothing ;;
    'review stats|--year') kind=nothing ;;
    *'|-C' | *'|--vault') kind=directories ;;
    *'|--color' | *'|--colour') kind=choices choices=('auto' 'always' 'never') ;;
    *) return 1 ;;
  esac
}

# What the word number $2 after the command $1 may be.
_zob_word() {
  choices=() kind=nothing
  case "$1|$2" in
    '|0') kind=values choices=('aliases') ;;
    'search|'*) kind=values choices=('queries') ;;
    'show|0') kind=values choices=('notes') ;;
    'new|0') kind=nothing ;;
    'mv|'*) kind=files ;;
    'tag rename|0') kind=values choices=('tags') ;;
    'tag rename|1') kind=nothing ;;
    'tag merge|'*) kind=values choices=('tags') ;;
    'review|'*) kind=values choices=('tags') ;;
    'completions|0') kind=choices choices=('bash' 'zsh' 'fish') ;;
    'help|'*) kind=choices choices=('search' 'show' 'new' 'mv' 'tag' 'review' 'completions') ;;
  esac
}

# The commands and options that may follow the command $1.
_zob_names() {
  case $1 in
    '') commands=('search' 'show' 'new' 'mv' 'tag' 'review' 'completions' 'help') options=() ;;
    'search') commands=() options=('--limit' '--sort' '--since' '--exclude' '--json' '--null') ;;
    'show') commands=() options=('--output') ;;
    'new') commands=() options=('--property' '--count') ;;
    'mv') commands=() options=('--dry-run') ;;
    'tag') commands=('rename' 'merge') options=() ;;
    'tag rename') commands=() options=('--dry-run') ;;
    'tag merge') commands=() options=() ;;
    'review') commands=('stats') options=('--limit') ;;
    'review stats') commands=() options=('--year') ;;
    'completions') commands=() options=() ;;
    'help') commands=() options=() ;;
  esac
  options+=('--vault' '--quiet' '--verbose' '--color' '--pager' '--no-pager' '--help' '--version')
}

# Keeps the value $2 of the option $1 if the tool needs it to find values.
_zob_guide() {
  case $1 in
    '-C' | '--vault') guide+=("$1" "${2/#~\//$HOME/}") ;;
  esac
}
# Takes the quotes off the word $1: sets text, and quote if the last one is still open.
_zob_unquote() {
  local rest=$1 char
  text= quote=
  while [[ $rest ]]; do
    char=${rest:0:1} rest=${rest:1}
    case $quote$char in
      \\) text+=${rest:0:1} rest=${rest:1} ;;
      \" | \') quote=$char ;;
      \"\" | \'\') quote= ;;
      \"\\)
        case $rest in
          [\$\`\"\\]*) text+=${rest:0:1} rest=${rest:1} ;;
          *) text+=$char ;;
        esac ;;
      *) text+=$char ;;
    esac
  done
}

# Writes the word $1 as it has to stand on the command line, where the quote $2 is open.
_zob_quote() {
  local rest=$1 char
  case $2 in
    \') text=$1 ;;
    \")
      text=
      while [[ $rest ]]; do
        char=${rest:0:1} rest=${rest:1}
        case $char in
          [\$\`\"\\]) text+=\\$char ;;
          *) text+=$char ;;
        esac
      done ;;
    *) printf -v text %q "$1" ;;
  esac
}

_zob() {
  local IFS=$' \t\n' text quote
  COMPREPLY=()

  # Bash breaks words at "=" and ":" as well: put together what no space parts.
  local line=${COMP_LINE:0:COMP_POINT} piece= rest i n=-1
  local -a words=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    piece=${COMP_WORDS[i]}
    rest=${line#"${line%%[![:space:]]*}"}
    if ((i == 0)) || [[ $rest != "$line" ]]; then words[++n]=; fi
    [[ $rest == "$piece"* ]] || piece=$rest
    words[n]+=$piece
    line=${rest#"$piece"}
  done

  # Read the words before the one at the cursor, as the tool itself would.
  local command= kind=nothing count=0 expects= over= word letter
  local -a choices=() guide=() commands=() options=() found=()
  for ((i = 1; i < n; i++)); do
    _zob_unquote "${words[i]}"
    word=$text
    if [[ $expects ]]; then
      _zob_guide "$expects" "$word"
      expects=
    elif [[ $over || $word == - || $word != -* ]]; then
      if [[ $over ]] || ((count > 0)) || ! _zob_below "$command" "$word"; then ((count += 1)); fi
    elif [[ $word == -- ]]; then
      over=1
    elif [[ $word == --*=* ]]; then
      _zob_guide "${word%%=*}" "${word#*=}"
    elif [[ $word == --* ]]; then
      if _zob_option "$command" "$word"; then expects=$word; fi
    else
      rest=${word:1}
      while [[ $rest ]]; do
        letter=-${rest:0:1} rest=${rest:1}
        if _zob_option "$command" "$letter"; then
          if [[ $rest ]]; then _zob_guide "$letter" "$rest"; else expects=$letter; fi
          break
        fi
      done
    fi
  done

  # What of the word at the cursor bash leaves alone, because it sees a word of its own there.
  local lead=${words[n]} head= value open
  if [[ $piece != [=:@]* || $COMP_WORDBREAKS != *"${piece:0:1}"* ]]; then lead=${lead%"$piece"}; fi
  _zob_unquote "$lead"
  lead=$text
  _zob_unquote "${words[n]}"
  word=$text open=$quote value=$text

  if [[ $expects ]]; then
    _zob_option "$command" "$expects"
  elif [[ $over || $word != -* ]]; then
    _zob_word "$command" "$count"
    if [[ ! $over ]] && ((count == 0)); then
      _zob_names "$command"
      found=("${commands[@]}")
    fi
  elif [[ $word == --*=* ]]; then
    head=${word%%=*}= value=${word#*=}
    _zob_option "$command" "${word%%=*}" || return 0
  elif [[ $word == - || $word == --* ]]; then
    kind=nothing
    _zob_names "$command"
    found=("${options[@]}")
  else
    rest=${word:1}
    while [[ $rest ]]; do
      letter=-${rest:0:1} rest=${rest:1}
      if _zob_option "$command" "$letter"; then break; fi
      kind=nothing
    done
    head=${word%"$rest"} value=$rest
  fi

  # A value may hold anything: nothing below is expanded a second time.
  local candidate
  case $kind in
    choices) found+=("${choices[@]}") ;;
    values)
      while IFS= read -r candidate; do
        found+=("${candidate%%$'\t'*}")
      done < <(command zob "${guide[@]}" complete-values "${choices[0]}" -- "$value" \
        2> /dev/null < /dev/null)
      ;;
    files | directories)
      local action=-f
      if [[ $kind == directories ]]; then action=-d; fi
      compopt -o filenames 2> /dev/null
      while IFS= read -r candidate; do
        candidate=$head$candidate
        COMPREPLY+=("${candidate#"$lead"}")
      done < <(compgen "$action" -- "$value")
      return 0
      ;;
  esac
  for candidate in "${found[@]}"; do
    if [[ ${candidate,,} == "${value,,}"* ]]; then
      candidate=$head$candidate
      _zob_quote "${candidate#"$lead"}" "$open"
      COMPREPLY+=("$text")
    fi
  done
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:/] ]]; then
    compopt -o nospace 2> /dev/null
  fi
  return 0
}
complete -F _zob zob
