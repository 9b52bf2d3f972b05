import Git
import History
import Testing

/// Messages of git and the usual servers with their meaning, apart from the servers that run here.
struct TransportWordsTests {
  @Test(arguments: [
    (
      """
      git@github.com: Permission denied (publickey).
      fatal: Could not read from remote repository.

      Please make sure you have the correct access rights
      and the repository exists.
      """, TransportError.authentication("git@github.com: Permission denied (publickey).")
    ),
    (
      """
      remote: Support for password authentication was removed on August 13, 2021.
      fatal: Authentication failed for 'https://github.com/a/b.git/'
      """,
      .authentication(
        "Support for password authentication was removed on August 13, 2021.\n"
          + "Authentication failed for 'https://github.com/a/b.git/'")
    ),
    (
      "fatal: could not read Username for 'https://h': terminal prompts disabled",
      .authentication("could not read Username for 'https://h': terminal prompts disabled")
    ),
    (
      "fatal: unable to access 'https://h/': The requested URL returned error: 403",
      .authentication("unable to access 'https://h/': The requested URL returned error: 403")
    ),
    (
      "fatal: unable to access 'https://h/': Could not resolve host: h",
      .offline("unable to access 'https://h/': Could not resolve host: h")
    ),
    (
      "ssh: connect to host h port 22: No route to host\nfatal: Could not read from remote repository.",
      .offline("ssh: connect to host h port 22: No route to host")
    ),
    (
      "ERROR: Repository not found.\nfatal: Could not read from remote repository.",
      .notFound("ERROR: Repository not found.")
    ),
    (
      "remote: Repository not found.\nfatal: repository 'https://h/b.git/' not found",
      .notFound("Repository not found.\nrepository 'https://h/b.git/' not found")
    ),
    (
      "fatal: https://h/b.git/info/refs not valid: is this a git repository?",
      .notGit("https://h/b.git/info/refs not valid: is this a git repository?")
    ),
    (
      """
      fatal: unable to update url base from redirection:
        asked for: https://h/b.git/info/refs?service=git-upload-pack
         redirect: http://login.hotel/
      """,
      .notGit(
        "unable to update url base from redirection:\n"
          + "  asked for: https://h/b.git/info/refs?service=git-upload-pack\n"
          + "   redirect: http://login.hotel/")
    ),
    (
      "fatal: unable to access 'https://h/': The requested URL returned error: 502",
      .serverFailed("unable to access 'https://h/': The requested URL returned error: 502")
    ),
    (
      "fatal: unable to access 'https://ada:s3cret@h/': Could not resolve host: h",
      .offline("unable to access 'https://ada:***@h/': Could not resolve host: h")
    ),
    (
      "fatal: bad object refs/heads/x\nerror: h did not send all necessary objects",
      .failed("bad object refs/heads/x\nh did not send all necessary objects")
    ),
  ])
  func `a fetch that failed`(errors: String, expected: TransportError) {
    #expect(TransportWords.error(ofFetch: errors) == expected)
  }

  @Test(arguments: [
    ("!\ta:refs/heads/main\t[rejected] (fetch first)", "", TransportError.raced),
    ("!\ta:refs/heads/main\t[rejected] (non-fast-forward)", "", .raced),
    ("!\ta:refs/heads/main\t[remote rejected] (failed to update ref)", "", .raced),
    ("!\ta:refs/heads/main\t[remote rejected] (incorrect old value provided)", "", .raced),
    (
      "!\ta:refs/heads/main\t[remote rejected] (cannot lock ref 'refs/heads/main': is at b)", "",
      .raced
    ),
    (
      "!\ta:refs/heads/main\t[remote rejected] (protected branch hook declined)",
      """
      remote: error: GH006: Protected branch update failed for refs/heads/main.\u{1B}[K
      remote: error: Changes must be made through a pull request.
      remote: Resolving deltas: 100% (1/1), done.
      error: failed to push some refs to 'github.com:a/b.git'
      """,
      .rejected(
        "error: GH006: Protected branch update failed for refs/heads/main.\n"
          + "error: Changes must be made through a pull request.")
    ),
    (
      "!\ta:refs/heads/main\t[remote rejected] (branch is currently checked out)",
      "remote: error: refusing to update checked out branch: refs/heads/main", .checkedOut
    ),
    // A hook whose text sounds like a race is none.
    (
      "!\ta:refs/heads/main\t[remote rejected] (pre-receive hook declined)",
      "remote: please fetch first", .rejected("please fetch first")
    ),
    (
      "", "husky: tests failed\nerror: failed to push some refs to 'h'",
      .refusedByHook("husky: tests failed")
    ),
    (
      "", "remote: fatal: write error: No space left on device\nfatal: the remote end hung up",
      .diskFull("fatal: write error: No space left on device\nthe remote end hung up")
    ),
    (
      "", "fatal: unable to access 'https://h/': Failed to connect to h port 443",
      .offline("unable to access 'https://h/': Failed to connect to h port 443")
    ),
  ])
  func `a push that failed`(output: String, errors: String, expected: TransportError) {
    #expect(TransportWords.error(ofPush: output, errors: errors) == expected)
  }

  @Test func `what a single branch is tracked by`() {
    let settings = RemoteSettings(
      name: "o", address: "h",
      fetch: ["+refs/heads/main:refs/remotes/o/main", "refs/heads/x/*:refs/remotes/o/y/*"])
    #expect(settings.trackingReference(of: "main") == "refs/remotes/o/main")
    #expect(settings.trackingReference(of: "x/a/b") == "refs/remotes/o/y/a/b")
    #expect(settings.trackingReference(of: "other") == nil)
  }

  @Test(arguments: [
    ("https://h/a.git", true), ("git@h:a.git", true), ("../a b.git", true), ("C:/a", true),
    ("file:///a", true), ("ssh://git@h:22/~/a", true), ("--upload-pack=x", false), ("-x", false),
    ("", false), ("ext::sh -c x", false), ("EXT::sh -c x", false), ("fd::3", false),
    ("gcrypt::/a/b.git", true), ("gcrypt::rsync://h/a", true), ("ssh://-oProxyCommand=x/a", false),
    ("a\nb", false),
  ])
  func `an address may be one and no option`(address: String, isOne: Bool) {
    #expect(SafeName.isAddress(address) == isOne)
  }
}
