/// The page for the day when something goes wrong, as the program prints it.
///
/// It is the article `WhenSomethingGoesWrong.md` of Sync without its comments; `UPDATE_GOLDEN=1 swift test --filter
/// RecoveryTests` writes it here.
package enum RecoveryPage {
  /// The text, in Markdown.
  package static let text = #"""
    # When something goes wrong

    Each state that `zib` can leave a vault in, and how plain `git` alone recovers from it.

    ## Overview

    A vault is a folder of ordinary files with an ordinary git history, so nothing here needs `zib`. It is for the day when `zib` cannot be run, does not go on, or did what you did not want. `zib help recovery` prints this page.

    Where `zib` runs, try that first: after a kill, a crash or a loss of power any of its commands that writes finishes what was stopped.

    Before you try anything, copy the whole folder, with its `.git`. Then nothing can get worse.

    ```sh
    cp -Rp . ../vault-copy
    ```

    All recipes are run in the top folder of the repository, the one that has `.git`. Change the names at the top of a recipe to yours. Each of them is run by `RecoveryTests` as it stands here, by a shell and git alone.

    ## What is where

    | | |
    |---|---|
    | `.git` | The history. Everything that was ever synced or committed is in it. |
    | `.git/zib/journal` | There while a sync or the like writes the folder, and after it was stopped: what it was about, as text. |
    | `.git/zib/operations` | What `zib undo` can take back: a line each with its kind, the commit before it and the commit after it. |
    | `.git/zib/deeds-…/` | What `zib undo` can take back of `append`, `log`, `set` and other changes without a commit: a file each, the newest with the highest number, with the note's text before and after it in plain text. They can be deleted; then the undo of those changes is no longer possible. Without a repository they lie in `~/.local/state/zib/deeds`. |
    | `.git/zib/unwritten` | There while files cannot be written here: a line each, with the commit whose version stood there and the reason. Where a line is damaged, the next sync makes the record again. |
    | `.git/zib/staged` | A mark of the many files that `git add` staged and that hold no secret, so that they are not read again. It may be deleted. |
    | `Note.ignored-….md` | A file that this device keeps out of the history, and that made way for one of its name. It is on this device alone. |
    | `refs/zib/kept/…` | Commits that no branch leads to and that may still be wanted: what a sync put aside, and secrets that were staged with `git add` and taken out again. They are never sent. |
    | `refs/zib/deletions` | The commit up to which you allowed that many deletions which plain git committed are sent. Without it a sync asks again. |
    | `.zib-sync-…` beside notes | A file that a sync was about to put in place, or that it took from its place: the name follows after `~`. One without `~` is new content that was still being written; the history has it. |
    | `.zib-clone-…` in a folder without `.git` | A `zib clone` that was stopped. Everything there is from the remote: delete the folder, and clone again. |
    | `Note.conflict-….md` | A conflict: the other of two versions of `Note.md`. |
    | `.zib/config.yml`, `.zib/templates` | The settings and templates. They are in the history. |
    | `.zib/reviews` | What you have answered. It is in the history. |
    | `.zib/cache` | Derived data, in no history. It may be deleted at any time. |

    ## A sync that was stopped half-way

    Some notes are as they were, some as the other device has them, and `.zib-sync-` files lie about. The branch moves last, so what has come reads as edits that are the same as the other device's. With no git and no `zib` running, take away the locks that they left, put aside the hidden files (one may hold what you typed during the sync) and the journal, commit what is there, and merge where the sync was going:

    ```sh
    mkdir -p ../put-aside &&
      find .git -name '*.lock' -type f -delete &&
      find . -name '.zib-sync-*' -not -path './.git/*' -exec mv {} ../put-aside/ \; &&
      git add -A &&
      { git diff --cached --quiet || git commit -m 'After a sync that was stopped'; } &&
      mv .git/zib/journal ../put-aside/ &&
      git merge -s recursive -X no-renames "$(sed -n 's/^to //p' ../put-aside/journal)"
    ```

    If git says that the commit is not something it can merge, `git gc` has removed it: merge `@{upstream}` in its place, which has what came. If the merge reports conflicts, edit the files, `git add` them and `git commit`; git has put both versions between markers there.

    ## A journal that cannot be read

    The next `zib` command keeps a journal that is damaged, or that a newer `zib` wrote, as `.git/zib/journal-unread-1`, says so, and goes on; what you typed during the sync is kept as a conflict copy. A journal of a `zib` from before 2026-11-22 is an exception: there the branch moved first, and the command names the `git reset --soft` that moves it back. Without `zib`, do the same as above; as the journal does not say where the sync was going, merge what was fetched:

    ```sh
    mkdir -p ../put-aside &&
      find .git -name '*.lock' -type f -delete &&
      find . -name '.zib-sync-*' -not -path './.git/*' -exec mv {} ../put-aside/ \; &&
      git add -A &&
      { git diff --cached --quiet || git commit -m 'After a sync that was stopped'; } &&
      mv .git/zib/journal ../put-aside/ &&
      git merge -s recursive -X no-renames '@{upstream}'
    ```

    If the merge reports that a note was changed here and deleted there, the note may have been moved: write your change into its new place, or keep both, then `git add` or `git rm` it and `git commit`. (`-s recursive -X no-renames` is what makes git say so. With renames, git takes the note that the stopped sync has brought for the moved one, and drops your change.)

    ## Objects of git are missing or damaged

    `zib doctor` or `git fsck` names objects that are missing, empty or corrupt, as after a full disk, a failing one, or a program that tidied up in `.git`. The notes in the folder are not touched by that. Three places may have what is lost: the files of the folder, whose contents are the objects of the last commit where they were not edited since; another clone; and the remote. What is damaged is put aside first, because git takes an object that has a file for one that it has:

    ```sh
    mkdir -p ../put-aside
    git fsck 2>&1 | sed -n 's/^.*\(\.git\/objects\/[0-9a-f][0-9a-f]\/[0-9a-f]*\).*$/\1/p' |
      sort -u | while read -r file; do test -e "$file" && mv "$file" ../put-aside/; done
    git ls-files -z | xargs -0 -n 1 git hash-object -w -- > ../written
    git clone -q --bare --no-local "$(git remote get-url origin)" ../again.git &&
      cp ../again.git/objects/pack/pack-* .git/objects/pack/
    git fsck
    ```

    If `git fsck` still names something, use the address of another device's folder in place of `git remote get-url origin`, or clone again, as where the whole folder is lost, and copy into the new folder what you have written since the last sync. A pack (`.git/objects/pack/pack-….pack`) that is damaged is moved aside by hand, with its `.idx`, before the clone's packs are copied.

    ## A lock that was left

    git says that `.git/index.lock`, or `.git/refs/heads/main.lock`, exists. If no git and no `zib` is running (look in the list of `ps ax`), it was left by a process that was killed:

    ```sh
    find .git -name '*.lock' -type f -print -delete
    git status
    ```

    The locks of `zib` itself go with the process that holds them.

    ## A conflict: both sides and their ancestor

    Two devices changed the same place of a note. The note has one version, its copy the other, both whole. The first commit that has the copy is a merge: its two parents have the two versions, and the merge base of those has what both began with.

    ```sh
    note='Walden.md'
    copy=$(ls Walden.conflict-*.md | head -n 1)
    merge=$(git log -m --full-history --diff-filter=A --format=%H -- "$copy" | tail -n 1)
    base=$(git merge-base "$merge^1" "$merge^2")
    git show "$merge^1:$note" > ../one.md
    git show "$merge^2:$note" > ../other.md
    git show "$base:$note" > ../ancestor.md
    git merge-file -p --diff3 ../one.md ../ancestor.md ../other.md > ../all-three.md ||
      echo 'The places that overlap are between markers in ../all-three.md'
    ```

    Where one side had deleted or moved the note, `git show` says that it is not there under that name; `git log --follow` finds it.

    To decide: write into the note what is to be kept, and delete the copy.

    ```sh
    note='Walden.md'
    copy=$(ls Walden.conflict-*.md | head -n 1)
    cp "$copy" "$note"
    git rm -q --cached "$copy"
    rm "$copy"
    git add "$note"
    git commit -m 'Decide the conflict in Walden'
    ```

    (This keeps the copy's version; without the `cp` it keeps the note's.)

    ## A conflict that was decided wrongly

    The commit that deleted the copy decided it. The one before has both versions.

    ```sh
    note='Walden.md'
    decision=$(git log --full-history --no-merges --diff-filter=D --format=%H -n 1 -- 'Walden.conflict-*.md')
    copy=$(git ls-tree -r -z --name-only "$decision^" | tr '\0' '\n' | grep '^Walden\.conflict-')
    git checkout "$decision^" -- "$note" "$copy"
    git commit -m 'Bring back both versions of Walden'
    ```

    ## A note that was deleted

    Which notes are gone, the latest first:

    ```sh
    git -c core.quotePath=false log --full-history --no-merges --diff-filter=D --name-only --format='%n%h %ad %s' --date=short -- '*.md'
    ```

    Bring one back, as the last commit that wrote it has it:

    ```sh
    note='Walden.md'
    commit=$(git log -m --full-history --diff-filter=AM --format=%H -n 1 -- "$note")
    git checkout "$commit" -- "$note"
    git commit -m 'Bring back Walden'
    ```

    ## A note as it was earlier

    ```sh
    note='Walden.md'
    git log --format='%h %ad %an: %s' --date=iso -- "$note"
    commit=$(git log -n 1 --skip 1 --format=%H -- "$note")
    git show "$commit:$note" > ../Walden-before.md
    ```

    ## A note that was overwritten before it was committed

    What was never committed is in no history. What there may be:

    - the last commit's version: everything up to the last sync, `zib commit` or `zib watch`;
    - what is staged, or ever was, also by a commit that was stopped: git keeps it as an object for some weeks;
    - your editor's own: `Note.md~`, `.Note.md.swp`, its undo history, or the system's backups.

    ```sh
    git show HEAD:Walden.md > ../Walden-committed.md
    git show :Walden.md > ../Walden-staged.md
    git fsck --lost-found --no-reflogs > /dev/null 2>&1
    grep -l -r -s 'a word that was in it' .git/lost-found/
    ```

    ## What came by a sync or an import is not wanted

    A line of `.git/zib/operations` has the kind of an operation, the commit before it and the commit after it. This takes back the last import, and leaves everything that was done since:

    ```sh
    set -- $(grep '^import ' .git/zib/operations | tail -n 1)
    [ $# -ge 3 ] && git diff --cached --quiet &&
      git diff --binary "$3" "$2" | git apply --index --3way &&
      git commit -m 'Take back an import'
    ```

    Where nothing happens, there is no such line, or something else is staged: commit that first. An import that is not committed yet is in no line: `git status` names what it made and `git diff` what it changed.

    ## An undo that was not meant

    The other way about: this does again what the last undo took back.

    ```sh
    set -- $(grep '^undo ' .git/zib/operations | tail -n 1)
    [ $# -ge 3 ] && git diff --cached --quiet &&
      git diff --binary "$3" "$2" | git apply --index --3way &&
      git commit -m 'Take back an undo'
    ```

    ## No .zib, or an emptied one

    ```sh
    commit=$(git log -m --full-history --diff-filter=AM --format=%H -n 1 -- .zib)
    git checkout "$commit" -- .zib
    git commit -m 'Bring back .zib' || true
    ```

    The cache needs nothing: it is made again. If search itself is strange, delete it.

    ```sh
    rm -rf .zib/cache
    ```

    ## A log of reviews that was cut off, damaged or deleted

    Logs are only added to, so every line that was ever committed is in some version of the file. This puts them together with those that are there; the order of lines counts nothing, and a line that stands twice counts once.

    ```sh
    {
      git -c core.quotePath=false log -m --full-history --format= --name-only -- '.zib/reviews/*/*.log'
      ls .zib/reviews/*/*.log
    } 2>/dev/null | sort -u > ../logs
    while read -r log; do
      mkdir -p "$(dirname "$log")"
      {
        git log -m --full-history --format=%H -- "$log" | while read -r commit; do
          git show "$commit:$log"
        done
        cat "$log"
      } 2>/dev/null | awk -F '\t' 'NF == 7 && !seen[$0]++' > ../log
      cp ../log "$log"
    done < ../logs
    git add --ignore-removal .zib/reviews
    git commit -m 'Put the logs of reviews together again'
    git checkout -- .zib/reviews
    ```

    ## A remote that was force-pushed or emptied

    The commits of the remote that this device has seen are still here: the reflog of the tracking branch has its earlier places, and `refs/zib/kept` what `zib` put aside. Merge what is missing and push:

    ```sh
    git fetch origin
    git for-each-ref refs/zib/kept
    git log -g --format='%h %gd %s' refs/remotes/origin/main
    git merge --no-edit --allow-unrelated-histories origin/main 'origin/main@{1}'
    git push origin HEAD:main
    ```

    If git says that a merge of several is not possible, merge them one after the other.

    ## A secret was sent

    What was sent counts as read: change the password, or take the key back, where it is used. Often that is all there is to do, because deleting the note leaves its past versions in the history.

    To take it out of the history too, let every device sync, and leave them alone until this is done. On one of them, with nothing left to commit:

    ```sh
    path='Secret.md'
    FILTER_BRANCH_SQUELCH_WARNING=1 git filter-branch --force \
      --index-filter "git rm -q --cached --ignore-unmatch -- '$path'" -- --branches
    git push --force origin HEAD:main
    ```

    The file is gone from this folder as well, and `refs/original` has the former history, on this device alone. Every other device still has the former history too, and its next sync would merge it and send it again, as it does with all that a forced push took away. So put its folder aside and clone again; what it had not sent is copied from the old folder by hand. The server may keep the former commits for some time, and show them to who knows their numbers.

    ## A file that cannot be written here

    Another device has a file that this one cannot have: a filter or an encoding that does not run here, a name that is too long, a folder that may not be written, a pipe, a folder of ignored files or an edit that is held back in its place. `zib status` names it with the reason. It is in the history, and all else goes on. The staging index has it with the mark `S`, so that plain git does not take it for deleted. `git show` gives its text; what stands in its place makes way, and git writes it:

    ```sh
    path='Locked.md'
    git ls-files -v | grep '^S'
    git show "HEAD:$path" > ../Locked.md
    mv "$path" ../in-the-way
    git update-index --no-skip-worktree "$path"
    git checkout -- "$path"
    ```

    Where nothing stands in its place, leave out the line with `mv`. `zib status` names the file until the next sync.

    ## A file is still UTF-16

    `.gitattributes` said `working-tree-encoding=UTF-16` for a file, and does not any more. Like git, `zib` writes no file anew for that: it is UTF-16 in this folder, with your next edit also in the history, where programs show it as a binary, and a version that another device sends has it as a conflict. This keeps its text and your edits:

    ```sh
    path='Plain.txt'
    iconv -f UTF-16 -t UTF-8 "$path" > ../utf-8
    cp ../utf-8 "$path"
    git add "$path"
    git diff --cached --stat
    ```

    ## Two branches, main and master

    Two devices share a remote and say that they are in step, and yet nothing arrives: each has a branch of its own. On the device that is on `main`:

    ```sh
    git fetch origin
    git merge --no-edit --allow-unrelated-histories origin/master
    git push origin HEAD:main
    ```

    Then, on the other one, move to `main`:

    ```sh
    git fetch origin
    git branch -m master main
    git branch --set-upstream-to origin/main
    git merge --no-edit --allow-unrelated-histories origin/main
    git push origin HEAD:main
    ```

    The branch `master` may stay on the remote; `git push origin --delete master` takes it away once all devices have moved.

    ## A merge, rebase or the like of plain git is half done

    ```sh
    git merge --abort
    ```

    `git status` says what is half done, and the command that ends it.

    ## The whole folder is lost

    ```sh
    git clone ../remote.git ../again
    cd ../again
    git branch -r
    git switch main
    ```

    If the clone is empty, the remote's own branch is another than the vault's; the third line lists the branches, and the last one takes `main`.

    What was committed and not pushed was on that disk alone.

    ## What is not there

    - What was typed and saved, and overwritten or deleted before any commit, sync or `zib watch`, is in no history.
    - What git ignores is in no history and on no other device: `.zib/cache`, and what `.gitignore` names.
    - What `zib` told as refused or held back was not committed.

    """#
}
