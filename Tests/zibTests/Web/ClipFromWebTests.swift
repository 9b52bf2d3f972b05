import OperatingSystem
import Testing

/// `zib clip` of pages that a server on loopback gives.
@Suite(
  .enabled(
    if: SyncedDevices.canRun && SyncedDevices.has("curl"),
    "the program is not built, or there is no git or curl"))
struct ClipFromWebTests {
  private let devices: SyncedDevices

  init() throws { devices = try SyncedDevices("echo '# One' > One.md") }

  private func run(_ script: String) -> SyncedDevices.Result {
    devices.run("unset http_proxy https_proxy all_proxy ALL_PROXY; " + script, in: "a")
  }

  /// The files of the vault that are not in its history.
  private var newFiles: String { run("git status --porcelain -uall | sort").output }

  private static let page = """
    <title>A pond</title><main><p>The water is low, and the frogs are on the wall of it again.</p>
    <p><img src="/frog.png" alt="A frog"> <img src="/away.png" alt="A heron"></p></main>
    """

  @Test func `a page, its pictures and nothing else are asked for, and the same page once`() throws
  {
    let server = try #require(
      WebServer { target in
        switch target {
        case "/old": .redirect(to: "/pond?utm_source=x&id=7")
        case "/frog.png": .picture
        case "/away.png": .missing
        default: .page(Self.page)
        }
      })
    let first = run("zib clip \(server.address)/old --images && cat 'Clippings/A pond.md'")
    #expect(first.status == 0, "\(first.output)")
    #expect(
      first.output.hasPrefix(
        """
        zib: warning: 1 picture could not be fetched and stayed a link
        Clippings/A pond.md
        ---
        source: \(server.address)/pond?id=7
        """), "\(first.output)")
    #expect(first.output.contains("![A frog](../Attachments/frog.png)"), "\(first.output)")
    #expect(
      first.output.contains("![A heron](\(server.address)/away.png)"), "\(first.output)")
    #expect(
      server.targets == ["/old", "/pond?utm_source=x&id=7", "/frog.png", "/away.png"])
    for request in server.requests {
      #expect(!request.contains("Cookie") && !request.contains("Referer"), "\(request)")
    }
    let again = run("zib clip '\(server.address)/pond/?id=7&fbclid=1#top'")
    #expect(again.output.hasSuffix("\nClippings/A pond.md"), "\(again.output)")
    #expect(server.targets.count == 4)
    #expect(newFiles == "?? \"Clippings/A pond.md\"\n?? Attachments/frog.png")
  }

  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      ("/loop", "leads on and on"), ("/file", "no address of the web"),
      ("/gopher", "no address of the web"), ("/none", "answered 404"),
      ("/flood", "has more than 16 MB"), ("/bomb", "is no page"), ("/empty", "has no text to read"),
      ("/script", "has no text to read"),
    ])
  func `a hostile server gives an error and no file`(target: String, words: String) throws {
    let server = try #require(
      WebServer { target in
        switch target {
        case "/loop": .redirect(to: "/loop")
        case "/file": .redirect(to: "file:///etc/passwd")
        case "/gopher": .redirect(to: "gopher://127.0.0.1:25/_x")
        case "/flood":
          WebServer.Answer(
            headers: ["Content-Type: text/html"],
            body: Array(repeating: 0x61, count: 1 << 20), end: .flood)
        case "/bomb":
          WebServer.Answer(headers: ["Content-Type: application/zip"], body: [0x50, 0x4B])
        case "/empty": .page("")
        case "/script": .page("<script>document.write('x')</script><style>p{}</style>")
        default: .missing
        }
      })
    let result = run("zib clip \(server.address)\(target)")
    #expect(result.output.contains(words), "\(result.output)")
    #expect(result.status == 3 && newFiles == "", "\(result.output) \(newFiles)")
  }

  @Test(.timeLimit(.minutes(3)))
  func `a command that waits for a silent server can be ended, and leaves no curl and no file`()
    throws
  {
    let server = try #require(
      WebServer { _ in
        WebServer.Answer(
          headers: ["Content-Type: text/html"], body: Array("<p>The first words".utf8),
          end: .silence)
      })
    let result = run(
      """
      zib clip \(server.address)/ & zib=$!
      sleep 1; kill -TERM $zib; wait $zib; echo "ended $?"
      ps -A -o args | grep -c '[c]url.*\(server.address)'
      """)
    #expect(result.output.hasSuffix("ended 143\n0"), "\(result.output)")
    #expect(newFiles == "", "\(newFiles)")
  }

  @Test func `a page is read in the encoding that its server names`() throws {
    let server = try #require(
      WebServer { _ in
        WebServer.Answer(
          headers: ["Content-Type: text/html; charset=windows-1251"],
          body: Array("<meta charset=utf-8><title>A</title><p>".utf8) + [
            0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2,
          ])
      })
    let result = run("zib clip \(server.address)/ && tail -n 1 Clippings/A.md")
    #expect(result.output == "Clippings/A.md\nПривет")
  }

  @Test(.timeLimit(.minutes(5)))
  func `killed at any time, it leaves whole notes and whole pictures`() throws {
    let server = try #require(
      WebServer { $0.hasSuffix(".png") ? .picture : .page(Self.page) })
    for wait in ["0.01", "0.02", "0.04", "0.06", "0.08", "0.12"] {
      let result = run(
        """
        zib clip \(server.address)/pond --images >/dev/null 2>&1 & zib=$!
        sleep \(wait); kill -9 $zib 2>/dev/null; wait $zib
        zib clip \(server.address)/pond --images -q 2>/dev/null; cat 'Clippings/A pond.md'
        ls Clippings Attachments; find . -name '.zib-*' ! -name .zib; rm -r Clippings Attachments
        """)
      #expect(
        result.output.hasSuffix(
          """
          ![A frog](../Attachments/frog.png) ![A heron](../Attachments/frog.png)
          Attachments:
          frog.png

          Clippings:
          A pond.md
          """), "\(wait): \(result.output)")
    }
  }
}
