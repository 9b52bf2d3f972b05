import Files
import Indexing
import Notes
import Search
import TestSupport
import Testing
import VaultSandbox

/// The findings and counts that are kept in the cache.
struct KeptFindingsTests {
  private static let texts = [
    "a.md": "[[gone]] [[b#nowhere]] [[c]] [x](d/none.md) [y](../../out.md) [z](d) [[Q]]\n",
    "b.md": "---\ntitle: Q\ncreated: never\n---\n```\nopen\n",
    "c/c.md": "[[x.png]] %% open\n", "e.md": "Text.\n\n%%\nopen\n",
    "d/c.md": "---\n- : [\n---\n\n> quote\n\n- [ ] task\n- [x] done\n",
    "empty.md": "", "con.md": "a\n", "A.md": "a\n", "unused.png": "", "shown.png": "",
    "board.canvas": "{\"nodes\":[{\"file\":\"shown.png\"}]}", "b (1).md": "---\ntitle: Q\n",
    "book.md": "---\ntype: book\nstatus: read\nrating: much\ncover: gone/cover.jpg\n---\nWhat::\n",
    "said.md": "> To be. — Shakespeare\n", "feet.md": "Text[^9].\n",
    "cut.md": "Q: a\nA: b\n\n![](https://example.org/a.png)\n",
    "a.sync-conflict-20260101-101010-ABCDEFG.md": "x\n",
  ]

  private static func vault() throws -> IndexedVault {
    let vault = try IndexedVault()
    for (name, text) in texts {
      vault.folder.makeFolders(above: "vault/" + name)
      vault.write(text, to: name)
    }
    return vault
  }

  private static func search(_ vault: IndexedVault) throws -> VaultSearch {
    VaultSearch(vault.vault, try vault.index(), today: IndexedVault.today, zone: .utc)
  }

  @Test func `the findings of a check are the same when they come from the cache`() throws {
    let vault = try Self.vault()
    let search = try Self.search(vault)
    let first = try search.check()
    #expect(Set(first.map { "\($0.rule)" }).count > 8)
    #expect(first.contains { $0.kind == .missingCover(key: "cover", value: "gone/cover.jpg") })
    #expect(first.contains { $0.kind == .note(.undefinedFootnote("9")) })
    #expect(first.contains { $0.kind == .note(.unreadSource) })
    #expect(try search.check() == first)
    #expect(try Self.search(vault).check() == first)
  }

  @Test func `a damaged cache is made anew`() throws {
    let vault = try Self.vault()
    let search = try Self.search(vault)
    let first = try search.check()
    let broken = try search.brokenLinks()
    let all = try search.documents(of: .all)
    let counts = try search.factCounts(of: all, isAll: true)
    let links = try search.linkCounts(from: all)
    #expect(links.broken > 3 && links.links > links.broken)
    #expect(counts.openTasks == 1 && counts.doneTasks == 1 && counts.books == 1)
    for name in [
      "check-findings", "check-names", "fact-counts", "note-facts", "link-counts", "link-findings",
      "link-targets",
    ] {
      let path = "vault/.zib/cache/" + name
      let whole = try #require(vault.folder.readBytes(path))
      #expect(whole.count > 64, "\(name)")
      for place in stride(from: 0, to: whole.count, by: 23) {
        // What they are worked out from is looked at only where these are not there.
        for whole in ["check-findings", "link-counts"] where whole != name {
          vault.folder.unlinkFile("vault/.zib/cache/" + whole)
        }
        var bytes = whole
        bytes[place] ^= 0x41
        vault.folder.write(place % 2 == 0 ? bytes : Array(whole[..<place]), to: vault.folder(path))
        let again = try Self.search(vault)
        #expect(try again.check() == first, "\(name) \(place)")
        #expect(try again.brokenLinks() == broken, "\(name) \(place)")
        #expect(try again.factCounts(of: all, isAll: true) == counts, "\(name) \(place)")
        #expect(try again.linkCounts(from: all) == links, "\(name) \(place)")
      }
    }
  }

  @Test func `a picture that a board comes to show is told no more`() throws {
    let vault = try Self.vault()
    func unused() throws -> [String] {
      try Self.search(vault).check().filter { $0.kind == .unusedAttachment }.map {
        String(decoding: $0.path, as: UTF8.self)
      }
    }
    #expect(try unused() == ["unused.png"])
    vault.write("{\"nodes\":[{\"file\":\"unused.png\"}]}", to: "board.canvas")
    #expect(try unused() == ["shown.png"])
  }
}
