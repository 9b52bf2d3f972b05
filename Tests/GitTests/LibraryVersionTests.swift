import Git
import Testing

struct LibraryVersionTests {
  @Test func `libgit2 is not older than the one of Debian 12`() {
    #expect(LibraryVersion.linked >= LibraryVersion(major: 1, minor: 5))
  }
}
