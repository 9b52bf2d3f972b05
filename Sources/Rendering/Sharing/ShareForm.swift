/// The forms in which a selection is handed to other people and programs.
package enum ShareForm: String, CaseIterable, Sendable {
  case text, markdown, html, json
}
