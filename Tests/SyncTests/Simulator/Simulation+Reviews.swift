import History

/// Reviews: each device appends lines to a log of its own, as `Vaults/Reviews` does.
extension Simulation {
  /// The log that a device wrote last, as it left it.
  struct ReviewLogOfDevice {
    var path: TreePath
    var text: [UInt8]
  }

  static let reviewsFolder = ".zib/reviews/"

  static func isReviewLog(_ path: TreePath) -> Bool { path.text.hasPrefix(reviewsFolder) }

  /// Appends a line; where the log is not as the device left it, a new one is begun.
  func review(on device: Int) {
    let files = devices[device].files
    var log = reviewLogs[device]
    if let known = log, files.bytes(at: known.path) != known.text { log = nil }
    var own =
      log
      ?? ReviewLogOfDevice(
        path: TreePath(
          "\(Self.reviewsFolder)\(name(device))-\(reviewedLines.count)/2026.log"), text: [])
    let line = "\(token(on: device, own.path)) review"
    own.text += Array((line + "\n").utf8)
    files.overwrite(own.path, with: own.text)
    reviewLogs[device] = own
    reviewedLines.insert(line)
    tell("\(name(device)) reviews: \(own.path) has \(own.text.split(separator: 0x0A).count) lines")
  }

  /// Checks that all logs have each written line, but for lines that a loss of power kept off the disk, so that
  /// all devices replay the same.
  func checkReviewLogs() {
    var found: Set<String> = []
    for path in devices[0].files.paths where Self.isReviewLog(path) {
      let text = String(decoding: devices[0].files.bytes(at: path) ?? [], as: UTF8.self)
      for line in text.split(separator: "\n") { found.insert(String(line)) }
    }
    if let line = found.subtracting(reviewedLines).min() {
      return violate(.reviewLogs, "nobody wrote the line \(line.debugDescription)")
    }
    for line in reviewedLines.subtracting(found).sorted() {
      var tokens = Ledger.tokens(in: Array(line.utf8))
      tokens.subtract(ledger.unwritten)
      if tokens.highest == nil { continue }
      return violate(.reviewLogs, "the line \(line.debugDescription) is in no log")
    }
  }
}
