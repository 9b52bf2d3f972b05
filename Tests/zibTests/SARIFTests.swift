import Testing
import zib

/// `zib check --sarif` against what SARIF 2.1.0 (OASIS, 2020) demands of the objects that it writes; in brackets the
/// section that says so.
@Suite(.enabled(if: SyncedDevices.canRun, "the program is not built, or there is no git"))
struct SARIFTests {
  private static let notes = """
    mkdir 'a b'; printf '[[Missing]] [x](../no.md) [[#H]]\\n\\n[[Nick]] é [[é]]\\n' > 'a b/Links é#.md'
    printf -- '---\\naliases: [Nick]\\n---\\n' > N.md; : > empty.md; echo x > 'What: now?.md'; printf '```\\n' > fence.md
    """

  @Test func `each object has the members that the standard demands`() throws {
    let devices = try SyncedDevices(Self.notes)
    let output = devices.run("zib check --sarif 2> /dev/null", in: "a").output
    let log = try #require(JSONValue(output), "\(output)")
    #expect(log["version"] == .text("2.1.0"), "3.13.2")
    let run = try #require(log["runs"]?.elements.first, "3.13.4")
    let driver = try #require(run["tool"]?["driver"], "3.14.6, 3.18.2")
    #expect(driver["name"]?.string?.isEmpty == false, "3.19.8")
    let rules = try #require(driver["rules"]?.elements)
    let ids = try rules.map { try #require($0["id"]?.string, "3.49.3") }
    #expect(Set(ids).count == ids.count)
    for rule in rules {
      #expect(rule["shortDescription"]?["text"]?.string?.hasSuffix(".") == true, "3.49.9, 3.11")
      #expect(Self.levels.contains(rule["defaultConfiguration"]?["level"]?.string ?? ""), "3.50.3")
    }
    #expect(run["columnKind"] == .text("unicodeCodePoints"), "3.14.17")
    let base = try #require(run["originalUriBaseIds"]?["VAULT"]?["uri"]?.string, "3.14.14")
    #expect(base.hasPrefix("file:///") && base.hasSuffix("/"), "3.14.14")
    let results = try #require(run["results"]?.elements)
    #expect(results.count >= 7)
    for result in results { try expectResult(result, ids) }
  }

  private static let levels: Set<String> = ["none", "note", "warning", "error"]

  private func expectResult(_ result: JSONValue, _ rules: [String]) throws {
    let place = "\(result)"
    #expect(result["message"]?["text"]?.string?.isEmpty == false, "3.27.11: \(place)")
    #expect(Self.levels.contains(result["level"]?.string ?? ""), "3.27.10: \(place)")
    let index = try #require(result["ruleIndex"]?.integer, "3.27.6")
    let rule = try #require(rules.indices.contains(index) ? rules[index] : nil, "3.27.6: \(place)")
    #expect(result["ruleId"] == .text(rule), "3.27.5: \(place)")
    for location in try #require(result["locations"]?.elements) {
      let physical = try #require(location["physicalLocation"], "3.28.3")
      let artifact = try #require(physical["artifactLocation"], "3.29.3")
      let uri = try #require(artifact["uri"]?.string, "3.4.3")
      // A relative reference (RFC 3986): no scheme, no slash at the beginning, all else encoded.
      let isPlain = uri.utf8.allSatisfy {
        $0 < 0x80 && ($0.isLetterOrDigit || "-._~/%".utf8.contains($0))
      }
      #expect(isPlain && !uri.hasPrefix("/"), "3.4.3: \(place)")
      #expect(artifact["uriBaseId"] == .text("VAULT"), "3.4.4: \(place)")
      guard let region = physical["region"] else { continue }
      let line = try #require(region["startLine"]?.integer, "3.30.5: \(place)")
      let column = try #require(region["startColumn"]?.integer, "3.30.6: \(place)")
      #expect(line >= 1 && column >= 1, "3.30.5, 3.30.6: \(place)")
      if let end = region["endColumn"] {
        #expect(try #require(end.integer) > column, "3.30.8: \(place)")
      }
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
  }
}

extension JSONValue {
  fileprivate subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  fileprivate var elements: [JSONValue] {
    if case .list(let elements) = self { elements } else { [] }
  }

  fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }

  fileprivate var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
}
