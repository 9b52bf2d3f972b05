import Files
import TestSupport
import Testing

#if os(Linux)
  struct FolderWatchTests {
    /// A change in a folder; a watch sees those of people, and not those of git and `zib`.
    enum Deed: String, CaseIterable {
      case create, edit, delete, move, createInNewFolder
      case nothing, editInGitFolder, temporaryFile
    }

    @Test(arguments: Deed.allCases)
    func `what a person does is seen and what git and zib do is not`(deed: Deed) throws {
      let folder = try TemporaryFolder()
      folder.write("one", to: "a/b/note.md")
      folder.write("one", to: ".git/index")
      let watch = FolderWatch(folder.path)
      try #require(watch.isLive)
      var isSeen = true
      switch deed {
      case .create: folder.write("two", to: "a/b/other.md")
      case .edit: folder.write("two", to: "a/b/note.md")
      case .delete: folder.remove("a/b/note.md")
      case .move: folder.move("a/b/note.md", to: "a/note.md")
      case .createInNewFolder:
        folder.makeFolder("a/new")
        #expect(watch.wait(milliseconds: 5000) == .changed)
        folder.write("two", to: "a/new/note.md")
      case .nothing: isSeen = false
      case .editInGitFolder:
        folder.write("two", to: ".git/index")
        isSeen = false
      case .temporaryFile:
        folder.write("two", to: "a/.zib-tmp-1-2-3")
        isSeen = false
      }
      #expect(watch.wait(milliseconds: isSeen ? 5000 : 20) == (isSeen ? .changed : .timedOut))
    }
  }
#endif
