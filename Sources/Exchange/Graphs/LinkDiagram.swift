/// A graph of notes and links as other programs and pictures have it.
package struct LinkDiagram: Sendable {
  /// A note, or a file that is missing.
  package struct Node: Sendable {
    /// The path from the reader's folder; nil for a missing file.
    package let path: String?
    /// The folders from the vault's root.
    package let folders: [String]
    package let title: String
    package let tags: [String]
    /// The address of the note's file for a link of a page, already encoded.
    package let address: String?
    /// The number of links to the note around which the graph is; nil if it is around none.
    package let distance: Int?

    package init(
      path: String?, folders: [String] = [], title: String, tags: [String] = [],
      address: String? = nil, distance: Int? = nil
    ) {
      self.path = path
      self.folders = folders
      self.title = title
      self.tags = tags
      self.address = address
      self.distance = distance
    }
  }

  /// All links of one note to another.
  package struct Edge: Sendable {
    /// The note, by its place in ``LinkDiagram/nodes``.
    package let from: Int
    package let to: Int
    /// The number of links.
    package let links: Int

    package init(from: Int, to: Int, links: Int) {
      self.from = from
      self.to = to
      self.links = links
    }
  }

  package let nodes: [Node]
  package let edges: [Edge]

  package init(nodes: [Node], edges: [Edge]) {
    self.nodes = nodes
    self.edges = edges
  }
}

extension LinkDiagram {
  // MARK: DOT

  /// The graph in the language of Graphviz (https://graphviz.org/doc/info/lang.html).
  package var dot: String {
    var text = """
      digraph notes {
        graph [overlap=prism, splines=true];
        node [shape=box, style=rounded, fontname="sans-serif"];

      """
    for (number, node) in nodes.enumerated() {
      text += "  n\(number) [label=\(Self.dotText(node.title))"
      if let path = node.path {
        text += ", tooltip=\(Self.dotText(path))"
      } else {
        text += ", style=\"rounded,dashed\""
      }
      if let address = node.address { text += ", URL=\(Self.dotText(address))" }
      if node.distance == 0 { text += ", penwidth=2" }
      text += "];\n"
    }
    for edge in edges {
      text += "  n\(edge.from) -> n\(edge.to)"
      text += edge.links > 1 ? " [weight=\(edge.links)];\n" : ";\n"
    }
    return text + "}\n"
  }

  /// A text in quotation marks; a backslash and an ampersand would begin escapes in labels.
  private static func dotText(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "&": quoted += "&amp;"
      default: quoted.unicodeScalars.append(XMLText.isAllowed(scalar) ? scalar : " ")
      }
    }
    return quoted + "\""
  }

  // MARK: GraphML

  /// The graph as GraphML (http://graphml.graphdrawing.org/specification.html).
  package var graphML: String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
      <key id="path" for="node" attr.name="path" attr.type="string"/>
      <key id="title" for="node" attr.name="title" attr.type="string"/>
      <key id="tags" for="node" attr.name="tags" attr.type="string"/>
      <key id="missing" for="node" attr.name="missing" attr.type="boolean"/>
      <key id="links" for="edge" attr.name="links" attr.type="int"/>
      <graph id="notes" edgedefault="directed">

      """
    for (number, node) in nodes.enumerated() {
      text += "<node id=\"n\(number)\">"
      if let path = node.path { text += "<data key=\"path\">\(XMLText.escaped(path))</data>" }
      text += "<data key=\"title\">\(XMLText.escaped(node.title))</data>"
      if !node.tags.isEmpty {
        let tags = node.tags.map(XMLText.escaped).joined(separator: " ")
        text += "<data key=\"tags\">\(tags)</data>"
      }
      text += "<data key=\"missing\">\(node.path == nil)</data></node>\n"
    }
    for edge in edges {
      text += "<edge source=\"n\(edge.from)\" target=\"n\(edge.to)\">"
      text += "<data key=\"links\">\(edge.links)</data></edge>\n"
    }
    return text + "</graph>\n</graphml>\n"
  }
}

/// Text in XML 1.0.
package enum XMLText {
  /// The text with what XML would read as markup as references, and a space for what it cannot have.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(isAllowed(scalar) ? scalar : " ")
      }
    }
    return escaped
  }

  /// True but for control characters and scalars that are none.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value)
      && !(0xFFFE...0xFFFF).contains(scalar.value)
  }
}
