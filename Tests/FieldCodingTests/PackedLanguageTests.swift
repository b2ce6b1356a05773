import FieldCoding
import Testing

/// Languages in 15 bits (ISO/IEC 14496-12 §8.4.2.3).
@Suite struct PackedLanguageTests {
  /// Values that the QuickTime File Format lists, and that files have.
  @Test(arguments: [("und", 0x55C4), ("eng", 0x15C7), ("deu", 0x10B5), ("aaa", 0x0421)])
  func lettersAndBits(_ letters: String, _ packed: Int) {
    #expect(PackedLanguage.packed(letters) == UInt16(packed))
    #expect(PackedLanguage.letters(UInt64(packed)) == letters)
  }

  @Test func allLettersComeBack() {
    let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    for (first, second) in zip(alphabet, alphabet.reversed()) {
      let letters = String([first, second, first])
      #expect(
        PackedLanguage.packed(letters).flatMap { PackedLanguage.letters(UInt64($0)) } == letters)
    }
  }

  /// Macintosh numbers, no language in QuickTime, a letter before `a` or behind `z`, and more than 15 bits.
  @Test(arguments: [0, 1, 0x3FF, 0x7FFF, 0x55C0, 0x6F7B, 0x8421, .max] as [UInt64])
  func otherNumbersHaveNoLetters(_ packed: UInt64) {
    #expect(PackedLanguage.letters(packed) == nil)
  }

  @Test(arguments: ["", "en", "engl", "Eng", "e-g", "éng"])
  func otherTextIsNoLanguage(_ text: String) { #expect(PackedLanguage.packed(text) == nil) }
}
