import Files
import Sync
import Terminals
import Vaults
import Wording

/// The person's merge tool, run by `git mergetool` in a repository of its own.
///
/// That repository is outside of the vault and contains only the conflict: git prepares the files
/// and knows every tool, and no setting of the vault's repository can choose the program.
package struct MergeTool {
  private let conflict: NoteConflict
  private let session: CommandSession
  private let name: String?

  /// The tool of the given name, or the one that the person's git names.
  package init(_ conflict: NoteConflict, _ session: CommandSession, name: String?) {
    self.conflict = conflict
    self.session = session
    self.name = name
  }

  /// Runs the tool.
  ///
  /// - Returns: the resulting text, or nil if the conflict was left.
  package func run() throws -> [UInt8]? {
    let texts = conflict.texts
    guard let note = texts.noteVersion else { throw texts.refusalWithoutNote }
    guard texts.isText else { throw ResolutionRefusal.notText }
    guard session.environment.finds(program: "git") else {
      throw Failure(
        "`--tool` needs the git program, which cannot be found", hint: "use `--edit` instead")
    }
    let folder = try ScratchFolder(session)
    let marked = MarkedMerge(texts.merge, labels: session.words(for: conflict).labels)
    let file = String(decoding: conflict.note.name, as: UTF8.self)
    _ = try folder.write(texts.ancestor ?? [], as: ".base")
    _ = try folder.write(note.text, as: ".this")
    _ = try folder.write(texts.copyVersion.text, as: ".that")
    _ = try folder.write(marked.text, as: file)
    try session.output.flush()
    let code = Platform.leavingInterruptsToChild {
      Platform.startShell(
        Self.script, arguments: [folder.path, file, name ?? "", texts.ancestor == nil ? "" : "1"],
        variables: ["GIT_DIR": folder.path(of: ".git"), "GIT_WORK_TREE": folder.path])?.wait()
    }
    guard code == 0 else {
      if code == Self.notPrepared {
        throw Failure("git could not prepare the files for a merge tool")
      }
      return nil
    }
    let text = try folder.read(file)
    if let line = marked.firstMarker(in: text) {
      folder.keep()
      throw Failure(
        "line \(line) of what the merge tool wrote is still a marker; nothing was written",
        hint: "it is in \(folder.path(of: file))", code: .leftToDecide)
    }
    return text
  }

  /// The exit code of the script if git itself failed.
  private static let notPrepared: Int32 = 99

  /// Puts the three versions into the staging index as an unresolved path, as git's own merge does.
  private static let script = """
    cd -- "$1" || exit 99
    git -c init.defaultBranch=main init -q --template= . || exit 99
    stage() {
      printf '100644 %s %s\\t%s\\0' "$(git hash-object -w --no-filters -- "$2")" "$1" "$3"
    }
    { [ -z "$4" ] || stage 1 .base "$2"; stage 2 .this "$2"; stage 3 .that "$2"; } |
      git update-index -z --index-info || exit 99
    rm -f .base .this .that
    if [ -n "$3" ]; then
      git mergetool --no-prompt --tool="$3" -- "$2" || exit 1
    else
      git mergetool --no-prompt -- "$2" || exit 1
    fi
    [ -z "$(git ls-files -u)" ] || exit 1
    """
}
