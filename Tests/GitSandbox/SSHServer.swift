import Git
import OperatingSystem
import Testing

/// An `sshd` on loopback with keys of its own, which lets in the user who runs the tests.
package final class SSHServer: Sendable {
  package let port: UInt16
  private let sandbox: Sandbox
  private let process: pid_t

  /// Makes keys for the server and for one who may come in, and starts it; nothing where that does not work here.
  package init?(_ sandbox: Sandbox) {
    guard let server = Self.server else { return nil }
    self.sandbox = sandbox
    _ = Self.makeFolder(sandbox("ssh"))
    for key in ["host", "key", "stranger"] {
      guard (try? sandbox.makeKey("ssh/\(key)")) != nil else { return nil }
    }
    sandbox.write(sandbox.text("ssh/key.pub") ?? "", to: "ssh/authorized")
    // A folder that sshd needs where it runs as root; a container may not have it.
    if geteuid() == 0 { _ = Self.makeFolder("/run/sshd") }
    // A port that was free may be taken before sshd has it.
    for _ in 0..<5 {
      guard let port = SilentServer.freePort() else { return nil }
      if let process = Self.start(server, at: port, in: sandbox) {
        self.port = port
        self.process = process
        return
      }
    }
    return nil
  }

  private static func start(_ server: String, at port: UInt16, in sandbox: Sandbox) -> pid_t? {
    sandbox.write("[127.0.0.1]:\(port) " + (sandbox.text("ssh/host.pub") ?? ""), to: "ssh/known")
    sandbox.write(
      """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(sandbox("ssh/host"))
      AuthorizedKeysFile \(sandbox("ssh/authorized"))
      PidFile \(sandbox("ssh/pid"))
      StrictModes no
      UsePAM no
      PasswordAuthentication no
      KbdInteractiveAuthentication no
      PermitRootLogin yes

      """, to: "ssh/config")
    guard unsafe system("'\(server)' -f '\(sandbox("ssh/config"))' -E '\(sandbox("ssh/log"))'") == 0
    else { return nil }
    var process: pid_t?
    for _ in 0..<500 where process == nil {
      process = sandbox.text("ssh/pid").flatMap { pid_t($0.filter(\.isNumber)) }
      if process == nil { usleep(20_000) }
    }
    return process
  }

  deinit { kill(process, SIGTERM) }

  /// The address of a bare repository of the sandbox.
  package func address(of name: String) -> String {
    "ssh://127.0.0.1:\(port)\(sandbox(name))"
  }

  /// The variable by which git finds the key and the server's own.
  package func variables(key: String = "key", known: String = "known") -> [String: String] {
    let options = "-o IdentitiesOnly=yes -o StrictHostKeyChecking=yes -o IdentityAgent=none"
    return [
      "GIT_SSH_COMMAND": "ssh -F none -i '\(sandbox("ssh/\(key)"))' "
        + "-o UserKnownHostsFile='\(sandbox("ssh/\(known)"))' \(options)"
    ]
  }

  /// True where a server can be started and lets us in.
  package static let isUsable: Bool = {
    guard server != nil, let sandbox = try? Sandbox(), let server = SSHServer(sandbox),
      (try? sandbox.makeRemote()) != nil
    else { return false }
    let result = try? sandbox.git.run(
      ["ls-remote", server.address(of: "remote.git")], in: nil,
      .init(timeout: 10, variables: server.variables()))
    return result?.isSuccess == true
  }()

  private static var server: String? {
    program("/usr/sbin/sshd", "/usr/local/sbin/sshd", "/opt/homebrew/sbin/sshd")
  }

  private static func makeFolder(_ path: String) -> Bool { unsafe mkdir(path, 0o755) == 0 }
}
