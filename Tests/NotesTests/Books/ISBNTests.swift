import Notes
import Testing

@Suite struct ISBNTests {
  @Test(
    arguments: [
      ("9780691096124", "9780691096124"), ("978-0-691-09612-4", "9780691096124"),
      ("0-691-09612-X", nil), ("0691096120", "9780691096124"), ("0-8044-2957-X", "9780804429573"),
      ("080442957x", "9780804429573"), ("ISBN 0-306-40615-2", "9780306406157"),
      ("ISBN-13: 978 0 306 40615 7", "9780306406157"), ("urn:isbn:9780306406157", "9780306406157"),
      ("ISBN-10 0306406152", "9780306406157"), ("979‐10‐90636‐07‐1", "9791090636071"),
      (" 9780306406157 ", "9780306406157"),
    ] as [(String, String?)])
  func `ten and thirteen digits become thirteen`(text: String, thirteen: String?) {
    #expect((try? ISBN(text))?.description == thirteen)
  }

  @Test func `what is wrong is told`() {
    #expect(throws: ISBN.Flaw.checkDigit(expected: "4")) { try ISBN("9780691096125") }
    #expect(throws: ISBN.Flaw.checkDigit(expected: "X")) { try ISBN("0804429571") }
    #expect(throws: ISBN.Flaw.length(12)) { try ISBN("978069109612") }
    #expect(throws: ISBN.Flaw.length(0)) { try ISBN("") }
    #expect(throws: ISBN.Flaw.prefix) { try ISBN("9770306406157") }
    #expect(throws: ISBN.Flaw.character("a")) { try ISBN("97803064a6157") }
    #expect(throws: ISBN.Flaw.character("X")) { try ISBN("X306406152") }
  }

  @Test func `one wrong digit and two neighbours exchanged are always noticed`() throws {
    // Of ten digits every exchange; of thirteen all but neighbours that differ by five.
    let ten = Array("0306406152")
    for place in ten.indices {
      for digit in "0123456789" where digit != ten[place] {
        var wrong = ten
        wrong[place] = digit
        #expect((try? ISBN(String(wrong))) == nil)
      }
      guard place > 0, ten[place] != ten[place - 1] else { continue }
      var wrong = ten
      wrong.swapAt(place, place - 1)
      #expect((try? ISBN(String(wrong))) == nil)
    }
  }
}
