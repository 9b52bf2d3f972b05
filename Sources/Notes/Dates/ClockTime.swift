/// A time of day, in no time zone.
package struct ClockTime: Sendable, Hashable {
  /// 0 through 23.
  package let hour: Int
  package let minute: Int
  /// 0 through 59.
  package let second: Int

  /// The first moment of a day.
  package static let midnight = ClockTime(secondOfDay: 0)

  /// The time of those figures, or nil if a clock shows none. A leap second is the one before.
  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else {
      return nil
    }
    self.hour = hour
    self.minute = minute
    self.second = min(second, 59)
  }

  /// The time a number of seconds after midnight, modulo a day.
  package init(secondOfDay: Int) {
    let second = ((secondOfDay % 86_400) + 86_400) % 86_400
    hour = second / 3600
    minute = second / 60 % 60
    self.second = second % 60
  }

  /// Seconds after midnight.
  package var secondOfDay: Int { hour * 3600 + minute * 60 + second }
}

extension ClockTime: Comparable {
  package static func < (left: ClockTime, right: ClockTime) -> Bool {
    left.secondOfDay < right.secondOfDay
  }
}

extension ClockTime: CustomStringConvertible {
  /// `08:15`, or `08:15:30` where there are seconds.
  package var description: String {
    let text = padded(hour, 2) + ":" + padded(minute, 2)
    return second == 0 ? text : text + ":" + padded(second, 2)
  }
}
