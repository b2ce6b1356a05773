import Testing

@testable import ISOBMFF

@Suite struct TypeCountTests {
  /// More types than are looked at one by one.
  @Test func boxesAreCountedByType() {
    var counts = TypeCounts()
    let types = (0..<20).map { FourCC(rawValue: 0x6162_6300 + $0) }
    for round in 0..<3 {
      for type in types { #expect(counts.next(type) == round) }
    }
  }
}
