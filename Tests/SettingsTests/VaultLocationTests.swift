import Files
import Settings
import TestSupport
import Testing

struct VaultLocationTests {
  private func environment(_ folder: TemporaryFolder, _ more: [String: String] = [:]) -> Environment
  {
    Environment(["HOME": folder("home")].merging(more) { $1 })
  }

  @Test func `walks up to the nearest .zib`() throws {
    let folder = try TemporaryFolder()
    folder.makeFolder("outer/.zib")
    folder.makeFolder("outer/inner/.zib")
    folder.makeFolder("outer/inner/deep/er")
    folder.makeFolder("outer/beside/.obsidian")
    func root(_ name: String) throws -> String {
      let found = try VaultLocation.find(
        from: folder.path.appending(name), environment: environment(folder))
      return found.root.text.replacing(folder.path.text + "/", with: "")
    }
    #expect(try root("outer") == "outer")
    #expect(try root("outer/inner/deep/er") == "outer/inner")
    #expect(try root("outer/beside") == "outer")
  }

  @Test(arguments: [
    (".obsidian/app.json", VaultLocation.Kind.obsidian), (".zk/config.toml", .zk),
    (".foam/templates/x.md", .foam), ("dendron.yml", .dendron), ("logseq/config.edn", .logseq),
    ("note.md", .markdown), ("logseq/about.md", .markdown), ("deep/er/note.md", .markdown),
  ])
  func `recognises the vaults of other tools`(file: String, kind: VaultLocation.Kind) throws {
    let folder = try TemporaryFolder()
    folder.write("", to: "vault/" + file)
    folder.makeFolder("vault/sub")
    let root = folder.path.appending("vault")
    let found = try VaultLocation.find(from: root, environment: environment(folder))
    #expect(found == VaultLocation(root: root, kind: kind))
    if kind != .markdown {
      let below = try VaultLocation.find(
        from: root.appending("sub"), environment: environment(folder))
      #expect(below == found)
    }
  }

  @Test func `says where there is no vault`() throws {
    let folder = try TemporaryFolder()
    folder.makeFolder("empty/.hidden")
    folder.write("", to: "empty/.hidden/a.md")
    folder.write("", to: "home/a.md")
    folder.write("", to: "file.md")
    let empty = folder.path.appending("empty")
    #expect(throws: VaultNotFound.noVault(from: empty)) {
      try VaultLocation.find(from: empty, environment: environment(folder))
    }
    let home = folder.path.appending("home")
    #expect(throws: VaultNotFound.noVault(from: home)) {
      try VaultLocation.find(from: home, environment: environment(folder))
    }
    #expect(
      try VaultLocation.find(from: empty, explicit: home, environment: environment(folder)).root
        == home)
    #expect(throws: VaultNotFound.notAFolder(folder.path.appending("file.md"))) {
      try VaultLocation.find(
        from: folder.path, explicit: DiskPath("file.md"), environment: environment(folder))
    }
    #expect(throws: VaultNotFound.self) {
      try VaultLocation.find(
        from: folder.path, explicit: DiskPath("nowhere"), environment: environment(folder))
    }
  }

  @Test func `what is named goes before the variable, and that before the current folder`() throws {
    let folder = try TemporaryFolder()
    for name in ["here", "named", "variable"] { folder.makeFolder(name + "/.zib") }
    let here = folder.path.appending("here")
    let variable = environment(folder, ["ZIB_VAULT": folder("variable")])
    #expect(
      try VaultLocation.find(from: here, environment: variable).root.name.elementsEqual(
        "variable".utf8))
    let named = try VaultLocation.find(
      from: here, explicit: DiskPath("../named"), environment: variable)
    #expect(named.root == folder.path.appending("named"))
  }

  @Test func `keeps the index in the vault, and ignored by git`() throws {
    let folder = try TemporaryFolder()
    folder.makeFolder(".zib")
    let location = VaultLocation(root: folder.path, kind: .zib)
    #expect(location.cache(environment(folder)) == .vault(folder.path.appending(".zib/cache")))
    #expect(folder.read(".zib/cache/.gitignore") == "*\n")
  }

  @Test func `writes nothing into another tool's vault`() throws {
    let folder = try TemporaryFolder()
    folder.write("", to: "vault/.obsidian/app.json")
    folder.makeFolder("cache")
    let location = VaultLocation(root: folder.path.appending("vault"), kind: .obsidian)
    let cache = location.cache(environment(folder, ["XDG_CACHE_HOME": folder("cache")]))
    guard case .person(let path) = cache else { return #expect(Bool(false), "\(cache)") }
    #expect(folder.path.appending("cache/zib").relative(path)?.count == 16)
    #expect(FileStatus.at(path)?.permissions == 0o700)
    #expect(folder.names(in: "vault") == [".obsidian"])
    #expect(folder.names(in: "vault/.obsidian") == ["app.json"])
  }

  @Test(arguments: [".zib", ".zib/cache"])
  func `a vault cannot have the index written elsewhere by a link`(link: String) throws {
    let folder = try TemporaryFolder()
    folder.makeFolder("elsewhere/cache")
    folder.makeFolder("home/.cache")
    folder.makeFolder("vault")
    folder.link("vault/" + link, to: folder("elsewhere"))
    let location = VaultLocation(root: folder.path.appending("vault"), kind: .zib)
    guard case .person = location.cache(environment(folder)) else { return #expect(Bool(false)) }
    #expect(folder.names(in: "elsewhere") == ["cache"])
    #expect(folder.names(in: "elsewhere/cache") == [])
  }

  @Test
  func `a killed run that left the cache's rule empty does not show the cache to git for ever`()
    throws
  {
    let folder = try TemporaryFolder()
    folder.write("", to: ".zib/cache/.gitignore")
    let location = VaultLocation(root: folder.path, kind: .zib)
    _ = location.cache(environment(folder))
    #expect(folder.read(".zib/cache/.gitignore") == "*\n")
    folder.write("mine\n", to: ".zib/cache/.gitignore")
    _ = location.cache(environment(folder))
    #expect(folder.read(".zib/cache/.gitignore") == "mine\n")
  }

  @Test func `where nothing can be written the index is kept in memory`() throws {
    let folder = try TemporaryFolder()
    folder.write("a file where the folder would be", to: ".zib/cache")
    folder.write("the same", to: "cache")
    let location = VaultLocation(root: folder.path, kind: .zib)
    #expect(location.cache(environment(folder, ["XDG_CACHE_HOME": folder("cache")])) == .memory)
    #expect(location.cache(Environment([:])) == .memory)
  }

  @Test(.enabled(if: !isRoot, "the superuser may do everything"))
  func `a vault that may not be written is searched from the cache folder`()
    throws
  {
    let folder = try TemporaryFolder()
    folder.makeFolder("vault/.zib")
    folder.makeFolder("home/.cache")
    folder.setMode(0o555, of: "vault/.zib")
    let location = VaultLocation(root: folder.path.appending("vault"), kind: .zib)
    guard case .person = location.cache(environment(folder)) else {
      return #expect(Bool(false))
    }
  }
}
