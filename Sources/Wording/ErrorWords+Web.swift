import Exchange
import Programs
import WebPages

/// The words for errors of the web.
extension ErrorWords {
  init(_ error: CurlError) {
    let place = WebAddress(error.address)?.host ?? error.address
    switch error.kind {
    case .unreachable(let words):
      self.init(
        "\(place) cannot be reached: \(Self.withoutNumber(words))",
        "you may be offline; a proxy is what `curl` knows of (`https_proxy`, `~/.curlrc`)")
    case .timedOut(let seconds):
      self.init("\(place) did not answer to the end within \(seconds) seconds", "try again later")
    case .tooLarge(let bytes):
      self.init("\(error.address) has more than \(bytes >> 20) MB, and was not taken")
    case .tooManyRedirects: self.init("\(error.address) leads on and on, and nowhere")
    case .scheme:
      self.init("\(error.address) is no address of the web, or leads to one that is none")
    case .foreign(let place):
      self.init("\(error.address) leads to \(place), which is of your own network")
    case .status(let status):
      self.init(
        "\(place) answered \(status)\(Self.meaning(of: status))",
        status == 401 || status == 403 || status == 429
          ? "save the page in a browser: `zib clip saved.html --url URL`" : nil)
    case .program(let failure): self.init("curl could not be run: \(Self.words(for: failure))")
    case .other(let words): self.init("\(place) cannot be fetched: \(Self.withoutNumber(words))")
    }
  }

  init(_ error: HTMLError) {
    switch error {
    case .noLibrary(let words): self.init("libxml2, which reads HTML, cannot be loaded: \(words)")
    case .noMemory: self.init("there is not enough memory to read the page")
    }
  }

  /// curl's own words without `curl: (6) ` before them.
  private static func withoutNumber(_ words: String) -> String {
    guard words.hasPrefix("curl: ("), let end = words.firstIndex(of: ")") else { return words }
    return String(words[words.index(after: end)...].drop { $0 == " " })
  }

  private static func meaning(of status: Int) -> String {
    switch status {
    case 401, 403: ": the page is not for everybody"
    case 404, 410: ": there is no such page"
    case 429: ": it was asked too often"
    case 500...: ": it has a fault of its own"
    default: ""
    }
  }

  static func words(for failure: ProgramFailure) -> String {
    switch failure {
    case .notStarted(let name, _): "\(name) cannot be started"
    case .timedOut(let seconds): "it was silent for \(seconds) seconds"
    case .interrupted: "it was interrupted"
    case .outputTooLong: "it gave too much"
    }
  }
}
