package import FieldCoding
import HEVC
import ISOBMFF
package import Movie
import NALUnits

/// What changes in the first frames of a sequence that follows another one.
///
/// A decoder of HEVC goes on counting frames at a clean random access (CRA) that other frames come before, so that it
/// takes frames of one movie for those of the other. At a broken link access (BLA) it begins anew: that is the name
/// for a point where streams were joined (ITU-T H.265 §7.4.2.2). Only the type of the unit differs.
package struct SplicedStart: Sendable {
  /// The new bytes, by their offsets in the file.
  package private(set) var bytes: [Int: UInt8] = [:]

  package init() {}

  /// Lets a sequence begin with a sample.
  ///
  /// - Parameter file: the bytes of the file.
  package mutating func begin(
    with sample: Sample, of track: Track, in file: Bytes
  ) throws(FieldError) {
    guard track.sampleEntries.indices.contains(sample.descriptionIndex - 1),
      let record = track.sampleEntries[sample.descriptionIndex - 1][VisualSampleEntry.self]?
        .children.first(HEVCConfigurationBox.self)?.record,
      let data = file.part(sample.fileRange)
    else { return }
    for unit in try LengthPrefixed.nalUnits(in: data, lengthSize: record.lengthSize) {
      var header = try NALUnitHeader(decoding: unit)
      guard header.type == .cleanRandomAccess else { continue }
      header.type = .brokenLinkWithLeading
      let offset = unit.fileOffset - file.fileOffset
      for (index, byte) in try header.encoded().enumerated() where unit[index] != byte {
        bytes[offset + index] = byte
      }
    }
  }

  /// The bytes of a part of the file, in pieces.
  package func pieces(of range: Range<Int>, in file: Bytes) -> [Bytes] {
    var pieces: [Bytes] = []
    var start = range.lowerBound
    for (offset, byte) in bytes.sorted(by: { $0.key < $1.key }) where range.contains(offset) {
      if start < offset, let kept = file.part(start..<offset) { pieces.append(kept) }
      pieces.append(Bytes([byte]))
      start = offset + 1
    }
    if let rest = file.part(start..<range.upperBound), !rest.isEmpty { pieces.append(rest) }
    return pieces
  }

  /// The part of a range after the last byte that changes.
  package func unchanged(of range: Range<Int>) -> Range<Int> {
    let last = bytes.keys.filter(range.contains).max()
    return (last.map { $0 + 1 } ?? range.lowerBound)..<range.upperBound
  }
}
