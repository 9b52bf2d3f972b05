import Exchange
import Testing

@Suite struct CSVTableTests {
  private func table(_ text: String) -> CSVTable {
    CSVTable(parsing: DecodedText(Array(text.utf8)))
  }

  @Test(arguments: [
    ("a,b\n1,2\n", ["a", "b"], [["1", "2"]]),
    ("a,b\r\n1,2", ["a", "b"], [["1", "2"]]),
    ("a,b\r1,2\r3,4", ["a", "b"], [["1", "2"], ["3", "4"]]),
    ("\u{FEFF}a,b\n,\n", ["a", "b"], [["", ""]]),
    ("a\n\"x,\"\"y\"\"\nz\"\n", ["a"], [["x,\"y\"\nz"]]),
    ("a\n\"x\"y\n", ["a"], [["xy"]]),
    ("a\nx\"y\"\n", ["a"], [["x\"y\""]]),
    ("a;b\n1,5;2\n", ["a", "b"], [["1,5", "2"]]),
    ("a\tb\n\n1\t\n", ["a", "b"], [["1", ""]]),
    ("\"a,b\";c\n1;2\n", ["a,b", "c"], [["1", "2"]]),
    ("a\n\"\"\n\"never closed\n", ["a"], []),
    ("", [], []), ("\n", [""], []),
  ])
  func `fields are as a spreadsheet reads them`(
    text: String, header: [String], rows: [[String]]
  ) {
    let table = table(text)
    #expect(table.header == header)
    #expect(table.rows.map(\.fields) == rows)
  }

  @Test func `a row says on which line it begins`() {
    let table = table("a,b\r\n\"1\r\n1\",2\r\n\r\n3,4\r\n")
    #expect(table.rows.map(\.line) == [2, 5])
    #expect(self.table("a\nb\n\"c\nd").unclosedLine == 3)
  }

  @Test(arguments: [
    ("a,b,c\n1,2,3\n4,5", ["4", "5"]), ("a,b\n1", ["1"]), ("a,b\n1,2\n3,\"4", ["3", "4"]),
    ("a,b\n1,2\n3\n", nil), ("a,b,c\n1,2\n3,4", nil), ("a,b\n1,2\n3,4", nil), ("a,b", nil),
  ])
  func `a last row that was cut off stands apart`(text: String, cut: [String]?) {
    let table = table(text)
    #expect(table.cutRow?.fields == cut)
    #expect(!table.rows.contains { $0.fields == cut })
  }

  @Test func `a file in UTF-16 is read as what it says`() {
    let text = "Title,Author\nÉmile,Zoë\n"
    for isBig in [false, true] {
      let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit in
        isBig ? [UInt8(unit >> 8), UInt8(unit & 255)] : [UInt8(unit & 255), UInt8(unit >> 8)]
      }
      let decoded = DecodedText(bytes)
      #expect(decoded.bytes == Array(text.utf8))
      #expect(!decoded.isDamaged)
      #expect(DecodedText(bytes + [0]).isDamaged)
    }
    #expect(DecodedText([0x61, 0xFF, 0x62]).isDamaged)
    #expect(DecodedText([0x61, 0xFF, 0x62]).bytes == Array("a\u{FFFD}b".utf8))
  }
}
