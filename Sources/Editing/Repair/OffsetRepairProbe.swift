import FieldCoding

/// Samples or items that consist of NAL units, by which is found how far all offsets of a file are wrong: the lengths of
/// the units lead to the end of each sample (ISO/IEC 14496-15 §4.3.3).
struct OffsetRepairProbe {
  private let bytes: Bytes
  private let lengthSize: Int
  private let samples: [Range<Int>]

  /// So many samples, from all of those that are given, have to fit.
  private static let mostSamples = 16

  /// Nil if there are fewer than `least` samples with more than a few bytes.
  init?(_ places: [Range<Int>], lengthSize: Int, least: Int, in bytes: Bytes) {
    let places = places.filter { $0.count > 64 && $0.upperBound < 1 << 60 }
    guard !places.isEmpty, places.count >= least else { return nil }
    let step = max(1, places.count / OffsetRepairProbe.mostSamples)
    samples = stride(from: 0, to: places.count, by: step).map { places[$0] }
    self.lengthSize = lengthSize
    self.bytes = bytes
  }

  /// Whether samples are at their offsets if so many bytes are added to these.
  func fits(shift: Int) -> Bool {
    samples.allSatisfy { isSample($0.lowerBound + shift..<$0.upperBound + shift) }
  }

  /// How much has to be added to the offsets; nil if they are right, or if that is not clear.
  var shift: Int? {
    guard let first = samples.first, lengthSize == 4, !fits(shift: 0) else { return nil }
    var pairs = BytePairs()
    pairs.insert(0...UInt16(clamping: first.count >> 16))
    var position = 0
    while let place = pairs.firstPlace(in: bytes, from: position) {
      position = place + 1
      guard isSample(place..<place + first.count) else { continue }
      let shift = place - first.lowerBound
      if fits(shift: shift) { return shift }
    }
    return nil
  }

  private func isSample(_ range: Range<Int>) -> Bool {
    guard let sample = bytes.part(range) else { return false }
    var position = 0
    while position + lengthSize < sample.count {
      // A NAL unit begins with a bit that is 0.
      guard let length = sample.number(at: position, size: lengthSize), length > 1,
        sample[position + lengthSize] < 0x80
      else { return false }
      position += lengthSize + length
    }
    return position == sample.count
  }
}
