/// The configuration of a remote.
package struct RemoteSettings: Equatable, Sendable {
  package let name: String
  /// The address for fetching; the first of several.
  package let address: String?
  /// The refspecs for fetching: `+refs/heads/*:refs/remotes/origin/*`.
  package let fetch: [String]

  package init(name: String, address: String?, fetch: [String]) {
    self.name = name
    self.address = address
    self.fetch = fetch
  }

  /// Reads the output of `git config -z --get-regexp ^remote\.`: `key LF value NUL` for each value.
  static func all(_ output: [UInt8]) -> [RemoteSettings] {
    var names: [String] = []
    var addresses: [String: String] = [:]
    var fetches: [String: [String]] = [:]
    for entry in output.split(separator: 0) {
      let halves = entry.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard let dot = halves[0].lastIndex(of: "."), halves[0].hasPrefix("remote.") else { continue }
      let start = halves[0].index(halves[0].startIndex, offsetBy: 7)
      guard start < dot else { continue }
      let name = String(halves[0][start..<dot])
      let value = halves.count == 2 ? halves[1] : ""
      if !names.contains(name) { names.append(name) }
      switch halves[0][dot...] {
      case ".url": addresses[name] = addresses[name] ?? value
      case ".fetch": fetches[name, default: []].append(value)
      default: break
      }
    }
    return names.map {
      RemoteSettings(name: $0, address: addresses[$0], fetch: fetches[$0] ?? [])
    }
  }

  /// True if it is reached over http or https.
  var isWeb: Bool {
    let address = address?.lowercased() ?? ""
    return address.hasPrefix("http://") || address.hasPrefix("https://")
  }

  /// True if all fetched refs are below `refs/remotes/`: only then may refs that the remote no
  /// longer has be removed, because a mirror's refs are the person's own branches.
  var isPrunable: Bool {
    fetch.allSatisfy { Self.destination(of: $0).hasPrefix("refs/remotes/") || $0.hasPrefix("^") }
  }

  /// The refspecs that bring all branches, whatever a clone of a single branch (`--single-branch`, `--depth`) has
  /// configured: else a branch that was renamed would seem to be gone, with nothing in its place.
  ///
  /// A mirror's are as they are configured.
  var fetchingAllBranches: [String] {
    let all = "refs/heads/*"
    if !isPrunable || fetch.contains(where: { Self.source(of: $0) == all }) { return fetch }
    let tracking = "refs/remotes/\(name)/"
    // One that names a branch which is gone would end the fetch.
    let others = fetch.filter { spec in
      let source = Self.source(of: spec)
      let branch = source.hasPrefix("refs/heads/") ? source.dropFirst(11) : source
      return Self.destination(of: spec) != tracking + branch
    }
    return others + ["+\(all):\(tracking)*"]
  }

  /// The local ref that tracks a branch of the remote, or nil if none does.
  package func trackingReference(of branch: String) -> String? {
    let source = "refs/heads/\(branch)"
    for spec in fetch {
      let halves = spec.drop { $0 == "+" }.split(separator: ":", omittingEmptySubsequences: false)
      guard halves.count == 2, !halves[1].isEmpty else { continue }
      if halves[0] == source { return String(halves[1]) }
      let from = halves[0].split(separator: "*", omittingEmptySubsequences: false)
      let to = halves[1].split(separator: "*", omittingEmptySubsequences: false)
      guard from.count == 2, to.count == 2, source.hasPrefix(from[0]), source.hasSuffix(from[1]),
        source.count > from[0].count + from[1].count
      else { continue }
      let part = source.dropFirst(from[0].count).dropLast(from[1].count)
      return "\(to[0])\(part)\(to[1])"
    }
    return nil
  }

  private static func source(of spec: String) -> Substring {
    spec.drop { $0 == "+" }.split(separator: ":", omittingEmptySubsequences: false).first ?? ""
  }

  private static func destination(of spec: String) -> Substring {
    spec.firstIndex(of: ":").map { spec[spec.index(after: $0)...] } ?? ""
  }
}
