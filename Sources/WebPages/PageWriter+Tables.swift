extension PageWriter {
  /// Writes a table of GFM, or what is in its cells where the table only lays the page out.
  mutating func table(_ id: HTMLTree.ID, link: String?) {
    let rows = rows(of: id)
    for caption in tree.children(of: id)
    where tree.nodes[caption].name == "caption" && !part.isDropped[caption] {
      content(of: caption, link: link)
    }
    guard isTable(id, rows) else {
      for row in rows {
        for cell in row.cells { content(of: cell, link: link) }
      }
      return
    }
    var columns = 0
    let grid = rows.map { row in
      let cells = row.cells.flatMap { cell -> [String] in
        let text = inline(tree.children(of: cell), link: link).lines(isCell: true)
          .joined(separator: " ")
        let span = tree.attribute("colspan", of: cell).flatMap { Int($0) } ?? 1
        return [text] + Array(repeating: "", count: max(0, min(span, Self.mostColumns) - 1))
      }
      columns = max(columns, cells.count)
      return cells
    }
    columns = min(columns, Self.mostColumns)
    let hasHead = rows[0].isHead
    func line(_ cells: [String]) -> String {
      let cells = cells.prefix(columns) + Array(repeating: "", count: max(0, columns - cells.count))
      return "| " + cells.joined(separator: " | ") + " |"
    }
    var lines = [line(hasHead ? grid[0] : [])]
    lines.append("|" + String(repeating: " --- |", count: columns))
    lines += (hasHead ? grid.dropFirst() : grid[...]).map(line)
    out.add(lines)
  }

  private static var mostColumns: Int { 64 }

  private struct Row {
    var cells: [HTMLTree.ID]
    /// True where each cell is a heading.
    var isHead: Bool
  }

  private func rows(of id: HTMLTree.ID) -> [Row] {
    var rows: [Row] = []
    func add(_ id: HTMLTree.ID) {
      var loose: [HTMLTree.ID] = []
      for child in tree.children(of: id) where !part.isDropped[child] && !footnotes.isNote(child) {
        switch tree.nodes[child].name {
        case "tr":
          let cells = tree.children(of: child).filter {
            !part.isDropped[$0] && !tree.nodes[$0].isText
          }
          if cells.isEmpty { continue }
          let isHead =
            cells.allSatisfy { tree.nodes[$0].name == "th" } || tree.nodes[id].name == "thead"
          rows.append(Row(cells: cells, isHead: isHead))
        case "thead", "tbody", "tfoot": add(child)
        case "caption", "colgroup", "col", "": continue
        default: loose.append(child)
        }
      }
      if !loose.isEmpty { rows.append(Row(cells: loose, isHead: false)) }
    }
    add(id)
    return rows
  }

  /// True for a table of data: rows of cells that are a line each.
  private func isTable(_ id: HTMLTree.ID, _ rows: [Row]) -> Bool {
    guard !rows.isEmpty, !out.isDeepest else { return false }
    let role = tree.attribute("role", of: id)?.lowercased()
    guard role != "presentation", role != "none" else { return false }
    guard rows.contains(where: { $0.cells.count > 1 }) else { return false }
    let most = rows.map(\.cells.count).max() ?? 0
    guard most <= Self.mostColumns else { return false }
    for row in rows {
      for cell in row.cells {
        if tree.below(cell).contains(where: {
          Self.unfit.contains(tree.nodes[$0].name) && !part.isDropped[$0]
        }) {
          return false
        }
        let paragraphs = tree.children(of: cell).count {
          tree.nodes[$0].name == "p" && !part.isDropped[$0]
        }
        if paragraphs > 2 { return false }
      }
    }
    return true
  }

  /// Elements that a cell of Markdown cannot have.
  private static var unfit: Set<String> {
    [
      "table", "ul", "ol", "dl", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6", "hr",
      "figure", "iframe",
    ]
  }
}
