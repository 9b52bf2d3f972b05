/// Numbers as a curve of one character each: `▁▃█▅`.
package enum Sparkline {
  private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The numbers, zero as a space and the largest as a full block.
  package static func text(_ values: [Int]) -> String {
    guard let largest = values.max(), largest > 0 else {
      return String(repeating: " ", count: values.count)
    }
    return String(
      values.map { value in
        guard value > 0 else { return " " }
        let step = (Double(value) / Double(largest) * Double(blocks.count)).rounded(.up)
        return blocks[min(max(Int(step), 1), blocks.count) - 1]
      })
  }
}
