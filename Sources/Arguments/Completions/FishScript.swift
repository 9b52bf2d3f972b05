extension Tool {
  /// The script for fish: a `complete` line for each candidate, under a condition.
  var fishScript: String {
    let name = root.name
    return """
      # Completion of \(name) for fish 3.0 and later. Written by `\(name) completions fish`.

      # The command that the word $argv[2] calls below the command $argv[1].
      function __\(name)_below
          switch "$argv[1]|$argv[2]"
      \(fishCommands)
              case '*'
                  return 1
          end
      end

      # Whether the option $argv[2] of the command $argv[1] takes a value.
      function __\(name)_takes
          switch "$argv[1]|$argv[2]"
      \(fishOptionsWithValue)
                  return 0
          end
          return 1
      end

      # Keeps the value $argv[2] of the option $argv[1] if the tool needs it to find values.
      function __\(name)_guide
          switch $argv[1]
              case \(fishGuides)
                  set -ga __\(name)_guides $argv[1] (string replace -r '^~/' "$HOME/" -- $argv[2])
          end
      end

      """ + fishMachine
        + "\n" + fishCompletions.joined(separator: "\n") + "\n"
  }

  private var fishCommands: String {
    allNodes.flatMap { parent in
      children(of: parent).map { child in
        let patterns = ([child.command.name] + child.command.aliases).map {
          fishQuoted("\(parent.key)|\($0)")
        }
        return """
                  case \(patterns.joined(separator: " "))
                      echo \(fishQuoted(child.key))
          """
      }
    }.joined(separator: "\n")
  }

  private var fishOptionsWithValue: String {
    var patterns = visibleGlobals.filter(\.takesValue).flatMap(\.spellings).map { "*|\($0)" }
    for node in allNodes {
      for option in visibleOptions(of: node) where option.takesValue {
        patterns += option.spellings.map { "\(node.key)|\($0)" }
      }
    }
    return "        case \(patterns.map(fishQuoted).joined(separator: " "))"
  }

  private var fishGuides: String {
    let names = globals.filter(\.guidesCompletion).flatMap(\.spellings)
    return names.isEmpty ? "''" : names.map(fishQuoted).joined(separator: " ")
  }

  private var fishCompletions: [String] {
    let name = root.name
    var lines = ["complete -c \(name) -e", "complete -c \(name) -f"]
    lines += visibleGlobals.flatMap { fishOption($0, condition: nil) }
    for node in allNodes {
      for child in children(of: node) {
        let condition = "__\(name)_at \(fishQuoted(node.key)) 0"
        lines.append(
          "complete -c \(name) -n \(fishQuoted(condition)) -a \(fishQuoted(child.command.name))"
            + " -d \(fishQuoted(child.command.summary.asDescription))")
      }
      let condition = "__\(name)_at \(fishQuoted(node.key))"
      lines += visibleOptions(of: node).flatMap { fishOption($0, condition: condition) }
      lines += places(of: node).compactMap { index, isRest, positional in
        fishValue(positional.completion).map { value in
          let place = condition + " \(index)" + (isRest ? " more" : "")
          return "complete -c \(name) -n \(fishQuoted(place)) \(value)"
        }
      }
    }
    return lines
  }

  private func fishOption(_ option: Declaration, condition: String?) -> [String] {
    var line = "complete -c \(root.name)"
    if let condition { line += " -n \(fishQuoted(condition))" }
    let short = option.short.map { " -s \(fishQuoted(String($0)))" } ?? ""
    var value = ""
    if option.takesValue { value = fishValue(option.completion).map { " -r \($0)" } ?? " -x" }
    return option.longSpellings.enumerated().map { place, name in
      line + (place == 0 ? short : "") + " -l \(name.dropFirst(2))\(value)"
        + " -d \(fishQuoted(option.description(of: name)))"
    }
  }

  private func fishValue(_ completion: Completion) -> String? {
    switch completion {
    case .nothing: nil
    case .files: "-F"
    case .directories: "-f -a '(__fish_complete_directories)'"
    case .values(let name): "-f -k -a \(fishQuoted("(__\(root.name)_values \(fishQuoted(name)))"))"
    case .choices(let candidates):
      // fish expands this list like words on a command line: hence quotes within quotes.
      "-f -k -a "
        + fishQuoted(
          candidates.map { candidate in
            fishQuoted(candidate.word)
              + (candidate.summary.isEmpty
                ? "" : "\\t" + fishQuoted(candidate.summary.asDescription))
          }.joined(separator: " "))
    }
  }
}

extension Tool {
  /// The part of the script that is the same for every tool.
  private var fishMachine: String {
    #"""
    # Reads the words before the cursor as the tool would: which command, how many words after it.
    function __\#(root.name)_read
        set -l words (commandline -opc)
        set -l line (string join \x1f -- $words | string collect)
        # fish asks for every candidate: read a line only once.
        if set -q __\#(root.name)_line; and test "$line" = "$__\#(root.name)_line"
            return
        end
        set -g __\#(root.name)_line $line
        set -g __\#(root.name)_command ''
        set -g __\#(root.name)_count 0
        set -g __\#(root.name)_guides
        set -l expects ''
        set -l over ''
        set -e words[1]
        for word in $words
            if test -n "$expects"
                __\#(root.name)_guide $expects $word
                set expects ''
            else if test -n "$over"; or test "$word" = -; or not string match -q -- '-*' $word
                set -l below
                if test -z "$over" -a "$__\#(root.name)_count" = 0
                    and set below (__\#(root.name)_below "$__\#(root.name)_command" $word)
                    set -g __\#(root.name)_command $below
                else
                    set -g __\#(root.name)_count (math $__\#(root.name)_count + 1)
                end
            else if test "$word" = --
                set over yes
            else if string match -q -- '--*=*' $word
                __\#(root.name)_guide (string split -m 1 = -- $word)
            else if string match -q -- '--*' $word
                __\#(root.name)_takes "$__\#(root.name)_command" $word; and set expects $word
            else
                set -l letters (string split '' -- (string sub -s 2 -- $word))
                while set -q letters[1]
                    set -l letter -$letters[1]
                    set -e letters[1]
                    if __\#(root.name)_takes "$__\#(root.name)_command" $letter
                        if set -q letters[1]
                            __\#(root.name)_guide $letter (string join '' -- $letters)
                        else
                            set expects $letter
                        end
                        break
                    end
                end
            end
        end
    end

    # Whether the cursor is after the command $argv[1], at its word $argv[2] (or a later one).
    function __\#(root.name)_at
        __\#(root.name)_read
        test "$__\#(root.name)_command" = "$argv[1]"; or return 1
        set -q argv[2]; or return 0
        test $__\#(root.name)_count -eq $argv[2]; and return 0
        set -q argv[3]; and test $__\#(root.name)_count -gt $argv[2]
    end

    # What the tool itself answers: candidates of the kind $argv[1].
    function __\#(root.name)_values
        __\#(root.name)_read
        set -l word (commandline -ct)
        if string match -q -- '--*=*' $word
            set word (string replace -r '^[^=]*=' '' -- $word)
        else if string match -q -- '-?*' $word
            set word (string sub -s 3 -- $word)
        end
        set -l plain (string unescape -- $word 2>/dev/null)
        or set plain (string trim -l -c '\'"' -- $word)
        command \#(root.name) $__\#(root.name)_guides \#(completionCommand) $argv[1] -- "$plain" 2>/dev/null </dev/null
    end
    """#
  }
}
