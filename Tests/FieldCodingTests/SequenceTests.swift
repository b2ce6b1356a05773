import FieldCoding
import Testing

@Suite struct SequenceTests {
  /// Each element is asked once, up to the first result: the second answer may be another one.
  @Test func eachElementIsAskedOnce() {
    var asked: [Int] = []
    let found = [1, 2, 3, 4].firstNonNil { number -> Int? in
      asked.append(number)
      return number == 3 && asked.filter { $0 == 3 }.count == 1 ? 30 : nil
    }
    #expect(found == 30 && asked == [1, 2, 3])
    #expect([1, 2].firstNonNil { _ in nil as Int? } == nil)
  }
}
