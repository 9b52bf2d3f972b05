import Testing

/// `zib find` as a person sees it, in terminals of several sizes.
@Suite(.enabled(if: TmuxTerminal.canPlay, "\(TmuxTerminal.reason)"), .serialized)
struct FinderOnTerminalTests {
  private let devices: SyncedDevices

  init() throws {
    devices = try SyncedDevices("true")
    let made = devices.run(
      #"""
      mkdir v && cd v && git init -q && git config user.name A && git config user.email a@b.c
      mkdir .zib Books
      printf '# Walden\n\nA pond in the woods.\n\nWhat shall I learn of beans, or beans of me?\n\nSee [[Beans]].\n' > Books/Walden.md
      printf '# Beans\n\nSown in June, hoed by hand.\n' > Beans.md
      printf '# Quince\n\nFour jars of paste.\n' > Quince.md
      git add -A && git commit -qm first
      """#)
    try #require(made.status == 0, "\(made.output)")
  }

  @Test(arguments: [(40, 10), (60, 16), (80, 24), (120, 30), (300, 100)])
  func `a query lists notes and shows the best one`(columns: Int, rows: Int) {
    let screen = devices.onScreen(
      columns: columns, rows: rows, "cd v && zib find",
      """
      await '3 notes'
      letters bean
      await '2 notes'
      screen
      """)
    let lines = screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines.first?.hasPrefix("> bean") == true, "\(screen)")
    #expect(screen.contains("Beans") && screen.contains("Walden"))
    #expect(screen.contains("Enter open"))
    // Below 16 rows there is no room for both.
    if rows >= 16 { #expect(screen.contains("hoed by hand"), "\(screen)") }
  }

  @Test func `Enter opens the editor at the best line, and one comes back where one was`() {
    let screen = devices.onScreen(
      "cd v && EDITOR=\"$HOME/vim\" zib find beans of me",
      """
      printf '#!/bin/sh\\nprintf \"%%s\\\\n\" \"$@\" > \"$HOME/editor\"\\n' > vim; chmod +x vim
      await '1 note'
      await 'Books/Walden.md:5'
      keys Enter
      sleep 0.5
      await '> beans of me'
      cat editor
      """)
    #expect(screen.hasPrefix("+5\n") && screen.hasSuffix("/v/Books/Walden.md"), "\(screen)")
  }

  @Test func `links are walked along, and back`() {
    let screen = devices.onScreen(
      "cd v && zib find walden",
      """
      await 'A pond'
      keys M-l
      await 'links from Walden'
      await 'hoed by hand'
      keys M-L
      await 'links to Beans'
      await 'Walden'
      keys M-h
      await 'links from Walden'
      keys Escape
      await '> walden'
      echo DONE
      """)
    #expect(screen == "DONE")
  }

  @Test func `a note is renamed with its links, tagged and pinned by commands that can be typed`() {
    let screen = devices.onScreen(
      "cd v && zib find hoed",
      """
      await 'Sown in June'
      keys M-r
      await 'New name or path: Beans'
      letters ' of mine'
      keys Enter
      await 'Beans of mine.md'
      keys M-t
      await 'Hashtag for'
      letters '#garden'
      keys Enter
      await 'tags: [garden]'
      keys M-p
      await 'pinned: true'
      keys Escape Escape
      sleep 0.3
      cat v/Books/Walden.md 'v/Beans of mine.md'
      """)
    #expect(screen.contains("See [[Beans of mine]]."), "\(screen)")
    #expect(screen.contains("pinned: true") && screen.contains("tags: [garden]"))
  }

  @Test(arguments: [
    "keys M-r C-u\nletters Membrillo\nkeys Enter\nawait 'moved Quince.md to Membrillo.md'",
    "mv v/Quince.md v/Membrillo.md\nawait 'Membrillo.md'",
    "(cd v && zib mv -q Quince.md Membrillo.md)\nawait 'Membrillo.md'",
    // A note that is written as it is moved has another time.
    "printf '\\nMore in [[Quince]].\\n' >> v/Quince.md; await 'More in'; (cd v && zib mv -q Quince.md Membrillo.md)\nawait 'in [[Membrillo'",
  ])
  func `keys go with a note that is renamed, here or by another program`(rename: String) {
    let screen = devices.onScreen(
      "cd v && printf '# Quince paste\\n' > 'Quince paste.md' && printf '# Quince tree\\n' > 'Quince tree.md' && zib find quin",
      """
      await '3 notes'
      until screen | grep -q '› .*Quince *$'; do keys Down; [ $((n += 1)) -lt 9 ] || break; done
      await 'Four jars'
      \(rename)
      sleep 1
      keys M-p
      await 'pinned: true'
      screen
      grep -l pinned v/*.md
      """)
    #expect(screen.hasSuffix("v/Membrillo.md"), "\(screen)")
  }

  @Test func `a step of another session is taken back after a question, an own one at once`() {
    let screen = devices.onScreen(
      "cd v && zib mv -q Quince.md Membrillo.md && EDITOR=true zib find",
      """
      await '3 notes'
      keys M-u
      await 'Take back the move of'
      keys n
      await 'Nothing was changed'
      ls v
      keys M-T
      await 'made Journal/'
      letters hoed
      await 'Sown in June'
      keys M-p
      await 'pinned: true'
      keys M-u
      await 'Press a key'
      keys Enter
      sleep 0.5
      grep -c pinned v/Beans.md
      keys M-U
      await 'Press a key'
      keys Enter
      sleep 0.5
      grep -c pinned v/Beans.md
      """)
    #expect(screen == "Beans.md\nBooks\nMembrillo.md\n0\n1", "\(screen)")
  }

  @Test(arguments: ["", "M-w M-w"])
  func `two quick keys pin a note and take the pin away, with the note beside it or not`(
    before: String
  ) {
    let screen = devices.onScreen(
      "cd v && zib find quince",
      """
      await 'Four jars'
      keys \(before.isEmpty ? "Down" : before)
      keys M-p M-p
      await 'changed Quince.md'
      sleep 0.5
      screen | grep -c 'nothing'
      git -C v diff --exit-code Quince.md > /dev/null && echo as before
      """)
    #expect(screen == "0\nas before", "\(screen)")
  }

  @Test func `what became of a note that a sync changed in the editor is told`() {
    let screen = devices.onScreen(
      """
      cd v && git init -q --bare ../hub.git && zib remote add -q ../hub.git && zib sync -q && zib -C .. clone -q hub.git there
      cat .git/config > ../there/.git/config; mkdir -p ../there/.zib
      printf '#!/bin/sh\ncp "$1" "$HOME/buffer"; cd "$HOME"; zib -C there sync -q; sed -i "s/$(cat from)/$(cat to)/" there/Quince.md; zib -C there sync -q; zib -C v sync -q; sed "s/jars/jars, typed/" buffer > "$1"\n' > ../editor; chmod +x ../editor
      EDITOR=$HOME/editor zib find quin
      """,
      """
      echo '# Quince' > from; echo '# Quinces' > to
      await 'Four jars'
      keys Enter
      await 'Quince.md was changed while it was open; it has both changes now'
      await 'Four jars, typed'
      cat v/Quince.md
      zib -C v sync -q
      echo 'Four jars' > from; echo 'Five jars' > to
      keys Enter
      await 'open, at the same place'
      """)
    #expect(screen == "# Quinces\n\nFour jars, typed of paste.", "\(screen)")
  }

  @Test(arguments: ["M-T", "M-n"])
  func `what became of a day or a new note that a sync changed in the editor is told`(key: String) {
    let screen = devices.onScreen(
      """
      cd v && git init -q --bare ../hub.git && zib remote add -q ../hub.git && zib sync -q && zib -C .. clone -q hub.git there
      cat .git/config > ../there/.git/config; mkdir -p ../there/.zib
      printf '#!/bin/sh\ncp "$1" "$HOME/buffer"; cd "$HOME"; zib -C v sync -q; zib -C there sync -q; sed -i "s/^# .*/& there/" "there/${1#$HOME/v/}"; zib -C there sync -q; zib -C v sync -q; echo typed >> buffer; cat buffer > "$1"\n' > ../editor; chmod +x ../editor
      EDITOR=$HOME/editor zib find quin
      """,
      """
      await 'Four jars'
      keys \(key)
      await 'was changed while it was open; it has both'
      grep -lr '^# .* there' v --include=*.md | xargs tail -n 1
      """)
    #expect(screen == "typed", "\(screen)")
  }

  @Test func `the selection is on a note that is made, deleted and made again`() {
    let screen = devices.onScreen(
      "cd v && mkdir -p Old && printf '# Plum\\n\\nAn old tree.\\n' > Old/Plum.md && printf '[[Plum]]\\n' > Jam.md && zib find title:plum",
      """
      await 'An old tree'
      for time in 1 2; do
        keys M-n
        await 'Title of the new note'
        keys C-u
        letters Plum
        keys Enter
        await '2 notes'
        if [ $time = 1 ]; then await 'rewrote 1 link in 1 note, which would mean Plum.md now'; fi
        keys M-x
        await 'Delete `Plum.md`?'
        keys y
        await '1 note'
        keys Down Up
      done
      ls v/Old v/Plum.md 2>&1 | grep -c Plum.md
      ls v/Old
      """)
    #expect(screen.hasSuffix("Plum.md"), "\(screen)")
    #expect(!screen.contains("never shown"), "\(screen)")
  }

  @Test func `several notes that are chosen come into a command line as words of their own`() {
    let screen = devices.onScreen(
      "cd v; printf '# Quince jam\\n' > 'Quince jam.md'; zib completions bash --keys > ../rc; echo \"PS1='ready> '\" >> ../rc; exec bash --noprofile --rcfile ../rc -i",
      """
      await 'ready>'
      letters "printf '<%s>' "
      keys C-x z
      await '4 notes'
      letters 'title:quince'
      await '2 notes'
      keys M-m M-m Enter
      await 'ready> printf'
      keys Enter
      await '><'
      screen | grep -o '<Q[^>]*>' | sort
      """)
    #expect(screen == "<Quince jam.md>\n<Quince.md>", "\(screen)")
  }

  @Test func `a window that grows shows the note, and words of parts are found while they grow`() {
    let screen = devices.onScreen(
      columns: 40, rows: 10,
      "cd v && printf '# Moby-Dick\\n\\nA white whale.\\n' > Moby-Dick.md && zib find",
      """
      await '4 notes'
      letters 'Moby-D'
      await '1 note'
      resize 80 24
      await 'A white whale'
      echo DONE
      """)
    #expect(screen == "DONE", "\(screen)")
  }

  @Test func `Enter after a half-typed condition opens what is listed and writes no note`() {
    let screen = devices.onScreen(
      "cd v && zib find",
      """
      await '3 notes'
      letters 'tag:nosuch title:'
      await '0 notes'
      keys Enter
      await 'Enter makes notes of plain words alone'
      keys C-u
      letters 'title:'
      await '3 notes'
      await 'counts when it goes on'
      keys C-u
      letters '/wal'
      await '3 notes'
      letters 'den/i'
      await '1 note'
      keys C-u
      letters 'due:'
      await '3 notes'
      keys C-u
      letters title:
      letters wald
      await '1 note'
      ls v
      """)
    #expect(screen == "Beans.md\nBooks\nQuince.md", "\(screen)")
  }

  @Test func `what another program writes is seen`() {
    let screen = devices.onScreen(
      "cd v && zib find medlar",
      """
      await 'Nothing was found'
      printf '# Medlar\\n' > v/Medlar.md
      await '1 note'
      echo DONE
      """)
    #expect(screen == "DONE")
  }

  @Test func `nothing of a note reaches the terminal as a command`() {
    let screen = devices.onScreen(
      "cd v && zib find owned",
      """
      printf -- '# T\\033]0;owned\\007\\033[2J\\302\\2331m owned\\n' > v/Bad.md
      await '1 note'
      await '␛]0;owned'
      tm display -p 'title #{pane_title}'
      """)
    #expect(screen.contains("title ") && !screen.contains("title owned"), "\(screen)")
  }

  @Test(arguments: [
    "keys C-c", "keys Escape", "kill -TERM $pid", "kill -HUP $pid", "kill -SEGV $pid",
  ])
  func `the terminal is as it was on every way out`(way: String) {
    let left = devices.onScreen(
      "echo before; stty -a > before; cd v; sh -c 'echo $$ > ../pid; exec zib find'; cd ..",
      """
      await '3 notes'
      pid=$(cat pid)
      \(way)
      tries=0
      until [ -s after ] || [ $tries -gt 100 ]; do tries=$((tries + 1)); sleep 0.1; done
      cmp before after && echo SAME
      screen
      tm display -p 'alternate #{alternate_on} cursor #{cursor_flag} mouse #{mouse_any_flag} wrap #{wrap_flag}'
      """)
    #expect(left.contains("SAME"), "\(way): \(left)")
    #expect(left.contains("before"), "\(way): \(left)")
    #expect(left.contains("alternate 0 cursor 1 mouse 0 wrap 1"), "\(way): \(left)")
  }

  @Test func `Ctrl-Z gives the terminal back, and fg the finder`() {
    let screen = devices.onScreen(
      "cd v; exec bash --norc -i",
      """
      letters 'PS1=shell%; zib find walden'
      keys Enter
      await 'A pond'
      keys C-z
      await 'shell%'
      tm display -p 'alternate #{alternate_on}'
      letters 'fg'
      keys Enter
      await '> walden'
      await 'A pond'
      tm display -p 'alternate #{alternate_on}'
      """)
    #expect(screen.hasSuffix("alternate 0\nalternate 1"), "\(screen)")
  }

  @Test func `a size that changes is drawn at once`() {
    let screen = devices.onScreen(
      "cd v && zib find walden",
      """
      await 'A pond'
      for size in '40 8' '200 50' '20 4' '10 2' '5 1' '100 30'; do resize $size; done
      await 'A pond'
      keys Escape
      await '3 notes'
      echo DONE
      """)
    #expect(screen == "DONE")
  }

  @Test func `chosen notes are printed where the output is a program's`() {
    let screen = devices.onScreen(
      "cd v && printf 'got %s\\n' \"$(zib find --print --as link walden)\"",
      """
      await 'A pond'
      keys Enter
      await 'got [[Walden]]'
      echo DONE
      """)
    #expect(screen == "DONE")
  }

  @Test func `zib alone is the finder on a terminal, and says how to begin elsewhere`() {
    let screen = devices.onScreen(
      "cd v && zib; zib > ../printed; zib --no-input",
      """
      await '3 notes, the latest first'
      keys Escape
      await 'zib search WORDS'
      cat printed
      """)
    #expect(screen.contains("A commonplace book"), "\(screen)")
  }
}
