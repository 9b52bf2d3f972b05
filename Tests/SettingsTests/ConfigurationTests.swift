import Files
import GitSandbox
import Notes
import Settings
import TestSupport
import Testing

struct ConfigurationTests {
  private func load(_ folder: TemporaryFolder, _ variables: [String: String] = [:]) -> Configuration
  {
    let environment = Environment(["XDG_CONFIG_HOME": folder("config")].merging(variables) { $1 })
    return .load(
      VaultLocation(root: folder.path.appending("vault"), kind: .zib), environment: environment)
  }

  @Test func `the vault goes before the person, the environment before both`() throws {
    let folder = try TemporaryFolder()
    folder.write("language: de\nnew:\n  folder: Eingang # neu\n", to: "vault/.zib/config.yml")
    folder.write(
      "language: fr\nnew.folder: In\njournal.folder: Tage\n", to: "config/zib/config.yml")
    let configuration = load(folder)
    #expect(configuration.language == "de")
    #expect(configuration.text("new.folder") == "Eingang")
    #expect(configuration.text("journal.folder") == "Tage")
    #expect(configuration.text("new.filename") == "{{title}}")
    #expect(configuration.problems.isEmpty)
    let key = try #require(ConfigurationKey.named("language"))
    #expect(configuration.setting(key).source == .vault)
    #expect(load(folder, ["ZIB_LANGUAGE": "none"]).language == nil)
  }

  @Test func `a vault cannot name a program`() throws {
    let folder = try TemporaryFolder()
    folder.write("editor: rm -rf ~\npager: rm\n", to: "vault/.zib/config.yml")
    #expect(load(folder).text("editor") == "")
    #expect(load(folder).problems.map(\.line) == [1, 2])
    folder.write("editor: nano\n", to: "config/zib/config.yml")
    #expect(load(folder).text("editor") == "nano")
  }

  @Test func `what is wrong is said with its line, and the rest holds`() throws {
    let folder = try TemporaryFolder()
    folder.write(
      "---\nlangauge: de\nlanguage: klingon\ntags:\n  bear: maybe\nexclude: [a, b]\n",
      to: "vault/.zib/config.yml")
    let configuration = load(folder)
    #expect(configuration.excluded == ["a", "b"])
    #expect(configuration.problems.map(\.line) == [2, 3, 5])
    #expect(configuration.problems[0].message.contains("did you mean language?"))
    folder.write("a: [\n", to: "vault/.zib/config.yml")
    #expect(load(folder).problems.count == 1)
    #expect(load(folder).language == "en")
  }

  @Test func `a language without stems is refused`() throws {
    let folder = try TemporaryFolder()
    folder.write("language: pl\n", to: "vault/.zib/config.yml")
    let configuration = load(folder)
    #expect(configuration.language == "en")
    #expect(configuration.problems.count == 1)
  }

  @Test func `a file of a newer version is told once, and what is known holds`() throws {
    let folder = try TemporaryFolder()
    folder.write("version: 1\nlanguage: de\n", to: "vault/.zib/config.yml")
    #expect(load(folder).problems.isEmpty)
    folder.write(
      "# Ours.\nversion: 99\nlanguage: de\nsounds: loud\nnew.flavour: sweet\ntags.bear: maybe\n",
      to: "vault/.zib/config.yml")
    let newer = load(folder)
    #expect(newer.language == "de")
    #expect(newer.problems.map(\.line) == [2, 6])
    #expect(newer.problems[0].message.contains("written by a newer zib (version 99"))
    for version in ["0", "-1", "new", "[1]", "1.5"] {
      folder.write("version: \(version)\nlanguage: de\n", to: "vault/.zib/config.yml")
      #expect(load(folder).problems.map(\.line) == [1], "\(version)")
      #expect(load(folder).language == "de")
    }
  }

