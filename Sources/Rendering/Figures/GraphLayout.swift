/// The places of a graph's nodes in a plane, found by forces: nodes repel each other, and edges pull theirs together.
///
/// The forces are those of Fruchterman and Reingold, "Graph Drawing by Force-directed Placement", Software: Practice and
/// Experience 21 (11), 1991, with nodes of many edges repelling more, and cooling in a fixed number of steps. Parts that
/// no edge joins are laid out each for itself and set beside each other. Nothing is left to chance, and only sums,
/// products, quotients and square roots are taken, so that the places are the same on every system.
package struct GraphLayout: Sendable {
  /// A place; `y` grows downwards.
  package struct Point: Sendable, Equatable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The room that each node gets on average, in pixels: that of a short label.
  private static let room = 5600.0
  /// The gap between two parts.
  private static let gap = 56.0
  /// The work of one layout, in pairs of nodes: more nodes get fewer steps.
  private static let work = 12_000_000

  /// The place of each node.
  package private(set) var points: [Point]
  /// The extent of all places, from 0.
  package private(set) var width = 0.0
  package private(set) var height = 0.0

  /// - Parameters:
  ///   - edges: between nodes below the number of radii; the direction does not matter.
  ///   - radii: the sizes of the nodes, which do not overlap.
  /// - Complexity: quadratic in the nodes, of which there should be at most some thousands.
  package init(edges: [(Int, Int)], radii: [Double]) {
    points = [Point](repeating: Point(x: 0, y: 0), count: radii.count)
    var neighbours = [[Int]](repeating: [], count: radii.count)
    for (one, other) in edges where one != other {
      neighbours[one].append(other)
      neighbours[other].append(one)
    }
    for node in neighbours.indices { neighbours[node] = Array(Set(neighbours[node])).sorted() }
    var parts = Self.parts(neighbours).map { LayoutPart($0, neighbours, radii, room: Self.room) }
    for number in parts.indices { parts[number].settle(work: Self.work) }
    pack(parts)
  }

  /// The connected parts, each in the order of a search from its node with most neighbours; the largest first.
  private static func parts(_ neighbours: [[Int]]) -> [[Int]] {
    var isKnown = [Bool](repeating: false, count: neighbours.count)
    let starts = neighbours.indices.sorted {
      (neighbours[$1].count, $0) < (neighbours[$0].count, $1)
    }
    var parts: [[Int]] = []
    for start in starts where !isKnown[start] {
      var part = [start]
      isKnown[start] = true
      var next = 0
      while next < part.count {
        for other in neighbours[part[next]] where !isKnown[other] {
          isKnown[other] = true
          part.append(other)
        }
        next += 1
      }
      parts.append(part)
    }
    return parts.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
  }

  /// Sets the parts beside each other in rows, the largest first.
  private mutating func pack(_ parts: [LayoutPart]) {
    let area = parts.reduce(0) { $0 + ($1.width + Self.gap) * ($1.height + Self.gap) }
    let widest = parts.map(\.width).max() ?? 0
    let rowWidth = max(widest, (area * 1.5).squareRoot())
    var (x, y, rowHeight) = (0.0, 0.0, 0.0)
    for part in parts {
      if x > 0, x + part.width > rowWidth {
        y += rowHeight + Self.gap
        (x, rowHeight) = (0, 0)
      }
      for (node, point) in zip(part.nodes, part.points) {
        points[node] = Point(x: point.x + x, y: point.y + y)
      }
      width = max(width, x + part.width)
      height = max(height, y + part.height)
      rowHeight = max(rowHeight, part.height)
      x += part.width + Self.gap
    }
  }
}

/// A connected part of a graph.
private struct LayoutPart {
  let nodes: [Int]
  /// In the order of ``nodes``, from 0.
  private(set) var points: [GraphLayout.Point]
  private(set) var width = 0.0
  private(set) var height = 0.0
  private let edges: [(Int, Int)]
  private let radii: [Double]
  /// How much a node repels.
  private let masses: [Double]
  private let room: Double

  init(_ nodes: [Int], _ neighbours: [[Int]], _ radii: [Double], room: Double) {
    self.nodes = nodes
    self.room = room
    self.radii = nodes.map { radii[$0] }
    var places: [Int: Int] = [:]
    for (place, node) in nodes.enumerated() { places[node] = place }
    var edges: [(Int, Int)] = []
    for (place, node) in nodes.enumerated() {
      for other in neighbours[node] {
        if let other = places[other], place < other { edges.append((place, other)) }
      }
    }
    self.edges = edges
    masses = nodes.map { (1 + Double(neighbours[$0].count)).squareRoot() }
    // A spiral of the golden angle, from the middle outwards; the cosine and sine of 137.5°.
    let (cosine, sine) = (-0.737_368_878_078_32, 0.675_490_294_261_524)
    var direction = (x: 1.0, y: 0.0)
    points = nodes.indices.map { place in
      let distance = Double(place).squareRoot()
      defer {
        direction = (
          direction.x * cosine - direction.y * sine, direction.x * sine + direction.y * cosine
        )
      }
      return GraphLayout.Point(x: direction.x * distance, y: direction.y * distance)
    }
  }

