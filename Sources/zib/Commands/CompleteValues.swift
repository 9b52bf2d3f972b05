import Arguments

/// The hidden command that completion scripts ask for what only the vault knows.
enum CompleteValues {
  static let kind = Positional("KIND", .string, help: "What to offer: `notes`, `tags`, `keys`.")
  static let prefix = Positional("PREFIX", .string, default: "", help: "What it begins with.")

  static let command = Command(
    "complete-values", summary: "Answer a shell's completion script",
    arguments: [kind, prefix], hidden: true
  ) { arguments in
    Session.run(arguments) { session in
      for candidate in candidates(arguments[kind]) {
        guard candidate.word.hasPrefix(arguments[prefix]) else { continue }
        try session.output.write(untrusted: candidate.word)
        if !candidate.summary.isEmpty {
          try session.output.write("\t")
          try session.output.write(untrusted: candidate.summary)
        }
        try session.output.write("\n")
      }
      return .done
    }
  }

  private static func candidates(_ kind: String) -> [Candidate] {
    switch kind {
    case "commands":
      Zib.tool.root.subcommands.filter { !$0.isHidden }.map { Candidate($0.name, $0.summary) }
    default: []
    }
  }
}
