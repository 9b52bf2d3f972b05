import Screens
import Testing

/// The bytes that terminals send, and the events that they mean.
struct EventDecoderTests {
  private static func events(_ bytes: some Sequence<UInt8>, isLast: Bool = true) -> [ScreenEvent] {
    var decoder = EventDecoder()
    var events = bytes.compactMap { decoder.take($0) }
    if isLast, decoder.isWaiting, let event = decoder.timeOut() { events.append(event) }
    return events
  }

  @Test(
    arguments: [
      ("a", ["a"]), ("é", ["é"]), ("漢", ["漢"]), ("\r", ["Enter"]), ("\n", ["Ctrl-J"]),
      ("\t", ["Tab"]), ("\u{7F}", ["Backspace"]), ("\u{1B}", ["Esc"]),
      ("\u{1B}\u{1B}", ["Esc", "Esc"]),
      ("\u{1B}a", ["Alt-a"]), ("\u{1B}A", ["Alt-A"]), ("\u{1B}\r", ["Alt-Enter"]),
      ("\u{1}", ["Ctrl-A"]), ("\u{0}", ["Ctrl-Space"]), ("\u{1B}[A", ["↑"]), ("\u{1B}OB", ["↓"]),
      ("\u{1B}[1;2A", ["Shift-↑"]), ("\u{1B}[1;5C", ["Ctrl-→"]), ("\u{1B}[1;3D", ["Alt-←"]),
      ("\u{1B}[5~", ["PgUp"]), ("\u{1B}[6;5~", ["Ctrl-PgDn"]), ("\u{1B}[3~", ["Delete"]),
      ("\u{1B}[H", ["Home"]), ("\u{1B}[4~", ["End"]), ("\u{1B}OP", ["F1"]), ("\u{1B}[[B", ["F2"]),
      ("\u{1B}[24~", ["F12"]), ("\u{1B}[Z", ["Shift-Tab"]), ("\u{1B}[97;5u", ["Ctrl-A"]),
      ("\u{1B}[27;5;13~", ["Ctrl-Enter"]), ("\u{1B}[?62;1c", ["identified"]),
      ("\u{1B}]", ["Alt-]"]), ("\u{1B}[I", []),
      ("x\u{1B}[1;1y", ["x"]), ("\u{1B}[24;80R", []), ("\u{1B}[1;2R", ["Shift-F3"]),
    ] as [(String, [String])])
  func `bytes become keys`(bytes: String, keys: [String]) {
    let names = Self.events(bytes.utf8).map { event in
      if case .key(let key) = event { key.name } else { "\(event)" }
    }
    #expect(names == keys)
  }

  @Test func `a pasted text is one event, whatever it has in it`() {
    let events = Self.events("\u{1B}[200~rm -rf\n\u{1B}[A\u{3}é\u{1B}[201~x".utf8)
    #expect(events == [.paste("rm -rf\n\u{1B}[A\u{3}é"), .key(.character("x"))])
  }

  @Test func `a pasted text whose end is lost ends after a second`() {
    var decoder = EventDecoder()
    var events = "\u{1B}[200~half\u{1B}[20".utf8.compactMap { decoder.take($0) }
    #expect(events.isEmpty && decoder.isWaiting)
    for _ in 0..<20 { if let event = decoder.timeOut() { events.append(event) } }
    #expect(events == [.paste("half\u{1B}[20")])
    #expect(!decoder.isWaiting)
    #expect(decoder.take(UInt8(ascii: "x")) == .key(.character("x")))
  }

  @Test func `a pasted text that comes in pieces is one event`() {
    var decoder = EventDecoder()
    var events = "\u{1B}[200~".utf8.compactMap { decoder.take($0) }
    for piece in 0..<30 {
      if let event = decoder.timeOut() { events.append(event) }
      events += "\(piece) ".utf8.compactMap { decoder.take($0) }
    }
    events += "\u{1B}[201~".utf8.compactMap { decoder.take($0) }
    #expect(events.count == 1)
  }

  @Test func `Ctrl-C is a key where the end of a pasted text does not come, else text`() {
    var decoder = EventDecoder()
    let text = "\u{1B}[200~half\u{3}".utf8.compactMap { decoder.take($0) }
    #expect(text.isEmpty)
    _ = decoder.timeOut()
    #expect(decoder.take(0x03) == .key(.control("c")))
    #expect(decoder.take(UInt8(ascii: "x")) == .key(.character("x")))
  }

  @Test(
    arguments: [
      ("11;rgb:ffff/ffff/ffff", [ScreenEvent.background(isLight: true)]),
      ("11;rgb:f/f/e", [.background(isLight: true)]),
      ("11;rgb:0000/2b2b/3636", [.background(isLight: false)]),
      ("11;rgba:1e1e/1e1e/1e1e/ffff", [.background(isLight: false)]), ("11;rgb:nonsense", []),
      ("10;rgb:ffff/ffff/ffff", []), ("52;c;cm0gLXJm", []),
    ] as [(String, [ScreenEvent])])
  func `an answer of the terminal is no text`(answer: String, events: [ScreenEvent]) {
    for end in ["\u{7}", "\u{1B}\\"] {
      #expect(
        Self.events("\u{1B}]\(answer)\(end)x".utf8) == events + [.key(.character("x"))], "\(end)")
    }
  }

  @Test func `an answer that comes in pieces is no text either`() {
    var decoder = EventDecoder()
    let first = "\u{1B}]11;rgb:ff".utf8.compactMap { decoder.take($0) }
    let paused = decoder.timeOut()
    #expect(first.isEmpty && paused == nil && decoder.isWaiting)
    let rest = "ff/ffff/ffff\u{7}".utf8.compactMap { decoder.take($0) }
    #expect(rest == [.background(isLight: true)])
  }

  @Test func `the mouse tells its cell, and a release is no press`() {
    let events = Self.events("\u{1B}[<0;5;3M\u{1B}[<0;5;3m\u{1B}[<64;1;1M\u{1B}[<65;2;9M".utf8)
    #expect(
      events == [
        .mouse(.init(.press, row: 2, column: 4)), .mouse(.init(.wheelUp, row: 0, column: 0)),
        .mouse(.init(.wheelDown, row: 8, column: 1)),
      ])
  }

  @Test func `a name of a key is read as it is shown`() {
    for name in ["ctrl-n", "alt-enter", "f1", "?", "space", "shift-up", "ctrl-alt-x", "alt--"] {
      let key = KeyStroke(named: name)
      #expect(key != nil, "\(name)")
    }
    #expect(KeyStroke(named: "ctrl-N") == .control("n"))
    #expect(KeyStroke(named: "alt-N") == .alt("N"))
    #expect(KeyStroke(named: "nonsense") == nil)
    #expect(KeyStroke(named: "ctrl-") == nil)
  }
}
