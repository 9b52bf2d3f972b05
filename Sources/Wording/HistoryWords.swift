import Arguments
import Files
import History
import Layout
import Rendering
import Sync

/// A path as it can be typed after a command: one that begins with `-` would be taken for an option.
package func typedPath(_ path: String) -> String { typedPath(Array(path.utf8)) }

/// The same for a path of any bytes, of which bash and zsh read control characters and invalid UTF-8 as `$'\n'`.
package func typedPath(_ bytes: [UInt8]) -> String {
  let path = (bytes.first == 0x2D ? Array("./".utf8) : []) + bytes
  let text = String(decoding: path, as: UTF8.self)
  if text.escapingControlCharacters().utf8.elementsEqual(path) { return shellQuoted(text) }
  var quoted = "$'"
  for scalar in path.map(Unicode.Scalar.init) {
    switch scalar {
    case "\n": quoted += "\\n"
    case "\t": quoted += "\\t"
    case "'", "\\": quoted += "\\\(scalar)"
    case " "..."~": quoted.unicodeScalars.append(scalar)
    default: quoted += "\\x" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
    }
  }
  return quoted + "'"
}

extension RefusedFile {
  /// The reason why a file that comes is not written, for people.
  package var wordsOfWriting: String {
    switch self {
    case .unreadable(let code):
      "what is there cannot be read (\(SystemError.reason(of: code)))"
    case .unwritable(code: 0): "it has not been tried yet"
    case .unwritable(let code): "the system refuses it (\(SystemError.reason(of: code)))"
    case .special: "a pipe, socket or device is in its place"
    case .nestedRepository: "a git repository of its own is there"
    case .ignored:
      "a file is there that this device ignores, and a `.gitignore` lets it have no other name"
    case .folder, .reservedName, .filter, .tooLarge, .sameName, .secretEdit: words
    }
  }

  /// Why, for people.
  package var words: String {
    switch self {
    case .unreadable(let code): "it cannot be read (\(SystemError.reason(of: code)))"
    case .unwritable(let code): "it cannot be written (\(SystemError.reason(of: code)))"
    case .folder: "a folder is in its place"
    case .special: "it is a pipe, socket or device"
    case .nestedRepository: "it is a git repository of its own"
    case .reservedName: "git refuses its name, so give it another"
    case .filter(let name):
      "the filter or encoding `\(name)`, which .gitattributes names for it, could not be applied"
    case .tooLarge(let size): "it is too large (\(Amount.bytes(Int(size))))"
    case .sameName:
      "another file has this name but for case or accents, and this folder takes the two for one"
    case .ignored: "a file of this name is here, which this device ignores"
    case .secretEdit: "an edit of it is held back here, because a secret is new in it"
    }
  }
}

extension Secret {
  /// Why a file is taken for a secret, for people.
  fileprivate var words: String {
    let place = line.map { " (line \($0))" } ?? ""
    return switch kind {
    case .name: "files of this name hold passwords or keys"
    case .privateKey: "it holds a private key\(place)"
    case .token(let maker): "it holds an access token of \(maker)\(place)"
    case .webhook(let name): "it holds the address of a \(name)\(place)"
    case .webToken: "it holds a JSON Web Token\(place)"
    case .password: "it holds a URL with a password\(place)"
    }
  }
}

extension HeldBack.Reason {
  /// Why, for people.
  package var words: String {
    switch self {
    case .secret(let secret): return secret.words
    case .secretEdit(let secret): return secret.words + ", which is new in it"
    case .tooLarge(let size, let limit):
      return "\(Amount.bytes(Int(size))), above sync.largest-file (\(Amount.bytes(Int(limit))))"
    case .export: return "an archive that `zib export` wrote"
    case .ignored: return "this device ignores it, though a .gitignore does not"
    case .setAside: return "it was kept out of the history, and made way for a file that came"
    case .missingReviews: return "this log of reviews is missing"
    case .shortenedReviews: return "this log of reviews has lost lines that were committed"
    case .missingSettings: return "the settings of the vault are missing"
    }
  }

  /// Why, for programs.
  package var word: String {
    switch self {
    case .secret(let secret), .secretEdit(let secret):
      switch secret.kind {
      case .name: "secret-name"
      case .privateKey: "private-key"
      case .token, .webToken: "token"
      case .webhook: "webhook"
      case .password: "password"
      }
    case .tooLarge: "too-large"
    case .export: "export"
    case .ignored: "ignored"
    case .setAside: "set-aside"
    case .missingReviews: "missing-reviews"
    case .shortenedReviews: "shortened-reviews"
    case .missingSettings: "missing-settings"
    }
  }
}

extension String {
  /// `main` of `refs/heads/main`.
  package var shortBranch: String {
    hasPrefix("refs/heads/") ? String(dropFirst("refs/heads/".count)) : self
  }
}
