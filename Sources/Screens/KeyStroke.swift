/// A key with what is held down with it.
package struct KeyStroke: Hashable, Sendable {
  /// The keys that terminals tell apart.
  package enum Base: Hashable, Sendable {
    case character(Character)
    case enter, escape, backspace, tab, insert, delete
    case up, down, left, right, home, end, pageUp, pageDown
    case function(Int)
  }

  /// The keys held down.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift, of keys that are no letters: `A` is a character of its own.
    package static let shift = Modifiers(rawValue: 1)
    /// Alt, which some terminals call Meta and some keyboards Option.
    package static let alt = Modifiers(rawValue: 2)
    /// Ctrl.
    package static let control = Modifiers(rawValue: 4)
  }

  /// The key itself.
  package let base: Base
  /// The keys held down with it.
  package let modifiers: Modifiers

  package init(_ base: Base, _ modifiers: Modifiers = []) {
    self.base = base
    self.modifiers = modifiers
  }

  /// A character, as it is typed.
  package static func character(_ character: Character) -> KeyStroke {
    KeyStroke(.character(character))
  }

  /// A character with Alt.
  package static func alt(_ character: Character) -> KeyStroke {
    KeyStroke(.character(character), .alt)
  }

  /// A letter with Ctrl.
  package static func control(_ character: Character) -> KeyStroke {
    KeyStroke(.character(character), .control)
  }

  private static let names: [(name: String, base: Base)] = [
    ("enter", .enter), ("esc", .escape), ("backspace", .backspace), ("tab", .tab),
    ("insert", .insert), ("delete", .delete), ("up", .up), ("down", .down), ("left", .left),
    ("right", .right), ("home", .home), ("end", .end), ("pageup", .pageUp),
    ("pagedown", .pageDown), ("space", .character(" ")),
  ]

  private static let modifierNames: [(name: String, modifier: Modifiers)] = [
    ("ctrl-", .control), ("alt-", .alt), ("shift-", .shift),
  ]

  /// The key of a name such as `ctrl-n`, `alt-enter`, `f1`, `?`; nil of any other text.
  package init?(named name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    while let held = Self.modifierNames.first(where: {
      rest.lowercased().hasPrefix($0.name) && rest.count > $0.name.count
    }) {
      modifiers.insert(held.modifier)
      rest = rest.dropFirst(held.name.count)
    }
    let lower = rest.lowercased()
    if let known = Self.names.first(where: { $0.name == lower }) {
      self.init(known.base, modifiers)
    } else if lower.first == "f", let number = Int(lower.dropFirst()), (1...12).contains(number) {
      self.init(.function(number), modifiers)
    } else if rest.count == 1, let character = rest.first {
      // A terminal sends the same byte for a letter with Ctrl in both cases.
      let isFolded = modifiers.contains(.control)
      guard !modifiers.contains(.shift) else { return nil }
      self.init(.character(isFolded ? Character(lower) : character), modifiers)
    } else {
      return nil
    }
  }

  /// The name as a line of keys shows it: `Ctrl-N`, `Alt-Enter`, `F1`, `?`.
  package var name: String {
    var name = ""
    for held in Self.modifierNames where modifiers.contains(held.modifier) {
      name += held.name.capitalizingFirst
    }
    switch base {
    case .character(" "): return name + "Space"
    case .character(let character):
      return name + (modifiers.contains(.control) ? character.uppercased() : String(character))
    case .function(let number): return name + "F\(number)"
    case .pageUp: return name + "PgUp"
    case .pageDown: return name + "PgDn"
    case .up: return name + "↑"
    case .down: return name + "↓"
    case .left: return name + "←"
    case .right: return name + "→"
    default: return name + (Self.names.first { $0.base == base }?.name.capitalizingFirst ?? "")
    }
  }
}

extension String {
  fileprivate var capitalizingFirst: String {
    guard let first else { return self }
    return first.uppercased() + dropFirst()
  }
}
