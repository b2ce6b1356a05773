public import ISOBMFF

/// The information for the decryption of a sample (ISO/IEC 23001-7 §7).
public struct SampleEncryption: Sendable {
  /// The initialisation vector and the encrypted parts of the sample; nil if the file states only where
  /// this information is (``fileRange``).
  public var entry: EncryptedSamples.Sample?
  /// The range of this information in the file, according to `saiz` and `saio`; nil if they do not
  /// state it.
  public var fileRange: Range<Int>?
}

extension Sample {
  /// The information for the decryption of this sample; nil if there is none.
  public var encryption: SampleEncryption? {
    let row = index - group.firstSample
    let entry = group.encryption.samples.flatMap {
      $0.samples.indices.contains(row) ? $0.samples[row] : nil
    }
    let range = group.encryption.auxiliary?.range(
      ofRow: row, chunk: chunkNumber - 1 - group.chunksBefore,
      startingAt: chunkStart - group.firstSample, from: group.auxiliaryBase)
    return entry == nil && range == nil
      ? nil : SampleEncryption(entry: entry, fileRange: range)
  }
}
