import Notes
import Reviews
import Testing

/// Cards written over others of the same pattern, and edits that are none of that kind.
struct ReplacementTests {
  private func matching(_ before: String, _ after: String) -> CardMatching {
    func prompts(_ text: String) -> [Prompt] { Note(parsing: Array((text + "\n").utf8)).prompts }
    let old = prompts(before)
    let new = prompts(after)
    #expect(!old.isEmpty && !new.isEmpty)
    let ids = (Set(old.map(\.id)), Set(new.map(\.id)))
    return CardMatching(
      lost: old.filter { !ids.1.contains($0.id) }.map { LostCard(id: $0.id, was: $0, in: "note") },
      new: new.filter { !ids.0.contains($0.id) }.map { PlacedPrompt($0, in: "note") },
      kept: new.filter { ids.0.contains($0.id) }.map { PlacedPrompt($0, in: "note") })
  }

  static let replaced: [(String, String)] = [
    (
      "Q: What is inflation?\nA: A rise of the price level",
      "Q: What is core inflation?\nA: A rise of prices without food and energy"
    ),
    (
      "Q: Who was Pliny?\nA: A Roman naturalist",
      "Q: Who was Pliny the Younger?\nA: A Roman letter writer, nephew of the naturalist"
    ),
    (
      "Q: What does git log do?\nA: Shows commits",
      "Q: What does git log -p do?\nA: Shows commits with their patches"
    ),
    (
      "Q: What is an allele?\nA: A variant of a gene",
      "Q: What is an allele frequency?\nA: How common a variant is in a population"
    ),
    (
      "Q: What is the integral of 1/x?\nA: ln |x| + C",
      "Q: What is the integral of 1/x^2?\nA: -1/x + C"
    ),
    (
      "Q: What is the derivative of sin x?\nA: cos x",
      "Q: What is the derivative of cos x?\nA: −sin x"
    ),
    (
      "Q: What are the advantages of microservices?\nA: They can be deployed independently.",
      "Q: What are the disadvantages of microservices?\nA: They need monitoring and a network."
    ),
    (
      "Q: What does article 5 of the basic law protect?\nA: The freedom of expression.",
      "Q: What does article 17 of the basic law protect?\nA: The right of petition."
    ),
    (
      "Q: Which hormone lowers the blood sugar, and where is it made?\nA: Insulin, in the beta cells.",
      "Q: Which hormone raises the blood sugar, and where is it made?\nA: Glucagon, in the alpha cells."
    ),
    (
      "Q: What does `git reset --soft` do?\nA: It moves HEAD.",
      "Q: What does `git reset --hard` do?\nA: It moves HEAD and overwrites the index and the files."
    ),
    (
      "Q: What is the capital of Guinea?\nA: Conakry",
      "Q: What is the capital of Equatorial Guinea?\nA: Malabo"
    ),
    (
      "Q: What is the capital of Austria?\nA: Vienna",
      "Q: What is the capital of Australia?\nA: Canberra"
    ),
    (
      "Q: What is the general formula of an alkane?\nA: CnH2n+2",
      "Q: What is the general formula of an alkene?\nA: CnH2n"
    ),
    (
      "Q: Who wrote the novel Emma?\nA: Jane Austen",
      "Q: Who wrote the novel Persuasion?\nA: Jane Austen"
    ),
    (
      "Q: In which year did the Second World War begin?\nA: 1939",
      "Q: In which year did the Second World War end?\nA: 1945"
    ),
    ("Q: Is 7 a prime number?\nA: Yes", "Q: Is 13 a prime number?\nA: Yes"),
    ("Capital: ?[Peru](Lima).", "Capital: ?[Chile](Santiago)."),
    ("The German word is ?[dog](Hund)", "The German word is ?[horse](Pferd)"),
    (
      "It is the right of ?[article 5 GDPR](lawful processing).",
      "It is the right of ?[article 17 GDPR](being forgotten)."
    ),
    ("Q: What is 7 × 8?\nA: 56", "Q: What is 7 × 9?\nA: 63"),
    ("Q: Which port does HTTP use?\nA: 80", "Q: Which port does HTTPS use?\nA: 443"),
    (
      "Q: What is the atomic number of carbon?\nA: 6",
      "Q: What is the atomic number of nitrogen?\nA: 7"
    ),
    (
      "Q: What does an afferent nerve do?\nA: It carries signals towards the brain.",
      "Q: What does an efferent nerve do?\nA: It carries signals away from the brain."
    ),
    (
      "Q: What happens in the light reaction of photosynthesis?\nA: Water is split and ATP is made.",
      "Q: What happens in the dark reaction of photosynthesis?\nA: Carbon dioxide is fixed as sugar."
    ),
    (
      "Q: What is the time complexity of quicksort in the worst case?\nA: O(n²)",
      "Q: What is the time complexity of mergesort in the worst case?\nA: O(n log n)"
    ),
    (
      "Q: What is the difference between `a++` and `++a`?\nA: `a++` gives the old value.",
      "Q: What is the difference between `a--` and `--a`?\nA: `a--` gives the old value."
    ),
    (
      "Q: What does the operator `<<` do?\nA: It shifts the bits to the left.",
      "Q: What does the operator `>>` do?\nA: It shifts the bits to the right."
    ),
    (
      "Q: Which keyword makes a variable in Swift?\nA: var",
      "Q: Which keyword makes a constant in Swift?\nA: let"
    ),
    (
      "Q: What is the Spanish word for brother?\nA: hermano",
      "Q: What is the Spanish word for sister?\nA: hermana"
    ),
    (
      "Q: What is the plural of the Latin word rosa?\nA: rosae",
      "Q: What is the plural of the Latin word bellum?\nA: bella"
    ),
    (
      "Q: Wie heißt die Hauptstadt von Bayern?\nA: München",
      "Q: Wie heißt die Hauptstadt von Hessen?\nA: Wiesbaden"
    ),
    (
      "Q: Was regelt § 433 BGB?\nA: Den Kaufvertrag.",
      "Q: Was regelt § 535 BGB?\nA: Den Mietvertrag."
    ),
    (
      "Q: Was ist der Unterschied zwischen Besitz und Eigentum?\nA: Besitz ist die tatsächliche Gewalt.",
      "Q: Was ist der Unterschied zwischen Miete und Leihe?\nA: Miete ist entgeltlich."
    ),
    (
      "Q: Quelle est la capitale de la France ?\nA: Paris",
      "Q: Quelle est la capitale de la Belgique ?\nA: Bruxelles"
    ),
    (
      "Q: Conjuguez « être » à la première personne du présent.\nA: je suis",
      "Q: Conjuguez « avoir » à la première personne du présent.\nA: j'ai"
    ),
    ("Q: ¿Cuál es el antónimo de alto?\nA: bajo", "Q: ¿Cuál es el antónimo de ancho?\nA: estrecho"),
    (
      "Q: Qual è il simbolo chimico dell'oro?\nA: Au",
      "Q: Qual è il simbolo chimico dell'argento?\nA: Ag"
    ),
    ("Q: Какая столица Эстонии?\nA: Таллин", "Q: Какая столица Латвии?\nA: Рига"),
    ("Q: 正弦函数的导数是什么？\nA: 余弦函数", "Q: 余弦函数的导数是什么？\nA: 负正弦函数"),
    ("Q: 「犬」の読み方は何ですか。\nA: いぬ", "Q: 「猫」の読み方は何ですか。\nA: ねこ"),
    ("Q: 프랑스의 수도는 어디입니까?\nA: 파리", "Q: 독일의 수도는 어디입니까?\nA: 베를린"),
    ("Q: ما هي عاصمة مصر؟\nA: القاهرة", "Q: ما هي عاصمة الأردن؟\nA: عمان"),
    (
      "Q: Ποια είναι η πρωτεύουσα της Ελλάδας;\nA: Αθήνα",
      "Q: Ποια είναι η πρωτεύουσα της Κύπρου;\nA: Λευκωσία"
    ),
    (
      "The capital of ?[](France) is ?[](Paris), on the river Seine.",
      "The capital of ?[](Germany) is ?[](Berlin), on the river Spree."
    ),
    (
      "In ?[year](1492) Columbus reached the Bahamas with three ships.",
      "In ?[year](1497) Cabot reached Newfoundland with one ship."
    ),
    (
      "The boiling point of water is ?[](100 °C) at sea level.",
      "The boiling point of ethanol is ?[](78 °C) at sea level."
    ),
    (
      "The powerhouse of the cell is the ?[](mitochondrion), with two membranes.",
      "The control centre of the cell is the ?[](nucleus), with two membranes."
    ),
    (
      "Q: What does HTTP status 301 mean?\nA: Moved permanently",
      "Q: What does HTTP status 302 mean?\nA: Found, moved for now"
    ),
    (
      "Q: What is the SI unit of force?\nA: newton",
      "Q: What is the SI unit of pressure?\nA: pascal"
    ),
    (
      "> Blessed are the poor in spirit, for theirs is the kingdom of heaven.\n> — Matthew, *Gospel* (5:3)",
      "> Blessed are the meek, for they shall inherit the earth, not heaven.\n> — Luke, *Gospel* (6:20)"
    ),
    (
      "Q: What is the first law of thermodynamics?\nA: Energy is conserved.",
      "Q: What is the second law of thermodynamics?\nA: Entropy never falls."
    ),
    (
      "Q: `tar -c`: what does it do?\nA: It creates an archive.",
      "Q: `tar -x`: what does it do?\nA: It extracts an archive."
    ),
    (
      "Q: What is the time complexity of binary search?\nA: O(log n)",
      "Q: What is the time complexity of linear search?\nA: O(n)"
    ),
    (
      "Q: What is the time complexity of merge sort?\nA: O(n log n)",
      "Q: What is the time complexity of counting sort?\nA: O(n)"
    ),
    (
      "Q: What is the worst case of heap sort?\nA: O(n log n)",
      "Q: What is the worst case of radix sort?\nA: O(n)"
    ),
    (
      "Q: Which verbs go with être in French?\nA: aller, venir, naître",
      "Q: Which verbs go with être in the passé composé?\nA: aller, venir"
    ),
    (
      "Q: What does `x++` return?\nA: the old value", "Q: What does `++x` return?\nA: the new value"
    ),
  ]

