import Testing
import WebPages

/// Addresses, as RFC 3986 and browsers read them.
struct AddressTests {
  @Test(arguments: [
    // RFC 3986, section 5.4.
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("g;x=1/../y", "http://a/b/c/y"),
    ("a b\"", "http://a/b/c/a%20b%22"), ("HTTP://EXAMPLE.org:80", "http://example.org/"),
  ])
  func `a relative address is completed`(text: String, expected: String) throws {
    let base = try #require(WebAddress("http://a/b/c/d;p?q"))
    #expect(base.resolve(text)?.description == expected)
  }

  @Test(arguments: [
    "https://example.org/a?id=1", "http://www.example.org/a/?utm_source=x&id=1#top",
    "https://EXAMPLE.org:443/a?id=1&fbclid=2",
  ])
  func `one page has one key`(text: String) {
    #expect(WebAddress(text)?.key == "example.org/a?id=1")
  }

  @Test(arguments: ["", "a/b", "http://", "https:///x", "1x:y", "no scheme:"])
  func `other texts are no address`(text: String) { #expect(WebAddress(text) == nil) }

  @Test(arguments: [
    ("http://localhost:80/", true), ("http://127.0.0.1/", true), ("http://192.168.1.2/", true),
    ("http://[::1]/", true), ("http://2130706433/", true), ("http://router/", true),
    ("http://0x7f.0.0.1/", true), ("http://0177.0.0.1/", true), ("http://127.1/", true),
    ("http://127%2e0.0.1/", true), ("http://127.0.0.1./", true), ("http://localhost./", true),
    ("http://127.0.0.0x1/", true), ("http://1.2.3.256/", true), ("http://１２７.0.0.1/", true),
    ("http://x.7f/", false), ("http://4.example.org/", false), ("http://example.org./", false),
    ("https://example.org/", false), ("http://93.184.216.34/", false),
  ])
  func `addresses of the own network are known`(text: String, isLocal: Bool) {
    #expect(WebAddress(text)?.isLocal == isLocal)
  }
}
