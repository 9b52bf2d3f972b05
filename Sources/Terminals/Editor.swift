import Settings

/// The person's program for writing.
package struct Editor: Sendable {
  /// A shell command, such as `code --wait`.
  package let command: String

  /// The editor the person configured for `zib`, else `$VISUAL`, else `$EDITOR`, else `vi` or
  /// `nano` if there is one.
  ///
  /// - Returns: nil if there is no editor at all.
  package init?(environment: Environment, configured: String? = nil) {
    let chosen =
      configured ?? environment["VISUAL"] ?? environment["EDITOR"]
      ?? ["vi", "nano"].first { environment.finds(program: $0) }
    guard let chosen else { return nil }
    command = chosen
  }

  /// A file and the line to open it at, counted from 1.
  package typealias Place = (path: String, line: Int?)

  /// Opens files and waits until the editor is closed.
  ///
  /// - Returns: the editor's exit code, or nil if it could not be started.
  package func open(_ places: [Place]) -> Int32? {
    Platform.leavingInterruptsToChild {
      Platform.startShell("\(command) \"$@\"", arguments: arguments(places))?.wait()
    }
  }

  /// The arguments that open files; where the editor takes a line for the first alone, the others
  /// open at their beginning.
  package func arguments(_ places: [Place]) -> [String] {
    places.enumerated().flatMap { index, place in
      let own = arguments(place.path, line: place.line)
      return index > 0 && own.count > 1 && own[0].hasPrefix("+") ? Array(own.dropFirst()) : own
    }
  }

  /// The arguments that open a file at a line in this editor.
  package func arguments(_ path: String, line: Int?) -> [String] {
    // A name that begins with a dash must not be read as an option.
    let path = path.hasPrefix("-") || path.hasPrefix("+") ? "./" + path : path
    guard let line, line > 1 else { return [path] }
    switch program {
    case "vi", "vim", "nvim", "view", "gvim", "nvi", "vis", "elvis", "nano", "pico", "emacs",
      "emacsclient", "jed", "joe", "jmacs", "mg", "ne", "micro", "kak", "gedit", "mcedit",
      "leafpad":
      return ["+\(line)", path]
    case "code", "code-insiders", "codium", "vscodium", "cursor", "positron":
      return ["-g", "\(path):\(line)"]
    case "hx", "helix", "subl", "sublime_text", "zed", "zeditor", "lapce", "flow", "ox", "amp":
      return ["\(path):\(line)"]
    case "kate", "kwrite", "idea", "mate", "bbedit":
      return [program == "bbedit" ? "+\(line)" : program == "idea" ? "--line" : "-l"]
        + (program == "bbedit" ? [path] : ["\(line)", path])
    default: return [path]
    }
  }

  /// The name of the program: the command's first word, without folders.
  private var program: Substring {
    let word = command.split(separator: " ", maxSplits: 1).first ?? ""
    return word.split(separator: "/").last ?? ""
  }
}

extension Environment {
  /// True if the program at the start of a shell command can be run.
  ///
  /// A command that begins with more than a plain name is left to the shell, and counts as one that
  /// can.
  package func finds(program command: String) -> Bool {
    let word = command.prefix { $0 != " " }
    guard word.utf8.allSatisfy(Self.isPlain) else { return true }
    if word.contains("/") { return Platform.isExecutable(String(word)) }
    return (self["PATH"] ?? "").split(separator: ":")
      .contains { Platform.isExecutable("\($0)/\(word)") }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "._+-/".utf8.contains(byte)
    }
  }
}
