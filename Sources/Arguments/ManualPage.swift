/// A manual page in the mdoc language, for `man`, `mandoc` and `groff`.
package struct ManualPage: Sendable, Equatable {
  /// The file it belongs in: `zib-search.1`.
  package let fileName: String
  /// Its source.
  package let text: String
}

extension Tool {
  /// The manual pages of the tool and of each visible command: `zib.1`, `zib-search.1`,
  /// `zib-tag-rename.1`, …
  ///
  /// - Parameter date: the day of the release, as `2026-11-21`; any other text is used unchanged.
  package func manualPages(date: String) -> [ManualPage] {
    allNodes.map { node in
      let name = manualName(of: node)
      return ManualPage(fileName: "\(name).1", text: manual(for: node, named: name, date: date))
    }
  }

  private func manualName(of node: CommandNode) -> String {
    ([root.name] + node.path).joined(separator: "-")
  }

  private func manual(for node: CommandNode, named name: String, date: String) -> String {
    let command = node.command
    var page = Mdoc(placeholders: placeholders(of: command))
    page.macro("Dd", [longDate(date)], isVerbatim: true)
    page.macro("Dt", [name.uppercased(), "1"])
    page.macro("Os", [root.name, version])
    page.macro("Sh", ["NAME"])
    page.macro("Nm", [name])
    page.macro("Nd", [command.summary.lowercasedFirst])
    page.macro("Sh", ["SYNOPSIS"])
    writeSynopsis(of: node, to: &page)
    page.macro("Sh", ["DESCRIPTION"])
    page.blocks(command.discussion.isEmpty ? command.summary + "." : command.discussion)
    if !command.aliases.isEmpty {
      page.macro("Pp")
      let names = command.aliases.map { "`\($0)`" }.joined(separator: ", ")
      page.paragraph("May be written as \(names).")
    }
    writeArguments(of: node, to: &page)
    writeCommands(below: node, to: &page)
    for section in command.sections {
      page.macro("Sh", [section.title.uppercased()])
      page.blocks(section.text)
      page.definitions(section.items.map { ([.literal($0.key)], $0.value, []) })
    }
    writeFacts(of: command, to: &page)
    writeReferences(of: node, to: &page)
    return page.text
  }

  private func writeSynopsis(of node: CommandNode, to page: inout Mdoc) {
    page.macro("Nm", [root.name])
    for name in node.path { page.macro("Cm", [Mdoc.argument(name)], isVerbatim: true) }
    let options = node.path.isEmpty ? globals : node.command.options
    for option in options where !option.isHidden {
      let name = "-" + (option.isInvertible && option.defaultText != nil ? "no-" : "") + option.name
      page.macro(
        "Op",
        ["Fl", Mdoc.argument(option.short.map(String.init) ?? name)]
          + (option.takesValue ? ["Ar", Mdoc.argument(option.placeholder)] : []), isVerbatim: true)
    }
    if !node.command.subcommands.isEmpty {
      page.macro(node.command.run == nil ? "Ar" : "Op Ar", ["command", "..."])
    }
    for positional in node.command.positionals where !positional.isHidden {
      guard case .positional(let minimum, let maximum) = positional.role else { continue }
      page.macro(
        minimum == 0 ? "Op Ar" : "Ar",
        [positional.placeholder] + (maximum == nil ? ["..."] : []))
    }
  }

  private func writeArguments(of node: CommandNode, to page: inout Mdoc) {
    let positionals = node.command.positionals.filter { !$0.isHidden }
    if !positionals.isEmpty {
      page.macro("Pp")
      page.line("The arguments are:")
      write(positionals, to: &page)
    }
    let options = node.path.isEmpty ? globals : node.command.options
    for (title, members) in grouped(options, otherwise: "Options") {
      page.macro("Ss", [title])
      write(members, to: &page)
    }
    if !node.path.isEmpty {
      page.macro("Pp")
      page.line("The global options are described in")
      page.macro("Xr", [root.name, "1", "."])
    }
  }

  private func write(_ declarations: [Declaration], to page: inout Mdoc) {
    page.definitions(
      declarations.map { declaration in
        var candidates: [Candidate] = []
        if case .choices(let all) = declaration.completion,
          all.contains(where: { $0.summary != "" })
        {
          candidates = all
        }
        return (
          declaration.manualTerm,
          candidates.isEmpty ? declaration.helpAndRemarks : declaration.helpAndDefault,
          candidates.map { ([.literal($0.word)], $0.summary) }
        )
      })
  }

  private func writeCommands(below node: CommandNode, to page: inout Mdoc) {
    let children = children(of: node)
    guard !children.isEmpty else { return }
    page.macro("Sh", ["COMMANDS"])
    let groups = grouped(children)
    for (title, members) in groups {
      if groups.count > 1 { page.macro("Ss", [title]) }
      page.definitions(
        members.map { ([.reference(manualName(of: $0))], $0.command.summary + ".", []) })
    }
  }

  private func writeFacts(of command: Command, to page: inout Mdoc) {
    if !command.environment.isEmpty {
      page.macro("Sh", ["ENVIRONMENT"])
      page.definitions(command.environment.map { ([.variable($0.key)], $0.value, []) })
    }
    if !command.exitStatuses.isEmpty {
      page.macro("Sh", ["EXIT STATUS"])
      page.definitions(command.exitStatuses.map { ([.literal("\($0.key)")], $0.value, []) })
    }
    if !command.examples.isEmpty {
      page.macro("Sh", ["EXAMPLES"])
      for (place, (line, explanation)) in command.examples.enumerated() {
        if place > 0 { page.macro("Pp") }
        page.paragraph(explanation)
        page.verbatim([line])
      }
    }
  }

  private func writeReferences(of node: CommandNode, to page: inout Mdoc) {
    var names = node.command.seeAlso.map { String($0.prefix { $0 != "(" }) }
    if !node.path.isEmpty {
      names.append(manualName(of: CommandNode(path: Array(node.path.dropLast()), command: root)))
    }
    names += children(of: node).map(manualName)
    let unique = Set(names).sorted()
    guard !unique.isEmpty else { return }
    page.macro("Sh", ["SEE ALSO"])
    for (place, name) in unique.enumerated() {
      page.macro("Xr", [name, "1"] + (place == unique.count - 1 ? [] : [","]))
    }
  }
}

extension Declaration {
  /// The argument as a list of a manual page shows it.
  fileprivate var manualTerm: [Mdoc.Term] {
    if case .positional(_, let maximum) = role {
      return [.argument(placeholder)] + (maximum == nil ? [.argument("...")] : [])
    }
    var term: [Mdoc.Term] = []
    if let short { term += [.flag(String(short)), .punctuation(",")] }
    term.append(.flag("-" + name))
    if isInvertible { term += [.punctuation(","), .flag("-no-" + name)] }
    if takesValue { term.append(.argument(placeholder)) }
    return term
  }

  /// The help sentence and the default.
  fileprivate var helpAndDefault: String {
    defaultText.map { "\(help) The default is `\($0)`." } ?? help
  }
}

/// `November 21, 2026` for `2026-11-21`, as mdoc wants it.
private func longDate(_ date: String) -> String {
  let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  let parts = date.split(separator: "-").map { Int($0) }
  guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2],
    months.indices.contains(month - 1)
  else { return date }
  return "\(months[month - 1]) \(day), \(year)"
}
