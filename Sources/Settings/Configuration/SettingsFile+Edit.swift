import Files
import Notes

/// The reason why a setting was not changed, or cannot be followed.
package enum ConfigurationError: Error, Equatable, Sendable {
  /// There is no such setting.
  case unknown(String, suggestion: String?)
  /// The setting cannot hold that.
  case unfit(String, expected: String)
  /// A vault may not name a program; only the person's own file may.
  case onlyForPerson(String)
  /// A vault's setting that all its devices have to follow; a person's own would not hold.
  case onlyForVault(String)
  /// A newer zib has written the file, and a setting may mean something else there.
  case newer(DiskPath, version: Int)
  /// The file is not such that one line of it can be changed: it does not parse, or is made of braces.
  case notEditable(DiskPath)
  /// The vault is another tool's and has no settings of zib; `zib init` makes them.
  case noSettings(DiskPath)
  /// The file cannot be read, and no version of the history stands in for it.
  case unread(DiskPath, line: Int?)
  /// There is no home folder for the person's settings.
  case noHome
}

extension SettingsFile {
  /// The file with one value changed or removed; every other byte stays.
  ///
  /// Nil if that cannot be done safely: the result is read again and must differ in that value
  /// only.
  package func setting(_ name: String, to value: FrontMatterValue?) -> [UInt8]? {
    guard failure == nil else { return nil }
    let isNested = entries.contains { $0.name == name } && !isAtTop(name)
    let changed = isNested ? editedInPlace(name, value) : editedAtTop(name, value)
    guard let changed else { return nil }
    let after = SettingsFile(changed)
    func others(_ file: SettingsFile) -> [String: FrontMatterValue] {
      var result: [String: FrontMatterValue] = [:]
      for entry in file.entries where entry.name != name && !entry.node.isNull {
        result[entry.name] = entry.node.value
      }
      return result
    }
    guard after.failure == nil, others(after) == others(self), after[name]?.value == value else {
      return nil
    }
    return changed
  }

  private func isAtTop(_ name: String) -> Bool {
    guard let editor = try? FrontMatterEditor(wrapped) else { return false }
    var probe = editor
    return (try? probe.unset(name)) != nil && probe.source != editor.source
  }

  /// Through the editor of front matter, under the dotted name.
  private func editedAtTop(_ name: String, _ value: FrontMatterValue?) -> [UInt8]? {
    do throws(FrontMatterEditError) {
      var editor = try FrontMatterEditor(wrapped)
      if let value { try editor.set(name, to: value) } else { try editor.unset(name) }
      return unwrapped(editor.source)
    } catch {
      return nil
    }
  }

  /// In the line of a nested key.
  private func editedInPlace(_ name: String, _ value: FrontMatterValue?) -> [UInt8]? {
    guard let entry = entries.last(where: { $0.name == name }) else { return nil }
    let range = entry.node.range.indices
    let (start, end) = (
      range.lowerBound - Self.opening.count, range.upperBound - Self.opening.count
    )
    guard start >= 0, end <= text.count, start <= end,
      !text[start..<end].contains(0x0A)
    else { return nil }
    if let value, let written = Self.written(value) {
      let gap: [UInt8] = start > 0 && text[start - 1] == 0x3A ? [0x20] : []
      return text[..<start] + gap + written + text[end...]
    }
    let lineStart = (text[..<start].lastIndex(of: 0x0A) ?? -1) + 1
    let lineEnd = text[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
    return Array(text[..<lineStart] + text[lineEnd...])
  }

  /// A value as YAML, by the one writer there is.
  private static func written(_ value: FrontMatterValue) -> [UInt8]? {
    guard var editor = try? FrontMatterEditor([]), (try? editor.set("x", to: value)) != nil,
      let start = editor.source.firstRange(of: Array("x: ".utf8))?.upperBound,
      let end = editor.source[start...].firstIndex(of: 0x0A)
    else { return nil }
    return Array(editor.source[start..<end])
  }

  private var hasMarker: Bool { text.starts(with: "---\n".utf8) }

  private var wrapped: [UInt8] {
    let end = text.isEmpty || text.last == 0x0A ? Array("---\n".utf8) : Array("\n---\n".utf8)
    return (hasMarker ? [] : Self.opening) + text + end
  }

  private func unwrapped(_ source: [UInt8]) -> [UInt8] {
    Array(source.dropFirst(hasMarker ? 0 : Self.opening.count).dropLast(4))
  }
}

extension ConfigurationValue {
  /// The value for front matter.
  var frontMatter: FrontMatterValue {
    switch self {
    case .text(let text): .string(text)
    case .list(let items): .list(items.map { .string($0) })
    case .flag(let flag): .bool(flag)
    case .number(let number): .integer(number)
    }
  }
}
