import Arguments

extension Zib {
  /// Every command, in the order in which help lists them.
  static let commands: [Command] = [
    SearchNotes.command,
    List.command,
    Tags.command,
    Properties.command,
    Stats.command,
    New.command,
    Show.command,
    Edit.command,
    SetProperties.command,
    UnsetProperties.command,
    Tag.command,
    Init.command,
    IndexNotes.command,
    Config.command,
    Doctor.command,
    Completions.command,
    CompleteValues.command,
    Help.command,
  ]
}
