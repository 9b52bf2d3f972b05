extension Tool {
  /// The script for bash.
  ///
  /// Four tables of the tool's commands, and one function that reads the line. It does not use the
  /// bash-completion package, and no `compgen -W`, which would run a `$(…)` in the title of a note.
  var bashScript: String {
    let name = root.name
    return """
      # Completion of \(name) for bash 4.2 and later. Written by `\(name) completions bash`.

      # The command that the word $2 calls below the command $1.
      _\(name)_below() {
        case "$1|$2" in
      \(bashCommands)
          *) return 1 ;;
        esac
      }

      # What the option $2 of the command $1 takes; fails for an option that takes nothing.
      _\(name)_option() {
        choices=()
        case "$1|$2" in
      \(bashOptions)
          *) return 1 ;;
        esac
      }

      # What the word number $2 after the command $1 may be.
      _\(name)_word() {
        choices=() kind=nothing
        case "$1|$2" in
      \(bashWords)
        esac
      }

      # The commands and options that may follow the command $1.
      _\(name)_names() {
        case $1 in
      \(bashNames)
        esac
        options+=(\(bashList(visibleGlobals.flatMap(\.longSpellings))))
      }

      # Keeps the value $2 of the option $1 if the tool needs it to find values.
      _\(name)_guide() {
        case $1 in
          \(bashGuides)) guide+=("$1" "${2/#~\\//$HOME/}") ;;
        esac
      }

      """ + bashMachine
        + "\ncomplete -F _\(name) \(name)\n"
  }

  private var bashCommands: String {
    allNodes.flatMap { parent in
      children(of: parent).map { child in
        let patterns = ([child.command.name] + child.command.aliases).map {
          bashQuoted("\(parent.key)|\($0)")
        }
        return "    \(patterns.joined(separator: " | "))) command=\(bashQuoted(child.key)) ;;"
      }
    }.joined(separator: "\n")
  }

  private var bashOptions: String {
    let own = allNodes.flatMap { node in
      visibleOptions(of: node).filter(\.takesValue).map { option in
        bashCase(option.spellings.map { bashQuoted("\(node.key)|\($0)") }, option)
      }
    }
    let global = visibleGlobals.filter(\.takesValue).map { option in
      bashCase(option.spellings.map { "*" + bashQuoted("|\($0)") }, option)
    }
    return (own + global).joined(separator: "\n")
  }

  private var bashWords: String {
    allNodes.flatMap { node in
      places(of: node).map { index, isRest, positional in
        let pattern = isRest ? bashQuoted("\(node.key)|") + "*" : bashQuoted("\(node.key)|\(index)")
        return bashCase([pattern], positional)
      }
    }.joined(separator: "\n")
  }

  private var bashNames: String {
    allNodes.map { node in
      let commands = bashList(children(of: node).map(\.command.name))
      let options = bashList(visibleOptions(of: node).flatMap(\.longSpellings))
      return "    \(bashQuoted(node.key))) commands=(\(commands)) options=(\(options)) ;;"
    }.joined(separator: "\n")
  }

  private var bashGuides: String {
    let names = globals.filter(\.guidesCompletion).flatMap(\.spellings)
    return names.isEmpty ? "''" : names.map(bashQuoted).joined(separator: " | ")
  }

  private func bashCase(_ patterns: [String], _ declaration: Declaration) -> String {
    let kind =
      switch declaration.completion {
      case .nothing: "kind=nothing"
      case .files: "kind=files"
      case .directories: "kind=directories"
      case .values(let name): "kind=values choices=(\(bashQuoted(name)))"
      case .choices(let candidates):
        "kind=choices choices=(\(bashList(candidates.map(\.word))))"
      }
    return "    \(patterns.joined(separator: " | "))) \(kind) ;;"
  }

  private func bashList(_ words: [String]) -> String {
    words.map(bashQuoted).joined(separator: " ")
  }

  /// Always in quotes, so that a word such as `esac` or `*` stays one.
  private func bashQuoted(_ word: String) -> String {
    "'" + replacing("'", in: word, by: #"'\''"#) + "'"
  }
}

extension Tool {
  /// The part of the script that is the same for every tool.
  private var bashMachine: String {
    #"""
    # Takes the quotes off the word $1: sets text, and quote if the last one is still open.
    _\#(root.name)_unquote() {
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
    _\#(root.name)_quote() {
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

    _\#(root.name)() {
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
        _\#(root.name)_unquote "${words[i]}"
        word=$text
        if [[ $expects ]]; then
          _\#(root.name)_guide "$expects" "$word"
          expects=
        elif [[ $over || $word == - || $word != -* ]]; then
          if [[ $over ]] || ((count > 0)) || ! _\#(root.name)_below "$command" "$word"; then ((count += 1)); fi
        elif [[ $word == -- ]]; then
          over=1
        elif [[ $word == --*=* ]]; then
          _\#(root.name)_guide "${word%%=*}" "${word#*=}"
        elif [[ $word == --* ]]; then
          if _\#(root.name)_option "$command" "$word"; then expects=$word; fi
        else
          rest=${word:1}
          while [[ $rest ]]; do
            letter=-${rest:0:1} rest=${rest:1}
            if _\#(root.name)_option "$command" "$letter"; then
              if [[ $rest ]]; then _\#(root.name)_guide "$letter" "$rest"; else expects=$letter; fi
              break
            fi
          done
        fi
      done

      # What of the word at the cursor bash leaves alone, because it sees a word of its own there.
      local lead=${words[n]} head= value open
      if [[ $piece != [=:@]* || $COMP_WORDBREAKS != *"${piece:0:1}"* ]]; then lead=${lead%"$piece"}; fi
      _\#(root.name)_unquote "$lead"
      lead=$text
      _\#(root.name)_unquote "${words[n]}"
      word=$text open=$quote value=$text

      if [[ $expects ]]; then
        _\#(root.name)_option "$command" "$expects"
      elif [[ $over || $word != -* ]]; then
        _\#(root.name)_word "$command" "$count"
        if [[ ! $over ]] && ((count == 0)); then
          _\#(root.name)_names "$command"
          found=("${commands[@]}")
        fi
      elif [[ $word == --*=* ]]; then
        head=${word%%=*}= value=${word#*=}
        _\#(root.name)_option "$command" "${word%%=*}" || return 0
      elif [[ $word == - || $word == --* ]]; then
        kind=nothing
        _\#(root.name)_names "$command"
        found=("${options[@]}")
      else
        rest=${word:1}
        while [[ $rest ]]; do
          letter=-${rest:0:1} rest=${rest:1}
          if _\#(root.name)_option "$command" "$letter"; then break; fi
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
          done < <(command \#(root.name) "${guide[@]}" \#(completionCommand) "${choices[0]}" -- "$value" \
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
          _\#(root.name)_quote "${candidate#"$lead"}" "$open"
          COMPREPLY+=("$text")
        fi
      done
      if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:/] ]]; then
        compopt -o nospace 2> /dev/null
      fi
      return 0
    }
    """#
  }
}
