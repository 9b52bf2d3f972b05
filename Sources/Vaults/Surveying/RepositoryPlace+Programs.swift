import Files
import Git
import OperatingSystem

extension RepositoryPlace {
  /// Programs that the repository itself makes git and zib run: filters and the like of its own
  /// settings, and hooks.
  ///
  /// A clone has none of these. A folder that came as an archive, with its `.git`, may have any.
  /// - Returns: names such as `filter.x.clean` and `hooks/pre-commit`, sorted.
  func programs(_ git: GitProgram?) -> [String] {
    var names = hooks()
    let pattern =
      "^(filter\\..*\\.(clean|smudge|process)|core\\.(hookspath|fsmonitor|sshcommand|gitproxy"
      + "|askpass|editor|pager)|gpg\\..*program|credential\\..*helper|credential\\.helper"
      + "|diff\\..*\\.(command|textconv)|merge\\..*\\.driver|remote\\..*\\.(uploadpack|receivepack))$"
    if let git,
      let result = try? git.run(
        ["config", "--local", "--includes", "--name-only", "--get-regexp", pattern], in: root.bytes)
    {
      names += result.text.split(separator: "\n").map(String.init)
    }
    // The settings of `zib merge-driver --install` and git-lfs are known.
    let known: Set<String> = [
      "merge.zib.driver", "filter.lfs.clean", "filter.lfs.smudge", "filter.lfs.process",
    ]
    return Set(names).subtracting(known).sorted()
  }

  private func hooks() -> [String] {
    guard let stream = DirectoryStream(commonFolder.appending("hooks")) else { return [] }
    var names: [String] = []
    while let entry = unsafe stream.next() {
      let name = unsafe String(decoding: entry.bytes, as: UTF8.self)
      let path = commonFolder.appending("hooks/" + name)
      guard !name.hasSuffix(".sample"), let status = FileStatus.at(path), status.kind == .file,
        status.permissions & 0o111 != 0
      else { continue }
      names.append("hooks/" + name)
    }
    return names
  }
}
