# Completion of zob for fish 3.0 and later. Written by `zob completions fish`.

# The command that the word $argv[2] calls below the command $argv[1].
function __zob_below
    switch "$argv[1]|$argv[2]"
        case '|search' '|s' '|find'
            echo 'search'
        case '|show'
            echo 'show'
        case '|new' '|create'
            echo 'new'
        case '|mv'
            echo 'mv'
        case '|tag'
            echo 'tag'
        case '|review'
            echo 'review'
        case '|completions'
            echo 'completions'
        case '|help'
            echo 'help'
        case 'tag|rename'
            echo 'tag rename'
        case 'tag|merge'
            echo 'tag merge'
        case 'review|stats'
            echo 'review stats'
        case '*'
            return 1
    end
end

# Whether the option $argv[2] of the command $argv[1] takes a value.
function __zob_takes
    switch "$argv[1]|$argv[2]"
        case '*|-C' '*|--vault' '*|--color' '*|--colour' 'search|-n' 'search|--limit' 'search|--sort' 'search|--since' 'search|--exclude' 'show|-o' 'show|--output' 'new|-p' 'new|--property' 'new|--count' 'review|-n' 'review|--limit' 'review stats|--year'
            return 0
    end
    return 1
end

# Keeps the value $argv[2] of the option $argv[1] if the tool needs it to find values.
function __zob_guide
    switch $argv[1]
        case '-C' '--vault'
            set -ga __zob_guides $argv[1] (string replace -r '^~/' "$HOME/" -- $argv[2])
    end
end
# Reads the words before the cursor as the tool would: which command, how many words after it.
function __zob_read
    set -l words (commandline -opc)
    set -l line (string join \x1f -- $words | string collect)
    # fish asks for every candidate: read a line only once.
    if set -q __zob_line; and test "$line" = "$__zob_line"
        return
    end
    set -g __zob_line $line
    set -g __zob_command ''
    set -g __zob_count 0
    set -g __zob_guides
    set -l expects ''
    set -l over ''
    set -e words[1]
    for word in $words
        if test -n "$expects"
            __zob_guide $expects $word
            set expects ''
        else if test -n "$over"; or test "$word" = -; or not string match -q -- '-*' $word
            set -l below
            if test -z "$over" -a "$__zob_count" = 0
                and set below (__zob_below "$__zob_command" $word)
                set -g __zob_command $below
            else
                set -g __zob_count (math $__zob_count + 1)
            end
        else if test "$word" = --
            set over yes
        else if string match -q -- '--*=*' $word
            __zob_guide (string split -m 1 = -- $word)
        else if string match -q -- '--*' $word
            __zob_takes "$__zob_command" $word; and set expects $word
        else
            set -l letters (string split '' -- (string sub -s 2 -- $word))
            while set -q letters[1]
                set -l letter -$letters[1]
                set -e letters[1]
                if __zob_takes "$__zob_command" $letter
                    if set -q letters[1]
                        __zob_guide $letter (string join '' -- $letters)
                    else
                        set expects $letter
                    end
                    break
                end
            end
        end
    end
end

# Whether the cursor is after the command $argv[1], at its word $argv[2] (or a later one).
function __zob_at
    __zob_read
    test "$__zob_command" = "$argv[1]"; or return 1
    set -q argv[2]; or return 0
    test $__zob_count -eq $argv[2]; and return 0
    set -q argv[3]; and test $__zob_count -gt $argv[2]
end

# What the tool itself answers: candidates of the kind $argv[1].
function __zob_values
    __zob_read
    set -l word (commandline -ct)
    if string match -q -- '--*=*' $word
        set word (string replace -r '^[^=]*=' '' -- $word)
    else if string match -q -- '-?*' $word
        set word (string sub -s 3 -- $word)
    end
    set -l plain (string unescape -- $word 2>/dev/null)
    or set plain (string trim -l -c '\'"' -- $word)
    command zob $__zob_guides complete-values $argv[1] -- "$plain" 2>/dev/null </dev/null
