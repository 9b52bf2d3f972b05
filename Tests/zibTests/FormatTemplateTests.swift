import Rendering
import Testing
import zib

@Suite struct FormatTemplateTests {
  private let fields = ["path", "title", "line", "date"]

  @Test(arguments: [
    ("{path}:{line}", "a b.md:7"),
    (#"{title}\t{path}\n\0"#, "漢字\ta b.md\n\0"),
    ("[{title:6}]", "[漢字  ]"),
    ("[{line:>4}]", "[   7]"),
    ("[{path:4}]", "[a b…]"),
    ("{{{line}}}", "{7}"),
    ("{date:YYYY}", "date as YYYY"),
    (#"a\qb\"#, #"a\qb\"#),
    ("", ""),
  ])
  func `fills its fields`(template: String, filled: String) throws {
    let template = try FormatTemplate(template, fields: fields)
    let result = template.filled { field in
      switch field.name {
      case "path": "a b.md"
      case "title": "漢字"
      case "line": "7"
      default: "\(field.name) as \(field.argument ?? "")"
      }
    }
    #expect(result == filled)
  }

  @Test func `an unknown field names the known ones`() {
    #expect(throws: FormatTemplateError.unknownField("titel", known: fields)) {
      try FormatTemplate("{titel}", fields: fields)
    }
    #expect(throws: FormatTemplateError.unclosed(column: 3)) {
      try FormatTemplate("a {title", fields: fields)
    }
  }

  @Test func `front-matter keys are fields where a command says so`() throws {
    let template = try FormatTemplate("{rating} {x:y:z}", fields: fields, acceptsOthers: true)
    #expect(template.fields.map(\.name) == ["rating", "x"])
    #expect(template.fields.map(\.argument) == [nil, "y:z"])
  }

  @Test func `values are made safe for a terminal, the person's own text is not touched`() throws {
    let template = try FormatTemplate(#"\e[1m{title}\e[0m"#, fields: fields)
    #expect(
      template.filled(escapingControlCharacters: true) { _ in "\u{1B}x" } == "\u{1B}[1m␛x\u{1B}[0m")
  }
}
