import Sync
import TestSupport
import Testing

/// Files that are taken for secrets, and words that a note about secrets may use.
struct SecretTests {
  private func secret(_ name: String, _ text: String = "") -> Secret? {
    Secret(named: Array(name.utf8)[...], Array(text.utf8))
  }

  @Test(arguments: [
    ".env", ".ENV", ".env.local", ".env.production", "id_rsa", "id_ed25519", "Passwords.kdbx",
    "client.p12", "client.PFX", ".netrc", ".pgpass", "credentials", ".git-credentials",
  ])
  func `files are known by their names`(name: String) {
    #expect(secret(name)?.kind == .name)
  }

  @Test(arguments: [
    ".env.example", ".env.sample", "env", "environment.md", "id_rsa.pub", "id_rsa.md", "netrc.md",
    "credentials.md", "kdbx", "Notes on .env.md", ".env.md", "server.key", "cert.pem",
  ])
  func `names that only sound like it are not`(name: String) { #expect(secret(name) == nil) }

  static let body = """
    b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW
    QyNTUxOQAAACBv8nJ6mRkq0nX1b9uWc2vXqKk5iZ1JmYqk0o2m0m3h1AAAAJhQ3m0tUN5t
    """

  @Test func `a private key counts with its body and its end`() {
    let kinds = [
      "OPENSSH PRIVATE KEY", "RSA PRIVATE KEY", "PRIVATE KEY", "EC PRIVATE KEY",
      "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK",
    ]
    for kind in kinds {
      let key = "-----BEGIN \(kind)-----\n\(Self.body)\n-----END \(kind)-----\n"
      #expect(secret("server.key", key) == Secret(kind: .privateKey, line: 1), "\(kind)")
      #expect(secret("Note.md", "# Keys\n\n" + key) == Secret(kind: .privateKey, line: 3))
      #expect(
        secret("Note.md", key.split(separator: "\n").map { "    " + $0 + "\r\n" }.joined()) != nil)
      let inJSON = "{\"key\": \"" + key.replacing("\n", with: "\\n") + "\"}"
      #expect(secret("service.json", inJSON)?.kind == .privateKey)
    }
    let encrypted =
      "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,09F3\n\n\(Self.body)\n"
      + "-----END RSA PRIVATE KEY-----\n"
    #expect(secret("a.pem", encrypted)?.kind == .privateKey)
  }

  @Test(arguments: [
    "A key begins with `-----BEGIN OPENSSH PRIVATE KEY-----`.",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\n(the base64 of your key)\n-----END PRIVATE KEY-----",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA...\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nA page of prose about keys, which is much longer than any key and\n"
      + "says what they are for, who should see them and who should not.\n-----END PRIVATE KEY-----",
    "-----BEGIN CERTIFICATE-----\n\(body)\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\n\(body)\n-----END PUBLIC KEY-----",
    "-----BEGIN PGP SIGNATURE-----\n\(body)\n-----END PGP SIGNATURE-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----\n\(body)",
  ])
  func `a note about keys is none`(text: String) { #expect(secret("Keys.md", text) == nil) }

  // Put together here, so that no scanner of repositories takes this file for one that leaks.
  static let tokens: [(maker: String, text: String)] = [
    ("GitHub", "gh" + "p_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17"),
    (
      "GitHub",
      "github" + "_pat_11ABCDE2Y0k3Xb9fQm7Rz1_"
        + "q8Vw2Lr7Tz5Kx1Np4Hs9Jd6Fg3Bc0MvYaXeUoIiPlQwErTyUzAbCdEfGhJk"
    ),
    ("Amazon", "AK" + "IAQ7ZX3MN2VB5TLC6R"),
    ("Google", "AI" + "zaSyD3kLm9QxW2vB7nT4rY8uZ1cF6gH0jPqsE"),
    ("GitLab", "glp" + "at-x8Kq2mZr7Tn4Wv1Ly9Bd"),
    ("Slack", "xox" + "b-298374651029-387465102938-k3Jx8QmZr7Tn4Wv1Ly9BdPq2"),
    ("Stripe", "sk" + "_live_4eC39HqLyjWDarjtT1zdp7dc"),
    ("OpenAI", "sk" + "-proj-a8Kq2mZr7Tn4Wv1Ly9BdT3BlbkFJx3Jq8Rm5Wz2Lk7Vn9Tp4"),
    ("Anthropic", "sk" + "-ant-api03-k3Jx8QmZr7Tn4Wv1Ly9BdPq2Hs6Fg0Mc5XeUoIiPlQwErTyUzAbCd-AA"),
  ]

  @Test(arguments: tokens)
  func `tokens are known by their form`(maker: String, text: String) {
    let expected = Secret(kind: .token(maker), line: 2)
    #expect(secret("Note.md", "# x\nkey: \(text)\n") == expected)
    #expect(secret("Note.md", "# x\n`\(text)`") == expected)
    #expect(secret("Note.md", "# x\nURL=https://x/?k=\(text)&a") == expected)
    // In the middle of something longer it is something else.
    #expect(secret("Note.md", "a" + text) == nil)
    #expect(secret("Note.md", text.prefix(18).description) == nil)
  }

  @Test(arguments: [
    "AKIAIOSFODNN7EXAMPLE", "AKIAXXXXXXXXXXXXXXXX", "AKIA1234567890ABCDEF",
    "ghp_" + String(repeating: "x", count: 36),
    "ghp_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq18", "ghp_1234567890abcdefghijklmnopqrstuvwxyz",
    "glpat-xxxxxxxxxxxxxxxxxxxx", "sk-your-api-key-goes-here-and-nowhere-else-please",
    "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "sk_live_...",
    "xoxb-your-token-goes-here-1234567890",
    "AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX",
    "task-sk-learn-tutorial-for-beginners-part-one-of-seven",
    "sk-2021-11-a-long-slug-of-a-page-about-scikit-learn",
  ])
  func `what stands for a token is none`(text: String) {
    #expect(secret("Note.md", "Put `\(text)` there.") == nil)
  }

  @Test func `what is encrypted may be shared`() {
    #expect(secret(".env", "\0GITCRYPT\0\u{1}\u{2}") == nil)
    #expect(secret(".env", "$ANSIBLE_VAULT;1.1;AES256\n6162") == nil)
  }

  /// The least of three measures each: twice the text takes about twice the work, four times if the time is square.
  @Test(arguments: [
    "-----BEGIN PRIVATE KEY-----\n", "sk-" + String(repeating: "a", count: 60), "-",
  ])
  func `hostile text takes linear time`(piece: String) {
    func work(_ bytes: Int) -> Double {
      let text = String(repeating: piece, count: bytes / piece.utf8.count)
      return (0..<3).map { _ in secondsOfWork { #expect(secret("a.md", text) == nil) } }.min() ?? 0
    }
    let half = work(150_000)
    #expect(work(300_000) < half * 3 + 0.01)
  }
}