end
complete -c zob -e
complete -c zob -f
complete -c zob -s 'C' -l vault -r -f -a '(__fish_complete_directories)' -d 'Use the vault in DIR instead of the one around the current folder'
complete -c zob -s 'q' -l quiet -d 'Print no messages'
complete -c zob -s 'v' -l verbose -d 'Say more; twice for everything'
complete -c zob -l color -r -f -k -a '\'auto\' \'always\' \'never\'' -d 'Colour the output'
complete -c zob -l pager -d 'Show long output in a pager'
complete -c zob -l no-pager -d 'Do not show long output in a pager'
complete -c zob -s 'h' -l help -d 'Show help and exit'
complete -c zob -l version -d 'Show the version and exit'
complete -c zob -n '__zob_at \'\' 0' -a 'search' -d 'Find notes by what they say'
complete -c zob -n '__zob_at \'\' 0' -a 'show' -d 'Print a note'
complete -c zob -n '__zob_at \'\' 0' -a 'new' -d 'Write a new note: it\'s "easy"'
complete -c zob -n '__zob_at \'\' 0' -a 'mv' -d 'Move notes and their links'
complete -c zob -n '__zob_at \'\' 0' -a 'tag' -d 'Change tags'
complete -c zob -n '__zob_at \'\' 0' -a 'review' -d 'Be asked what you wrote'
complete -c zob -n '__zob_at \'\' 0' -a 'completions' -d 'Print a completion script'
complete -c zob -n '__zob_at \'\' 0' -a 'help' -d 'Show help on a command'
complete -c zob -n '__zob_at \'\' 0' -f -k -a '(__zob_values \'aliases\')'
complete -c zob -n '__zob_at \'search\'' -s 'n' -l limit -x -d 'Show at most N hits'
complete -c zob -n '__zob_at \'search\'' -l sort -r -f -k -a '\'score\'\\t\'best first\' \'modified\'\\t\'newest first: by modification\' \'title\'\\t\'by title, A to Z\'' -d 'Order of the hits'
complete -c zob -n '__zob_at \'search\'' -l since -x -d 'Leave out what is older'
complete -c zob -n '__zob_at \'search\'' -l exclude -x -d 'Leave out notes whose path matches'
complete -c zob -n '__zob_at \'search\'' -s 'j' -l json -d 'Print JSON'
complete -c zob -n '__zob_at \'search\'' -s '0' -l null -d 'End each path with a NUL byte, for xargs -0'
complete -c zob -n '__zob_at \'search\' 0 more' -f -k -a '(__zob_values \'queries\')'
complete -c zob -n '__zob_at \'show\'' -s 'o' -l output -r -F -d 'Write to FILE; - is standard output'
complete -c zob -n '__zob_at \'show\' 0' -f -k -a '(__zob_values \'notes\')'
complete -c zob -n '__zob_at \'new\'' -s 'p' -l property -r -f -k -a '(__zob_values \'keys\')' -d 'Set a property'
complete -c zob -n '__zob_at \'new\'' -l count -x -d 'A number, even below 0'
complete -c zob -n '__zob_at \'mv\'' -l dry-run -d 'Change nothing; show what would be done'
complete -c zob -n '__zob_at \'mv\' 0 more' -F
complete -c zob -n '__zob_at \'tag\' 0' -a 'rename' -d 'Rename a tag everywhere'
complete -c zob -n '__zob_at \'tag\' 0' -a 'merge' -d 'Make one tag of several'
complete -c zob -n '__zob_at \'tag rename\'' -l dry-run -d 'Change nothing; show what would be done'
complete -c zob -n '__zob_at \'tag rename\' 0' -f -k -a '(__zob_values \'tags\')'
complete -c zob -n '__zob_at \'tag merge\' 0 more' -f -k -a '(__zob_values \'tags\')'
complete -c zob -n '__zob_at \'review\' 0' -a 'stats' -d 'Show how it went'
complete -c zob -n '__zob_at \'review\'' -s 'n' -l limit -x -d 'Show at most N hits'
complete -c zob -n '__zob_at \'review\' 0 more' -f -k -a '(__zob_values \'tags\')'
complete -c zob -n '__zob_at \'review stats\'' -l year -x -d 'Only this year'
complete -c zob -n '__zob_at \'completions\' 0' -f -k -a '\'bash\'\\t\'for ~/.local/share/bash-completion/completions\' \'zsh\'\\t\'for a folder in $fpath\' \'fish\'\\t\'for ~/.config/fish/completions\''
complete -c zob -n '__zob_at \'help\' 0 more' -f -k -a '\'search\'\\t\'Find notes by what they say\' \'show\'\\t\'Print a note\' \'new\'\\t\'Write a new note: it\\\'s "easy"\' \'mv\'\\t\'Move notes and their links\' \'tag\'\\t\'Change tags\' \'review\'\\t\'Be asked what you wrote\' \'completions\'\\t\'Print a completion script\''
