extension Tool {
  /// The script for zsh: one `_arguments` call for each command.
  var zshScript: String {
    let name = root.name
    return """
      #compdef \(name)
      # Completion of \(name) for zsh. Written by `\(name) completions zsh`.

      # What the tool itself answers: candidates of the kind $1, called $2.
      _\(name)_values() {
        local -a guide candidates open
        local line word about
        integer i
        for ((i = 2; i < $#_\(name)_line; i++)); do
          case $_\(name)_line[i] in
            \(zshGuides)) guide+=("${(Q)_\(name)_line[i]}" "${(Q)_\(name)_line[i+1]/#\\~\\//$HOME/}") ;;
            \(zshLongGuides)) guide+=("${(Q)_\(name)_line[i]}") ;;
          esac
        done
        for line in "${(@f)$(command \(name) $guide \(completionCommand) $1 -- "${(Q)PREFIX}" \\
            2> /dev/null < /dev/null)}"; do
          word=${line%%$'\\t'*} about=${${line#"$word"}#$'\\t'}
          [[ -n $word ]] || continue
          # _describe takes a candidate's text up to the first bare colon.
          word=${${word//\\\\/\\\\\\\\}//:/\\\\:}${about:+:$about}
          if [[ ${line%%$'\\t'*} == *[=:/] ]]; then open+=("$word"); else candidates+=("$word"); fi
        done
        local ret=1
        local -a matcher=(-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
        (( $#candidates )) && _describe -V -t "$1" "$2" candidates "$matcher[@]" && ret=0
        (( $#open )) && _describe -V -t "$1" "$2" open -S '' "$matcher[@]" && ret=0
        return ret
      }

      # Fixed values, called $1: each of the others is a word and, behind a colon, its description.
      _\(name)_choices() {
        local called=$1
        local -a candidates=("${@[2,-1]}")
        _describe -V -t values "$called" candidates
      }

      \(allNodes.map(zshFunction).joined(separator: "\n"))
      _\(name)() {
        local curcontext=$curcontext
        local -a _\(name)_line=("${(@)words[1,CURRENT]}")
        local -a globals=(
      \(visibleGlobals.map { "    " + zshOption($0, besides: []) }.joined(separator: "\n"))
        )
        _\(name)_at
      }

      if [[ $funcstack[1] == _\(name) ]]; then
        _\(name) "$@"
      elif (( $+functions[compdef] )); then
        compdef _\(name) \(name)
      fi

      """
  }

  /// `_zib_at`, `_zib_at_search`, …: completes the words after one command.
  private func zshFunction(_ node: CommandNode) -> String {
    let function = zshName(of: node)
    var specs = visibleOptions(of: node).map { option in
      zshOption(
        option, besides: node.command.exclusive.filter { $0.contains { $0.name == option.name } })
    }
    let children = children(of: node)
    guard !children.isEmpty else {
      specs += places(of: node).compactMap { zshPlace($0) }
      return """
        \(function)() {
          _arguments -s -S $globals\(specs.map { " \\\n    \($0)" }.joined())
        }

        """
    }
    let cases = children.map { child in
      let names = ([child.command.name] + child.command.aliases).joined(separator: " | ")
      return "    \(names)) \(zshName(of: child)) && ret=0 ;;"
    }
    // If no subcommand is called, its place was the first word's.
    let words = places(of: node).compactMap { zshPlace($0, shiftedBy: 1) }
    let otherwise =
      words.isEmpty
      ? ""
      : "\n    *) _arguments -s -S $globals \((specs + words).joined(separator: " ")) && ret=0 ;;"
    specs += ["': :\(function)_commands'", "'*:: :->rest'"]
    return """
      \(function)() {
        local state line ret=1
        typeset -A opt_args
        _arguments -s -S -C $globals\(specs.map { " \\\n    \($0)" }.joined()) && ret=0
        [[ $state == rest ]] || return ret
        curcontext=${curcontext%:*:*}:\(([root.name] + node.path).joined(separator: "-"))-$words[1]:
        case $words[1] in
      \(cases.joined(separator: "\n"))\(otherwise)
        esac
        return ret
      }

      \(function)_commands() {
        local ret=1
        local -a candidates
      \(zshCommandGroups(below: node))
        return ret
      }

      """
  }

