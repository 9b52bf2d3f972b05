import History
import Sync

/// When and how one device fails; every call of its repository, folder and transport passes here first.
///
/// A test arms a fault at the number of a call, and may set an interloper that runs before each call: a person who
/// goes on typing, or another program, at any moment of a sync.
final class FaultPlan {
  enum Fault: Equatable {
    /// The call fails and changes nothing; what the system says, `EIO` or `ENOSPC`.
    case error(code: Int32)
    /// The process stops before the call; all that was written stays.
    case kill
    /// The power goes before the call; what was not flushed may be lost.
    case powerCut
  }

  /// One call of a protocol.
  struct Step {
    /// From nought.
    let number: Int
    /// The method.
    let call: String
    /// The file that it is about, where that is one file.
    let path: TreePath?
    /// The hidden file that it is about, if any.
    let hidden: PreparedFile?
  }

  /// Runs before each call that is not stopped.
  var interloper: ((Step) -> Void)?
  /// Set to see every call.
  var trace: ((Step) -> Void)?

  /// False to pass over the calls that read or write objects, whose order is not the same each time a program runs.
  ///
  /// Until they are flushed, objects are lost or kept whatever the order, so that a stop between two of them does
  /// what a stop before the next step does.
  var countsObjects = true

  /// How many calls there were since `start()`.
  private(set) var steps = 0
  /// How the process was stopped, nothing while it runs. No call does anything any more until the next `start()`.
  private(set) var stopped: Fault?
  /// True once the fault that was armed has struck.
  private(set) var hasStruck = false
  /// The step at which it struck.
  private(set) var struckAt: Step?
  private var armed: (fault: Fault, step: Int)?
  private var isInterrupted = false
  private let time: WorldTime

  init(time: WorldTime = WorldTime()) { self.time = time }

  /// A new process: calls are counted from nought, and nothing is armed.
  func start() {
    steps = 0
    stopped = nil
    armed = nil
    hasStruck = false
    struckAt = nil
  }

  /// Lets a fault strike at a call.
  func arm(_ fault: Fault, at step: Int) { armed = (fault, step) }

  /// - Throws: `InjectedError` or `ProcessStopped`.
  func step(_ call: String, _ path: TreePath? = nil, hidden: PreparedFile? = nil) throws {
    guard !isInterrupted else { return }
    if stopped != nil { throw ProcessStopped() }
    let step = Step(number: steps, call: call, path: path ?? hidden?.path, hidden: hidden)
    steps += 1
    time.pass(nanoseconds: 20_000)
    trace?(step)
    if let interloper {
      isInterrupted = true
      interloper(step)
      isInterrupted = false
    }
    guard let armed, armed.step == step.number else { return }
    hasStruck = true
    struckAt = step
    switch armed.fault {
    case .error(let code): throw InjectedError(code: code, call: call)
    case .kill, .powerCut:
      stopped = armed.fault
      throw ProcessStopped()
    }
  }

  /// A call that reads or writes objects.
  ///
  /// - Throws: `InjectedError` or `ProcessStopped`.
  func object(_ call: String) throws {
    if countsObjects { return try step(call) }
    if stopped != nil { throw ProcessStopped() }
  }

  /// True where the call that is being stopped is to be left half done: this one, and every other time.
  var leavesHalf: Bool { hasStruck && steps.isMultiple(of: 2) }
}

/// The error that a system call returned instead of doing its work.
struct InjectedError: Error, Equatable {
  let code: Int32
  let call: String

  /// A disk that cannot be read or written.
  static let inputOutput: Int32 = 5
  /// A disk that is full.
  static let noSpace: Int32 = 28

  /// True for the error of a full disk.
  static func tellsOfFullDisk(_ error: any Error) -> Bool {
    (error as? InjectedError)?.code == noSpace
  }
}

/// The process is no more; whoever catches this cannot do anything about it.
struct ProcessStopped: Error, Equatable {}
