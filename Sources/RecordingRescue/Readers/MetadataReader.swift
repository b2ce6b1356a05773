import FieldCoding

/// Finds samples of timed metadata (`mebx`, QuickTime File Format): boxes whose types are keys of the sample
/// entry, one behind the other.
struct MetadataReader: SampleReader {
  /// The keys that the reference's samples begin with.
  var firstKeys: Set<Int> = []
  /// All keys of the sample entry.
  var keys: Set<Int>
  var sizes = SizeStatistics()
  var certainty: Certainty { .byStructure }

  private static let mostBoxes = 64

  func answer(at start: Int, in data: Bytes) -> ReaderAnswer {
    var readings: [Reading] = []
    var position = start
    while readings.count < MetadataReader.mostBoxes {
      guard let size = data.number(at: position, size: 4),
        let key = data.number(at: position + 4, size: 4)
      else { break }
      guard size >= 8, size <= sizes.greatest.addingSaturating(1 << 16),
        position > start ? keys.contains(key) : firstKeys.contains(key)
      else { break }
      guard size <= data.count - position else {
        return readings.isEmpty ? .torn : .readings(readings)
      }
      position += size
      let byteCount = position - start
      guard byteCount <= sizes.greatest.addingSaturating(1 << 16) else { break }
      readings.append(Reading(byteCount: byteCount, cost: cost(byteCount)))
    }
    guard !readings.isEmpty else { return .none }
    // Sizes that the reference has come before what only could be.
    if sizes.areFew, readings.contains(where: { sizes.values.contains($0.byteCount) }) {
      readings.removeAll { !sizes.values.contains($0.byteCount) }
    }
    return .readings(Array(readings.prefix(4)))
  }

  private func cost(_ byteCount: Int) -> Int {
    if sizes.areFew, sizes.values.contains(byteCount) { return 2 }
    let isStep = sizes.step > 1 && (byteCount - sizes.least) % sizes.step == 0
    if isStep { return sizes.contains(byteCount) ? 4 : 16 }
    return sizes.contains(byteCount) ? 24 : 48
  }
}

extension Int {
  fileprivate func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
