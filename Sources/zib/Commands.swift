import Arguments

extension Zib {
  /// Every command, in the order in which help lists them.
  static let commands: [Command] = [
    Show.command,
    Edit.command,
    Doctor.command,
    Completions.command,
    CompleteValues.command,
    Help.command,
  ]
}
