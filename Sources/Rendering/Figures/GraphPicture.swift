import Exchange

/// A graph of notes as an SVG picture: a circle for each note, larger with more links, and a line for the links of two.
///
/// Labels do not overlap: the best linked notes get theirs first, and what has no room is a tooltip. Each circle links to
/// the note's file. On a dark page the picture is dark.
package struct GraphPicture: Sendable {
  /// The nodes that are drawn where no other number is asked for.
  package static let most = 200
  /// The nodes that can be drawn.
  package static let mostOfAll = 1000

  /// A rectangle of text in the picture, in pixels.
  package struct Label: Sendable, Equatable {
    package let text: String
    package let left: Double
    package let right: Double
    package let top: Double
    package let bottom: Double
    fileprivate let size: Int
    /// The node that it names, by its place in the picture.
    fileprivate let node: Int

    /// True if two of them overlap.
    package func meets(_ other: Label) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  /// A node that is drawn.
  private struct Circle {
    let node: LinkDiagram.Node
    let degree: Int
    let radius: Double
    let color: String
    var x = 0.0
    var y = 0.0
  }

  private struct Line {
    let from: Int
    let to: Int
    var links: Int
    var isMutual = false
  }

  private static let margin = 28.0
  private static let top = 44.0
  private static let colors = [
    "#4c78a8", "#f58518", "#54a24b", "#e45756", "#9d755d", "#b279a2", "#72b7b2", "#d6a728",
  ]
  private static let otherColor = "#8d9299"

  private let title: String
  private let remark: String?
  private var circles: [Circle]
  private var lines: [Line]
  private let width: Double
  private let height: Double
  private let legend: [(name: String, color: String)]
  /// The number of nodes that are left out, because there would be too many to look at.
  package let leftOut: Int
  /// The names that are shown; no two overlap.
  package private(set) var labels: [Label] = []

  /// - Parameters:
  ///   - most: of more nodes the best linked are drawn; around a note those that are nearest to it first.
  package init(_ diagram: LinkDiagram, title: String, most: Int = Self.most) {
    var degrees = [Int](repeating: 0, count: diagram.nodes.count)
    var pairs: [[Int]: Line] = [:]
    for edge in diagram.edges where edge.from != edge.to {
      let key = [min(edge.from, edge.to), max(edge.from, edge.to)]
      if pairs[key] == nil {
        degrees[edge.from] += 1
        degrees[edge.to] += 1
        pairs[key] = Line(from: edge.from, to: edge.to, links: edge.links)
      } else {
        pairs[key]?.links += edge.links
        pairs[key]?.isMutual = true
      }
    }
    let chosen = diagram.nodes.indices.sorted { one, other in
      let (left, right) = (diagram.nodes[one].distance ?? 0, diagram.nodes[other].distance ?? 0)
      return (left, -degrees[one], one) < (right, -degrees[other], other)
    }.prefix(max(1, most)).sorted()
    var places: [Int: Int] = [:]
    for (place, node) in chosen.enumerated() { places[node] = place }
    let groups = FolderColors(chosen.map { diagram.nodes[$0] }, Self.colors, other: Self.otherColor)
    circles = chosen.enumerated().map { place, node in
      Circle(
        node: diagram.nodes[node], degree: degrees[node],
        radius: min(18, 3.5 + 1.5 * Double(degrees[node]).squareRoot()),
        color: groups.colors[place])
    }
    lines = pairs.values.compactMap { line in
      guard let from = places[line.from], let to = places[line.to] else { return nil }
      return Line(from: from, to: to, links: line.links, isMutual: line.isMutual)
    }.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
    legend = groups.legend
    leftOut = diagram.nodes.count - chosen.count
    self.title = title
    remark = leftOut == 0 ? nil : Self.remark(shown: chosen.count, of: diagram.nodes.count)
    let layout = GraphLayout(edges: lines.map { ($0.from, $0.to) }, radii: circles.map(\.radius))
    let texts = [title, remark ?? ""].map { Double(SVGText.width(of: $0, size: 15)) }
    // A label beside the outermost node needs room too.
    let side = 70.0
    width = max(layout.width + 2 * (Self.margin + side), (texts.max() ?? 0) + 2 * Self.margin, 360)
    let shift = (width - layout.width) / 2
    for place in circles.indices {
      circles[place].x = layout.points[place].x + shift
      circles[place].y = layout.points[place].y + Self.top + Self.margin
    }
    let bottom = layout.height + Self.top + 2 * Self.margin
    height =
      bottom + Self.legendHeight(legend, width: width) + (remark == nil ? 0 : 22)
    placeLabels(above: bottom)
  }

  /// The sentence on notes that are left out.
  package static func remark(shown: Int, of all: Int) -> String {
    "the \(Amount.count(shown)) best linked of \(Amount.count(all)) notes are drawn; "
      + "\(Amount.count(all - shown)) are left out"
  }

  // MARK: Labels

  private mutating func placeLabels(above bottom: Double) {
    let order = circles.indices.sorted { one, other in
      let (left, right) = (circles[one], circles[other])
      if (left.node.distance == 0) != (right.node.distance == 0) { return left.node.distance == 0 }
      return (-left.degree, one) < (-right.degree, other)
    }
    for place in order {
      let label = Self.candidates(circles[place], place).first { label in
        label.left >= 4 && label.right <= width - 4 && label.top >= Self.top - 6
          && label.bottom <= bottom && !labels.contains { $0.meets(label) }
          && !circles.enumerated().contains { $0 != place && Self.covers(label, $1) }
      }
      if let label { labels.append(label) }
    }
  }

  private static func covers(_ label: Label, _ circle: Circle) -> Bool {
    let dx = max(label.left - circle.x, 0, circle.x - label.right)
    let dy = max(label.top - circle.y, 0, circle.y - label.bottom)
    return dx * dx + dy * dy < (circle.radius + 1) * (circle.radius + 1)
  }

  /// The places for a node's name: right of it, left, above, below, and a little off these.
  private static func candidates(_ circle: Circle, _ place: Int) -> [Label] {
    let whole = shortened(circle.node.title, to: 32)
    let short = shortened(circle.node.title, to: 18)
    return labels(whole, circle, place) + (short == whole ? [] : labels(short, circle, place))
  }

  private static func labels(_ text: String, _ circle: Circle, _ place: Int) -> [Label] {
    let size =
      circle.node.distance == 0 ? 15 : circle.degree >= 12 ? 14 : circle.degree >= 5 ? 12 : 11
    let width = Double(SVGText.width(of: text, size: size)) * 0.92
    let height = Double(size) * 1.2
    let gap = circle.radius + 3
    let diagonal = circle.radius * 0.7 + 2
    let places: [(left: Double, top: Double)] = [
      (gap, -height / 2), (-gap - width, -height / 2), (-width / 2, gap - 1),
      (-width / 2, -gap - height + 1), (diagonal, diagonal - 4), (diagonal, -diagonal - height + 4),
      (-diagonal - width, diagonal - 4), (-diagonal - width, -diagonal - height + 4),
    ]
    return places.map { left, top in
      Label(
        text: text, left: circle.x + left, right: circle.x + left + width, top: circle.y + top,
        bottom: circle.y + top + height, size: size, node: place)
    }
  }

  /// A title of at most so many characters.
  private static func shortened(_ title: String, to count: Int) -> String {
    let line = String(title.map { $0.isNewline ? " " : $0 })
    return line.count <= count ? line : line.prefix(count - 1).trimmingBlanks() + "…"
  }

  // MARK: SVG

  /// The picture as a file of its own.
  package var svg: String {
    let names = Dictionary(labels.map { ($0.node, $0) }, uniquingKeysWith: { one, _ in one })
    let (width, height) = (Int(width.rounded(.up)), Int(height.rounded(.up)))
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
      height="\(height)" role="img" font-family="sans-serif">
      <title>\(XMLText.escaped(title))</title>
      \(Self.style)
      <rect class="page" width="\(width)" height="\(height)"/>
      <text class="head" x="\(Int(Self.margin))" y="30" font-size="15">\(XMLText.escaped(title))</text>
      <g class="lines">

      """
    let hasHeads = lines.count <= 200
    for line in lines { text += self.text(of: line, hasHead: hasHeads) }
    text += "</g>\n"
    for (place, circle) in circles.enumerated() { text += self.text(of: circle, names[place]) }
    var y = Double(height) - (remark == nil ? 0 : 22) - Self.legendHeight(legend, width: self.width)
    text += legendText(&y)
    if let remark {
      text +=
        "<text class=\"head\" x=\"\(Int(Self.margin))\" y=\"\(height - 12)\" font-size=\"12\">"
        + "\(XMLText.escaped(remark))</text>\n"
    }
    return text + "</svg>\n"
  }

  private static let style = """
    <style>
    .page { fill: #ffffff }
    .lines { stroke: #9aa3ad; stroke-opacity: .55; fill: #9aa3ad }
    .lines path { stroke: none }
    circle { stroke: #ffffff; stroke-width: 1 }
    circle.missing { fill: #ffffff; stroke: #9aa3ad; stroke-dasharray: 2 2 }
    circle.center { stroke: #1f2328; stroke-width: 2.5 }
    text { fill: #1f2328 }
    a text { stroke: #ffffff; stroke-width: 3; stroke-linejoin: round; paint-order: stroke }
    a:hover text { text-decoration: underline }
    a:hover circle { stroke: #1f2328 }
    .head { fill: #57606a }
    @media (prefers-color-scheme: dark) {
    .page { fill: #16181c }
    .lines { stroke: #727b86; fill: #727b86 }
    circle { stroke: #16181c }
    circle.missing { fill: #16181c; stroke: #727b86 }
    circle.center { stroke: #e6e8eb }
    text { fill: #e6e8eb }
    a text { stroke: #16181c }
    a:hover circle { stroke: #e6e8eb }
    .head { fill: #a4acb6 }
    }
    </style>
    """

  /// A line between the edges of two circles, with a head where the links lead.
  private func text(of line: Line, hasHead: Bool) -> String {
    let (from, to) = (circles[line.from], circles[line.to])
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let length = max(0.1, (dx * dx + dy * dy).squareRoot())
    let (x, y) = (dx / length, dy / length)
    let start = (x: from.x + x * from.radius, y: from.y + y * from.radius)
    let end = (x: to.x - x * to.radius, y: to.y - y * to.radius)
    let weight = line.links == 1 ? "1" : line.links < 4 ? "1.6" : "2.4"
    var text =
      "<line x1=\"\(Self.number(start.x))\" y1=\"\(Self.number(start.y))\" "
      + "x2=\"\(Self.number(end.x))\" y2=\"\(Self.number(end.y))\" stroke-width=\"\(weight)\"/>"
    if hasHead, length > from.radius + to.radius + 8 {
      text += Self.head(at: end, x, y)
      if line.isMutual { text += Self.head(at: start, -x, -y) }
    }
    return text + "\n"
  }

  /// The head of an arrow in a direction of length 1.
  private static func head(at tip: (x: Double, y: Double), _ x: Double, _ y: Double) -> String {
    let base = (x: tip.x - 6 * x, y: tip.y - 6 * y)
    let corners = [
      (tip.x, tip.y), (base.x - 2.6 * y, base.y + 2.6 * x), (base.x + 2.6 * y, base.y - 2.6 * x),
    ].map { "\(number($0.0)),\(number($0.1))" }
    return "<path d=\"M\(corners.joined(separator: " "))Z\"/>"
  }

  private func text(of circle: Circle, _ label: Label?) -> String {
    let node = circle.node
    let links = circle.degree == 0 ? "no links" : Amount.count(circle.degree, "neighbour")
    let place = node.path.map { $0 == node.title ? "" : "\n\($0)" } ?? "\nno such file"
    let shape =
      node.path == nil ? " class=\"missing\"" : node.distance == 0 ? " class=\"center\"" : ""
    let fill = node.path == nil ? "" : " fill=\"\(circle.color)\""
    var text = node.address.map { "<a href=\"\(XMLText.escaped($0))\">" } ?? "<a>"
    text += "<title>\(Self.tooltip("\(node.title)\(place)\n\(links)"))</title>"
    text +=
      "<circle cx=\"\(Self.number(circle.x))\" cy=\"\(Self.number(circle.y))\" "
      + "r=\"\(Self.number(circle.radius))\"\(shape)\(fill)/>"
    if let label {
      let baseline = label.top + Double(label.size) * 0.95
      text +=
        "<text x=\"\(Self.number(label.left))\" y=\"\(Self.number(baseline))\" "
        + "font-size=\"\(label.size)\">\(XMLText.escaped(label.text))</text>"
    }
    return text + "</a>\n"
  }

  /// Lines of a tooltip.
  private static func tooltip(_ text: String) -> String {
    text.split(separator: "\n").map { XMLText.escaped(String($0)) }.joined(separator: "\n")
  }

  /// A number with one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let rest = tenths.magnitude % 10
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10)\(rest == 0 ? "" : ".\(rest)")"
  }

  // MARK: Legend

  private static func legendHeight(
    _ legend: [(name: String, color: String)], width: Double
  ) -> Double {
    guard let last = places(of: legend, width: width).last else { return 0 }
    return Double(last.row + 1) * 20 + 12
  }

  /// The entries in rows.
  private static func places(
    of legend: [(name: String, color: String)], width: Double
  ) -> [(x: Double, row: Int)] {
    var (x, row) = (margin, 0)
    return legend.map { name, _ in
      let room = Double(SVGText.width(of: name, size: 12)) + 34
      if x > margin, x + room > width - margin { (x, row) = (margin, row + 1) }
      defer { x += room }
      return (x, row)
    }
  }

  private func legendText(_ y: inout Double) -> String {
    var text = ""
    for (entry, place) in zip(legend, Self.places(of: legend, width: width)) {
      let line = y + Double(place.row) * 20
      text +=
        "<circle cx=\"\(Self.number(place.x + 5))\" cy=\"\(Self.number(line))\" r=\"5\" fill=\"\(entry.color)\"/>"
        + "<text class=\"head\" x=\"\(Self.number(place.x + 15))\" y=\"\(Self.number(line + 4))\" "
        + "font-size=\"12\">\(XMLText.escaped(entry.name))</text>\n"
    }
    return text
  }
}

/// Colours for the folders of notes: those with most notes get one each.
private struct FolderColors {
  /// The colour of each node.
  let colors: [String]
  /// The folders with their colours; empty if there is but one.
  let legend: [(name: String, color: String)]

  init(_ nodes: [LinkDiagram.Node], _ palette: [String], other: String) {
    let notes = nodes.filter { $0.path != nil }
    // Folders that all notes share tell nothing.
    var depth = 0
    while let first = notes.first, first.folders.count > depth,
      notes.allSatisfy({ $0.folders.count > depth && $0.folders[depth] == first.folders[depth] })
    {
      depth += 1
    }
    func name(_ node: LinkDiagram.Node) -> String {
      node.folders.count > depth ? node.folders[depth] : ""
    }
    var counts: [String: Int] = [:]
    for note in notes where !name(note).isEmpty { counts[name(note), default: 0] += 1 }
    let named = counts.keys.sorted { (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1) }
    let shown = Array(named.prefix(palette.count))
    let isPlain = shown.isEmpty
    let known = Dictionary(uniqueKeysWithValues: zip(shown, palette))
    colors = nodes.map { known[name($0)] ?? (isPlain ? palette[0] : other) }
    var legend = shown.map { (name: $0, color: known[$0] ?? other) }
    if !isPlain, notes.contains(where: { known[name($0)] == nil }) {
      legend.append((name: named.count > shown.count ? "other folders" : "no folder", color: other))
    }
    self.legend = legend.count < 2 ? [] : legend
  }
}

extension Substring {
  /// The text without blanks at its end.
  fileprivate func trimmingBlanks() -> String {
    var text = self
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
