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
    ("joe:pw1@host/r", "joe:***@host/r"),
    ("cannot reach `joe:pw@1@host/r`: no", "cannot reach `joe:***@host/r`: no"),
    ("example.org:me/notes@home/x.git", "example.org:me/notes@home/x.git"),
    (
      "https://h/r.git?private_token=ghp_1&ref=main&auth=2",
      "https://h/r.git?private_token=***&ref=main&auth=***"
    ),
    ("https://S3cretPw@host/r", "https://***@host/r"),
    ("https://s3cret@host/r", "https://***@host/r"),
    ("https://ada42@host/r", "https://ada42@host/r"),
    ("https://ada%40example.org@host/r", "https://ada%40example.org@host/r"),
    ("ssh://S3cretPw@host/r", "ssh://S3cretPw@host/r"),
    ("https://joe:p@ss:w/rd@host/r.git", "https://joe:***@host/r.git"),
    ("https://joe:pa/ss?w#o@host/r.git", "https://joe:***@host/r.git"),
    ("https://joe:it's@host/r.git", "https://joe:***@host/r.git"),
    ("http://host:8080/a@b.git", "http://host:8080/a@b.git"),
    ("http://[::1]:8080/a@b.git", "http://[::1]:8080/a@b.git"),
    ("https://h/?u=https://a:b@c/", "https://h/?u=https://a:***@c/"),
    ("https://joe:my secret@h.invalid/x", "https://joe:***@h.invalid/x"),
    (
      "no 'https://joe:my secret@h/x': mail ada@example.org",
      "no 'https://joe:***@h/x': mail ada@example.org"
    ),
    ("https://h:80 and ada@example.org", "https://h:80 and ada@example.org"),
    ("//joe:S3cret@h/r", "//joe:***@h/r"),
    ("//server/share@home", "//server/share@home"),
    ("https:///joe:S3cret@h/x", "https:///joe:***@h/x"),
    ("file:///media/a@b.git", "file:///media/a@b.git"),
    ("", ""),
  ])
  func `an address is shown without its password`(address: String, shown: String) {
    #expect(RemoteAddress.hidingPasswords(in: address) == shown)
    #expect(RemoteAddress.hidingPasswords(in: shown) == shown)
    #expect(RemoteAddress.holdsPassword(address) == (address != shown))
  }
}