  private func zshCommandGroups(below node: CommandNode) -> String {
    let first = places(of: node).first.map { "\n  \(zshAction($0.positional)) && ret=0" } ?? ""
    return grouped(children(of: node)).map { title, members in
      let candidates = members.map {
        "    " + zshCandidate(Candidate($0.command.name, $0.command.summary))
      }
      return """
          candidates=(
        \(candidates.joined(separator: "\n"))
          )
          _describe -V -t commands \(zshQuoted(title.lowercased())) candidates && ret=0
        """
    }.joined(separator: "\n") + first
  }

  /// `'(-n --limit)'{-n+,--limit=}'[Show at most N hits]:N: '`
  private func zshOption(_ option: Declaration, besides groups: [[Declaration]]) -> String {
    var names = option.short.map { ["-\($0)"] } ?? []
    names += option.longSpellings
    var excluded = option.isRepeating ? [] : names
    for other in groups.flatMap({ $0 }) where other.name != option.name {
      excluded += other.spellings.filter { !excluded.contains($0) }
    }
    if option === helpFlag.declaration || option === versionFlag.declaration {
      excluded = ["-", "*"]
    }
    let head =
      option.isRepeating ? "*" : excluded.isEmpty ? "" : "(\(excluded.joined(separator: " ")))"
    if option.isInvertible {
      return names.map { name in
        zshQuoted("\(head)\(name)[\(zshEscaped(option.description(of: name), "[]\\"))]")
      }.joined(separator: " ")
    }
    var tail = "[\(zshEscaped(option.description(of: names[0]), "[]\\"))]"
    if option.takesValue { tail += zshValue(option) }
    let forms = names.map { name in
      option.takesValue ? (name.hasPrefix("--") ? name + "=" : name + "+") : name
    }
    if forms.count == 1 { return zshQuoted(head + forms[0] + tail) }
    return zshQuoted(head) + "{\(forms.joined(separator: ","))}" + zshQuoted(tail)
  }

  /// `'1:NOTE: _zib_values notes NOTE'`; `nil` for the place that a shift removes.
  private func zshPlace(
    _ place: (index: Int, isRest: Bool, positional: Declaration), shiftedBy shift: Int = 0
  ) -> String? {
    guard case .positional(let minimum, _) = place.positional.role,
      place.isRest || place.index >= shift
    else { return nil }
    let number = place.index + 1 - shift
    let head = place.isRest ? "*" : "\(number)" + (minimum == 0 ? ":" : "")
    return zshQuoted(head + zshValue(place.positional))
  }

  /// `:message:action`
  private func zshValue(_ declaration: Declaration) -> String {
    // After a space, `_arguments` leaves the words of an action as they are.
    let action =
      switch declaration.completion {
      case .nothing: " "
      case .files, .directories: zshAction(declaration)
      case .values, .choices: " " + zshAction(declaration)
      }
    return ":\(zshEscaped(declaration.placeholder, ":\\")):\(zshEscaped(action, ":"))"
  }

  /// The command that offers an argument's values.
  private func zshAction(_ declaration: Declaration) -> String {
    let called = shellQuoted(declaration.placeholder)
    return switch declaration.completion {
    case .nothing: "_message \(called)"
    case .files: "_files"
    case .directories: "_files -/"
    case .values(let name): "_\(root.name)_values \(shellQuoted(name)) \(called)"
    case .choices(let candidates):
      (["_\(root.name)_choices", called] + candidates.map(zshCandidate)).joined(separator: " ")
    }
  }

  /// `'word:description'`, as `_describe` takes it.
  private func zshCandidate(_ candidate: Candidate) -> String {
    let word = zshEscaped(candidate.word, ":\\")
    return zshQuoted(
      candidate.summary.isEmpty ? word : "\(word):\(candidate.summary.asDescription)")
  }

  private func zshName(of node: CommandNode) -> String {
    (["_\(root.name)_at"] + node.path).joined(separator: "_")
  }

  private var zshGuides: String {
    let names = globals.filter(\.guidesCompletion).flatMap(\.spellings)
    return names.isEmpty ? "''" : names.joined(separator: " | ")
  }

  private var zshLongGuides: String {
    let options = globals.filter(\.guidesCompletion)
    let patterns = options.flatMap { option in
      ([option.name] + option.aliases).map { "--\($0)=*" }
        + (option.short.map { ["-\($0)?*"] } ?? [])
    }
    return patterns.isEmpty ? "''" : patterns.joined(separator: " | ")
  }

  private func zshEscaped(_ text: String, _ special: String) -> String {
    var result = ""
    for character in text {
      if special.contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }

  private func zshQuoted(_ word: String) -> String {
    "'" + replacing("'", in: word, by: #"'\''"#) + "'"
  }
}
