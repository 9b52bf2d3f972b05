/// An address of the web (RFC 3986, read as leniently as browsers do).
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// In small letters.
  package var scheme: String
  /// With the name of a user and a port, where there are any; the host in small letters.
  package var authority: String
  package var path: String
  package var query: String?
  package var fragment: String?

  /// The address of a text; nil if it is not absolute, or has no host where its scheme wants one.
  package init?(_ text: String) {
    let text = Self.cleaned(text)
    guard let colon = text.firstIndex(of: ":"), Self.isScheme(text[..<colon]) else { return nil }
    let scheme = text[..<colon].lowercased()
    let isWeb = ["http", "https", "ftp"].contains(scheme)
    self.init(scheme: scheme, rest: String(text[text.index(after: colon)...]), isWeb: isWeb)
    if isWeb, authority.isEmpty { return nil }
  }

  private init(scheme: String, rest: String, isWeb: Bool) {
    self.scheme = scheme
    var rest = rest[...]
    if let hash = rest.firstIndex(of: "#") {
      fragment = Self.encoded(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = Self.encoded(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if isWeb { rest = rest.replacing("\\", with: "/")[...] }
    authority = ""
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = Self.host(String(rest[..<end]), of: scheme)
      rest = rest[end...]
    }
    path = Self.encoded(rest)
    if isWeb { path = path.isEmpty ? "/" : Self.withoutDots(path) }
  }

  /// An address as a page at this one gives it, which may be relative; nil if it is none.
  package func resolve(_ text: String) -> WebAddress? {
    let text = Self.cleaned(text)
    if let colon = text.firstIndex(of: ":"), Self.isScheme(text[..<colon]) {
      return WebAddress(text)
    }
    if text.isEmpty { return self }
    var other = WebAddress(scheme: scheme, rest: text, isWeb: false)
    if text.hasPrefix("//") || text.hasPrefix("\\\\") {
      return WebAddress(scheme + ":" + text)
    }
    other.authority = authority
    if other.path.isEmpty {
      other.path = path
      if other.query == nil { other.query = query }
    } else {
      var relative = other.path.replacing("\\", with: "/")
      if !relative.hasPrefix("/") {
        relative =
          String(
            path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)])
          + relative
      }
      other.path = Self.withoutDots(relative)
    }
    return other
  }

  package var description: String {
    scheme + ":" + (hasHost ? "//" + authority : "") + path + (query.map { "?" + $0 } ?? "")
      + (fragment.map { "#" + $0 } ?? "")
  }

  /// True for an address that `zib` fetches.
  package var isWeb: Bool { scheme == "http" || scheme == "https" }

  private var hasHost: Bool { !authority.isEmpty || isWeb }

  /// The host alone, without a port.
  package var host: String {
    let host = authority.split(separator: "@").last.map(String.init) ?? ""
    if host.hasPrefix("["), let end = host.firstIndex(of: "]") { return String(host[...end]) }
    return String(host.prefix { $0 != ":" })
  }

  /// The host without `www.`, as people say it.
  package var site: String { host.hasPrefix("www.") ? String(host.dropFirst(4)) : host }

  /// True for a host that only this machine or its own network has.
  package var isLocal: Bool {
    var host = self.host
    if host.last == "." { host.removeLast() }
    if host == "localhost" || host.hasSuffix(".localhost") || host.hasSuffix(".local")
      || host.hasSuffix(".internal") || !host.contains(".") || host.hasPrefix("[")
    {
      return true
    }
    // Escapes and figures of other scripts become plain ones before the host is looked up.
    if host.contains("%") || host.contains(where: { $0.isNumber && !$0.isASCII }) { return true }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    // A number at the end makes an address of it, in octal, hexadecimal or with fewer parts too (WHATWG URL, "ends in
    // a number"); only the plain form says where it leads.
    guard let last = labels.last, Self.isNumeric(last) else { return false }
    let parts = labels.map { UInt8($0) }
    let isPlain = zip(labels, parts).allSatisfy { label, part in
      part.map { "\($0)" == label } ?? false
    }
    guard isPlain, parts.count == 4, let first = parts[0], let second = parts[1] else {
      return true
    }
    return [0, 10, 127].contains(first) || (first == 172 && (16...31).contains(second))
      || (first == 192 && second == 168) || (first == 169 && second == 254)
      || (first == 100 && (64...127).contains(second))
  }

  private static func isNumeric(_ label: Substring) -> Bool {
    if label.lowercased().hasPrefix("0x") { return label.dropFirst(2).allSatisfy(\.isHexDigit) }
    return label.allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// The name of the file at the address without its ending, for a copy of it.
  package var fileStem: String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let plain = PageSelection.decoded(stem[...]).filter {
      $0.isLetter || $0.isNumber || " -_".contains($0)
    }
    return plain.isEmpty ? "picture" : String(plain.prefix(60))
  }

  /// A path of the vault as a destination of Markdown.
  package static func encodedPath(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing(" ", with: "%20").replacing("(", with: "%28")
      .replacing(")", with: "%29").replacing("#", with: "%23").replacing("?", with: "%3F")
      .replacing("<", with: "%3C").replacing(">", with: "%3E")
  }

  // MARK: One page, one address

  /// Without what only says where a visitor came from, and without the place in the page.
  package var canonical: WebAddress {
    var address = self
    address.fragment = nil
    let parts = (query ?? "").split(separator: "&").filter { !Self.isTracking($0) }
    address.query = parts.isEmpty ? nil : parts.joined(separator: "&")
    return address
  }

  /// The same for all spellings of an address: with and without `www.`, `https` and a slash at the end.
  package var key: String {
    let address = canonical
    var path = address.path
    while path.hasSuffix("/") { path.removeLast() }
    return address.site + String(address.authority.dropFirst(address.host.count)) + path
      + (address.query.map { "?" + $0 } ?? "")
  }

  private static func isTracking(_ parameter: Substring) -> Bool {
    let name = parameter.prefix { $0 != "=" }.lowercased()
    return name.hasPrefix("utm_") || name.hasPrefix("mc_") || name.hasPrefix("_hs")
      || name.hasPrefix("oly_") || name.hasPrefix("vero_") || tracking.contains(name)
  }

  private static let tracking: Set<String> = [
    "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "msclkid", "yclid", "twclid",
    "ttclid", "igshid", "igsh", "li_fat_id", "mkt_tok", "ref_src", "ref_url", "s_cid", "cmpid",
    "srsltid", "_ga", "_gl", "mibextid", "ncid", "sc_campaign", "at_medium", "at_campaign",
  ]

  // MARK: Text

  private static func cleaned(_ text: String) -> String {
    let text = text.filter { !$0.isNewline && $0 != "\t" }
    return String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic else {
      return false
    }
    return text.unicodeScalars.allSatisfy {
      $0.isASCII
        && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
          || "+-.".unicodeScalars.contains($0))
    }
  }

  private static func host(_ authority: String, of scheme: String) -> String {
    var host = encoded(authority[...])
    if let user = host.lastIndex(of: "@") {
      host = String(host[...user]) + host[host.index(after: user)...].lowercased()
    } else {
      host = host.lowercased()
    }
    let port = scheme == "http" ? ":80" : scheme == "https" ? ":443" : ":"
    if host.hasSuffix(port) { host.removeLast(port.count) }
    if host.hasSuffix(":") { host.removeLast() }
    return host
  }

  /// With `%XX` for what may not stand in an address, or would end one in Markdown.
  private static func encoded(_ text: Substring) -> String {
    let figures = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if byte <= 0x20 || byte >= 0x7F || "\"<>`{}|\\^".utf8.contains(byte) {
        bytes += [0x25, figures[Int(byte >> 4)], figures[Int(byte & 15)]]
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A path without `.` and `..`.
  private static func withoutDots(_ path: String) -> String {
    var parts: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      switch part.lowercased() {
      case ".", "%2e": if isLast { parts.append("") }
      case "..", ".%2e", "%2e.", "%2e%2e":
        if parts.count > 1 { parts.removeLast() }
        if isLast { parts.append("") }
      default: parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return joined.isEmpty ? "/" : joined
  }
}
