import Foundation
import Rendering
import Settings
import Terminals
import Testing

@Suite(.serialized) struct OutputStreamTests {
  init() { Platform.ignoreBrokenPipes() }

  private func stream(isTerminal: Bool, to descriptor: Int32) -> Terminals.OutputStream {
    let terminal = Terminal(
      color: .never, environment: Environment([:]), isOutputTerminal: isTerminal,
      isErrorTerminal: isTerminal, size: (40, 10))
    return Terminals.OutputStream(terminal: terminal, descriptor: descriptor)
  }

  private func everythingWritten(to pipe: (reading: Int32, writing: Int32)) -> String {
    Platform.close(pipe.writing)
    defer { Platform.close(pipe.reading) }
    return String(decoding: Platform.readAll(pipe.reading) ?? [], as: UTF8.self)
  }

  /// Plays what a command prints with a pager that keeps it in a file.
  private func paged(_ lines: [String]) throws -> (paged: String?, direct: String) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let pipe = try #require(Platform.makePipe())
    let output = stream(isTerminal: true, to: pipe.writing)
    output.page(with: Pager(environment: Environment(["PAGER": "(cat > '\(file.path)')"])))
    for line in lines { try output.writeLine(line) }
    try output.finish()
    return (try? String(contentsOf: file, encoding: .utf8), everythingWritten(to: pipe))
  }

  @Test func `a pager is started only for what is longer than the screen`() throws {
    let short = (1...9).map { "line \($0)" }
    #expect(try paged(short) == (nil, short.joined(separator: "\n") + "\n"))
    let long = (1...10).map { "line \($0)" }
    #expect(try paged(long) == (long.joined(separator: "\n") + "\n", ""))
  }

  @Test func `a line that is wrapped counts as the rows it takes, escapes as nothing`() throws {
    let wrapped = [String(repeating: "x", count: 40 * 9 + 1)]
    #expect(try paged(wrapped).paged != nil)
    let coloured = [String(repeating: "\u{1B}[1;31mx\u{1B}[0m", count: 40)]
    #expect(try paged(coloured).paged == nil)
  }

  @Test func `a pager that cannot be found is not started`() {
    let environment = Environment(["PAGER": "no-such-pager -R", "PATH": "/usr/bin:/bin"])
    #expect(Pager(environment: environment) == nil)
    #expect(Pager(environment: Environment(["PAGER": "cat"])) == nil)
  }

  @Test func `control characters reach a pipe as they are, a terminal never`() throws {
    let pipe = try #require(Platform.makePipe())
    let toPipe = stream(isTerminal: false, to: pipe.writing)
    try toPipe.write(untrusted: "a\u{1B}b")
    try toPipe.finish()
    let toTerminal = stream(isTerminal: true, to: pipe.writing)
    try toTerminal.write(untrusted: "a\u{1B}b")
    try toTerminal.writeLine(StyledText("c\u{7}"))
    try toTerminal.finish()
    #expect(everythingWritten(to: pipe) == "a\u{1B}ba␛bc␇\n")
  }

  @Test func `a reader that went away is told apart from a failure`() throws {
    let pipe = try #require(Platform.makePipe())
    Platform.close(pipe.reading)
    let output = stream(isTerminal: false, to: pipe.writing)
    try output.write("text")
    #expect(throws: OutputError.readerGone) { try output.finish() }
    Platform.close(pipe.writing)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
  func `a full disk is a failure`() throws {
    let full = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let output = stream(isTerminal: false, to: full.fileDescriptor)
    try output.write("text")
    #expect(throws: OutputError.failed(28)) { try output.finish() }
  }
}
