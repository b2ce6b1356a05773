import FieldCoding
import Foundation
import Testing

@Suite struct CountedTests {
  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1,000 bytes"),
    (1_234_567, "1,234,567 bytes"),
  ])
  func thousandsAreSeparated(number: Int, text: String) {
    #expect(counted(number, "byte") == text)
  }

  @Test(arguments: [
    ([], ""), (["1"], "1"), (["1", "2"], "1 and 2"), (["1", "2", "3"], "1, 2 and 3"),
  ])
  func theLastWordsOfAListAreJoined(words: [String], text: String) {
    #expect(listed(words) == text)
  }

  /// The usual errors are said in our words, also if a library says them.
  @Test func errorsOfTheSystemAreInOurWords() {
    #expect(systemErrorText(ENOENT) == "there is no such file or folder")
    #expect(systemErrorText(EISDIR) == "is a folder, not a file")
    #expect(systemErrorText(ENOSPC) == "the disk is full")
    #expect(systemErrorText(EDOM) == "Numerical argument out of domain")
    #expect(
      withOurText("Write error: No space left on device, twice")
        == "Write error: the disk is full, twice")
    #expect(withOurText("Too many open files") == systemErrorText(EMFILE))
  }
}
