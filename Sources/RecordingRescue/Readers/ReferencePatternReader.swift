import FieldCoding

/// Finds samples by the common properties of the reference's samples: their first bytes, and few sizes. This works for
/// Sony's `rtmd` and for time codes (`tmcd`), which have no other structure.
struct ReferencePatternReader: LostSampleReader {
  /// The common start of all samples.
  var prefix: [UInt8]
  /// The sizes in ascending order.
  var sizes: [Int]

  var certainty: Certainty { prefix.count >= 4 ? .bySyntax : .bySize }

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    guard let least = sizes.first, let found = data.part(start..<min(start + least, data.count)),
      found.prefix(prefix.count).elementsEqual(prefix.prefix(found.count))
    else { return .none }
    guard found.count == least else { return prefix.count >= 4 ? .torn : .none }
    return .readings(
      sizes.filter { $0 <= data.count - start }.map {
        Reading(byteCount: $0, cost: 40 - min(32, prefix.count * 4) + (sizes.count > 1 ? 4 : 0))
      })
  }
}
