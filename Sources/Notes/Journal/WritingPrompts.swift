/// Questions that give someone something to write about.
package enum WritingPrompts {
  /// The built-in prompts, in no order; each is independent, and none has a `*` or `_`.
  package static let all: [String] = text.split(separator: "\n").map(String.init)

  private static let text = """
    What did you notice today that you would have walked past a year ago?
    Describe the room you are in to somebody who will never see it.
    Which conversation is still going on in your head, and what do you want to add to it?
    What have you been putting off, and what exactly is the first minute of it?
    Write about something you repaired.
    Whose voice did you hear today without their being there?
    What did you believe ten years ago that you no longer do? When did it go?
    Retell the best sentence you read or heard this week, and say why it stayed.
    What would today look like to a neighbour watching through the window?
    Name three sounds from this morning, and follow one of them.
    What did it cost you to be polite today?
    Which of your habits would you not wish on a child?
    Write down a smell, and the place it takes you to.
    What are you better at than you admit?
    Describe a meal from your childhood as if you were writing its recipe.
    What did somebody do for you that they have probably forgotten?
    If the last month were a chapter, what would its title be?
    What question do you hope nobody asks you tomorrow?
    Write about a door you closed, and who was on the other side.
    What is the most useful thing you have ever been told, and did you listen at the time?
    Which object on your desk has the longest story?
    What did you laugh at last, and would it be funny on paper?
    Where in your body was today?
    Write a letter of thanks that you will not send.
    What do you know by heart?
    What would you do with one free day that nobody else knew about?
    Which of your opinions have you inherited?
    Describe a stranger you saw today in five plain sentences.
    What is the kindest interpretation of what annoyed you?
    What did you make today, counting soup and excuses?
    When were you last lost, and how did you find out where you were?
    Which promise to yourself is due for renewal, and which for release?
    What has the weather been doing to you?
    Write about a teacher, in or out of school.
    What did you get wrong this week, and what did it teach you that being right would not have?
    Which place do you know so well that you could walk it blind? Walk it here.
    What are you pretending not to want?
    Describe your hands.
    What would the person you were at fifteen find strange about today?
    What did you leave unsaid, and was that tact or fear?
    Which book has read you?
    Write about waiting: for what, how long, and what the time was like.
    What small luxury would you defend in court?
    Who taught you to apologise, and did they do it well?
    What is the oldest thing you own that is still in use?
    Which decision would you like to hear the case against?
    What did you see in the last light of the day?
    Write down a joke your family has, and explain it badly.
    What has become easier without your noticing?
    Which rumour about you is nearly true?
    What were you doing when you last forgot the time?
    Describe a photograph that was never taken.
    What do you do when nobody is looking that you would be glad to be caught at?
    Which argument are you tired of winning?
    What did you eat, and who else was at the table, in the room or in mind?
    If you had to move tomorrow, what would you miss that is not a person?
    Write about the first house you remember, beginning at its door.
    What have you learned from an animal?
    Which of this year's worries turned out to be nothing, and what did it cost to carry?
    What are you saving, and for when?
    Describe a journey you make so often that you no longer see it.
    What compliment do you find hard to believe?
    What did you refuse today?
    Who do you envy, and what precisely would you take from them?
    Write about a tree.
    What is the bravest thing you saw somebody do this year?
    Which word do you use too much? What would you say without it?
    What did you dream, or what do you imagine you would have?
    When did you last change your mind in front of somebody?
    What do you owe, and to whom, that is not money?
    Describe silence as you know it best.
    What would you put into a box to be opened in twenty years?
    Which of your parents' sentences have come out of your own mouth?
    What was the turning point of the day, however small?
    Write about something you lost and did not look for.
    What do you find beautiful that others find plain?
    How did you treat the person who could do nothing for you?
    What are the first and the last thing you look at every day, and what are you looking for?
    Which task did you do well though nobody will check it?
    What are you grieving, great or small?
    Describe a colour without naming it.
    What has surprised you about getting older?
    Who would you like to have at your table tonight, and what would you cook?
    What rule did you break, and did it need breaking?
    Which year of your life would you read again, and which would you edit?
    What does your kitchen say about you?
    Write about a piece of music and where you were inside it.
    What is a fact you learned lately that you keep telling people?
    When did somebody trust you more than you trusted yourself?
    What would a truly restful day contain, hour by hour?
    Which of your tools do you love, and why that one?
    What did money have to do with today?
    Describe the last time you were a beginner.
    What do you want to be asked?
    Which view from a window belongs to you?
    What went unnoticed that you did for somebody?
    Write about a border, a fence, or a line that you crossed.
    What is in your pockets or your bag, and what does it prove?
    Which friendship has changed its shape, and what shape is it now?
    What would you tell your own doctor if there were time?
    What have you stopped explaining to people?
    Describe a moment of today so slowly that it takes longer to read than it took.
    What do you do differently from how you were shown?
    What was the best use of ten minutes this week?
    Which fear has kept you safe, and which only small?
    What did you overhear?
    Write about a gift that missed, given or received.
    What are you curious about that is of no use whatever?
    How do you know when you have had enough?
    Which ordinary person from your past should have a monument, and where would it stand?
    What would you do again exactly as you did it?
    Describe how you came to own your favourite piece of clothing.
    What news did you get today, and what did you do in the next minute?
    What is the hardest part of your day to describe to people who do not do what you do?
    Which season are you in, whatever the calendar says?
    What do you keep meaning to look up? Guess the answer first.
    Who did you think of today for the first time in years?
    Write about something that works perfectly.
    What is a mistake you would recommend?
    What did your body ask for, and what did it get?
    Which of your stories do you tell too well to be sure that it is true?
    What would you like to have finished before the month ends, and what stands in front of it?
    Describe a goodbye at a station, an airport, a door or a bed.
    What have you got used to that you once could not have borne?
    What did you do today for the first time, or perhaps for the last?
    Which small injustice still makes you warm?
    What do you collect without calling it a collection?
    Write down advice you would give on your own trade to someone starting tomorrow.
    What part of the day was yours alone?
    Where were you happy without knowing it?
    What is the next question, now that you have answered the last one?
    Which map, plan or list did you follow today, and where did you leave it?
    What would you say to the person who finds this in fifty years?
    """
}
