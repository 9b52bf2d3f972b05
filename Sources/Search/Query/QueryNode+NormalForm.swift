extension QueryNode {
  /// The documents that all of `nodes` ask for, in normal form.
  package static func all(of nodes: [QueryNode]) -> QueryNode {
    var parts: [QueryNode] = []
    for node in nodes {
      switch node {
      case .all: continue
      case .none: return .none
      case .and(let inner): parts += inner
      default: parts.append(node)
      }
    }
    return parts.isEmpty ? .all : parts.count == 1 ? parts[0] : .and(parts)
  }

  /// The documents that any of `nodes` asks for, in normal form.
  package static func any(of nodes: [QueryNode]) -> QueryNode {
    var parts: [QueryNode] = []
    for node in nodes {
      switch node {
      case .none: continue
      case .all: return .all
      case .or(let inner): parts += inner
      default: parts.append(node)
      }
    }
    return parts.isEmpty ? .none : parts.count == 1 ? parts[0] : .or(parts)
  }

  /// The documents with a part of a kind that has all that `node` asks for, in normal form.
  package static func part(_ name: String, _ node: QueryNode) -> QueryNode {
    node == .none ? .none : .within(name, node)
  }

  /// The documents that `node` does not ask for, in normal form.
  package static func negation(of node: QueryNode) -> QueryNode {
    switch node {
    case .all: .none
    case .none: .all
    case .not(let inner): inner
    default: .not(node)
    }
  }
}
