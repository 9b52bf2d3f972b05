import Merge
import Testing

struct OverlappingMergeTests {
  @Test func `the text of a side is what is agreed with that side's text in the overlaps`() {
    let overlap = Overlap(base: [1], left: [2], right: [3], suggestion: nil)
    let merge = OverlappingMerge(regions: [.agreed([0]), .overlap(overlap), .agreed([9])])
    #expect(merge.text(preferring: .left) == [0, 2, 9])
    #expect(merge.text(preferring: .right) == [0, 3, 9])
    #expect(merge.overlaps == [overlap])
  }
}
