import Notes
import OperatingSystem

extension Zone {
  /// The time zone that the system is set to (`TZ`, `/etc/localtime`).
  package static let system = Zone { milliseconds in
    var seconds = time_t(milliseconds / 1000)
    if milliseconds % 1000 < 0 { seconds -= 1 }
    var parts = unsafe tm()
    guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
    return unsafe parts.tm_gmtoff
  }
}
