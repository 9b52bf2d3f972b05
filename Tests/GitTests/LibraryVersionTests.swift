import Git
import Testing

struct LibraryVersionTests {
  @Test func `libgit2 is not older than the one of Debian 12`() {
    #expect(LibraryVersion.built >= LibraryVersion(major: 1, minor: 5))
  }

  @Test func `the libgit2 that is loaded is the one that zib was built for`() {
    #expect(LibraryVersion.loaded.major == LibraryVersion.built.major)
    #expect(LibraryVersion.loaded.minor == LibraryVersion.built.minor)
  }
}
