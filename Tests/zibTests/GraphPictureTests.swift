import Exchange
import Rendering
import TestSupport
import Testing
import zib

/// Pictures of graphs: where nodes and labels are.
struct GraphPictureTests {
  /// A random graph with hubs, as links of notes make it.
  private static func diagram(_ count: Int, seed: UInt64) -> LinkDiagram {
    var random = SeededRandom(seed: seed)
    var edges: [LinkDiagram.Edge] = []
    for node in 1..<max(count, 2) where node < count {
      for _ in 0..<(1 + random.below(2)) {
        let other = random.below(1 + random.below(node))
        edges.append(.init(from: node, to: other, links: 1 + random.below(3)))
      }
    }
    let nodes = (0..<count).map { number in
      LinkDiagram.Node(
        path: "F\(number % 5)/Note \(number).md", folders: ["F\(number % 5)"],
        title: String("A note of some length with a number \(number)".prefix(8 + random.below(36))))
    }
    return LinkDiagram(nodes: nodes, edges: edges)
  }

  @Test(arguments: [(1, 1), (2, 2), (30, 3), (120, 4), (220, 5)] as [(Int, UInt64)])
  func `labels do not overlap`(count: Int, seed: UInt64) {
    let picture = GraphPicture(Self.diagram(count, seed: seed), title: "Notes")
    for (number, label) in picture.labels.enumerated() {
      for other in picture.labels[..<number] {
        #expect(!label.meets(other), "\(label.text) and \(other.text)")
      }
    }
    // Most notes of a small graph, and enough of a large one, are named.
    #expect(picture.labels.count * 10 >= min(count, 200) * (count <= 30 ? 8 : 3))
  }

  @Test func `a graph is always drawn alike, in bounded time`() {
    let diagram = Self.diagram(260, seed: 9)
    var svg = ""
    let seconds = secondsOfWork { svg = GraphPicture(diagram, title: "Notes").svg }
    #expect(seconds < 60, "\(seconds) s")
    #expect(svg.contains("the 200 best linked of 260 notes are drawn; 60 are left out"))
    let small = (0..<2).map { _ in GraphPicture(Self.diagram(60, seed: 9), title: "Notes").svg }
    #expect(small[0] == small[1])
  }

  @Test func `the circles of nodes are apart`() {
    for seed in Fuzz.seeds(4) {
      let diagram = Self.diagram(60, seed: seed)
      let radii = (0..<60).map { Double(4 + $0 % 9) }
      let layout = GraphLayout(edges: diagram.edges.map { ($0.from, $0.to) }, radii: radii)
      for one in 0..<60 {
        for other in 0..<one {
          let dx = layout.points[one].x - layout.points[other].x
          let dy = layout.points[one].y - layout.points[other].y
          let least = radii[one] + radii[other]
          #expect(dx * dx + dy * dy >= least * least, "seed \(seed): \(one) and \(other)")
        }
        #expect(layout.points[one].x >= -0.001 && layout.points[one].x <= layout.width + 0.001)
        #expect(layout.points[one].y >= -0.001 && layout.points[one].y <= layout.height + 0.001)
      }
    }
  }

  @Test func `nodes at one place and without edges are placed`() {
    let layout = GraphLayout(edges: [(0, 0)], radii: [5, 5, 5])
    #expect(Set(layout.points.map { "\($0.x) \($0.y)" }).count == 3)
    #expect(GraphLayout(edges: [], radii: []).points.isEmpty)
  }

  @Test func `titles cannot break a picture or a file`() {
    let node = LinkDiagram.Node(
      path: "a\"<&>.md", title: "\"<script>&\u{1B}[31m\\N\n", tags: ["a&b"], address: "a%22.md")
    let diagram = LinkDiagram(
      nodes: [node, .init(path: nil, title: "]]>")], edges: [.init(from: 0, to: 1, links: 2)])
    for text in [diagram.dot, diagram.graphML, GraphPicture(diagram, title: "<&").svg] {
      #expect(!text.contains("\u{1B}"))
      #expect(!text.contains("<script>") || text.hasPrefix("digraph"))
    }
    #expect(diagram.dot.contains("label=\"\\\"<script>&amp; [31m\\\\N \""))
    #expect(diagram.graphML.contains("&quot;&lt;script&gt;&amp;"))
  }
}
