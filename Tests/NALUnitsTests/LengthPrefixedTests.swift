import FieldCoding
import NALUnits
import TestSupport
import Testing

/// NAL units behind their lengths (ISO/IEC 14496-15 §4.3.3).
@Suite struct LengthPrefixedTests {
  @Test(arguments: [1, 2, 4]) func unitsAreSplitAndJoined(lengthSize: Int) throws {
    let units = [hex("4001 0C"), hex("4201 0102"), hex("4401")]
    let joined = Bytes(try LengthPrefixed.joined(units, lengthSize: lengthSize))
    #expect(joined.count == 9 + 3 * lengthSize)
    let split = try LengthPrefixed.nalUnits(in: joined, lengthSize: lengthSize)
    #expect(split == units)
    #expect(split.map(\.fileOffset) == [lengthSize, 3 + 2 * lengthSize, 7 + 3 * lengthSize])
    let stream = Bytes(try AnnexB.fromLengthPrefixed(joined, lengthSize: lengthSize))
    #expect(try AnnexB.nalUnits(in: stream) == units)
    #expect(try LengthPrefixed.fromAnnexB(stream, lengthSize: lengthSize) == Array(joined))
  }

  /// The cut is in a length, or in the bytes that it counts; the error names the unit and the byte.
  @Test(arguments: [1, 2, 4]) func cutOffAnywhere(lengthSize: Int) throws {
    let units = [hex("4001 0C"), hex("4201 0102"), hex("4401")]
    let joined = Bytes(try LengthPrefixed.joined(units, lengthSize: lengthSize))
    var starts = [0]
    for unit in units { starts.append((starts.last ?? 0) + lengthSize + unit.count) }
    for count in 0..<joined.count {
      let prefix = try #require(joined.part(0..<count))
      let whole = starts.lastIndex { $0 <= count } ?? 0
      guard starts[whole] != count else {
        #expect(
          try LengthPrefixed.nalUnits(in: prefix, lengthSize: lengthSize)
            == Array(units.prefix(whole)))
        continue
      }
      let error = #expect(throws: FieldError.self) {
        try LengthPrefixed.nalUnits(in: prefix, lengthSize: lengthSize)
      }
      #expect(error?.path == ["NALUnit[\(whole)]"])
      let isInLength = count < starts[whole] + lengthSize
      #expect(error?.offset == starts[whole] + (isInLength ? 0 : lengthSize))
      let (needed, left) =
        isInLength
        ? (lengthSize, count - starts[whole])
        : (units[whole].count, count - starts[whole] - lengthSize)
      #expect(error?.reason == .truncated(neededBits: needed * 8, availableBits: left * 8))
    }
  }

  @Test(arguments: [1, 2, 4]) func aLengthOfZeroIsNone(lengthSize: Int) throws {
    let zero = [UInt8](repeating: 0, count: lengthSize)
    let unit = zero.dropLast() + [2, 0x40, 1]
    for (before, index) in [([], 0), (Array(unit), 1)] as [([UInt8], Int)] {
      let error = #expect(throws: FieldError.self) {
        try LengthPrefixed.nalUnits(in: Bytes(before + zero), lengthSize: lengthSize)
      }
      #expect(error?.path == ["NALUnit[\(index)]"] && error?.offset == before.count)
      #expect(error?.reason == .invalid("a NAL unit has a length of 0"))
    }
    #expect(try LengthPrefixed.nalUnits(in: Bytes(), lengthSize: lengthSize) == [])
  }

  @Test func lengthsThatLie() throws {
    let error = #expect(throws: FieldError.self) {
      try LengthPrefixed.nalUnits(in: hex("00000002 4001 FFFFFFFF 42"), lengthSize: 4)
    }
    #expect(error?.offset == 10)
    #expect(error?.path == ["NALUnit[1]"])
    #expect(error?.reason == .truncated(neededBits: 8 * 0xFFFF_FFFF, availableBits: 8))
  }

  /// The longest unit of each size of lengths, and one that is longer.
  @Test(arguments: [(1, 255), (2, 65535)]) func theLongestUnit(lengthSize: Int, most: Int) throws {
    let longest = Bytes([UInt8](repeating: 1, count: most))
    let joined = try LengthPrefixed.joined([longest], lengthSize: lengthSize)
    #expect(joined.prefix(lengthSize).allSatisfy { $0 == 0xFF })
    #expect(try LengthPrefixed.nalUnits(in: Bytes(joined), lengthSize: lengthSize) == [longest])
    let error = #expect(throws: FieldError.self) {
      try LengthPrefixed.joined(
        [hex("40"), Bytes([UInt8](repeating: 1, count: most + 1))], lengthSize: lengthSize)
    }
    #expect(error?.path == ["NALUnit[1]"])
    #expect(error?.reason == .doesNotFit(value: UInt64(most) + 1, bits: lengthSize * 8))
  }

  /// "lengthSizeMinusOne [...] shall be one of 0, 1, or 3" (ISO/IEC 14496-15 §8.3.3.1.3).
  @Test(arguments: [-1, 0, 3, 5, 8, .max]) func otherLengthsOfLengths(lengthSize: Int) {
    #expect(throws: FieldError.self) {
      try LengthPrefixed.nalUnits(in: hex("000001 40"), lengthSize: lengthSize)
    }
    #expect(throws: FieldError.self) {
      try LengthPrefixed.joined([hex("40")], lengthSize: lengthSize)
    }
  }
}
