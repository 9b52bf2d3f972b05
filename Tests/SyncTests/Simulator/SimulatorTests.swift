import OperatingSystem
import Testing

/// P1 to P14, P16, P23 to P27 and P30 over random histories; the article Simulator says how to play one again.
struct SimulatorTests {
  @Test func `random histories hold every property`() throws {
    if let text = Self.setting("ZIB_SIM_SCRIPT") {
      let script = try #require(SimulationScript(text: text), "a script of ZIB_SIM_SCRIPT")
      let simulation = Simulation(script, tellsStory: true)
      let violation = simulation.run()
      print(simulation.story.joined(separator: "\n"))
      #expect(violation == nil)
      return
    }
    let given = Self.setting("ZIB_SIM_SEED").flatMap { UInt64($0) }
    let isFresh = Self.setting("ZIB_SIM_SEED") == "fresh"
    let first = given ?? (isFresh ? UInt64.random(in: 0..<1 << 40) : 0)
    let rounds = Self.setting("ZIB_SIM_ROUNDS").flatMap { UInt64($0) } ?? (given == nil ? 100 : 1)
    let allowed = Self.setting("ZIB_SIM_VIOLATIONS").flatMap { Int($0) } ?? 1
    if isFresh || rounds > 200 { print("\(rounds) histories from ZIB_SIM_SEED=\(first)") }
    var statistics = SimulationStatistics()
    var violations = 0
    let clock = ContinuousClock()
    let start = clock.now
    for seed in first..<(first + rounds) {
      let script = SimulationScript(seed: seed)
      let simulation = Simulation(script)
      let violation = simulation.run()
      statistics.add(simulation.statistics)
      guard let violation else { continue }
      let report = violation.report(seed: seed, script: script, subject: .zibaldone)
      Issue.record("\(report)")
      violations += 1
      if violations == allowed { break }
    }
    if rounds > 200 {
      print("\(rounds) histories in \(start.duration(to: clock.now)): \(statistics)")
    }
  }