  /// Quotes of one speech or author, of which a word or two are others.
  static let replacedQuotes: [(String, String)] = [
    ("We shall fight on the beaches.", "We shall fight on the landing grounds."),
    (
      "We shall fight in the fields and in the streets.",
      "We shall fight in the hills and in the streets."
    ),
    (
      "Blessed are the merciful, for they shall obtain mercy.",
      "Blessed are the peacemakers, for they shall obtain mercy."
    ),
    (
      "There is a time to weep, and a time for all.",
      "There is a time to laugh, and a time for all."
    ),
    ("All happy families are alike.", "All unhappy families are alike."),
    ("Ask not what your country can do for you.", "Ask not what your company can do for you."),
    ("The first rule of the club is silence.", "The second rule of the club is silence."),
    ("In the year 1812 the river froze.", "In the year 1709 the river froze."),
    ("Fear leads to anger in the end.", "Anger leads to hatred in the end."),
    ("Wer den Frieden will, bereite den Krieg.", "Wer den Frieden will, bereite den Handel."),
    ("L'enfer, c'est les autres, disait-il.", "Le paradis, c'est les autres, disait-il."),
    ("学而时习之，不亦说乎", "有朋自远方来，不亦说乎"),
  ]

  @Test func `a quote of which a word gave way to another is never linked silently`() {
    let source = "\n> — Somebody, *Some Work*"
    for (before, after) in Self.replacedQuotes {
      let found = matching("> " + before + source, "> " + after + source)
      #expect(found.links.isEmpty, "\(before) → \(after)")
    }
  }

