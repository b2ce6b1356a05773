package import FieldCoding

/// A field that archives have besides the name and size of an entry. Its numbers are little-endian.
package protocol ExtraField: FieldCodable {
  /// The number that identifies it.
  static var kind: UInt16 { get }
}

/// Info-ZIP's extended timestamp (`UT`). In a directory, it has only the time of modification.
package struct ExtendedTimestamp: ExtraField {
  package static let kind: UInt16 = 0x5455

  var flags: UInt8 = 1
  /// Seconds since the start of 1970, in UTC; negative before.
  var modificationTime: UInt32 = 0

  package init() {}

  /// - Parameter modified: nanoseconds since the start of 1970. Nil outside of 1901 to 2038.
  package init?(_ modified: Int64) {
    guard let seconds = Int32(exactly: modified.flooredDivision(by: 1_000_000_000)) else {
      return nil
    }
    modificationTime = UInt32(bitPattern: seconds)
  }

  package mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "flags", &flags)
    guard flags & 1 == 1 else { throw f.error(.invalid("has no time of modification")) }
    try f.littleEndian("modification_time", &modificationTime)
  }

  /// Nanoseconds since the start of 1970.
  package var modified: Int64 { Int64(Int32(bitPattern: modificationTime)) * 1_000_000_000 }
}

/// The times of NTFS, which 7-Zip and Windows write.
package struct NTFSTimes: ExtraField {
  package static let kind: UInt16 = 0x000A

  var reserved: UInt32 = 0
  var tag: UInt16 = 1
  var size: UInt16 = 24
  /// Steps of 100 ns since the start of 1601, in UTC.
  var modificationTime: UInt64 = 0
  var accessTime: UInt64 = 0
  var creationTime: UInt64 = 0

  package init() {}

  package mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.littleEndian("reserved", &reserved)
    try f.littleEndian("tag", &tag)
    try f.littleEndian("size", &size)
    guard tag == 1, size == 24 else { throw f.error(.invalid("has no times")) }
    try f.littleEndian("modification_time", &modificationTime)
    try f.littleEndian("access_time", &accessTime)
    try f.littleEndian("creation_time", &creationTime)
  }

  /// Nanoseconds since the start of 1970; nil if it was not set, or is thousands of years away.
  package var modified: Int64? {
    guard modificationTime > 0, let steps = Int64(exactly: modificationTime) else { return nil }
    let (nanoseconds, overflow) = (steps - 116_444_736_000_000_000).multipliedReportingOverflow(
      by: 100)
    return overflow ? nil : nanoseconds
  }
}

extension Int64 {
  /// Times before 1970 are negative.
  func flooredDivision(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
