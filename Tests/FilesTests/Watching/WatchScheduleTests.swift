import Files
import Testing

struct WatchScheduleTests {
  /// A schedule that has just synced, at time 0.
  private func synced(succeeded: Bool = true) -> WatchSchedule {
    var schedule = WatchSchedule(quiet: 10, longestWait: 100, interval: 1000)
    schedule.begin()
    schedule.endSync(at: 0, succeeded: succeeded)
    return schedule
  }

  @Test func `a watch begins with a sync`() {
    #expect(WatchSchedule().next == .init(action: .sync, time: .min))
  }

  @Test func `an edit is synced once the folder is quiet`() {
    var schedule = synced()
    schedule.noticeEdit(at: 50)
    #expect(schedule.next == .init(action: .sync, time: 60))
    schedule.noticeEdit(at: 55)
    #expect(schedule.next == .init(action: .sync, time: 65))
  }

  @Test func `who never stops typing is synced all the same`() {
    var schedule = synced()
    for time in stride(from: Int64(50), through: 400, by: 5) { schedule.noticeEdit(at: time) }
    #expect(schedule.next == .init(action: .sync, time: 150))
  }

  @Test func `without edits there is a sync now and then`() {
    #expect(synced().next == .init(action: .sync, time: 1000))
  }

  @Test func `edits during a sync are for the next one`() {
    var schedule = synced()
    schedule.noticeEdit(at: 50)
    schedule.begin()
    schedule.noticeEdit(at: 61)
    schedule.endSync(at: 65, succeeded: true)
    #expect(schedule.next == .init(action: .sync, time: 71))
  }

  @Test func `each failure in a row doubles the wait up to a quarter of an hour`() {
    var schedule = synced(succeeded: false)
    var waits = [schedule.next.time]
    for _ in 0..<40 {
      schedule.endSync(at: 0, succeeded: false)
      waits.append(schedule.next.time)
    }
    #expect(waits.prefix(4) == [10_000, 20_000, 40_000, 80_000])
    #expect(waits.last == 900_000)
    schedule.endSync(at: 0, succeeded: true)
    #expect(schedule.next.time == 1000)
  }

  @Test func `while the remote cannot be reached edits are snapshotted`() {
    var schedule = synced(succeeded: false)
    schedule.noticeEdit(at: 50)
    #expect(schedule.next == .init(action: .snapshot, time: 60))
    schedule.begin()
    #expect(schedule.next == .init(action: .sync, time: 10_000))
    schedule.noticeEdit(at: 9_995)
    #expect(schedule.next == .init(action: .sync, time: 10_005))
  }
}