  /// Quotes as people mend them: slips, other forms and short words, words added and left out, and a word of a long
  /// text.
  static let editedQuotes: [(String, String)] = [
    ("We shal fight on the beaches.", "We shall fight on the beaches."),
    ("We shall fight on the beach.", "We shall fight on the beaches."),
    ("We will fight on the beaches.", "We shall never surrender; we will fight on the beaches."),
    ("The unexamined life was not worth living.", "The unexamined life is not worth living."),
    (
      "The mass of men lead lives of desperation.",
      "The mass of men lead lives of quiet desperation."
    ),
    ("Simplify, simplify, and again simplify.", "Simplify, simplify."),
    (
      "Der Mensch ist frei geboren, und ueberall liegt er in Ketten.",
      "Der Mensch ist frei geboren, und überall liegt er in Ketten."
    ),
    (
      "I went to the woods because I wished to live deliberately, to front only the basic facts of life, and see if I could not learn what it had to teach.",
      "I went to the woods because I wished to live deliberately, to front only the essential facts of life, and see if I could not learn what it had to teach."
    ),
  ]

  @Test func `a quote that was mended is linked without asking`() {
    let source = "\n> — Somebody, *Some Work*"
    for (before, after) in Self.editedQuotes {
      let found = matching("> " + before + source, "> " + after + source)
      #expect(found.links.count == 1 && found.questions.isEmpty, "\(before) → \(after)")
    }
  }

