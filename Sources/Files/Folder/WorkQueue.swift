import OperatingSystem

/// Jobs that several threads take and add to, until none is left and none is under way.
///
/// - Note: Safe to share between threads: every access to the state is made while the mutex is held.
@safe package final class WorkQueue<Job: Sendable>: @unchecked Sendable {
  private var jobs: [Job] = []
  private var active = 0
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ jobs: [Job]) {
    self.jobs = jobs
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
    unsafe condition.deallocate()
  }

  /// Adds jobs; each thread waiting for one is woken.
  package func add(_ more: [Job]) {
    if more.isEmpty { return }
    unsafe pthread_mutex_lock(mutex)
    jobs += more
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Takes jobs and works on them until all are done.
  package func work(_ body: (Job) -> Void) {
    unsafe pthread_mutex_lock(mutex)
    while true {
      while jobs.isEmpty, active > 0 { unsafe pthread_cond_wait(condition, mutex) }
      guard let job = jobs.popLast() else { break }
      active += 1
      unsafe pthread_mutex_unlock(mutex)
      body(job)
      unsafe pthread_mutex_lock(mutex)
      active -= 1
    }
    unsafe pthread_cond_broadcast(condition)
    unsafe pthread_mutex_unlock(mutex)
  }
}
