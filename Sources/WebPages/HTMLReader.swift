import CHTML

/// The reason why a page cannot be read.
package enum HTMLError: Error, Equatable, Sendable {
  /// libxml2 cannot be loaded: the words of the dynamic linker.
  case noLibrary(String)
  case noMemory
}

/// Reads HTML with libxml2. The only importer of it.
package enum HTMLReader {
  /// The version of the libxml2 that zib was built with.
  package static var libraryVersion: String { unsafe String(cString: zib_html_version()) }

  /// The tree of a page, whatever its bytes.
  ///
  /// - Complexity: linear. A page whose nesting or attributes would make it quadratic is cut.
  package static func tree(of text: String) throws(HTMLError) -> HTMLTree {
    let building = Building()
    let context = unsafe Unmanaged.passUnretained(building).toOpaque()
    let events = unsafe zib_html_events(
      context: context,
      start: { context, name, attributes in
        // libxml2 gives both, and the context is the one of this call.
        unsafe Building.of(context).begin(name!, attributes!)
      },
      end: { context, _ in unsafe Building.of(context).tree.end() },
      text: { context, bytes, count in
        unsafe Building.of(context).tree.add(UnsafeRawBufferPointer(start: bytes, count: count))
      })
    var text = text
    let result = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe zib_html_read(characters.baseAddress, characters.count, events)
      }
    }
    switch result {
    case ZIB_HTML_NO_LIBRARY:
      throw .noLibrary(unsafe zib_html_failure().map { unsafe String(cString: $0) } ?? "")
    case ZIB_HTML_NO_MEMORY: throw .noMemory
    default: break
    }
    building.tree.finish()
    building.tree.isCut = result == ZIB_HTML_CUT
    return building.tree
  }

  /// The tree while it grows.
  private final class Building {
    var tree = HTMLTree()

    static func of(_ context: UnsafeMutableRawPointer?) -> Building {
      // `tree(of:)` gives it, and keeps it until the reader has returned.
      unsafe Unmanaged<Building>.fromOpaque(context!).takeUnretainedValue()
    }

    private static let ofHead: Set<String> = [
      "title", "meta", "link", "base", "basefont", "bgsound", "script", "style", "noscript",
      "template", "object",
      "isindex",
    ]

    func begin(
      _ name: UnsafePointer<CChar>, _ attributes: UnsafePointer<UnsafePointer<CChar>?>
    ) {
      var read: [HTMLTree.Attribute] = []
      var next = unsafe attributes
      while let name = unsafe next.pointee {
        let value = unsafe (next + 1).pointee.map { unsafe String(cString: $0) } ?? ""
        unsafe read.append(
          HTMLTree.Attribute(name: String(cString: name).lowercased(), value: value))
        unsafe next += 2
      }
      let element = unsafe String(cString: name).lowercased()
      // libxml2 knows no elements of HTML 5, and takes one after a head without an end for a part of it.
      if tree.isInHead, !Self.ofHead.contains(element) {
        tree.end()
        tree.begin("body", [])
      }
      tree.begin(element, read)
    }
  }
}
