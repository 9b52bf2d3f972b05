import Files
import Rendering
import Screens
import Testing
import Views

/// The note that is selected, and the chosen ones, when the folder changes.
struct FinderSelectionTests {
  @Test func `the selection goes with a note that is renamed here`() {
    var (model, request) = FinderSandbox.listing(["A.md", "Quince.md", "Z.md"])
    #expect(model.selected?.path.text == "Quince.md")
    _ = FinderSandbox.press("alt-r", "ctrl-u", "M", "enter", in: &model)
    model.take(FinderSandbox.answer(to: request, ["A.md", "Z.md", "M.md"]))
    #expect(model.selected?.path.text == "M.md")
  }

  @Test(arguments: ["Archive/", "/Archive/", "Archive", "/Archive", "./Archive/", "/./Archive"])
  func `the selection goes with a note that is moved into a folder`(typed: String) {
    var (model, request) = FinderSandbox.listing(["A.md", "Quince.md", "Z.md"])
    _ = FinderSandbox.press("alt-r", "ctrl-u", in: &model)
    _ = model.take(.paste(typed))
    _ = FinderSandbox.press("enter", in: &model)
    model.take(FinderSandbox.answer(to: request, ["A.md", "Z.md", "Archive/Quince.md"]))
    #expect(model.selected?.path.text == "Archive/Quince.md")
  }

  @Test func `a name is asked for where one note is chosen, and several stay chosen`() {
    var (model, _) = FinderSandbox.listing(["A.md", "Quince.md", "Z.md"])
    #expect(FinderSandbox.press("alt-m", "alt-m", "alt-r", in: &model) == [])
    #expect(
      model.message?.plainText == "A name is for one note, and 2 are chosen; Esc lets them go.")
    #expect(
      FinderSandbox.press("esc", "alt-p", in: &model)
        == [.runQuietly(["pin", "./Quince.md", "./Z.md"])])
    // Of one that is chosen it is that one, wherever the selection is.
    #expect(FinderSandbox.press("esc", "up", "alt-m", in: &model) == [])
    _ = FinderSandbox.press("alt-r", "ctrl-u", "M", in: &model)
    #expect(
      FinderSandbox.press("enter", in: &model) == [.runQuietly(["mv", "./Quince.md", "./M"])])
  }

  @Test func `a pin is taken away where the note is pinned, whatever was drawn of it before`() {
    var (model, _) = FinderSandbox.listing(["A.md", "Quince.md", "Z.md"])
    let asked = model.take(.key(KeyStroke(named: "alt-p")!))
    #expect(asked.first == .lookWhetherPinned(NotePath("Quince.md")!))
    #expect(model.pin(isPinned: false) == [.runQuietly(["pin", "./Quince.md"])])
    #expect(model.pin(isPinned: true) == [.runQuietly(["unpin", "./Quince.md"])])
  }

  @Test func `a rename that was refused leaves the selection where it is`() {
    var (model, request) = FinderSandbox.listing(["A.md", "Quince.md", "M.md"])
    _ = FinderSandbox.press("alt-r", "ctrl-u", "M", "enter", in: &model)
    model.take(FinderSandbox.answer(to: request, ["A.md", "Quince.md", "M.md"]))
    #expect(model.selected?.path.text == "Quince.md")
  }

  @Test func `the selection goes with a note that another program moves, and so do chosen notes`() {
    var (model, request) = FinderSandbox.listing(["A.md", "Quince.md", "Z.md"])
    _ = model.take(.key(KeyStroke(named: "alt-m")!))
    _ = model.take(.key(KeyStroke(.up)))
    let moves = [NotePath("Quince.md")!: NotePath("Far/Quince.md")!]
    _ = model.folderChanged(moves: moves)
    model.take(FinderSandbox.answer(to: request, ["Far/Quince.md", "A.md", "Z.md"]))
    #expect(model.selected?.path.text == "Far/Quince.md")
    #expect(
      FinderSandbox.press("alt-p", in: &model) == [.runQuietly(["pin", "./Far/Quince.md"])])
  }

  @Test(arguments: ["alt-p", "alt-t", "alt-x", "alt-r", "alt-s", "alt-y", "alt-l", "enter"])
  func `where the selected note is gone no key is for another, until one is chosen`(key: String) {
    var (model, request) = FinderSandbox.listing(["A.md", "Quince.md", "Z.md"])
    _ = model.folderChanged()
    model.take(FinderSandbox.answer(to: request, ["A.md", "Z.md"]))
    #expect(model.selected == nil)
    #expect(FinderSandbox.press(key, in: &model) == [])
    #expect(model.source == .query)
    let frame = model.frame(rows: 24, columns: 100)
    #expect((1..<4).allSatisfy { !frame.text(ofRow: $0).contains("›") })
    _ = model.take(.key(KeyStroke(.down)))
    #expect(model.selected?.path.text == "Z.md")
  }

  @Test func `a note that went out of the list and comes back is selected again`() {
    var (model, request) = FinderSandbox.listing(["A.md", "Quince.md", "Z.md"])
    model.take(FinderSandbox.answer(to: request, ["A.md", "Z.md"]))
    model.take(FinderSandbox.answer(to: request, ["Quince.md", "A.md", "Z.md"]))
    #expect(model.selected?.path.text == "Quince.md")
  }

  @Test func `after the only note that was found is deleted, Enter makes none of the query`() {
    var (model, request) = FinderSandbox.listing(["Quince.md"])
    #expect(
      FinderSandbox.press("alt-x", "y", in: &model) == [
        .runQuietly(["rm", "--force", "./Quince.md"])
      ])
    model.take(FinderSandbox.answer(to: request, []))
    let seen = model.frame(rows: 24, columns: 80).text(ofRow: 1)
    #expect(seen.contains("The note that was found is gone"), "\(seen)")
    #expect(FinderSandbox.press("enter", in: &model) == [])
    #expect(model.message?.plainText.contains("not in this list any more.") == true)
    #expect(FinderSandbox.press("alt-n", in: &model) == [.make(["new", "--", "quin"])])
  }
}