  mutating func settle(work: Int) {
    let count = nodes.count
    if count > 2 {
      let steps = min(400, max(30, work / (count * count)))
      for step in 0..<steps {
        let rest = 1 - Double(step) / Double(steps)
        pull(by: 0.02 + 0.12 * Double(count).squareRoot() * rest * rest)
      }
      turn()
    }
    scale()
    part()
    moveToOrigin()
  }

  /// One step of the forces; the ideal length of an edge is 1.
  private mutating func pull(by limit: Double) {
    var forces = [(x: Double, y: Double)](repeating: (0, 0), count: points.count)
    for one in 0..<points.count {
      let (x, y) = (points[one].x, points[one].y)
      var force = forces[one]
      for other in (one + 1)..<max(points.count, one + 1) {
        let (dx, dy) = (x - points[other].x, y - points[other].y)
        let push = 0.5 * masses[one] * masses[other] / (dx * dx + dy * dy + 0.001)
        force.x += dx * push
        force.y += dy * push
        forces[other].x -= dx * push
        forces[other].y -= dy * push
      }
      // Towards the middle, so that chains do not run away.
      force.x -= 0.06 * masses[one] * x
      force.y -= 0.06 * masses[one] * y
      forces[one] = force
    }
    for (one, other) in edges {
      let (dx, dy) = (points[other].x - points[one].x, points[other].y - points[one].y)
      let pull = (dx * dx + dy * dy).squareRoot()
      forces[one].x += dx * pull
      forces[one].y += dy * pull
      forces[other].x -= dx * pull
      forces[other].y -= dy * pull
    }
    for place in points.indices {
      let (x, y) = forces[place]
      let length = (x * x + y * y).squareRoot()
      let factor = length > limit ? limit / length : 1
      points[place].x += x * factor
      points[place].y += y * factor
    }
  }

  /// Turns the longest extent into the horizontal, because labels are.
  private mutating func turn() {
    let count = Double(points.count)
    let middle = (
      x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count
    )
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for point in points {
      let (x, y) = (point.x - middle.x, point.y - middle.y)
      xx += x * x
      xy += x * y
      yy += y * y
    }
    // The first eigenvector of the covariances.
    let half = (xx - yy) / 2
    let root = (half * half + xy * xy).squareRoot()
    let axis = half > 0 ? (x: half + root, y: xy) : (x: xy, y: root - half)
    let length = (axis.x * axis.x + axis.y * axis.y).squareRoot()
    if length < 1e-9 { return }
    let (cosine, sine) = (axis.x / length, axis.y / length)
    for place in points.indices {
      let (x, y) = (points[place].x - middle.x, points[place].y - middle.y)
      points[place] = GraphLayout.Point(x: x * cosine + y * sine, y: y * cosine - x * sine)
    }
  }

  /// Gives each node its room in pixels, more of it in width, where labels are.
  private mutating func scale() {
    let (width, height) = extent()
    let wanted = room * Double(points.count)
    let area = max(width.length, 0.4) * max(height.length, 0.4)
    let factor = points.count == 1 ? 0 : (wanted / area / Self.stretch).squareRoot()
    for place in points.indices {
      points[place].x = (points[place].x - width.start) * factor * Self.stretch
      points[place].y = (points[place].y - height.start) * factor
    }
  }

  /// How much wider than high the room of a node is, before the rest is found.
  private static let stretch = 1.3
  /// The room around a node for its label, from middle to middle: an ellipse, whose width is more than its height.
  private static let label = (height: 40.0, flatness: 0.4)

  /// Pushes nodes apart that overlap, or leave each other no room for a label.
  private mutating func part() {
    for round in 0..<120 {
      // At last it matters only that the circles are apart.
      let height = round < 80 ? Self.label.height : 0
      var hasMoved = false
      for one in points.indices {
        for other in (one + 1)..<max(points.count, one + 1) {
          let (dx, dy) = (points[other].x - points[one].x, points[other].y - points[one].y)
          if abs(dy) > 60 || abs(dx) > 110 { continue }
          if let push = Self.push(dx, dy, flatness: 1, least: radii[one] + radii[other] + 8)
            ?? Self.push(dx, dy, flatness: Self.label.flatness, least: height)
          {
            points[one].x -= push.x
            points[one].y -= push.y
            points[other].x += push.x
            points[other].y += push.y
            hasMoved = true
          }
        }
      }
      if !hasMoved { return }
    }
  }

  /// Half of the way that two nodes have to go from each other; nil if they are apart.
  ///
  /// - Parameters:
  ///   - flatness: the height of the room between them by its width.
  ///   - least: the height of the room.
  private static func push(
    _ dx: Double, _ dy: Double, flatness: Double, least: Double
  ) -> (x: Double, y: Double)? {
    let x = dx * flatness
    let distance = (x * x + dy * dy).squareRoot()
    if distance >= least { return nil }
    if distance < 0.01 { return (0.3 * least / flatness, 0.4 * least) }
    // A little more, so that rounding does not leave them where they were.
    let factor = (least - distance) / 2 / distance * 1.01
    return (dx * factor, dy * factor)
  }

  private mutating func moveToOrigin() {
    let (width, height) = extent()
    for place in points.indices {
      points[place].x -= width.start
      points[place].y -= height.start
    }
    self.width = width.length
    self.height = height.length
  }

  private func extent() -> (
    width: (start: Double, length: Double), height: (start: Double, length: Double)
  ) {
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    return ((left, (xs.max() ?? 0) - left), (top, (ys.max() ?? 0) - top))
  }
}
