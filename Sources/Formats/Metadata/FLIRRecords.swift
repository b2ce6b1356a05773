/// The records of a thermal camera of FLIR, which are in segments of a JPEG file (APP1, `FLIR`): the thermal image, its
/// settings, and the position (`FFF`, as exiftool describes it).
package struct FLIRRecords {
  /// The data of all segments.
  package let bytes: [UInt8]
  /// The types of the records, and their ranges.
  private let records: [(type: UInt16, range: Range<Int>)]

  private static let identifier = Array("FLIR\0".utf8)
  /// The identifier, a version, the number of the part, and that of the last one.
  private static let headerSize = 8
  /// GPSInfo
  private static let position: UInt16 = 0x2B

  /// Whether a segment has a part of the records.
  package static func isPart(_ segment: JPEGSegments.Segment) -> Bool {
    segment.marker == 0xE1 && segment.payload.starts(with: identifier)
  }

  /// Nil if there are none, or they cannot be read.
  package init?(_ jpeg: JPEGSegments) {
    let parts = jpeg.segments.filter(FLIRRecords.isPart).map(\.payload)
    guard !parts.isEmpty,
      parts.enumerated().allSatisfy({ $1.count > FLIRRecords.headerSize && Int($1[6]) == $0 })
    else { return nil }
    bytes = parts.flatMap { $0.dropFirst(FLIRRecords.headerSize) }
    let file = Bytes(bytes)
    // The version, a number of about 100, shows the order of bytes.
    guard file.starts(with: "FFF\0".utf8), let version = file.integer(at: 20, size: 4, .big) else {
      return nil
    }
    let order: ByteOrder = version < 0x10000 ? .big : .little
    guard let start = file.integer(at: 24, size: 4, order).map({ Int($0) }),
      let count = file.integer(at: 28, size: 4, order).map({ Int($0) }),
      count > 0, count <= file.count / 32
    else { return nil }
    var records: [(type: UInt16, range: Range<Int>)] = []
    for entry in stride(from: start, to: start + count * 32, by: 32) {
      guard let type = file.integer(at: entry, size: 2, order),
        let offset = file.integer(at: entry + 12, size: 4, order).map({ Int($0) }),
        let size = file.integer(at: entry + 16, size: 4, order).map({ Int($0) })
      else { return nil }
      if type == 0 { continue }
      guard offset + size <= file.count else { return nil }
      records.append((UInt16(truncatingIfNeeded: type), offset..<offset + size))
    }
    self.records = records
  }

  /// The records that are positions.
  package var positions: [Range<Int>] {
    records.filter { $0.type == FLIRRecords.position }.map(\.range)
  }

  /// The latitudes and longitudes in degrees: numbers of 64 bits after the letters of the hemispheres.
  var locations: [(latitude: Double, longitude: Double)] {
    positions.compactMap { range in
      let record = Bytes(bytes[range])
      guard let latitude = record.integer(at: 16, size: 8, .little),
        let longitude = record.integer(at: 24, size: 8, .little)
      else { return nil }
      return (Double(bitPattern: latitude), Double(bitPattern: longitude))
    }
  }

  /// The payloads of segments with these data.
  package static func payloads(of bytes: [UInt8]) -> [[UInt8]] {
    let size = 65_533 - headerSize
    let starts = Array(stride(from: 0, to: bytes.count, by: size))
    return starts.enumerated().map { index, start in
      identifier + [
        1, UInt8(truncatingIfNeeded: index), UInt8(truncatingIfNeeded: starts.count - 1),
      ]
        + bytes[start..<min(bytes.count, start + size)]
    }
  }
}
