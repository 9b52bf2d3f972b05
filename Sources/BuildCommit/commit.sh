#!/bin/sh
# commit.sh PACKAGE FILE: writes the commit that PACKAGE is at into the Swift file FILE.
#
# An empty text where PACKAGE is no git repository of its own (an archive), or git is missing; `+` after the commit
# where a tracked file was changed. The file is left alone where it says so already.
cd "$1" || exit 1
commit=
if [ -e .git ]; then
  commit=$(git rev-parse --verify -q HEAD 2>/dev/null)
  if [ -n "$commit" ]; then
    git --no-optional-locks diff --no-ext-diff --quiet HEAD -- 2>/dev/null || commit=$commit+
  fi
fi
new="enum Commit { static let id = \"$commit\" }"
[ "$new" = "$(cat "$2" 2>/dev/null)" ] || printf '%s\n' "$new" >"$2"
