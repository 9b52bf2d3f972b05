import OperatingSystem

/// The program `zbarimg`, which reads the bar codes of a photograph.
///
/// It is run without a shell, and told which kind of picture the file is, so that none is taken for a script of
/// ImageMagick, which it reads pictures with.
package struct Zbar: Sendable {
  /// The absolute path of the program's file.
  package let path: String
  private let environment: [String: String]

  /// Finds zbarimg on the `PATH` of an environment; nil if there is none.
  package init?(environment: [String: String]) {
    guard let path = ProgramFile.path(of: "zbarimg", in: environment) else { return nil }
    self.path = path
    self.environment = environment
  }

  /// The numbers of EAN-13 codes in a picture, in the program's order; none if it sees none, nil if it cannot read the
  /// picture.
  ///
  /// - Parameters:
  ///   - picture: the absolute path of the file.
  ///   - kind: its kind in ImageMagick's words, such as `jpg`.
  package func numbers(in picture: [UInt8], kind: String) throws(ProgramFailure) -> [String]? {
    let options = [
      "--quiet", "--raw", "-Sdisable", "-Sean13.enable", "-Sisbn10.enable", "-Sisbn13.enable",
    ]
    var child = ChildProcess(
      program: Array(path.utf8),
      arguments: options.map { Array($0.utf8) } + [Array("\(kind):".utf8) + picture],
      environment: environment.map { "\($0)=\($1)" })
    child.timeout = 60
    child.limit = 1 << 20
    let result = try child.run()
    // 4: no code was found.
    guard result.isSuccess || result.status == .exited(4) else { return nil }
    return result.text.split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
