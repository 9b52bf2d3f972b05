import Files
import TestSupport
import Vaults

/// A vault with a history of its own, in a temporary folder.
struct CommittedVault {
  let folder: TemporaryFolder
  let vault: Vault
  let shell: Shell

  init() throws {
    folder = try TemporaryFolder()
    folder.makeFolder("vault/.zib")
    folder.write("language: en\n", to: "vault/.zib/config.yml")
    // The folder was made a moment ago.
    let root = DiskPath.real(DiskPath(folder("vault")))!
    vault = Vault(
      location: VaultLocation(root: root, kind: .zib), configuration: Configuration(),
      environment: Environment(["HOME": folder.path.text]))
    shell = Shell(folder: root.text)
    shell("git init -q -b main . && git config user.name A && git config user.email a@b")
  }

  func write(_ files: [String: String]) {
    for (path, text) in files { folder.write(text, to: "vault/" + path) }
  }

  /// The texts of all files but git's and the vault's own.
  func texts(below prefix: String = "") -> [String: String] {
    var texts: [String: String] = [:]
    for name in folder.names(in: "vault/" + prefix) where !name.hasPrefix(".") {
      let path = prefix + name
      if FileStatus.at(DiskPath(folder("vault/" + path)), following: false)?.kind == .folder {
        texts.merge(self.texts(below: path + "/")) { $1 }
      } else {
        texts[path] = folder.read("vault/" + path)
      }
    }
    return texts
  }
}
