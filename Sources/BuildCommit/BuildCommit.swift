import Foundation
import PackagePlugin

/// Writes which commit is built into a source file of the target `BuildFacts`.
///
/// Not by `Context.gitInformation` in Package.swift: SwiftPM keeps the evaluated manifest, so that it tells the commit
/// at which the manifest last changed. The command here runs again when git's `HEAD` moves or a source changes, takes
/// some 10 ms, and writes only what is new, so that nothing else is compiled again.
@main struct BuildCommit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    let script = package.appending(path: "Sources/BuildCommit/commit.sh")
    let output = context.pluginWorkDirectoryURL.appending(path: "Commit.swift")
    let sources = FileManager.default.enumerator(
      at: package.appending(path: "Sources"), includingPropertiesForKeys: nil)
    let swift = (sources?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
    return [
      .buildCommand(
        displayName: "Looking which commit is built", executable: URL(filePath: "/bin/sh"),
        arguments: [script.path, package.path, output.path],
        inputFiles: [script, package.appending(path: "Package.swift")] + swift
          + headFiles(of: package),
        outputFiles: [output])
    ]
  }

  /// The files of git that change when another commit is checked out or made; none outside of a repository.
  private func headFiles(of package: URL) -> [URL] {
    var folder = package.appending(path: ".git")
    if let text = try? String(contentsOf: folder, encoding: .utf8), text.hasPrefix("gitdir: ") {
      let path = text.dropFirst(8).trimmingCharacters(in: .whitespacesAndNewlines)
      folder = URL(filePath: path, relativeTo: package)
    }
    return ["HEAD", "logs/HEAD"].map { folder.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }
}
