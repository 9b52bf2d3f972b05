import Arguments
import Notes
import Sessions
import Vaults

/// `zib capture`: text for the inbox.
enum Capture {
  static let text = Positional(
    "TEXT", each: .string,
    help: "What to keep; several words make one text, `-` is standard input.")

  static let command = Command(
    "capture", group: "Read and write", summary: "Keep a thought in the inbox",
    discussion: """
      Writes the text at the end of the inbox, as an item of a list: the note of
      `zib config capture.note`, which is made if it is missing. `zib config capture.form` chooses
      items, tasks or paragraphs, and `zib config capture.heading` a heading below which they go. The
      text comes from the words given, from standard input, from the clipboard, or at a terminal from
      your editor, and is written as `zib append` does. The place is printed.
      """,
    arguments: [text, Append.task, Append.clipboard, Append.edit, Append.dryRun, Append.json],
    exclusive: [[Append.clipboard, Append.edit], [Append.dryRun, Append.json]],
    sections: [Append.jsonSection],
    examples: [
      "zib capture Ask Anna for the recipe": "One line, from wherever you are.",
      "zib capture --task Mend the gate": "A task.",
      "zib capture --clipboard": "What was copied last.",
    ],
    exitStatuses: [
      0: "Done; the place is on standard output.", 1: "There was no text.",
      3: "Nothing was written.",
    ],
    seeAlso: ["zib-append(1)", "zib-log(1)", "zib-config(1)"]
  ) { arguments in
    CommandSession.run(arguments) { session in
      try session.tellLeftDrafts()
      let vault = try session.vault()
      let path = try vault.captureNote()
      let source = try WrittenText(
        arguments[text], isFromClipboard: arguments[Append.clipboard],
        wantsEditor: arguments[Append.edit], session)
      let heading = vault.configuration.text("capture.heading")
      let form: NoteInsertion.Form =
        switch vault.configuration.text("capture.form") {
        case "task": .task
        case "paragraph": .asIs
        default: .item
        }
      let insertion = NoteInsertion(
        source.text, at: .end, under: heading.isEmpty ? nil : heading,
        as: arguments[Append.task] ? .task : form)
      return try session.insert(
        insertion, into: path, from: source, isMade: true, isDryRun: arguments[Append.dryRun],
        isJSON: arguments[Append.json])
    }
  }
}
