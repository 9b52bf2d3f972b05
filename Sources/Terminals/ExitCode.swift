/// The exit codes of `zib`; the same for every command.
///
/// | code | meaning |
/// |------|---------|
/// | 0    | done |
/// | 1    | nothing was found |
/// | 2    | the command line was wrong; nothing was done |
/// | 3    | it failed; the message on standard error says what, where and what to do next |
/// | 4    | something is left to decide: a conflict, or a note that was kept as it is |
/// | 5    | `check`, `broken` and `doctor` have findings |
/// | 130  | interrupted with Ctrl-C (the process ends by SIGINT itself)          |
/// | 141  | the reader of a pipe went away first (as for every filter; no message) |
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case nothingFound = 1
  case usage = 2
  case failed = 3
  case leftToDecide = 4
  case findings = 5
  case interrupted = 130
  case readerGone = 141
}
