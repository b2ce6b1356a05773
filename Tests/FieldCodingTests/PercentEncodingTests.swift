import FieldCoding
import Foundation
import Testing

@Suite struct PercentEncodingTests {
  @Test(arguments: [
    ("a%20b", "a b"), ("%C3%A4", "ä"), ("%c3%a4", "ä"), ("", ""), ("plain", "plain"),
    ("%2525", "%25"),
    // Text that is not a percent encoding does not change, also a sign before a digit.
    ("100%", "100%"), ("%4", "%4"), ("%+1", "%+1"), ("%-1", "%-1"), ("%zz%41", "%zzA"),
    ("%%41", "%A"),
  ])
  func digitsBehindAPercentSignAreOneByte(_ text: String, means: String) {
    #expect(String(decoding: PercentEncoding.decoded(text), as: UTF8.self) == means)
  }

  /// The result is that of Foundation for well-formed text.
  @Test func itIsAsFoundationHasIt() {
    let allowed = CharacterSet(charactersIn: "a")
    for value in 1...0x2FF {
      guard let scalar = UnicodeScalar(value) else { continue }
      let text = "x\(Character(scalar))y"
      let encoded = text.addingPercentEncoding(withAllowedCharacters: allowed)
      #expect(
        encoded.map { String(decoding: PercentEncoding.decoded($0), as: UTF8.self) } == text)
    }
  }
}
