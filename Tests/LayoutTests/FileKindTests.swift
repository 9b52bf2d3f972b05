import Layout
import Testing

@Suite struct FileKindTests {
  @Test(arguments: [
    ("a.PNG", FileKind.image), ("b/c.tar.jpeg", .image), ("x.mp3", .sound), ("x.mp4", .film),
    ("x.pdf", .pdf), ("x.epub", .document), ("x.sh", .other), ("png", .other), ("", .other),
    ("x.png/y", .other), ("x.", .other), (".svg", .image),
  ])
  func `the last ending of a name tells the kind, in any case`(name: String, kind: FileKind) {
    #expect(FileKind(ofName: name.utf8) == kind)
  }

  @Test
  func `images with a type for browsers are images, and SVG alone of them may hold a program`() {
    let endings = ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"]
    let types = Set(endings.compactMap { FileKind.webType(ofEnding: $0) })
    #expect(endings.allSatisfy { FileKind(ending: $0) == .image })
    #expect(types == FileKind.plainWebTypes.union(["image/svg+xml"]))
    for ending in ["heic", "tiff", "pdf", "mp4", "sh", ""] {
      #expect(FileKind.webType(ofEnding: ending) == nil)
    }
  }
}
