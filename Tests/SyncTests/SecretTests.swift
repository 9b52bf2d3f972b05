import History
import Sync
import TestSupport
import Testing

/// Files that are taken for secrets, and words that a note about secrets may use.
struct SecretTests {
  private func secret(_ name: String, _ text: String = "") -> Secret? {
    Secret(at: TreePath(name), Array(text.utf8))
  }

  @Test(arguments: [
    ".env", ".ENV", ".env.local", ".env.production", "id_rsa", "id_ed25519", "Passwords.kdbx",
    "client.p12", "client.PFX", ".netrc", ".pgpass", "credentials", ".git-credentials",
    "prod.env", "docker/Prod.ENV", ".env.bak", "Passwords.kdbx.bak", "Passwords.kdbx~",
    "id_rsa.old",
    "secring.gpg", ".gnupg/private-keys-v1.d/0A1B.key", "bin/git-askpass.sh", "askpass",
    ".password-store/mail/me.gpg",
  ])
  func `files are known by their names`(name: String) {
    #expect(secret(name)?.kind == .name)
  }

  @Test(arguments: [
    ".env.example", ".env.sample", "env", "environment.md", "id_rsa.pub", "id_rsa.md", "netrc.md",
    "credentials.md", "kdbx", "Notes on .env.md", ".env.md", "server.key", "cert.pem",
    "example.env",
    "docker/sample.env", "env.example", ".bak", "~", "pubring.gpg", "private-keys-v1.d", ".npmrc",
    "askpass.md", ".password-store", "password-store.md",
    "My environment",
  ])
  func `names that only sound like it are not`(name: String) { #expect(secret(name) == nil) }

  @Test(arguments: [
    // Finder, Explorer, GNOME, KDE, browsers.
    ".env copy", ".env copy 2", "prod copy.env", "prod.env copy", ".env 2", ".env - Copy",
    ".env - Copy (2)", ".env (copy)", ".env (another copy)", ".env (3rd copy)", ".env (Copy 2)",
    ".env (1)", ".env(1)", "id_rsa copy", "id_rsa 2", "id_ed25519 (1)", "Passwords (1).kdbx",
    "Passwords copy.kdbx", "Passwords.kdbx copy", "Passwords.kdbx (2)", "secring copy.gpg",
    "askpass (1).sh", "credentials 2",
    // In other languages; the accent in one character and in two.
    ".env Kopie 2", ".env - Kopie", ".env – Kopie", "id_rsa (Kopie)", "id_rsa - Co\u{301}pia",
    "id_rsa - C\u{F3}pia", "id_rsaのコピー", "id_rsa - 副本", "Kopie von id_rsa",
    // Windows and Google Drive.
    "Copy of id_rsa", "copy of .env", "Copy (2) of id_rsa",
    // People, editors, numbered backups.
    ".env_backup", "id_rsa-copy", "id_rsa_old", "id_rsa.bak2", "id_rsa.save", "id_rsa.1",
    "id_rsa.~1~", "#id_rsa#", "..env.swp", ".id_rsa.swp", ".#id_rsa", ".id_rsa.un~",
    ".env copy.bak", "id_rsa (1) copy 2~",
    // Dropbox, Nextcloud, Syncthing, zib.
    ".netrc (Joe's conflicted copy 2026-01-01)", "id_rsa.sync-conflict-20260101-120000-ABCDEFG",
    "id_rsa.conflict-1a2b3c4d",
    ".password-store copy/mail/me.gpg", ".gnupg/private-keys-v1.d (1)/0A1B.key",
  ])
  func `copies are known by the names that programs give to them`(name: String) {
    #expect(secret(name)?.kind == .name)
  }

  @Test(arguments: [
    "env copy.md", ".env copy.md", ".env.md", ".env.markdown", "id_rsa copy.md",
    "Copy of credentials.md", "credentials (1).md", "Copy of id_rsa.md", "id_rsa.pub copy",
    "id_rsa copy.pub", "id_ed25519 (1).pub", ".env.example copy", ".env.example (1)",
    ".env.sample.bak", "example copy.env", "Copy of the plan.txt", "copy", "Copy of", "(1)",
    "copy 2",
    " copy", "~", "#", "##", ".#", "-", "1", "environment copy", "My credentials copy.txt",
    "id_rsa and its copies.txt", "netrc (1).txt", "Keys (old).txt",
  ])
  func `a copy of what is no secret, or a note on one, is none`(name: String) {
    #expect(secret(name) == nil)
  }

  @Test func `a secret key of age is a private key`() {
    let key = "AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX"
    let real = "AGE-SECRET-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPYRZ9X8GF3TVDW0S2JN5KHCEM"
    #expect(
      secret("keys.txt", "# created: 2026-11-24\n\(real)\n") == Secret(kind: .privateKey, line: 2))
    #expect(secret("Note.md", key.lowercased()) == nil)
    #expect(secret("Note.md", "It begins with `AGE-SECRET-KEY-1`.") == nil)
    #expect(
      secret("Note.md", "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p") == nil)
  }

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
  static let tokens: [(kind: Secret.Kind, text: String)] = [
    (.token("GitHub"), "gh" + "p_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17"),
    (
      .token("GitHub"),
      "github" + "_pat_11ABCDE2Y0k3Xb9fQm7Rz1_"
        + "q8Vw2Lr7Tz5Kx1Np4Hs9Jd6Fg3Bc0MvYaXeUoIiPlQwErTyUzAbCdEfGhJk"
    ),
    (.token("Amazon"), "AK" + "IAQ7ZX3MN2VB5TLC6R"),
    (.token("Amazon"), "aws" + "_secret_access_key = k3Jx8QmZr7Tn4Wv1Ly9BdPq2/Hs6Fg0Mc+XeUoIi"),
    (.token("Amazon"), "AWS" + "_SECRET_ACCESS_KEY='k3Jx8QmZr7Tn4Wv1Ly9BdPq2/Hs6Fg0Mc+XeUoIi'"),
    (.token("Amazon"), "Secret" + "AccessKey\": \"k3Jx8QmZr7Tn4Wv1Ly9BdPq2/Hs6Fg0Mc+XeUoIi"),
    (.token("Google"), "AI" + "zaSyD3kLm9QxW2vB7nT4rY8uZ1cF6gH0jPqsE"),
    (.token("Google"), "GOC" + "SPX-k3Jx8QmZr7Tn4Wv1Ly9BdPq2Hs6F"),
    (.token("GitLab"), "glp" + "at-x8Kq2mZr7Tn4Wv1Ly9Bd"),
    (.token("GitLab"), "gld" + "t-x8Kq2mZr7Tn4Wv1Ly9Bd"),
    (.token("Slack"), "xox" + "b-298374651029-387465102938-k3Jx8QmZr7Tn4Wv1Ly9BdPq2"),
    (
      .token("Slack"),
      "xap" + "p-1-A02QX3M7B5T-2983746510293-7f3a9c1e5b2d8f4a6c0e9b7d1f3a5c8e2b4d6f80a1c3e5b7"
    ),
    (
      .webhook("Slack webhook"),
      "hooks.sla" + "ck.com/services/T02QX3M7B/B05TLC6RZ/k3Jx8QmZr7Tn4Wv1Ly9BdPq2"
    ),
    (
      .webhook("Discord webhook"),
      "discord" + ".com/api/webhooks/998877441122336655/"
        + "k3Jx8QmZr7Tn4Wv1Ly9BdPq2Hs6Fg0Mc5XeUoIiPlQwErTyUzAbCd-eFgHiJkLmNoPqRs7Tu"
    ),
    (.token("Stripe"), "sk" + "_live_4eC39HqLyjWDarjtT1zdp7dc"),
    (.token("OpenAI"), "sk" + "-proj-a8Kq2mZr7Tn4Wv1Ly9BdT3BlbkFJx3Jq8Rm5Wz2Lk7Vn9Tp4"),
    (
      .token("Anthropic"),
      "sk" + "-ant-api03-k3Jx8QmZr7Tn4Wv1Ly9BdPq2Hs6Fg0Mc5XeUoIiPlQwErTyUzAbCd-AA"
    ),
    (.token("npm"), "npm" + "_k3Jx8QmZr7Tn4Wv1Ly9BdPq2Hs6Fg0Mc5XeU"),
    (
      .token("PyPI"),
      "pypi" + "-AgEIcHlwaS5vcmcCJDk3Jx8QmZr7Tn4Wv1Ly9BdPq2Hs6Fg0Mc5XeUoIiPlQwErTyUzAbCd-eFgHiJ"
    ),
    (.token("Hugging Face"), "hf" + "_QwErTyUzAbCdEfGhJkLmNoPqRsTuVwXyZa"),
    (
      .token("SendGrid"),
      "SG" + ".k3Jx8QmZr7Tn4Wv1Ly9BdP.q2Hs6Fg0Mc5XeUoIiPlQwErTyUzAbCdEfGhJkLmNo7R"
    ),
    (
      .token("DigitalOcean"),
      "dop" + "_v1_7f3a9c1e5b2d8f4a6c0e9b7d1f3a5c8e2b4d6f80a1c3e5b7d9f0a2c4e6b8d1f3"
    ),
    (.token("Shopify"), "shp" + "at_7f3a9c1e5b2d8f4a6c0e9b7d1f3a5c8e"),
    (
      .webToken,
      "ey" + "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0NzExIiwiaWF0IjoxNzAwMDAwMDAwfQ"
        + ".k3Jx8QmZr7Tn4Wv1Ly9BdPq2Hs6Fg0Mc5XeUoIiPlQw"
    ),
  ]

  @Test(arguments: tokens)
  func `tokens are known by their form`(kind: Secret.Kind, text: String) {
    let expected = Secret(kind: kind, line: 2)
    #expect(secret("Note.md", "# x\nkey: \(text)\n") == expected)
    #expect(secret("Note.md", "# x\n`\(text)`") == expected)
    #expect(secret("Note.md", "# x\nURL=https://x/?k=\(text)&a") == expected)
    // In the middle of something longer it is something else.
    #expect(secret("Note.md", "a" + text) == nil)
    #expect(secret("Note.md", text.prefix(18).description) == nil)
  }

  @Test(arguments: [
    "https://joe:" + "pw@host", "see https://joe:" + "tulips@pond.org/r.git.",
    "url = postgres://app:" + "k3Jx%2F8Q@db.pond.org:5432/notes", "<ftp://a:" + "b@c@d.org/x>",
  ])
  func `a password in a URL is one`(text: String) {
    #expect(secret("Note.md", "# x\n\(text)\n") == Secret(kind: .password, line: 2))
  }

  @Test(arguments: [
    "https://user:password@host", "postgres://postgres:postgres@db", "https://joe@host",
    "https://joe:@host", "https://{{user}}:{{password}}@host", "https://$USER:$PW@host",
    "redis://a:" + "tulips@localhost:6379", "https://a:" + "tulips@www.example.org/x",
    "https://joe:" + "x@example.com", "https://joe:***@host", "https://host:80/joe@pond.org",
    "https://joe:xxxx@host", "://a:b@c", "https://pond.org/a:b@c", "mysql://a:<pw>@b",
  ])
  func `a URL that shows where a password goes has none`(text: String) {
    #expect(secret("Note.md", text) == nil)
  }

  @Test func `the token of a bot of Telegram has the bot's number before it`() {
    let token = "71" + "29384756:AAk3Jx8QmZr7Tn4Wv1Ly9BdPq2Hs6Fg0Mc5"
    #expect(secret("Note.md", "bot \(token)") == Secret(kind: .token("Telegram"), line: 1))
    #expect(secret("Note.md", "https://api.telegram.org/bot\(token)/getMe") == nil)
    #expect(secret("Note.md", "x:" + token.dropFirst(11)) == nil)
  }

  @Test func `settings of npm are a secret where they have a token`() {
    let line = "//npm.pond.org/:_auth" + "Token=1f0c9a3e-5b2d-48f4-a6c0-e9b7d1f3a5c8"
    #expect(secret("web/.npmrc", "a=b\n\(line)\n") == Secret(kind: .token("npm"), line: 2))
    #expect(secret("Note.md", line) == nil)
    #expect(secret(".npmrc", "//npm.pond.org/:_authToken=${NPM_TOKEN}\n") == nil)
  }

  @Test(arguments: [true, false], [true, false])
  func `a private key in UTF-16 is one`(isLittle: Bool, hasMark: Bool) {
    let text =
      (hasMark ? "\u{FEFF}" : "") + "Kéy\r\n-----BEGIN PRIVATE KEY-----\r\n\(Self.body)\r\n"
      + "-----END PRIVATE KEY-----\r\n"
    let bytes = text.utf16.flatMap { unit in
      let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isLittle ? pair : pair.reversed()
    }
    let found = Secret(at: TreePath("key.txt"), bytes)
    #expect(found == Secret(kind: .privateKey, line: 2))
  }

  @Test func `a secret is new in an edit where the last version does not have it`() {
    let (first, second) = (Self.tokens[0].text, Self.tokens[2].text)
    func found(_ old: String, _ new: String, at path: String = "Note.md") -> Secret? {
      Secret(newIn: Array(new.utf8), at: TreePath(path)) { Array(old.utf8) }
    }
    let amazon = Secret(kind: Self.tokens[2].kind, line: 3)
    #expect(found("a", "b\n\n\(second)") == amazon)
    #expect(found("see \(first)", "moved \(first)\n\n\(second)") == amazon)
    #expect(found("\(second)\n\(first)", "\(first) and \(second)") == nil)
    #expect(found("a", "b", at: ".env") == nil)
    #expect(found("A=1", "A=\(first)", at: "prod.env") == nil)
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
    "sk-2021-11-a-long-slug-of-a-page-about-scikit-learn", "hf_transfer_of_large_files_to_the_hub",
    "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "npm_config_registry_of_mine",
    "npm_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "SG.xxxxxxxxxxxxxxxxxxxxxx.yyyyyyyyyyyyyyyyyyyyyyyyyyy",
    "https://hooks.slack.com/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX",
    "https://discord.com/api/webhooks/123456789012345678/your-token",
    "GOCSPX-your-client-secret-goes-here",
    "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11", "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
    // The sample of jwt.io, and one without a signature.
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0Ijox"
      + "NTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    "eyJhbGciOiJub25lIn0.eyJzdWIiOiI0NzExIn0.",
  ])
  func `what stands for a token is none`(text: String) {
    #expect(secret("Note.md", "Put `\(text)` there.") == nil)
  }

  @Test func `what is encrypted may be shared`() {
    #expect(secret(".env", "\0GITCRYPT\0\u{1}\u{2}") == nil)
    #expect(secret(".env", "$ANSIBLE_VAULT;1.1;AES256\n6162") == nil)
  }

  /// Eight times the text takes about eight times the work, 64 times if the time is square. The bound
  /// lies between the two, and a measure that another process disturbed is taken again.
  @Test(arguments: [
    "-----BEGIN PRIVATE KEY-----\n", "sk-" + String(repeating: "a", count: 60), "-", "https://a:",
    "eyJ", "eyJa.eyJb.", "1:AA", ":AA", "glpat-.", "_authToken=", "aws_secret_access_key=",
    "hooks.slack.com/services/T/", "://",
  ])
  func `hostile text takes linear time`(piece: String) {
    func work(_ bytes: Int) -> Double {
      let text = String(repeating: piece, count: bytes / piece.utf8.count)
      return secondsOfWork { #expect(secret("a.md", text) == nil) }
    }
    let isLinear = (0..<5).contains { _ in work(320_000) < work(40_000) * 24 + 0.01 }
    #expect(isLinear)
  }
}