  /// Faults that long runs found, and that are mended.
  @Test(arguments: [
    // Several commits had one time: one from before the ancestor was taken for a later change, and gave a conflict to the
    // earlier version.
    "world.9031304 delete.0.c4bd edit.0.1d6c create.1.8fc2 twin.1.8ca4 review.0.8272 create.1.30c0"
      + " sync.1.7517 create.0.29f2 sync.0.28d3 resolve.0.1c89 edit.1.f8fe sync.0.2e5a sync.1.66ce"
      + " oppose.0.dcc3 sync.1.4e36 edit.1.ab6a refused.1.5f30",
    // The same where a clock had been ahead.
    "world.10065372 privateNote.0.ec3 rules.0.e161 edited.1.d2e edited.0.8f86 sync.1.ad11 sync.0.ea66"
      + " rules.0.7434 edit.1.3a21 privateNote.0.8aae secret.1.45aa clock.0.af6f sync.0.a0f6 edit.0.674f"
      + " edited.1.57ac raced.0.f782 sync.1.c374 clock.0.f726 oppose.1.dcbb ignored.0.f20e sync.0.58e0"
      + " sync.1.c48b",
    // The checks were at fault: a note that was edited between two kills got its new case with that edit.
    "world.10064654 create.3.6bbe edit.1.958b edit.0.250f caseRename.1.e01b edited.0.dc85 sync.3.a208"
      + " edit.1.2ab5 review.0.27f6 sync.0.b38c review.1.cd73 sync.3.d0f6 review.3.cf55 sync.1.de2"
      + " killed.3.9287 edit.3.b033 powerCut.3.be06",
    // The checks were at fault: what was staged was in the commit to which the stopped sync was to go on.
    "world.10098516 edit.1.aa0e attach.1.40da delete.0.16e5 secret.1.2896 sync.0.2a8f sync.1.a77f"
      + " ignored.1.53db gitStage.1.f308 failed.1.cb80",
    // The checks were at fault: an editor saved into a file that was ignored by now.
    "world.10096628 failed.0.224f privateNote.0.bbdf rules.0.e369 staleSave.0.8be rules.0.198c"
      + " staleSave.0.9a21",
    // A file was made where a folder has to be whose notes cannot be written, twice: the second was taken for an edit of
    // the first, which had made way, and took the place of its text.
    "world.10012034 create.1.d33f unwritable.1.79dd edit.1.4712 sync.0.60cf sync.1.c51 create.1.e736",
    // The checks were at fault: a last line that ended in a lone CR went on.
    "world.10026343 edit.0.e7bb edit.1.1053 edit.1.23c1 secret.1.4838 edit.1.cd3e",
    // The checks were at fault: two people put one key into the text by hand, at two places.
    "world.10032242 review.2.f6e4 edit.3.d915 edited.0.972c snapshot.2.682 sync.0.b8b0 sync.3.d45c"
      + " sync.0.7555 gitPull.2.c15 resolve.0.bfc9",
    // The checks were at fault: a key ended in `TTTTT`, which is a placeholder and no secret.
    "world.604441728579 secret.0.d98c unwritable.1.2652",
    // The checks were at fault: a key stood below the front matter by hand, and an undo put it back where it belongs.
    "world.815000049479 sync.0.6be8 edit.1.4ca3 killed.0.619a snapshot.1.f6aa gitPull.1.f526"
      + " gitPush.1.59ca sync.0.5004 undo.0.ca5e edited.1.e7bb",
    // The checks were at fault: a loss of power brought back a secret that was renamed once and is gone from the last snapshot.
    "world.815000064456 ignored.0.8da6 ignored.2.bb87 ignored.2.43fa privateNote.0.1fac"
      + " sync.0.1e15 sync.2.e1f5 caseRename.2.709a sync.2.7b10 caseRename.2.ad6f powerCut.2.ab6e",
    // The world was at fault: what was fetched was lost with the power, if it had been written here before.
    "world.815000039605 edit.1.62f6 edit.1.a911 attach.1.db53 edit.0.8f50 sync.0.cb2e"
      + " ignored.1.6087 snapshot.1.3c6e delete.1.b497 powerCut.1.84a1",
    // No name was left for an ignored file that was in the way: each sync took it from its place and put it back.
    "world.815000034825 privateNote.1.e127 sync.1.7abb rules.1.c3d5 privateNote.0.3e93 raced.1.3bca"
      + " rules.1.7f14 sync.0.a411 sync.1.e761 sync.0.7558",
    // The checks were at fault: a note was emptied and won, and its conflict copy was emptied elsewhere and lost.
    "world.815000013193 sync.2.1732 privateNote.2.dce2 sync.2.f99d sync.0.4d28 rules.2.c466"
      + " rules.0.8d35 sync.0.6a8b sync.2.d829 sync.1.3de4 privateNote.2.f86e offline.2.97c8"
      + " edit.2.498 sync.2.ea27 sync.0.407d rules.0.530a killed.1.5176",
    // A folder that ignores case had one file for two of the last commit, of which neither was on record as waiting: one
    // had been moved away with a secret in it; of the other, the new name was staged by hand.
    "world.815000038187 twin.1.9e11 sync.1.48c7 secret.2.e9e3 edited.2.7158 edited.3.8efc"
      + " sync.2.a8e6",
    "world.815000059579 caseRename.2.1c12 gitStage.2.40f1 edited.4.c297 sync.2.a61b",
    // The checks were at fault: a person left a file of hers where she had been told that another's waits for the place.
    "world.815000079801 privateNote.0.8880 privateNote.2.e506 rules.4.5d40 sync.2.a1a9 edit.1.2876"
      + " sync.1.760b rules.4.a078 edit.4.441 sync.0.ef5 sync.4.6dc3 edited.1.c9e4 powerCut.0.15e4"
      + " rules.0.bd6e rules.4.7a5d",
    // The world was at fault: two people pasted the same secret by chance, and one consented to it.
    "world.820000085170 secret.1.18ab secret.0.18ab ignored.0.1f04 sync.0.2820 sync.1.138a",
    // Plain git checked out two files of one name into a folder that ignores case: one had the other's text, which was
    // taken for an edit.
    "world.820000090228 sync.0.deef sync.2.6aae twin.2.4fb sync.2.d616 gitPull.1.3773"
      + " unwritable.2.4eb3",
    // A stopped sync had moved the branch; a person moved a file that had come, committed that by hand and made another
    // in its place: it was taken for an edit of the file that was moved.
    "world.820000044327 secret.1.b0b5 sync.3.a1c0 twin.3.536c review.1.a129 twin.1.fd0c attach.2.b3fc"
      + " unwritable.3.3052 unanswered.3.306a raced.2.8271 edited.3.77a2 failed.1.a9a3 rules.1.977a"
      + " move.1.6a7e move.1.1efc privateNote.1.920b attach.1.51f6",
    // The checks were at fault: a tracked file with its name in another case was taken for a new one.
    "world.820000041609 privateNote.0.1047 move.0.d329 privateNote.0.d55f rules.0.4b64 secret.0.c28d"
      + " caseRename.0.1ba1 sync.0.f8b7 rules.0.aae9",
    // The journal was lost, and a conflict copy that a sync had prepared was taken for a file that the device keeps to
    // itself; no name was ignored to which it could make way.
    "world.820000028122 edit.0.535 create.0.b743 create.1.8a1f snapshot.0.d697 ignored.0.a4e1"
      + " edit.1.4888 raced.0.4965 privateNote.0.1cf5 edit.0.4741 privateNote.1.ad74 review.1.7ef1"
      + " edit.1.1de0 refused.1.7266 edited.1.b340 edit.0.7250 secret.0.5a5e review.0.620e edit.1.e94f"
      + " ignored.0.db9a edit.0.eea3 rules.1.2269 sync.0.1d46 journalLost.1.e000",
    // The checks were at fault: plain git had put a folder in the place of a file, and committed that.
    "world.831000001596 stoppedThenGit.1.fdd0 twin.0.7f0a sync.0.cf44 gitPull.1.dea0 ignored.1.e741",
    // The checks were at fault: a file that had come half-way, and that git ignores here, was edited while the next sync
    // ran, and was set aside.
    "world.831000004625 review.1.51de config.3.663b sync.1.7934 gitPull.4.32cc review.0.de61 sync.0.cceb"
      + " review.1.f87c review.2.2d87 sync.1.e62e sync.3.e10c ignored.2.f563 sync.4.5406 edit.1.addc"
      + " mode.4.9bd8 sync.1.ef79 sync.2.819e powerCut.4.19e6 powerCut.4.c390",
    // The world was at fault: a file that came into the place of a secret, which differs in case, kept that one's name, as
    // on a disk that ignores case, and was taken for renamed.
    "world.840000035284 edit.1.b931 edited.1.f180 ignored.1.1555 caseRename.1.3497 sync.1.a794"
      + " ignored.0.6771 sync.0.413c",
    // A rule moved to a file of rules that could not be written: what it had ignored was committed.
    "world.840000038345 rules.0.b02f ignored.2.bdc3 attach.0.a2d6 powerCut.2.1611 rules.0.201a"
      + " rules.0.464c sync.0.fb26 unwritable.0.fef privateNote.2.1eda sync.2.1279 rules.2.9b75"
      + " privateNote.0.46fe killed.2.bb1d sync.0.fac2",
    // A stopped sync had changed the case of a note's name, and the old name was restored beside it: that was taken for an
    // edit of the note, and took out of it what the restored text does not have.
    "world.850000039483 ignored.2.c0c edit.1.2686 stoppedThenGit.1.cb60 move.0.a322 config.0.a1f7"
      + " edited.0.6636 sync.1.4e2d caseRename.1.35fd sync.2.a573 review.2.4d84 snapshot.1.23d2"
      + " gitPush.1.744b sync.0.4b5b failed.2.7abe restore.2.73f7",
    // A secret, of which `git add` alone had another version, was renamed in case alone: the new name was compared with the
    // staged version only, and waited for a decision while the old one went.
    "world.114769141805 delete.0.3e55 ignored.0.cb79 sync.0.eb44 sync.1.8929 gitStage.1.a12f"
      + " caseRename.1.45f9",
    // An edit that had waited for its secret to go was written, and an edit of another note in the same moment counted as one
    // of the version from before: the person's choice between a note and its copy was taken back.
    "world.875658388466 killed.2.1471 edit.1.a5ad secret.0.be43 sync.2.e75 sync.0.a06 edited.1.6ca4"
      + " edit.0.4c71 edit.0.da37 sync.0.dfea resolve.0.cb60",
    // A sync was stopped twice while it renamed a note in case alone into which a secret had been pasted, and the edit that was
    // put back counted as one of the new version: what that brought was taken out with the secret.
    "world.273440432173 sync.1.ee13 edited.2.82e9 killed.2.a657 edited.1.5f77 edit.2.1306"
      + " caseRename.2.c8fc ignored.2.4b57 secret.1.5701 review.2.f9b5 sync.2.6715 killed.1.91e1",
    // A note was moved to a path from which another had been moved away before: an edit of it followed the other.
    "world.393134729246 move.1.e299 move.0.45a8 move.0.9da3 edit.2.b6b1 attach.1.b295 sync.2.c84e"
      + " edit.0.8e9b sync.1.798b edited.1.182b sync.0.3496 edit.1.eb6c move.0.27c8",
    // A sync was stopped while a file that the device ignores made way, and a later `zib` had written the journal: the file became
    // a conflict copy, which plain git committed.
    "world.784806066001 review.1.fb4d ignored.2.df84 edited.1.bad2 edit.2.4519 privateNote.0.92d3"
      + " sync.2.7405 ignored.1.3eaa sync.0.b923 sync.1.2c12 twin.2.cf8f journalLost.2.3388"
      + " privateNote.2.df59 stoppedThenGit.2.e19a",
    // The checks were at fault: files whose deletion a person had agreed to, and that could not be removed then, went later.
    "world.541372329301 unwritable.1.f0a5 massDelete.0.9522 sync.0.1df8 sync.1.82e2"
      + " writable.1.3889 sync.1.884a",
    // Plain git brought a file into a folder that has another of its name but for case, and the one that then stood there was
    // edited: the edit was taken for one of the other, which git had not written. Twice.
    "world.349291882288 twin.4.15fe sync.4.8837 gitPull.1.3dc1 edited.1.7d63",
    "world.967102673835 twin.2.537e sync.2.65a4 gitPull.0.cddd edit.0.f2cd",
    // The checks were at fault: a file that had been renamed while a secret came into it was ignored by rules which the sync
    // brought, so that the next one saw it gone.
    "world.1029120566745 privateNote.0.d784 privateNote.1.12d3 rules.0.b83a delete.0.7b02 sync.0.7f81"
      + " secret.0.cc3d move.0.9046 sync.1.1d6 sync.0.6802",
    // The checks were at fault: a text stood at two places of a note after a merge; an undo took it out at one, and a person
    // elsewhere at the other.
    "world.394704860180 unwritable.0.c775 privateNote.0.b62b delete.0.ef88 twin.0.e911 sync.0.3a35"
      + " sync.2.3e85 edit.2.ab10 edit.0.aa8b sync.2.93eb edit.2.b6f4 review.1.3a95 sync.0.8b35"
      + " sync.2.f010 raced.1.7ec6 undo.0.a6e1 edit.1.d37d",
    // The checks were at fault: a secret that a stopped sync had brought, whose journal was lost, and that was deleted
    // elsewhere since, was taken for a renamed one.
    "world.860000001697 sync.1.21d4 edited.2.6c8a powerCut.2.fb50 edit.1.18ba sync.2.a9c5 sync.1.2758"
      + " ignored.2.e603 caseRename.2.b61f sync.2.c940 delete.2.4ac1 journalLost.1.81e9 sync.2.1cbd",
    // A file was edited where a folder came, after a kill: the edit took the folder's place, and its notes went.
    "world.2008461 create.2.ee1 snapshot.2.595c killed.2.a885 edit.2.86b3",
    // The checks were at fault: a loss of power brought back a file that git ignores, gone from the last snapshot.
    "world.3002898 ignored.1.5f52 powerCut.1.983c",
    // A file was made where a folder was to come, while files were prepared together: the sync ended with an error.
    "world.70016979 sync.1.781 sync.2.1c6 edited.3.751 move.3.542c edit.4.7cb0 sync.3.2a11"
      + " sync.4.19dd edit.2.4c59 edited.2.11ce",
    // Only the case of a note's name was to change, the power went, and the note was edited under its old name: both
    // names came into one tree, and one of the two was dropped by a device that takes them for one.
    "world.70023200 sync.1.1780 edited.2.1e3f edited.0.96a6 caseRename.1.1fe0 sync.0.a0aa"
      + " edit.2.757f edited.2.5c9 sync.1.fdb6 powerCut.2.abd6 edit.2.56fe gitStage.0.dd0a"
      + " edited.0.5b2c",
    "world.60043623 delete.1.f286 create.0.eda7 caseRename.0.fff7 snapshot.0.663f sync.0.8ecf"
      + " edit.0.7bd1 edit.1.59b7 powerCut.1.5d56 edit.1.abae",
    // A note was to make way for a folder whose name differs only in case, the sync failed, and the note was edited
    // under its old name: note and folder came into one tree, and a device that takes them for one could not go on.
    "world.3000022422 snapshot.1.22ad sync.0.b670 create.1.1090 caseRename.1.b3bb"
      + " failed.1.8fb edit.1.b4c5",
    // The heading of a journal entry was taken out here and its text edited there: the merge had the text twice. Then each
    // took out one of the two, and it was gone.
    "world.910042407 edit.1.77c8 delete.0.91ed raced.1.d0b1 delete.1.efd6 edit.1.190b"
      + " sync.1.b905 create.0.bc99 edit.1.a0db create.0.ecd3 edited.1.6439 create.0.a745"
      + " sync.0.1634 delete.1.52fe edit.0.381 edit.1.bbe8 sync.1.91e5 sync.0.473c sync.1.b53a"
      + " resolve.1.e3f3 edit.0.2f4f",
    // An edit was merged into where the update went, and the journal damaged before the branch went there: the hidden
    // file that had the edit was taken for known, and removed.
    "world.2000002064 create.1.f5b1 create.1.12e1 attach.0.eaa sync.1.7273 sync.0.1a52"
      + " edit.1.b443 sync.1.1b14 journalLost.0.9d03",
    "world.2000003101 review.2.5c52 review.1.d966 edit.1.94a0 sync.2.9cbe sync.1.916f"
      + " journalLost.2.63cc",
    // A secret that is tracked was renamed by case and edited: it was held back, and its deletion went out.
    "world.3000000008 edited.1.64c7 ignored.2.21c2 sync.2.9b96 caseRename.2.146a edit.2.5159",
    "world.3000000465 ignored.1.62eb caseRename.1.f35a edit.1.1136",
    // The checks were at fault: a file had come where an ignored one was set aside, and was taken for that one.
    "world.3000000014 create.1.8d3e ignored.0.11e1 ignored.2.7296 ignored.0.f845"
      + " stoppedThenGit.1.db96",
    // Plain git took a file that waits out of its index for one that was added below it.
    "world.3000000469 create.1.fadc ignored.0.2074 snapshot.1.cd81 gitForcePush.1.40a4"
      + " sync.0.2ba8 ignored.0.f6c9",
    // In a note with LF and CR LF a line with another end was another line: after an edit beside it the text was there twice.
    "world.815000006280 move.1.a8bf unanswered.1.16ad edit.1.16ab sync.0.a045 edit.0.fc8c"
      + " secret.1.4c2 ignored.1.a479 sync.1.5278 sync.0.ac52",
    // A line of a text that is no note was moved here and its neighbour edited there: it stood there twice.
    "world.1187 move.0.c1fd caseRename.0.9883 edited.0.8baa sync.1.677d delete.1.ccf9"
      + " edit.1.d29c sync.1.b784",
    // The case of a name was changed where nothing could be removed: the new name was taken for missing, and deleted.
    "world.1001755 move.0.d148 caseRename.3.be99 create.1.a7b sync.3.e974 stoppedThenGit.1.36e1"
      + " caseRename.1.b27d sync.0.d238 review.0.7cdd create.0.d11b sync.0.692a unwritable.0.fff6",
    // Two names in one commit that a device takes for one: each was written over the other.
    "world.1000792 edit.0.efa3 twin.0.d3c7 sync.1.7e5b sync.0.9342 sync.1.968a",
    "world.1005461 twin.1.7384 edit.1.85c3 sync.1.7e2f unwritable.0.5942 sync.0.b6e",
    "world.1006651 edit.2.3256 sync.2.6252 twin.2.6a7f sync.1.be39 edit.3.baee twin.1.3e6f"
      + " sync.2.5ceb",
    // The case of a name was changed in a folder that ignores case: stopped in between, it showed neither name.
    "world.1035834 edit.1.c0a9 edited.1.821b caseRename.1.e6f7 review.0.76eb sync.0.8ca"
      + " edit.0.b99b sync.1.a2f5 journalLost.0.a896",
    // Writing a file that had waited was killed, and plain git committed: it was taken for written, and so for deleted.
    "world.1006432 twin.1.8640 sync.1.fe60 sync.0.4b19 sync.0.3473 move.0.8dd6 killed.0.3bac"
      + " ignored.0.33e7",
    // A secret of one's own was taken for the new case of a secret's name that went from beside it.
    "world.1013944 sync.1.5a26 ignored.0.329 edited.1.2233 sync.0.ef7f ignored.1.e80c"
      + " edit.1.16d1 caseRename.1.b5ae sync.1.5899 edited.0.d649 edited.0.8d99",
    // The journal of a sync was lost after its files had been staged: what waited was dropped from the record, and
    // never written.
    "world.1068294 sync.1.ad82 sync.2.55d8 sync.0.5175 oppose.0.dee edited.2.1991 ignored.0.5236"
      + " sync.0.7cd8 edit.2.9e85 sync.2.3162 journalLost.0.dc72",
    "world.1020287 create.2.7bc6 privateNote.1.26ba sync.2.cd70 sync.1.42bb rules.1.1019"
      + " journalLost.1.9ff6",
    // The checks were at fault: a secret beside the file of that name in other case was taken for that one.
    "world.1075676 ignored.0.a9a3 edited.0.e86a edited.0.a28e sync.0.8c03 caseRename.0.a2ae"
      + " restore.0.886b",
    "world.1084217 journalLost.3.abda ignored.0.fffe rules.1.7b58 sync.3.d58a ignored.0.789"
      + " sync.0.fb98 sync.1.112b edit.1.5639 killed.1.8a43 delete.1.a280 caseRename.1.77ea",
    // The rule went that ignored a folder, and with it what ignored the file that made way in it.
    "world.3000206 rules.0.192c sync.0.4a48 sync.1.e69c rules.0.21e5 privateNote.1.5a6f sync.0.56a"
      + " sync.1.273d",
    // A conflict copy of a note that waits was deleted: the version in the folder was taken for unedited.
    "world.3001868 stoppedThenGit.3.60d8 secret.3.c671 sync.4.41ca sync.3.8381"
      + " resolve.3.10f0",
    "world.1078008 sync.2.f8fb review.3.6521 review.2.9678 snapshot.3.4a39"
      + " edited.3.c2b2 edited.2.fb12 edited.3.d7c4 ignored.1.2b03 move.1.7ece"
      + " review.1.d419 edit.2.a7a unwritable.2.cb05 undo.1.4861 edited.1.cc7e"
      + " killed.2.c758 restore.1.7cff stoppedThenGit.1.4da2 sync.2.c4d5 resolve.2.af49",
    // An ignored file was hidden when the sync was killed, and the rule for it went.
    "world.1057317 rules.0.408a edit.0.6cb4 edit.1.8f72 rules.0.40fb"
      + " privateNote.0.dcb9 sync.0.d2d6 sync.1.4bc3 privateNote.0.3110"
      + " privateNote.0.dd28 privateNote.1.3880 privateNote.1.ba37 create.1.acff"
      + " sync.0.18fb delete.1.856c stoppedThenGit.1.47d1 rules.1.1e8c sync.1.2987",
    "world.3004305 edited.0.1a11 sync.3.23f5 privateNote.3.3109 killed.3.191f"
      + " create.0.1ae8 privateNote.4.2670 rules.4.c3fe sync.4.2570 create.1.486e"
      + " sync.0.290b sync.1.1231 killed.3.6d21 rules.3.e47 sync.3.69ab",
    // Crossed merges had kept different sides in the note, and each seemed to have deleted the other's copy.
    "world.1091985 sync.1.5516 edit.3.b1e unwritable.2.b5d4 sync.2.1658"
      + " ignored.2.cda2 edit.2.f502 edit.3.228d edit.2.d965 sync.2.a588 edit.1.a4bc"
      + " edited.1.6d edit.2.726d sync.2.b177 edited.1.e486 sync.3.a0ae edited.3.e917",
    // On one side a blank line stood before the front matter, and the other edited a key.
    "world.1055375 edit.2.4afa stoppedThenGit.4.337d powerCut.2.e57c sync.4.199b"
      + " edit.4.825a gitPull.2.a8f4",
    // The place of a file that waits for another of its name was free, and its deletion in no commit yet.
    "world.4001160 sync.1.37c4 twin.3.c639 twin.1.dd8b sync.3.cc8e sync.4.f2c7"
      + " sync.1.3303 delete.4.e98d sync.4.cc5c",
    // A note into which a secret came was renamed to a name that came as well.
    "world.5018019 secret.1.3f89 move.1.73e2 sync.1.cd48",
    "world.5005698 ignored.1.f9d3 sync.0.857f move.1.7abf secret.1.624c sync.1.4c21",
    // It was renamed to a name that is a folder's in what came.
    "world.5042618 move.0.817d rules.1.a1d7 sync.1.4ae3 secret.0.8e9d sync.0.17dd",
    // A file stood in the place of a folder of which some files had come and waited, and others came: it took their place.
    "world.6014432 unwritable.0.bb31 ignored.1.af0e create.2.5715 move.1.a2c4 gitPush.1.63d2"
      + " raced.2.c75 attach.0.563b journalLost.0.d1a0 edited.0.985d",
    // A note was made in a folder in whose place a file waits, and the sync that merged the two was stopped: plain git saw
    // that file as deleted.
    "world.7010683 create.1.2bac sync.1.7349 move.0.30a3 privateNote.0.d16f ignored.0.18a7"
      + " sync.0.e705 rules.0.188f journalLost.0.b672",
    // A file could not be written again, and the sync was stopped while it merged what was in the way: the file was
    // off the record, and its absence was committed.
    "world.7055049 unwritable.1.934 sync.0.e917 sync.1.aedd create.1.a3d8 killed.1.62fb",
    // A note was made below the path of a file that waited, and the merge of the same sync took that file out of the
    // history: the note was committed by the next sync only.
    "world.7042639 twin.0.328f unwritable.0.6426 edit.0.8057 edited.0.bca1 move.1.c231"
      + " edited.0.7568 raced.0.bc3 edited.1.11c8 twin.0.d5fa sync.0.e242",
    // Two files waited since different commits, and the one that made way for the other was written as an edit of a version
    // that was never in the folder.
    "world.7024953 twin.2.dfde stoppedThenGit.0.6db7 twin.0.fd77 sync.0.dbce"
      + " sync.1.c99b edit.0.cb30 delete.2.1f36 edit.2.7a49 unwritable.1.e6a5"
      + " unwritable.1.7743",
    // A note with a secret waited, and its conflict copy was deleted: the text of both was only in the note, and was taken
    // for deleted by the other device, or went into a copy that was taken for deleted.
    "world.7018257 edit.1.6d0a snapshot.1.7304 sync.1.9324 edit.0.9f84 edit.1.6015"
      + " stoppedThenGit.1.fc8d secret.1.2063 sync.0.7310 sync.1.40c3 edited.0.9c9f"
      + " sync.1.be0f resolve.1.319f",
    "world.7028586 move.1.790c ignored.1.6243 secret.1.c9ee sync.1.41be"
      + " resolve.1.e911",
    // The checks were at fault: on two devices an undo took away one of two notes that a merge had made of one; together
    // they took the whole text, as two people do who delete one each.
    "world.7015613 killed.1.ebab create.0.b14e unwritable.1.3872 config.0.deda"
      + " sync.0.78ec edit.0.dc42 move.1.9f86 edited.1.7d1a sync.0.9eda sync.1.4054"
      + " undo.0.6b2a undo.1.42b1",
    // They were at fault again where an undo took the tags of another device out of a note, and a person there took the
    // conflict copy for it, which had them as well.
    "world.604441732954 sync.0.44db edited.2.9e3b edit.2.8459 stoppedThenGit.2.0a33 sync.2.8454"
      + " undo.2.ec15 sync.1.b37d resolve.1.59c1",
    // The checks were at fault: a secret whose deletion was committed came back in another case, and was taken for a
    // renamed one; nobody moved ignored and held back files out of the way that were in the history as well.
    "world.5016110 ignored.1.c8d9 caseRename.1.2bd9 snapshot.1.7e4 delete.1.cc77 sync.1.d398"
      + " restore.1.4351",
    "world.5028402 create.0.f2b4 twin.1.14cb ignored.1.f5e1 snapshot.1.9acf powerCut.1.8ee4",
    "world.7006568 review.1.1431 privateNote.4.95d3 raced.4.fdb5 rules.1.149d"
      + " sync.1.3a18 rules.0.b8c3 gitPush.0.39d0 raced.0.4945 delete.4.a69f failed.0.6d1b"
      + " journalLost.4.1338 rules.4.f82a sync.4.f877",
    "world.5057418 edit.3.f697 raced.3.55d4 caseRename.2.b5b1 edited.2.1512 sync.3.ef55"
      + " create.0.dcfa ignored.3.44e1 edit.3.670c caseRename.3.788e",
    // A note into which a secret came was moved to a name that came in another case: it was set aside, and its former
    // name went from the other devices with the next sync.
    "world.8039596 privateNote.1.fe40 secret.1.eda7 move.1.8ad7 sync.0.73be sync.1.4d3b",
    // A folder was made in the place of a file that could not be written: what was in it was in no commit.
    "world.8090943 create.0.8be0 unwritable.1.f1a6 sync.0.ed61 sync.2.58c1 sync.2.d424"
      + " sync.1.84e3 rules.1.6744",
    "world.9023813 create.1.aa0f sync.1.c5f7 unwritable.0.62b6 sync.0.51e6 privateNote.0.be82"
      + " rules.0.5f90",
    "world.213684670912 twin.1.227d sync.1.a34f ignored.0.b0e8 review.1.7ab7 edit.1.5faf ignored.1.3fdd"
      + " sync.0.824a edited.1.7cfc move.0.263f stoppedThenGit.0.9e42 stoppedThenGit.0.21a2 ignored.0.87d9"
      + " sync.0.97bb",
    "world.786690717126 caseRename.0.3464 unanswered.0.7abb privateNote.2.5291 delete.2.e7f4 sync.2.7ba1"
      + " move.0.29a7 sync.1.57da edit.2.1a20 edited.1.53bd",
  ])
  func `histories that were lost once are held`(script: String) throws {
    let simulation = Simulation(try #require(SimulationScript(text: script)), tellsStory: true)
    let violation = simulation.run()
    #expect(violation == nil, "\(simulation.story.joined(separator: "\n"))")
  }

  @Test func `a merge that lets the last writer win is caught`() throws {
    try expectCaught(.lastWriterWins, by: .noVanish)
  }

  @Test func `a merge that takes likeness for a move is caught`() throws {
    try expectCaught(.similarityRenames, by: .renamesOnProof)
  }

  @Test func `a merge whose names depend on the side is caught`() throws {
    try expectCaught(.namesThatDependOnTheSide, by: .symmetryAndIdempotence)
  }

  @Test func `P25 a branch that moves before the files is caught`() throws {
    try expectCaught(.branchFirst, by: .othersEditsStay)
  }

  @Test func `P27 ignored files that are taken for edits are caught`() throws {
    try expectCaught(.ignoredFilesAreEdits, by: .ignoredStays)
  }

  @Test func `P27 rules that come and let ignored files go out are caught`() throws {
    try expectCaught(.ignoredFilesAreForgotten, by: .ignoredStays)
  }

  @Test func `a history is the same each time it is played`() {
    for seed in UInt64(0)..<8 {
      let script = SimulationScript(seed: seed)
      #expect(SimulationScript(text: script.text) == script)
      let stories = (0..<2).map { _ in
        let simulation = Simulation(script, tellsStory: true)
        _ = simulation.run()
        return simulation.story
      }
      #expect(stories[0] == stories[1], "seed \(seed)")
    }
  }

  @Test func `a violation is shrunk to what it needs`() throws {
    let (seed, violation) = try #require(Self.firstViolation(of: .lastWriterWins, .noVanish))
    let script = SimulationScript(seed: seed)
    var shrinking = SimulationShrinking(subject: .lastWriterWins)
    shrinking.budget = 300
    let shrunk = shrinking.shrunk(script, violation)
    #expect(shrunk.events.count < min(script.events.count, 12))
    let again = Simulation(shrunk, subject: .lastWriterWins).run()
    #expect(again?.property == violation.property)
  }

  private func expectCaught(
    _ subject: SimulationSubject, by property: Property
  ) throws {
    let caught = Self.firstViolation(of: subject, property)
    #expect(caught != nil, "\(subject.name) violates \(property.rawValue)")
  }

  /// Within 150 histories.
  private static func firstViolation(
    of subject: SimulationSubject, _ property: Property
  ) -> (seed: UInt64, violation: Violation)? {
    for seed in UInt64(0)..<150 {
      let violation = Simulation(SimulationScript(seed: seed), subject: subject).run()
      if let violation, violation.property == property { return (seed, violation) }
    }
    return nil
  }

  private static func setting(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
