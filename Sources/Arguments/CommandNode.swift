/// A command in its place below the tool.
struct CommandNode {
  /// The names that lead to it, without the tool's own.
  let path: [String]
  let command: Command
}

extension Tool {
  /// The node that a path leads to, or the last one on it that there is.
  func node(at path: [String]) -> CommandNode {
    var node = CommandNode(path: [], command: root)
    for name in path {
      guard let next = commands(below: node).first(where: { $0.isCalled(name) }) else { break }
      node = CommandNode(path: node.path + [next.name], command: next)
    }
    return node
  }

  /// The visible commands below a node.
  func children(of node: CommandNode) -> [CommandNode] {
    commands(below: node).filter { !$0.isHidden }
      .map { CommandNode(path: node.path + [$0.name], command: $0) }
  }

  /// The commands below a node; `help` is one of the tool's unless it declares its own.
  private func commands(below node: CommandNode) -> [Command] {
    let commands = node.command.subcommands
    guard node.path.isEmpty, !commands.isEmpty, root.subcommand(named: "help") == nil else {
      return commands
    }
    return commands + [helpCommand]
  }

  /// A node and all visible ones below it, parents first.
  func nodes(from node: CommandNode) -> [CommandNode] {
    [node] + children(of: node).flatMap { nodes(from: $0) }
  }

  /// All visible nodes, the tool itself first.
  var allNodes: [CommandNode] { nodes(from: CommandNode(path: [], command: root)) }
}

extension Tool {
  /// Commands under their headings, in the order in which these first appear; the ones without a
  /// heading come last.
  func grouped(_ nodes: [CommandNode]) -> [(title: String, members: [CommandNode])] {
    let named = Arguments.grouped(nodes.filter { $0.command.group != nil }, by: \.command.group)
    let others = nodes.filter { $0.command.group == nil }
    if others.isEmpty { return named }
    return named + [(named.isEmpty ? "Commands" : "Other commands", others)]
  }

  /// Visible options under their headings; the ones without a heading come first.
  func grouped(
    _ options: [Declaration], otherwise title: String
  ) -> [(title: String, members: [Declaration])] {
    let visible = options.filter { !$0.isHidden }
    let others = visible.filter { $0.group == nil || $0.group == title }
    let named = Arguments.grouped(
      visible.filter { $0.group != nil && $0.group != title }, by: \.group)
    return others.isEmpty ? named : [(title, others)] + named
  }

  /// The words for values in the help of a command.
  func placeholders(of command: Command) -> Set<String> {
    Set((command.arguments + root.arguments).filter(\.takesValue).map(\.placeholder))
  }
}

/// Members under the headings they name, in the order in which the headings first appear.
private func grouped<Member>(
  _ members: [Member], by heading: (Member) -> String?
) -> [(title: String, members: [Member])] {
  var groups: [(title: String, members: [Member])] = []
  for member in members {
    guard let title = heading(member) else { continue }
    if let place = groups.firstIndex(where: { $0.title == title }) {
      groups[place].members.append(member)
    } else {
      groups.append((title, [member]))
    }
  }
  return groups
}
