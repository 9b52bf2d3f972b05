import Git
import Testing

struct RemoteAddressTests {
  @Test(arguments: [
    ("https://ada:s3cret@example.org/notes.git", "https://ada:***@example.org/notes.git"),
    ("https://ada:p@ss@example.org/notes.git", "https://ada:***@example.org/notes.git"),
    (
      "https://ghp_0123456789abcdefghij@github.com/a/b.git", "https://***@github.com/a/b.git"
    ),
    (
      "https://glpat-0123456789abcdefghij:x-oauth-basic@h/b.git", "https://***:***@h/b.git"
    ),
    ("ssh://git@example.org/notes.git", "ssh://git@example.org/notes.git"),
    ("https://ada@example.org/notes.git", "https://ada@example.org/notes.git"),
    ("git@example.org:me/notes.git", "git@example.org:me/notes.git"),
    ("/media/stick/a@b.git", "/media/stick/a@b.git"),
    ("https://example.org/a@b.git", "https://example.org/a@b.git"),
    (
      "unable to access 'https://ada:s3cret@h/': no; see ftp://b:c@h and mail ada@example.org",
      "unable to access 'https://ada:***@h/': no; see ftp://b:***@h and mail ada@example.org"
    ),
    ("", ""),
  ])
  func `an address is shown without its password`(address: String, shown: String) {
    #expect(RemoteAddress.hidingPasswords(in: address) == shown)
    #expect(RemoteAddress.hidingPasswords(in: shown) == shown)
    #expect(RemoteAddress.holdsPassword(address) == (address != shown))
  }
}
