import Arguments

extension Zib {
  /// Every command, in the order in which help lists them.
  static let commands: [Command] = [
    SearchNotes.command,
    List.command,
    New.command,
    Show.command,
    Edit.command,
    SetProperties.command,
    UnsetProperties.command,
    Init.command,
    IndexNotes.command,
    Config.command,
    Doctor.command,
    Completions.command,
    CompleteValues.command,
    Help.command,
  ]
}
