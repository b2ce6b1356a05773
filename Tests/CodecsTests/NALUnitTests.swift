import Testing

@testable import Codecs

@Suite struct NALUnitTests {
  @Test func findsUnits() throws {
    let data: [UInt8] = [0, 0, 0, 2, 0x26, 1, 0, 0, 0, 3, 0x4E, 1, 9]
    #expect(try NALUnitRanges.ranges(in: data, lengthSize: 4) == [4..<6, 10..<13])
    #expect(try NALUnitRanges.ranges(in: [2, 0x26, 1], lengthSize: 1) == [1..<3])
    #expect(try NALUnitRanges.ranges(in: [0, 2, 0x26, 1], lengthSize: 2) == [2..<4])
    #expect(try NALUnitRanges.ranges(in: [], lengthSize: 4).isEmpty)
  }

  /// A NAL unit has a header of two bytes; shorter data is not a unit, and is skipped.
  @Test func passesOverEmptyUnits() throws {
    #expect(try NALUnitRanges.ranges(in: [0, 0, 1, 7, 2, 0x26, 1], lengthSize: 1) == [5..<7])
    let zeros = [UInt8](repeating: 0, count: 4096)
    #expect(try NALUnitRanges.ranges(in: zeros, lengthSize: 4).isEmpty)
  }

  @Test(
    arguments: [
      ([0xFF, 0xFF, 0xFF, 0xFF, 0x26, 1], 4), ([0x7F, 0xFF, 0xFF, 0xFF, 0x26, 1], 4),
      ([0, 0, 0, 3, 0x26, 1], 4), ([0, 0, 0], 4), ([0, 0, 0, 2, 0x26, 1, 0], 4),
      ([0xFF, 0xFF, 1], 2), ([0], 2), ([3, 0x26, 1], 1),
    ] as [([UInt8], Int)])
  func refusesLengthsBeyondTheEnd(data: [UInt8], lengthSize: Int) {
    #expect(throws: CodecError.self) { try NALUnitRanges.ranges(in: data, lengthSize: lengthSize) }
  }

  /// Holes of zeros, as broken copies have them, and start codes.
  @Test func refusesWhatNoUnitHas() throws {
    for length in 3...9 {
      for start in 2..<12 {
        var unit: [UInt8] = [0x26, 1] + (0..<20).map { $0 + 7 }
        unit.replaceSubrange(start..<start + length, with: repeatElement(0, count: length))
        #expect(throws: CodecError.self) {
          try NALUnitRanges.ranges(in: [UInt8(unit.count)] + unit, lengthSize: 1)
        }
      }
    }
    for last in UInt8(0)...4 {
      for padding in 0...3 {
        let unit = [0x26, 1] + [UInt8](repeating: 9, count: padding) + [0, 0, last, 5]
        let data = [UInt8(unit.count)] + unit
        #expect(((try? NALUnitRanges.ranges(in: data, lengthSize: 1)) == nil) == (last <= 2))
      }
    }
    // At the end they are only too much.
    #expect(try NALUnitRanges.ranges(in: [7, 0x26, 1, 9, 0, 0, 0, 0], lengthSize: 1) == [1..<8])
  }
}
