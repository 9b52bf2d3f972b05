import Exchange

extension ImportRefusal {
  /// The refusal in words.
  package func failure(of file: String) -> any Error {
    func usage(_ message: String, _ hint: String) -> UsageError {
      UsageError(message: message, hint: hint)
    }
    func failure(_ file: UnknownFile) -> Failure { Failure(file.message, hint: file.hint) }
    switch self {
    case .ankiPackage: return failure(UnknownFile(ankiPackage: file))
    case .unknownArchive(let archive): return failure(UnknownFile(archive, named: file))
    case .unknown(let bytes):
      if let known = UnknownFile(bytes, named: file) { return failure(known) }
      let formats = ImportFormat.all.map(\.name).joined(separator: ", ")
      return usage(
        "cannot tell which program wrote `\(file)`", "name the format before the file: \(formats)")
    case .archiveOnStandardInput:
      return usage("an archive cannot be read from standard input", "name its file")
    case .notAnArchive: return usage("`\(file)` is not an archive", "name a zip file")
    case .severalArchives:
      return usage("there are several archives", "import one after the other")
    case .severalLibraries:
      return usage("there are several libraries", "import one after the other")
    case .severalFormats:
      return usage("the files have different formats", "import one kind at a time")
    }
  }
}
