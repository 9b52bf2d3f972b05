extension Tool {
  /// The usage line of a command: `zib list [OPTIONS] [QUERY]...`.
  func usage(of command: Command, at path: [String]) -> String {
    var parts = [root.name] + path
    if command.options.contains(where: { !$0.isHidden }) { parts.append("[OPTIONS]") }
    if !command.subcommands.isEmpty {
      parts.append(command.run == nil ? "COMMAND" : "[COMMAND]")
      if command.run == nil { parts.append("[ARGUMENTS]...") }
    }
    parts += command.positionals.filter { !$0.isHidden }.map(\.usage)
    return parts.joined(separator: " ")
  }
}

extension Declaration {
  /// A positional as the usage line shows it: `NOTE`, `[NOTE]`, `NOTE...`, `[NOTE]...`.
  var usage: String {
    guard case .positional(let minimum, let maximum) = role else { return placeholder }
    let word = minimum == 0 ? "[\(placeholder)]" : placeholder
    return maximum == nil ? word + "..." : word
  }
}
