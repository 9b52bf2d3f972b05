import Merge
import Sync
import Testing

struct MarkedMergeTests {
  private static let labels = MarkedMerge.Labels(
    note: "this: laptop", ancestor: "before", copy: "that: phone")

  private func marked(_ regions: [MergeRegion]) -> MarkedMerge {
    MarkedMerge(OverlappingMerge(regions: regions), labels: Self.labels)
  }

  private static func overlap(_ base: String, _ left: String, _ right: String) -> MergeRegion {
    .overlap(
      Overlap(
        base: Array(base.utf8), left: Array(left.utf8), right: Array(right.utf8), suggestion: nil))
  }

  @Test func `overlaps stand between labelled markers`() {
    let merge = marked([
      .agreed(Array("# Walden\n".utf8)), Self.overlap("28.12\n", "28.13\n", "28.14\n"),
      .agreed(Array("End\n".utf8)),
    ])
    #expect(
      String(decoding: merge.text, as: UTF8.self) == """
        # Walden
        <<<<<<< this: laptop
        28.13
        ||||||| before
        28.12
        ======= that: phone
        28.14
        >>>>>>> that: phone
        End

        """)
    #expect(merge.firstMarker(in: merge.text) == 2)
    #expect(merge.firstMarker(in: Array("# Walden\n28.13\nEnd\n".utf8)) == nil)
  }

  @Test func `a text without a line end does not run into a marker`() {
    let text = String(decoding: marked([Self.overlap("a", "b", "c")]).text, as: UTF8.self)
    #expect(text.split(separator: "\n").count == 7)
  }

  @Test func `no marker is left out or split over lines by a name`() {
    let labels = MarkedMerge.Labels(note: "a\nb", ancestor: "\u{1B}[2J", copy: "c")
    let merge = MarkedMerge(
      OverlappingMerge(regions: [Self.overlap("1\n", "2\n", "3\n")]), labels: labels)
    #expect(String(decoding: merge.text, as: UTF8.self).hasPrefix("<<<<<<< ab\n2\n||||||| [2J\n"))
  }

  @Test(arguments: [
    "Title\n=======\nText\n", "<<<<<<< mine\n", "a\n>>>>>>> theirs\r\nb\n", "|||||||\n",
  ])
  func `a line that a person wrote is text, though it looks like a marker`(line: String) {
    for region in [MergeRegion.agreed(Array(line.utf8)), Self.overlap("", line, "x\n")] {
      let merge = marked([region, Self.overlap("1\n", "2\n", "3\n")])
      #expect(merge.firstMarker(in: Array((line + "2\n").utf8)) == nil)
      #expect(merge.firstMarker(in: merge.text) != nil)
    }
  }

  @Test(arguments: [
    "<<<<<<< this: laptop", "<<<<<<<", "||||||| before", ">>>>>>> that: phone\r",
    "======= that: phone", "<<<<<<< HEAD", ">>>>>>>",
  ])
  func `what is left of a marker is found`(line: String) {
    let merge = marked([Self.overlap("1\n", "2\n", "3\n")])
    #expect(merge.firstMarker(in: Array("2\n\(line)\n3\n".utf8)) == 2)
  }

  @Test(arguments: ["=======", "========= x", "> > > quoted", ">>>>>>>> eight", "| a | b |"])
  func `ordinary Markdown is no marker`(line: String) {
    let merge = marked([Self.overlap("1\n", "2\n", "3\n")])
    #expect(merge.firstMarker(in: Array("2\n\(line)\n3\n".utf8)) == nil)
  }

  @Test func `markers grow where a text has one of them`() {
    let merge = marked([Self.overlap("<<<<<<< this: laptop\n", "2\n", "3\n")])
    #expect(String(decoding: merge.text, as: UTF8.self).hasPrefix("<<<<<<<< this: laptop\n2\n"))
    #expect(merge.firstMarker(in: Array("<<<<<<< this: laptop\n2\n".utf8)) == nil)
    #expect(merge.firstMarker(in: merge.text) == 1)
  }
}