  @Test func `a card written over another after the same pattern is never linked silently`() {
    #expect(Self.replaced.count >= 40)
    for (before, after) in Self.replaced {
      #expect(matching(before, after).links.isEmpty, "\(before) → \(after)")
    }
  }

  static let edited: [(String, String)] = [
    ("Q: Who wrote Emma?\nA: Jane Austin", "Q: Who wrote Emma?\nA: Jane Austen"),
    (
      "Q: Wat does the kernel schedule?\nA: Threads",
      "Q: What does the kernel schedule?\nA: Threads"
    ),
    (
      "Q: What is TCP?\nA: A transport protocol.",
      "Q: What is TCP?\nA: A reliable, ordered transport protocol (RFC 9293)."
    ),
    (
      "Q: What is a closure in Swift?\nA: A function with the variables it captures.",
      "Q: What is a closure, in Swift and elsewhere?\nA: A function with the variables it captures."
    ),
    (
      "Q: Which river flows through the city of Ravenna, if any?\nA: None; the Ronco and Montone join south of it.",
      "Q: Which river runs through the city of Ravenna, if any?\nA: None; the Ronco and Montone join south of it."
    ),
    (
      "Q: Explain the borrow checker.\nA: It proves that no reference outlives its value.",
      "Q: Explain the borrow checker briefly.\nA: It proves that no reference outlives its value, at compile time."
    ),
    (
      "Q: How does photosinthesis work?\nA: Light splits watter, and sugar is made.",
      "Q: How does photosynthesis work?\nA: Light splits water, and sugar is made."
    ),
    ("The ?[](haert) pumps blood through us.", "The ?[](heart) pumps blood through us."),
    (
      "In ?[](1969) Armstrong walked on the ?[](Moon) with Aldrin.",
      "In ?[](1969) Neil Armstrong walked on the ?[](Moon) with Buzz Aldrin."
    ),
    (
      "> The unexamined life is not worth livin.\n> — Plato",
      "> The unexamined life is not worth living.\n> — Socrates"
    ),
  ]

  @Test func `edits of one side, additions and corrections are linked without asking`() {
    for (before, after) in Self.edited {
      let found = matching(before, after)
      #expect(!found.links.isEmpty && found.questions.isEmpty, "\(before) → \(after)")
    }
  }
}
