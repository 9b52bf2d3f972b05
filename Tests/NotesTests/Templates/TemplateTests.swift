import Notes
import TestSupport
import Testing

struct TemplateTests {
  private func values(_ title: String = "Walden", custom: [String: String] = [:]) throws
    -> Template.Values
  {
    let date = try #require(CivilDate(year: 2026, month: 11, day: 21))
    let time = try #require(ClockTime(hour: 8, minute: 15, second: 9))
    return Template.Values(
      title: title, now: CivilDateTime(date, time), secondsEast: 3600, uuid: "UUID", custom: custom)
  }

  @Test(arguments: [
    ("# {{title}}", "# Walden"), ("{{ Title }}", "Walden"),
    ("{{date}} {{time}}", "2026-11-21 08:15"),
    ("{{date:dddd, D MMMM YYYY}}", "Saturday, 21 November 2026"), ("{{time:HH.mm.ss}}", "08.15.09"),
    ("{{date:YYYY-MM-DD HH:mm Z}}", "2026-11-21 08:15 +01:00"), ("{{slug}}", "walden"),
    ("{{id}}", "20261121081509"), ("{{uuid}}", "UUID"), ("{{author}}", "Thoreau"),
    ("{{{title}}}", "{Walden}"), ("{{}} {{ }} {{a b}}", "{{}} {{ }} {{a b}}"),
    ("{{title", "{{title"),
    ("{{nothing}}{{title}}", "{{nothing}}Walden"), ("{{\ntitle}}", "{{\ntitle}}"), ("", ""),
    ("$(rm) `rm` <% rm %>", "$(rm) `rm` <% rm %>"), ("{{date:}}", "2026-11-21"),
  ])
  func `puts values in their places`(template: String, expected: String) throws {
    let result = Template(template).render(try values(custom: ["author": "Thoreau"]))
    #expect(result.text == expected)
  }

  @Test func `names that stand for nothing stay and are told once`() throws {
    let result = Template("{{isbn}} {{cursor}}{{isbn}} {{x.y}}").render(try values())
    #expect(result.text == "{{isbn}} {{isbn}} {{x.y}}")
    #expect(result.unknown == ["isbn", "x.y"])
    #expect(result.cursor == 9)
  }

  @Test func `a value that looks like a place is not filled again`() throws {
    #expect(Template("{{title}}").render(try values("{{date}}")).text == "{{date}}")
  }

  @Test(arguments: [
    "Walden: or, Life", "\"Yes\" and 'no'", "#1", "- a", "a # b", "No", "[x]", "back\\slash",
    "two\nlines",
    "@home", "* star", "100%", "it's", "trailing:", "null", "--- x", "plain", "é: à",
  ])
  func `front matter stays readable whatever is put in`(title: String) throws {
    let text = """
      ---
      title: {{title}}
      quoted: "{{title}}"
      single: '{{title}}'
      list: [a, {{title}}]
      items:
        - {{title}}
      # {{title}}
      created: {{date}}
      ---
      # {{title}}
      """
    let result = Template(text).render(try values(title)).text
    let frontMatter = try #require(Note(parsing: Array(result.utf8)).frontMatter)
    #expect(frontMatter.failure == nil)
    let expected = title.replacing("\n", with: " ")
    #expect(frontMatter["title"]?.value == .string(expected))
    #expect(frontMatter["quoted"]?.text == expected)
    #expect(frontMatter["single"]?.text == expected)
    #expect(frontMatter["list"]?.value == .list([.string("a"), .string(expected)]))
    #expect(frontMatter["items"]?.value == .list([.string(expected)]))
    #expect(frontMatter["created"]?.text == "2026-11-21")
    #expect(result.hasSuffix("# " + title))
  }

  @Test(arguments: [
    ("{{date:YYYY/MM}}/{{title}}", "a/../b: c", "2026/11/a-..-b - c"),
    ("{{slug}}", "../../etc/passwd", "etc-passwd"), ("{{title}}", "/etc/passwd", "etc-passwd"),
    ("x {{author}}", "", "x T-h"),
  ])
  func `no value leads to another folder`(pattern: String, title: String, expected: String) throws {
    let name = Template(pattern).renderFileName(try values(title, custom: ["author": "T/h"]))
    #expect(name.text == expected)
  }

  @Test func `random identifiers have the form of version 4`() {
    let text = UUIDText.random()
    #expect(text.utf8.count == 36)
    #expect(Array(text)[14] == "4")
    #expect("89ab".contains(Array(text)[19]))
    #expect(text != UUIDText.random())
  }
}
