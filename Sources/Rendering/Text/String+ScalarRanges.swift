extension String {
  /// Ranges in UTF-8 as ranges in Unicode scalars; ascending.
  package func scalarRanges(utf8 ranges: [Range<Int>]) -> [Range<Int>] {
    let bytes = Array(utf8)
    func scalars(_ range: Range<Int>) -> Int { bytes[range].count { $0 & 0xC0 != 0x80 } }
    var (end, scalarEnd) = (0, 0)
    return ranges.map { range in
      let start = scalarEnd + scalars(end..<range.lowerBound)
      scalarEnd = start + scalars(range)
      end = range.upperBound
      return start..<scalarEnd
    }
  }
}
