import Exchange
import Files
import Indexing
import Notes
import Sessions
import Settings
import Terminals
import Wording

/// Findings of `zib check` as SARIF 2.1.0 (OASIS, 2020).
///
/// Paths are relative to the vault's root, which is the base `VAULT`. Columns count Unicode code points, as those of
/// the lines of text do.
package struct CheckSARIF {
  private let session: CommandSession
  private let version: String

  /// - Parameter version: of the program, as the log names it.
  package init(_ session: CommandSession, version: String) {
    self.session = session
    self.version = version
  }

  /// Writes the log.
  package func write(_ findings: [CheckFinding]) throws {
    let root = try session.searchedVault().root
    var json = JSONWriter()
    try json.object {
      $0.field("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      $0.field("version", "2.1.0")
      try $0.array("runs") {
        try $0.object {
          $0.object("tool") { $0.object("driver") { driver(&$0) } }
          $0.field("columnKind", "unicodeCodePoints")
          $0.object("originalUriBaseIds") {
            $0.object("VAULT") { $0.field("uri", "file://" + Self.encoded(root.bytes) + "/") }
          }
          try $0.array("results") {
            for finding in findings {
              $0.object { result(finding, &$0) }
              try session.output.write(draining: &$0)
            }
          }
        }
      }
    }
    try session.output.write(draining: &json)
    try session.output.writeLine()
  }

  private func driver(_ json: inout JSONWriter) {
    json.field("name", "zib")
    json.field("version", version)
    json.array("rules") {
      for rule in CheckRule.allCases {
        $0.object {
          $0.field("id", rule.rawValue)
          $0.object("shortDescription") { $0.field("text", Self.sentence(rule.explanation)) }
          $0.object("defaultConfiguration") { $0.field("level", rule.severity.rawValue) }
        }
      }
    }
  }

  private func result(_ finding: CheckFinding, _ json: inout JSONWriter) {
    json.field("ruleId", finding.rule.rawValue)
    json.field("ruleIndex", CheckRule.allCases.firstIndex(of: finding.rule))
    json.field("level", finding.rule.severity.rawValue)
    json.object("message") {
      $0.field("text", CheckWords(finding) { $0.text }.message)
    }
    json.array("locations") {
      $0.object {
        $0.object("physicalLocation") {
          $0.object("artifactLocation") {
            $0.field("uri", Self.encoded(finding.path))
            $0.field("uriBaseId", "VAULT")
          }
          guard let position = finding.position else { return }
          $0.object("region") {
            $0.field("startLine", position.line)
            $0.field("startColumn", position.column)
            if case .link(let text, _) = finding.kind, !text.contains(where: \.isNewline) {
              $0.field("endColumn", position.column + text.unicodeScalars.count)
            }
          }
        }
      }
    }
  }

  /// A path as a part of a URI (RFC 3986): all but letters, digits and a few marks percent-encoded.
  private static func encoded(_ path: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var written: [UInt8] = []
    for byte in path {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        written.append(byte)
      default: written += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: written, as: UTF8.self)
  }

  private static func sentence(_ words: String) -> String {
    words.prefix(1).uppercased() + words.dropFirst() + "."
  }
}
