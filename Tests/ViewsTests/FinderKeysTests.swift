import Screens
import Testing
import Views

/// The keys of the finder, and the setting that gives an action others.
struct FinderKeysTests {
  @Test func `a setting of keys without a sign of equality is a problem and changes nothing`() {
    #expect(FinderKeys(["quit"]).problems.map(\.setting) == ["quit"])
    #expect(FinderKeys(["pin="]).problems.isEmpty)
  }

  @Test(
    arguments: [
      (["qiut=ctrl-x"], "no action"), (["zzz"], "no action"), (["open=enterr"], "no name of a key"),
      (["delete=enter"], "`open` has no key left"), (["open=ctrl-c"], "`ctrl-c` leaves"),
      (["quit=ctrl-x", "new=ctrl-x"], "as well"), (["quit=", "clear="], "no key would leave"),
      (["quit="], "no key would leave"), (["quit= "], "no key would leave"),
    ] as [([String], String)])
  func `a setting of keys that cannot be followed says why, and changes nothing`(
    settings: [String], words: String
  ) {
    let keys = FinderKeys(settings)
    #expect(keys.problems.count == settings.count, "\(keys.problems)")
    #expect(keys.problems.allSatisfy { $0.message.contains(words) }, "\(keys.problems)")
    #expect(keys.action(of: KeyStroke(.enter), isTyping: true) == .open)
    #expect(keys.action(of: .control("c"), isTyping: true) == .quit)
  }

  @Test func `a key may go to another action where the one that had it gets another`() {
    let keys = FinderKeys(["open=ctrl-o", "delete=enter", "new=alt-é"])
    #expect(keys.problems.isEmpty)
    #expect(keys.action(of: KeyStroke(.enter), isTyping: true) == .delete)
    #expect(keys.action(of: .control("o"), isTyping: true) == .open)
  }

  @Test func `a setting gives an action other keys, and takes them from those that had them`() {
    var model = FinderSandbox.model(settings: ["quit=ctrl-n f5", "nonsense=x", "new=nokey"])
    #expect(FinderSandbox.press("ctrl-n", in: &model) == [.leave])
    #expect(FinderSandbox.press("ctrl-c", in: &model) == [])
    let keys = FinderKeys(["nonsense=x", "new=nokey", "open=ctrl-o"])
    #expect(keys.problems.map(\.setting) == ["nonsense=x", "new=nokey"])
  }

  @Test(arguments: [false, true])
  func `no two actions have one key`(isTyping: Bool) {
    let keys = FinderKeys()
    for action in FinderAction.allCases {
      for key in keys.keys(of: action, isTyping: isTyping) {
        #expect(keys.action(of: key, isTyping: isTyping) == action, "\(key.name)")
      }
    }
  }
}
