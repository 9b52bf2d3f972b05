import Layout
import Testing

/// The time of an entry's heading, which the reader of notes and the merge of days read by one rule.
struct JournalTimeTests {
  @Test(arguments: [
    ("## 08:15", 29_700), ("## 8:15 Early", 29_700), ("# 08:15", 29_700), ("###### 08:15", 29_700),
    ("   ##  08:15:30 😀", 29_730), ("##\t08:15", 29_700), ("## 8:15 pm", 72_900),
    ("## 8:15pm\r", 72_900), ("## 8:15 PM words", 72_900), ("## 12:05 am", 300),
    ("## 13:15 Am I late?", 47_700), ("## 09:00 +09:00 😀", 32_400), ("## 08:15\r", 29_700),
    ("## 8:15 amber", 29_700),
  ])
  func `a heading that opens with a time opens an entry`(line: String, seconds: Int) {
    #expect(JournalTime(headingLine: Array(line.utf8)[...])?.seconds == seconds)
  }

  @Test(arguments: [
    "08:15", "##08:15", "####### 08:15", "    ## 08:15", "## 08:15th", "## 25:00", "## 08:60",
    "## 08:15:60", "## 8", "## 8:1", "## Day 08:15", "##", "", "## ", "## 24:00",
  ])
  func `other lines open none`(line: String) {
    #expect(JournalTime(headingLine: Array(line.utf8)[...]) == nil)
  }
}
