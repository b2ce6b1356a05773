import FieldCoding

/// Finds samples of GoPro's metadata (`gpmd`): one device after another, each with a key of four letters, a type, the
/// size of a structure and its number.
struct GoProMetadataReader: LostSampleReader {
  /// The keys that the reference's samples begin with.
  var firstKeys: Set<Int> = []
  var sizes = ReferenceSizes()
  var certainty: Certainty { .byStructure }

  var firstWords: [ClosedRange<UInt32>] {
    firstKeys.compactMap { UInt32(exactly: $0) }.map { $0...$0 }
  }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    var position = start
    var readings: [Reading] = []
    while readings.count < 8 {
      guard let key = data.number(at: position, size: 4), firstKeys.contains(key),
        let size = data.number(at: position + 5, size: 1),
        let count = data.number(at: position + 6, size: 2)
      else { break }
      // Values fill up units of four bytes.
      let length = 8 + (size * count + 3) / 4 * 4
      guard length <= data.count - position else {
        return readings.isEmpty ? .torn : .readings(readings)
      }
      position += length
      readings.append(
        Reading(byteCount: position - start, cost: sizes.contains(position - start) ? 4 : 24))
    }
    return readings.isEmpty ? .none : .readings(readings)
  }
}
