extension Tool {
  /// The help text of a command, wrapped to a width and ending in a newline.
  ///
  /// - Parameters:
  ///   - path: the names that lead to the command; none for the tool itself. If a name is unknown,
  ///     the help is that of the last command found.
  ///   - width: the columns to fill; kept between 40 and 100.
  ///   - style: the way words are set off; by default not at all.
  package func help(for path: [String] = [], width: Int = 80, style: TextStyle = .plain) -> String {
    let node = node(at: path)
    let command = node.command
    var page = TextLayout(
      width: min(max(width, 40), 100), style: style, placeholders: placeholders(of: command))

    page.line([Piece("Usage", .heading), Piece(": \(usage(of: command, at: node.path))")])
    page.gap()
    page.paragraph(command.summary + ".")
    if !command.aliases.isEmpty {
      page.gap()
      page.paragraph(
        (command.aliases.count == 1 ? "Alias: " : "Aliases: ")
          + command.aliases.map { "`\($0)`" }.joined(separator: ", "))
    }
    if !command.discussion.isEmpty {
      page.gap()
      page.blocks(command.discussion)
    }
    writeCommands(below: node, to: &page)
    writeArguments(of: node, to: &page)
    for section in command.sections { write(section, to: &page) }
    writeExamples(of: command, to: &page)
    writeFacts(of: command, to: &page)
    if !node.path.isEmpty {
      write(grouped(globals, otherwise: "Global options"), to: &page)
    }
    if !children(of: node).isEmpty {
      let name = ([root.name] + node.path).joined(separator: " ")
      page.gap()
      page.paragraph("`\(name) COMMAND --help` says more on a command.")
    }
    return page.text
  }

  private func writeCommands(below node: CommandNode, to page: inout TextLayout) {
    let children = children(of: node)
    let column = page.column(for: children.map { [Piece($0.command.name)] })
    for (title, members) in grouped(children) {
      page.heading(title)
      page.definitions(
        members.map { ([Piece($0.command.name, .literal)], $0.command.summary) }, column: column)
    }
  }

  private func writeArguments(of node: CommandNode, to page: inout TextLayout) {
    var all: [(title: String, members: [Declaration])] = []
    let positionals = node.command.positionals.filter { !$0.isHidden && !$0.help.isEmpty }
    if !positionals.isEmpty { all.append(("Arguments", positionals)) }
    let options = node.path.isEmpty ? globals : node.command.options
    all += grouped(options, otherwise: "Options")
    write(all, to: &page)
  }

  private func write(
    _ groups: [(title: String, members: [Declaration])], to page: inout TextLayout
  ) {
    let column = page.column(for: groups.flatMap { $0.members.map(\.label) })
    for (title, members) in groups {
      page.heading(title)
      page.definitions(members.map { ($0.label, $0.helpAndRemarks) }, column: column)
    }
  }

  private func write(_ section: Section, to page: inout TextLayout) {
    page.heading(section.title)
    page.blocks(section.text, indent: 2)
    if !section.text.isEmpty, !section.items.isEmpty { page.gap() }
    let items = section.items.map { (term: [Piece($0.key, .literal)], text: $0.value) }
    page.definitions(items, column: page.column(for: items.map(\.term)))
  }

  private func writeExamples(of command: Command, to page: inout TextLayout) {
    guard !command.examples.isEmpty else { return }
    page.heading("Examples")
    for (line, explanation) in command.examples {
      page.paragraph(explanation, indent: 2)
      page.line([Piece("$ "), Piece(line, .literal)], indent: 4)
    }
  }

  private func writeFacts(of command: Command, to page: inout TextLayout) {
    if !command.environment.isEmpty {
      let items = command.environment.map { (term: [Piece($0.key, .literal)], text: $0.value) }
      page.heading("Environment")
      page.definitions(items, column: page.column(for: items.map(\.term)))
    }
    if !command.exitStatuses.isEmpty {
      let items = command.exitStatuses.map { (term: [Piece("\($0.key)")], text: $0.value) }
      page.heading("Exit status")
      page.definitions(items, column: page.column(for: items.map(\.term)))
    }
  }
}

extension Declaration {
  /// The argument as help lists it: `-n, --limit N`, `    --[no-]pager`, `NOTE...`.
  var label: [Piece] {
    if isPositional { return [Piece(usage, .placeholder)] }
    var pieces = short.map { [Piece("-\($0)", .literal), Piece(", ")] } ?? [Piece("    ")]
    pieces.append(Piece("--" + (isInvertible ? "[no-]" : "") + name, .literal))
    if takesValue { pieces += [Piece(" "), Piece(placeholder, .placeholder)] }
    return pieces
  }

  /// The help sentence, with further remarks in brackets.
  var helpAndRemarks: String {
    var remarks: [String] = []
    if case .choices(let candidates) = completion {
      let words = candidates.map(\.word)
      if placeholder != words.joined(separator: "|") {
        remarks.append(words.joined(separator: ", "))
      }
    }
    if let defaultText, !defaultText.isEmpty { remarks.append("default: \(defaultText)") }
    if isRepeating, takesValue, !isPositional { remarks.append("repeatable") }
    return remarks.isEmpty ? help : "\(help) [\(remarks.joined(separator: "; "))]"
  }
}
