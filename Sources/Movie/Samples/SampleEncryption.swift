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
    let range = group.auxiliaryInformation?.range(
      ofRow: row, chunk: chunkNumber - 1 - group.chunksBefore,
      startingAt: chunkStart - group.firstSample, from: group.auxiliaryBase)
    return entry == nil && range == nil
      ? nil : SampleEncryption(entry: entry, fileRange: range)
  }
}