  @Test func `a file of a newer version is not written`() throws {
    let folder = try TemporaryFolder()
    let location = VaultLocation(root: folder.path.appending("vault"), kind: .zib)
    let environment = Environment(["XDG_CONFIG_HOME": folder("config")])
    folder.write("version: 2\n", to: "vault/.zib/config.yml")
    let vault = Vault(
      location: location, configuration: .load(location, environment: environment),
      environment: environment)
    #expect(throws: ConfigurationError.newer(location.configurationFile, version: 2)) {
      try vault.configure("language", to: "de", for: .vault)
    }
    folder.write("version: 1\nunknown: 1\n", to: "vault/.zib/config.yml")
    try vault.configure("language", to: "de", for: .vault)
    #expect(folder.read("vault/.zib/config.yml") == "version: 1\nunknown: 1\nlanguage: de\n")
  }

  @Test func `what all devices of a vault have to follow is the vault's alone`() throws {
    let folder = try TemporaryFolder()
    folder.write("merge.granularity: word\n", to: "config/zib/config.yml")
    #expect(load(folder).text("merge.granularity") == "line")
    #expect(load(folder).problems.map(\.line) == [1])
    folder.write("merge.granularity: word\n", to: "vault/.zib/config.yml")
    #expect(load(folder).text("merge.granularity") == "word")
  }

  @Test func `settings are not read from out of the vault`() throws {
    let folder = try TemporaryFolder()
    folder.write("language: de\n", to: "outside.yml")
    folder.link("vault/.zib/config.yml", to: folder("outside.yml"))
    #expect(load(folder).language == "en")
    #expect(load(folder).problems.count == 1)
    // The person's own may be a link to anywhere.
    folder.link("config/zib/config.yml", to: folder("outside.yml"))
    #expect(load(folder).language == "de")
  }

  @Test func `follows what was chosen in Obsidian`() throws {
    let folder = try TemporaryFolder()
    folder.write(
      #"{"userIgnoreFilters": ["Old/", "Draft*", "/regex/"], "newFileLocation": "folder","#
        + #""newFileFolderPath": "Inbox", "newLinkFormat": "relative"}"#,
      to: "vault/.obsidian/app.json")
    folder.write(
      #"{"folder": "Daily", "template": "T/Day"}"#, to: "vault/.obsidian/daily-notes.json")
    folder.write("{\n  \"folder\": \"T\"\n}", to: "vault/.obsidian/templates.json")
    let configuration = load(folder)
    #expect(configuration.problems == [])
    #expect(configuration.excluded == ["/Old/", "/Draft\\**"])
    #expect(configuration.text("new.folder") == "Inbox")
    #expect(configuration.text("journal.folder") == "Daily")
    #expect(configuration.text("journal.pattern") == "YYYY-MM-DD")
    #expect(configuration.text("journal.template") == "T/Day")
    #expect(configuration.text("templates.folder") == "T")
    folder.write("journal.folder: Journal\n", to: "vault/.zib/config.yml")
    #expect(load(folder).text("journal.folder") == "Journal")
  }

  @Test func `follows what was chosen in Obsidian's plugins`() throws {
    let folder = try TemporaryFolder()
    folder.write("{}", to: "vault/.obsidian/app.json")
    #expect(load(folder).text("journal.week") == "gggg-[W]ww")
    #expect(load(folder).text("tasks.done-date") == "auto")
    folder.makeFolder("vault/.obsidian/plugins/obsidian-tasks-plugin")
    #expect(load(folder).text("tasks.done-date") == "always")
    folder.write(
      #"{"setDoneDate": false, "taskFormat": "dataview", "statusSettings": {"customStatuses": ["#
        + #"{"symbol": ">", "type": "ON_HOLD", "nextStatusSymbol": " "}, {"symbol": "long"}, 3]}}"#,
      to: "vault/.obsidian/plugins/obsidian-tasks-plugin/data.json")
    folder.write(
      #"{"weekly": {"enabled": true, "format": "YYYY-[KW]WW", "folder": "/W/", "template": "T.md"},"#
        + #""yearly": {"enabled": false, "format": "Y"}}"#,
      to: "vault/.obsidian/plugins/periodic-notes/data.json")
    let configuration = load(folder)
    #expect(configuration.problems == [])
    #expect(configuration.text("tasks.done-date") == "never")
    #expect(configuration.text("tasks.form") == "brackets")
    #expect(configuration.list("tasks.statuses") == [">:on-hold: "])
    #expect(configuration.text("journal.week") == "/[W]/YYYY-[KW]WW")
    #expect(configuration.text("journal.week-template") == "T.md")
    #expect(configuration.text("journal.year") == "YYYY")
  }

  @Test(
    arguments: [
      (nil, Weekday.monday), ("C.UTF-8", .monday), ("de_DE.UTF-8", .monday),
      ("en_US.UTF-8", .sunday),
      ("en_GB", .monday), ("pt_BR@x", .sunday), ("ar_EG.UTF-8", .saturday), ("", .monday),
    ] as [(String?, Weekday)])
  func `begins weeks as a locale does`(locale: String?, day: Weekday) throws {
    let folder = try TemporaryFolder()
    #expect(load(folder).weekStart(locale: locale) == day)
    folder.write("journal.week-start: sunday\n", to: "vault/.zib/config.yml")
    #expect(load(folder).weekStart(locale: locale) == .sunday)
  }

  @Test(arguments: [
    (".zib/config.yml", "journal.folder: Days\n", "journal.folder: Days\nquery.x: [oops\n", 2),
    (".zib/config.yml", "journal.folder: Days\n", "<<<<<<< a\njournal.folder: D\n=======\n", 2),
    (".obsidian/daily-notes.json", "{\"folder\": \"Days\"}", "{\"folder\": \"Da", 1),
    ("logseq/config.edn", "{:journals-directory \"Days\"}", "{:journals-directory \"Da", nil),
    ("logseq/config.edn", "{:journals-directory \"Days\"}", "{:a {:journals-directory \"D\"}", nil),
  ])
  func `a file that cannot be read is replaced by its last commit that can`(
    name: String, good: String, bad: String, line: Int?
  ) throws {
    let home = try Sandbox()
    func settings() throws -> Configuration {
      let environment = Environment([:])
      return .load(
        try VaultLocation.find(
          from: DiskPath(home.path), explicit: DiskPath(home("vault")), environment: environment),
        environment: environment)
    }
    func commit() throws {
      try home.git("add -A", in: "vault")
      try home.git("commit --quiet --allow-empty -m settings", in: "vault")
    }
    home.write(good, to: "vault/\(name)")
    try home.git("init --quiet", in: "vault")
    #expect(try settings().text("journal.folder") == "Days")

    home.write(bad, to: "vault/\(name)")
    let alone = try settings()
    #expect(alone.text("journal.folder") != "Days" && alone.text("journal.folder") != "Da")
    #expect(alone.unread.map(\.line) == [line])

    home.write(good, to: "vault/\(name)")
    try commit()
    home.write(bad, to: "vault/\(name)")
    for _ in 1...2 {
      let stoodIn = try settings()
      #expect(stoodIn.text("journal.folder") == "Days")
      #expect(stoodIn.unread == [])
      #expect(stoodIn.problems.map(\.kind) == [.unread(hasStandIn: true)])
      // Also after plain git has made a commit of it.
      try commit()
    }
  }

  @Test func `settings of Obsidian that several vaults share by a link hold`() throws {
    let folder = try TemporaryFolder()
    folder.write("{\"folder\": \"Days\"}", to: "shared/daily-notes.json")
    folder.makeFolder("vault")
    folder.link("vault/.obsidian", to: folder("shared"))
    let configuration = load(folder)
    #expect(configuration.text("journal.folder") == "Days" && configuration.problems == [])
    // A file that is a link could be any of the person's.
    folder.write(
      "{\"newFileLocation\": \"folder\", \"newFileFolderPath\": \"X\"}", to: "private.json")
    folder.link("shared/app.json", to: folder("private.json"))
    #expect(load(folder).text("new.folder") == "" && load(folder).unread.count == 1)
  }

  @Test func `a hidden folder of Obsidian's settings is told`() throws {
    let folder = try TemporaryFolder()
    folder.write("{\"attachmentFolderPath\": \".assets\"}", to: "vault/.obsidian/app.json")
    let configuration = load(folder)
    #expect(configuration.text("attachments.folder") == "Attachments")
    #expect(configuration.problems.map(\.setting) == ["attachments.folder"])
    #expect(configuration.problems.map(\.kind) == [.unfit])
  }

  @Test func `a folder for notes is in the vault and can be seen`() throws {
    let key = try #require(ConfigurationKey.named("journal.folder"))
    for text in ["", "Days", "a/b", "./a", ".", "/"] {
      #expect(key.value(of: text) != nil, "\(text)")
    }
    for text in [".git", "..", "../x", "a/../../b", ".zib/x", "a/.b"] {
      #expect(key.value(of: text) == nil, "\(text)")
    }
  }

  @Test func `follows what was chosen in Logseq`() throws {
    let folder = try TemporaryFolder()
    func settings(_ text: String) -> Configuration {
      folder.write(text, to: "vault/logseq/config.edn")
      return .load(
        VaultLocation(root: folder.path.appending("vault"), kind: .logseq),
        environment: Environment([:]))
    }
    #expect(settings("").text("journal.pattern") == "YYYY_MM_DD")
    let configuration = settings(
      """
      {:meta/version 1
       ;; :journal/file-name-format "yyyyMMdd"
       #_:journal/file-name-format #_"MM"
       :commands [["a" "b\\"]"] {:journal/file-name-format "dd"}]
       :hidden #{"x" "y"}, :journal/file-name-format "yyyy-MM-dd, EEE" :pages-directory "notes"
       :journals-directory "days" :default-home {:page "\u{5C}"Home"}}
      """)
    #expect(configuration.problems == [])
    #expect(configuration.text("journal.pattern") == "YYYY-MM-DD, ddd")
    #expect(configuration.text("journal.folder") == "days")
    #expect(configuration.text("new.folder") == "notes")
    #expect(configuration.text("journal.title") == "MMM Do, YYYY")
    let titled = settings("{:journal/page-title-format \"EEEE, do MMMM yyyy\"}")
    #expect(titled.text("journal.title") == "dddd, Do MMMM YYYY")
    let oddTitle = settings("{:journal/page-title-format \"QQ\"}")
    #expect(oddTitle.text("journal.title") == "MMM Do, YYYY")
    #expect(oddTitle.problems.map(\.setting) == ["journal.title"])
    let odd = settings("{:journal/file-name-format \"yyyy-QQ\"}")
    #expect(odd.text("journal.pattern") == "YYYY_MM_DD" && odd.problems.count == 1)
    for hostile in ["{", "}}}}", "{:a", "{:a \"", "{\"\\", "#_", "{:a #", "{:a \"x\" :b"] {
      #expect(settings(hostile).text("journal.pattern") == "YYYY_MM_DD", "\(hostile)")
    }
  }

  @Test(arguments: [
    ("version: 5\nworkspace:\n  vaults:\n    - fsPath: vault\n", "vault", "vault"),
    ("version: 1\nvaults:\n  - fsPath: ./notes/\n  - fsPath: b\n", "notes", "notes"),
    (
      "workspace:\n  vaults:\n    - fsPath: .\n      selfContained: true\n    - fsPath: days\n      name: d\n"
        + "  journal:\n    dailyVault: d\n", "notes", "days"
    ),
    ("workspace:\n  vaults:\n    - fsPath: ../out\n", "", "Journal"),
  ])
  func `notes and days of Dendron are in its vaults`(settings: String, new: String, days: String)
    throws
  {
    let folder = try TemporaryFolder()
    folder.write(settings, to: "vault/dendron.yml")
    let configuration = Configuration.load(
      VaultLocation(root: folder.path.appending("vault"), kind: .dendron),
      environment: Environment([:]))
    #expect(configuration.problems == [])
    #expect(configuration.text("new.folder") == new)
    #expect(configuration.text("books.folder") == (new.isEmpty ? "Books" : new))
    #expect(configuration.text("capture.note") == (new.isEmpty ? "Inbox" : new + "/Inbox"))
    #expect(configuration.text("journal.folder") == days)
    #expect(configuration.text("journal.pattern") == "[daily.journal.]YYYY.MM.DD")
    let pattern = DatePattern(configuration.text("journal.pattern"))
    let day = CivilDate(year: 2026, month: 11, day: 23)
    #expect(pattern.day(of: "daily.journal.2026.11.23") == day)
  }

  @Test(arguments: [
    ("logseq/config.edn", "{:journals-directory \"days\"}", "journal.folder", "days"),
    ("logseq/config.edn", "", "journal.pattern", "YYYY_MM_DD"),
    ("dendron.yml", "workspace:\n  vaults:\n    - fsPath: vault\n", "journal.folder", "vault"),
    (".zk/config.toml", "", "tags.colon", "true"),
    (
      ".zk/config.toml", "[format.markdown]\nmultiword-tags = true # as in Bear\n", "tags.bear",
      "true"
    ),
    (".zk/config.toml", "[ format.markdown ]\r\ncolon-tags=false\r\n", "tags.colon", "false"),
  ])
  func `another tool's choices hold in a vault of one's own, below its settings`(
    file: String, text: String, name: String, value: String
  ) throws {
    let folder = try TemporaryFolder()
    folder.write(text, to: "vault/" + file)
    func load() -> Configuration {
      .load(
        VaultLocation(root: folder.path.appending("vault"), kind: .zib),
        environment: Environment([:]))
    }
    folder.makeFolder("vault/.zib")
    let key = try #require(ConfigurationKey.named(name))
    #expect(load().setting(key).value.text == value)
    let own = ["true": "false", "false": "true"][value] ?? "own"
    folder.write("\(name): \(own)\n", to: "vault/.zib/config.yml")
    #expect(load().setting(key).value.text == own)
  }

  @Test func `every setting explains itself and its default fits`() {
    for key in ConfigurationKey.all {
      #expect(key.explanation.hasSuffix("."), "\(key.name)")
      if key.shape != .list {
        #expect(key.value(of: key.fallback.text) == key.fallback, "\(key.name)")
      }
    }
    #expect(ConfigurationKey.suggestion(for: "pattern") == "journal.pattern")
    #expect(ConfigurationKey.suggestion(for: "new.filname") == "new.filename")
    #expect(ConfigurationKey.suggestion(for: "quite something else") == nil)
  }

  @Test func `every setting is accepted in its scopes and refused in the others`() throws {
    let folder = try TemporaryFolder()
    folder.makeFolder("vault")
    folder.makeFolder("vault/.zib")
    let location = VaultLocation(root: folder.path.appending("vault"), kind: .zib)
    let vault = Vault(
      location: location, configuration: Configuration(),
      environment: Environment(["XDG_CONFIG_HOME": folder("config")]))
    for key in ConfigurationKey.all {
      for owner in [Vault.SettingsOwner.vault, .person] {
        let refusal: ConfigurationError? =
          switch (key.scope, owner) {
          case (.person, .vault): .onlyForPerson(key.name)
          case (.vaultAlone, .person): .onlyForVault(key.name)
          case (.vault, _), (.person, .person), (.vaultAlone, .vault): nil
          }
        let value = key.fallback.text
        if let refusal {
          #expect(throws: refusal) { try vault.configure(key.name, to: value, for: owner) }
          continue
        }
        try vault.configure(key.name, to: value, for: owner)
        let changed = load(folder)
        #expect(changed.problems == [] && changed.isSet(key.name), "\(key.name) for \(owner)")
        #expect(changed.setting(key).value == key.fallback, "\(key.name) for \(owner)")
        try vault.configure(key.name, to: nil, for: owner)
        #expect(!load(folder).isSet(key.name), "\(key.name) for \(owner)")
      }
    }
  }

  @Test func `a number out of its range is refused wherever it is said`() throws {
    let folder = try TemporaryFolder()
    let location = VaultLocation(root: folder.path.appending("vault"), kind: .zib)
    let vault = Vault(
      location: location, configuration: Configuration(), environment: Environment([:]))
    for key in ConfigurationKey.all {
      guard case .number(let range) = key.shape, case .number(let usual) = key.fallback else {
        continue
      }
      folder.write("\(key.name): \(range.lowerBound)\n", to: "vault/.zib/config.yml")
      #expect(load(folder).number(key.name) == range.lowerBound)
      let above = range.upperBound == .max ? [] : [range.upperBound + 1]
      for wrong in [range.lowerBound - 1] + above {
        folder.write("\(key.name): \(wrong)\n", to: "vault/.zib/config.yml")
        #expect(load(folder).number(key.name) == usual)
        #expect(
          load(folder).problems.map(\.message) == ["\(key.name) has to be \(key.expectation)"])
        #expect(throws: ConfigurationError.unfit(key.name, expected: key.expectation)) {
          try vault.configure(key.name, to: "\(wrong)", for: .vault)
        }
        var given = Configuration()
        given.set(key, to: .number(wrong), from: .flag)
        #expect(given.number(key.name) == usual)
      }
    }
  }
}
