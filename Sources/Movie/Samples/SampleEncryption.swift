public import ISOBMFF

/// What a sample needs to be decrypted (ISO/IEC 23001-7 §7).
public struct SampleEncryption: Sendable {
  /// Its initialisation vectors and the parts of it that are encrypted; nil if only ``fileRange``
  /// says where they are.
  public var entry: EncryptedSamples.Sample?
  /// Where the same stands in the file as `saiz` and `saio` have it; nil if they do not say it.
  public var fileRange: Range<Int>?
}

extension Sample {
  /// What it needs to be decrypted; nil if nothing is said of it.
  public var encryption: SampleEncryption? {
    let row = index - group.firstSample
    let samples =
      group.boxes.first(SampleEncryptionBox.self)?.samples
      ?? group.boxes.first(PIFFSampleEncryptionBox.self)?.samples
    let entry = samples.flatMap { $0.samples.indices.contains(row) ? $0.samples[row] : nil }
    let range = group.auxiliaryRange(of: row)
    return entry == nil && range == nil
      ? nil : SampleEncryption(entry: entry, fileRange: range)
  }
}

extension SampleSource {
  /// Types of auxiliary information that are about encryption.
  private static let schemes: Set<FourCC> = ["cenc", "cens", "cbc1", "cbcs", "piff", "sve1"]

  /// Where the auxiliary information about the encryption of a sample is (ISO/IEC 14496-12 §8.7.8,
  /// §8.7.9): behind that of the samples before, from the place of its chunk or run.
  fileprivate func auxiliaryRange(of row: Int) -> Range<Int>? {
    let isOurs = { (type: FourCC?) in type.map { Self.schemes.contains($0) } ?? true }
    guard
      let sizes = boxes.lazy.compactMap({ $0[SampleAuxiliaryInformationSizesBox.self] })
        .first(where: { isOurs($0.auxInfoType) }),
      let offsets = boxes.lazy.compactMap({ $0[SampleAuxiliaryInformationOffsetsBox.self] })
        .first(where: { isOurs($0.auxInfoType) })?.offsets,
      // With several, each is of a chunk.
      offsets.count == 1, row < Int(sizes.sampleCount)
    else { return nil }
    let constant = UInt64(sizes.defaultSampleInfoSize)
    let before = constant > 0 ? constant * UInt64(row) : sizes.sizes.sum(of: 0, 0..<row)
    let size =
      constant > 0 ? Int(constant) : row < sizes.sizes.count ? Int(sizes.sizes[row, 0]) : 0
    let base = auxiliaryBase.addingSaturating(offsets[0, 0])
    guard size > 0, let start = Int(exactly: base.addingSaturating(Int64(clamping: before))),
      start >= 0
    else { return nil }
    return start..<start.addingSaturating(size)
  }
}
