/// A mood: an emoji with the names it is found by, and how good it is.
///
/// Any emoji may be an entry's mood; these are the ones that have names.
package struct Mood: Sendable, Hashable {
  package let emoji: String
  /// The first is the one that is shown, and no other mood's first.
  package let names: [String]
  /// From -2 (bad) through 0 to 2 (good).
  package let valence: Int

  /// The name that is shown.
  package var name: String { names[0] }

  /// The moods that have names, the good ones first.
  package static let all: [Mood] = table.split(separator: "\n").compactMap { line in
    let parts = line.split(separator: "|")
    guard parts.count == 3, let valence = Int(parts[1]) else { return nil }
    let names = parts[2].split(separator: ",").map(String.init)
    return Mood(emoji: String(parts[0]), names: names, valence: valence)
  }

  /// The mood of an emoji, whatever its skin and presentation; nil for one without a name.
  package static func named(by emoji: String) -> Mood? { byEmoji[key(emoji)] }

  /// The moods that a word names: the one that has it as its first name, else those that have it as
  /// any, else those with a name that begins with it, else those with a name that contains it.
  package static func matching(_ word: String) -> [Mood] {
    let word = CaseFolding.fold(word)
    let tests: [(Mood) -> Bool] = [
      { $0.name == word }, { $0.names.contains(word) },
      { $0.names.contains { $0.hasPrefix(word) } }, { $0.names.contains { $0.contains(word) } },
    ]
    for test in tests {
      let found = all.filter(test)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// True if a text is a single emoji, such as a heading may have for a mood.
  package static func isEmoji(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return JournalHeading.emojiEnd(bytes, 0, bytes.count) == bytes.count
  }

  private static let byEmoji = Dictionary(
    all.map { (key($0.emoji), $0) }, uniquingKeysWith: { first, _ in first })

  /// An emoji without the code points that only select its presentation.
  private static func key(_ emoji: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in emoji.unicodeScalars {
      let isSkin = (0x1F3FB...0x1F3FF).contains(scalar.value)
      if !isSkin, scalar.value != 0xFE0F, scalar.value != 0xFE0E { scalars.append(scalar) }
    }
    return String(scalars)
  }

  /// emoji|valence|names
  private static let table = """
    😀|2|happy,glad,cheerful,smile
    😄|2|joyful,joy,delighted
    😁|2|beaming,grinning,proud of it
    😂|2|laughing,tears of joy,funny
    🤣|2|in stitches,hilarious,laughing
    🥳|2|celebrating,party,birthday,festive
    🤩|2|thrilled,starstruck,amazed
    😍|2|in love,adoring,smitten
    🥰|2|loved,affectionate,cherished
    ❤️|2|love,heart,loving
    💖|2|tender,sparkling heart,fond
    😇|2|blessed,innocent,good
    🎉|2|festive,celebration,hurray
    🏆|2|victorious,triumph,winner,achievement
    💪|2|strong,capable,able
    🔥|2|on fire,fired up,ardent
    🚀|2|ambitious,soaring,launch
    🌟|2|radiant,shining,outstanding
    ✨|2|inspired,magical,sparkling
    🌈|2|hopeful,rainbow,after the rain
    🙏|2|grateful,thankful,thanks
    🤗|2|warm,hug,embraced
    😎|2|confident,cool,easy
    🦋|2|light-hearted,butterflies,free
    🕊️|2|at peace,peace,dove
    💃|2|exuberant,dancing
    🙂|1|content,pleased,all right,fine
    😊|1|smiling,pleasant,friendly
    ☺️|1|cosy,snug
    😌|1|relieved,calm,serene,at ease
    😉|1|playful,wink,joking
    😋|1|savouring,delicious,well fed
    😏|1|smug,sly,knowing
    🤭|1|amused,giggling,chuckling
    😜|1|silly,goofy,cheeky
    🤪|1|wild,zany,crazy
    🤓|1|studious,nerdy,keen
    🧐|1|curious,inquisitive,examining
    🤠|1|adventurous,cowboy
    🫡|1|dutiful,salute,ready
    🫶|1|caring,supportive
    🤝|1|connected,agreed,together
    👍|1|approving,good,yes
    👏|1|impressed,applause,clapping
    ✌️|1|peaceful,victory sign
    🤞|1|wishful,fingers crossed,hoping
    🍀|1|lucky,clover,fortunate
    🌻|1|sunny,bright,sunflower
    🌸|1|gentle,blossom,spring
    🌱|1|growing,new beginning,sprout
    🌞|1|energetic,sunshine,awake
    ☀️|1|bright,clear day
    🌊|1|flowing,sea,waves
    🏡|1|at home,homely
    🏕️|1|outdoors,camping
    🧘|1|meditative,mindful,balanced
    🛀|1|pampered,bath
    ☕|1|unhurried,coffee,cup
    🍵|1|quiet,tea
    🎶|1|musical,singing,humming
    🎨|1|creative,making,artistic
    📚|1|absorbed,reading,bookish
    ✍️|1|writing,expressive,wrote
    💡|1|insightful,idea,eureka
    🎯|1|focused,on target,concentrated
    ✅|1|accomplished,done,finished
    💼|1|productive,working,busy
    🏃|1|active,running,sporty
    🚶|1|walking,strolling
    🧗|1|challenged,climbing
    🧭|1|purposeful,direction,compass
    🛠️|1|handy,building,repairing
    👨‍👩‍👧|1|family,with family
    🧑‍🤝‍🧑|1|among friends,friends,sociable
    😺|1|cat-like,cat,purring
    🐶|1|with the dog,dog
    😴|0|sleepy,asleep,drowsy
    🥱|0|yawning,bored,dull
    😐|0|neutral,indifferent,so-so
    😶|0|speechless,silent,wordless
    🫥|0|invisible,unseen,faded
    🤔|0|thoughtful,thinking,pondering,wondering
    🤨|0|sceptical,skeptical,doubting
    🙃|0|ironic,upside down
    😬|0|awkward,cringing,grimacing
    😳|0|embarrassed,flushed,blushing
    😮|0|surprised,wow
    😲|0|astonished,astounded
    😯|0|hushed,taken aback
    🤯|0|overwhelmed by it,mind blown
    🤫|0|secretive,quietly,hush
    🤐|0|discreet,zipped
    🫣|0|shy,peeking,hiding
    🥺|0|pleading,touched,moved
    🥹|0|moved,holding back tears
    😅|0|sheepish,nervous laugh,phew
    🤷|0|unsure,shrug,undecided
    🙄|0|unimpressed,eye roll
    😑|0|deadpan,expressionless
    🌙|0|nocturnal,night,moon
    ☁️|0|cloudy,grey,overcast
    🌫️|0|foggy,misty,hazy
    🍂|0|autumnal,fading,leaves
    ❄️|0|frosty,snow,cold day
    🕰️|0|nostalgic,remembering,old times
    💭|0|dreaming,daydreaming,dream
    ⏳|0|waiting,patient
    🧳|0|travelling,on the road,journey
    📞|0|talkative,phone call
    🎭|0|mixed,of two minds,theatrical
    😕|-1|confused,puzzled,perplexed
    😟|-1|worried,concerned,uneasy
    🙁|-1|unhappy,down,displeased
    😞|-1|disappointed,let down
    😔|-1|pensive,wistful,regretful
    😣|-1|struggling,persevering
    😖|-1|distressed,confounded
    😩|-1|weary,worn out
    😫|-1|exhausted,tired out
    😮‍💨|-1|sighing,spent,exhaling
    😪|-1|tired,fatigued
    🥲|-1|bittersweet,smiling through tears
    😒|-1|annoyed,grumpy,not amused
    😤|-1|frustrated,huffing,impatient
    😓|-1|stressed,under pressure,sweating
    😥|-1|let off,sad but relieved
    😰|-1|anxious,nervous,cold sweat
    😧|-1|anguished,dismayed
    😦|-1|alarmed,aghast
    😵‍💫|-1|dizzy,scattered,dazed
    🤒|-1|feverish,ill,sick
    🤕|-1|hurt,injured,headache
    🤧|-1|sniffly,sneezing,a cold
    🤢|-1|nauseous,queasy,disgusted
    🥵|-1|hot,sweltering
    🥶|-1|freezing,cold
    🌧️|-1|gloomy,rain,rainy
    🫤|-1|underwhelmed,meh
    🫠|-1|melting,dissolving
    🪫|-1|drained,battery low,no energy
    🧊|-1|numb,icy
    🥀|-1|wilted,withered
    🐌|-1|sluggish,slow
    🙈|-1|ashamed,not looking
    👎|-1|disapproving,bad,no
    🏚️|-1|lonely,alone,deserted
    😢|-2|sad,crying,tearful
    😭|-2|sobbing,in tears,crying
    💔|-2|heartbroken,broken heart,grieving
    🖤|-2|mourning,grief,bereaved
    😨|-2|afraid,fearful,scared
    😱|-2|terrified,horrified,screaming
    😠|-2|angry,cross
    😡|-2|furious,enraged,rage
    🤬|-2|swearing,livid,cursing
    🤮|-2|revolted,vomiting
    😿|-2|sorrowful,sorrow
    🆘|-2|desperate,in need of help,helpless
    ⛈️|-2|stormy,turmoil,storm
    💣|-2|explosive,about to burst
    🕳️|-2|empty,hollow,void
    """
}
