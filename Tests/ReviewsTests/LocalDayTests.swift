import Reviews
import Testing

struct LocalDayTests {
  @Test(
    arguments: [
      // 1970-01-01 00:00 UTC belongs to the day before where days begin at four.
      (0, 0, 4, -1), (0, 0, 0, 0), (4 * 3_600_000, 0, 4, 0), (4 * 3_600_000 - 1, 0, 4, -1),
      (0, 240, 4, 0), (0, -60, 0, -1), (-1, 0, 0, -1), (86_400_000 * 365, 0, 0, 365),
      // An hour that no clock has is the nearest one.
      (0, 0, .min, 0), (0, 0, .max, -1),
    ] as [(Int64, Int16, Int, Int32)])
  func `a day begins at the roll-over hour of the place`(
    time: Int64, zoneMinutes: Int16, hour: Int, day: Int32
  ) {
    #expect(
      LocalDay(time: time, zoneMinutes: zoneMinutes, rollOverHour: hour) == LocalDay(number: day))
  }
}

struct CardIDTests {
  @Test func `a fingerprint is read as it is written`() {
    let id = CardID(bits: 0x0123_4567_89AB_CDEF)
    #expect(id.description == "0123456789abcdef")
    #expect(CardID(Array(id.description.utf8)) == id)
    #expect(CardID(Array("0123456789ABCDEF".utf8)) == nil)
    #expect(CardID(Array("0123456789abcde".utf8)) == nil)
    #expect(CardID(Array("0123456789abcdef0".utf8)) == nil)
  }
}
