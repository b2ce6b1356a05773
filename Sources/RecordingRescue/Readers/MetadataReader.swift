import FieldCoding

/// Finds samples of timed metadata (`mebx`, QuickTime File Format): boxes whose types are keys of the sample
/// entry, one behind the other.
struct MetadataReader: SampleReader {
  /// The keys that the reference's samples begin with.
  var firstKeys: Set<Int> = []
  /// All keys of the sample entry.
  var keys: Set<Int>
  /// Whether such a key can stand further on in a sample too.
  var repeatsFirstKeys = false
  var sizes = SizeStatistics()
  var certainty: Certainty { .byStructure }

  private static let mostBoxes = 64

  /// - Parameters:
  ///   - keys: of the sample entry.
  ///   - samples: those of the reference, whose keys are looked at.
  init(keys: Set<Int>, samples: [Range<Int>], in bytes: Bytes, _ sizes: SizeStatistics) {
    self.keys = keys
    self.sizes = sizes
    firstKeys = Set(samples.compactMap { bytes.number(at: $0.lowerBound + 4, size: 4) })
    for sample in samples {
      var position = sample.lowerBound
      while let size = bytes.number(at: position, size: 4), size >= 8,
        size < sample.upperBound - position,
        let key = bytes.number(at: position + size + 4, size: 4)
      {
        position += size
        if firstKeys.contains(key) { repeatsFirstKeys = true }
      }
    }
  }

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
      if position > start, !repeatsFirstKeys, firstKeys.contains(key) { break }
      guard size <= data.count - position else {
        return readings.isEmpty ? .torn : .readings(readings)
      }
      position += size
      let byteCount = position - start
      guard byteCount <= sizes.greatest.addingSaturating(1 << 16) else { break }
      readings.append(Reading(byteCount: byteCount, cost: cost(byteCount)))
    }
    guard !readings.isEmpty else { return .none }
    // Where a key begins no second sample, the last box is known: what comes next is no more of it.
    if !repeatsFirstKeys, let last = readings.last { return .readings([last]) }
    return .readings(Array(readings.prefix(4)))
  }

  /// A size that the reference has costs least, and one that is far from all of its sizes most.
  private func cost(_ byteCount: Int) -> Int {
    if sizes.areFew, sizes.values.contains(byteCount) { return 2 }
    let isStep = sizes.step > 1 && (byteCount - sizes.least) % sizes.step == 0
    return (isStep ? 4 : 12) + 8 * sizes.doublings(to: byteCount)
  }
}

extension Int {
  fileprivate func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
