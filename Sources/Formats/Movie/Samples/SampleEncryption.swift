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

/// The offsets of the auxiliary information about the encryption of samples (`saiz` and `saio`, ISO/IEC 14496-12
/// §8.7.8, §8.7.9). The information of samples is contiguous. There is one offset for all samples of the table or
/// fragment, or one for each chunk or run.
struct AuxiliaryInformation: Sendable {
  private static let schemes: Set<FourCC> = ["cenc", "cens", "cbc1", "cbcs", "piff", "sve1"]
  private static let blockCount = 256

  private let sizes: SampleAuxiliaryInformationSizesBox
  private let offsets: FieldTable
  /// The sums of bytes before every ``blockCount``th row, so that few rows have to be added up.
  private let sums: [UInt64]

  /// - Parameter boxes: the boxes in `stbl` or `traf`.
  init?(_ boxes: [Box]) {
    let isOurs = { (type: FourCC?) in type.map { Self.schemes.contains($0) } ?? true }
    guard
      let sizes = boxes.lazy.compactMap({ $0[SampleAuxiliaryInformationSizesBox.self] })
        .first(where: { isOurs($0.auxInfoType) }),
      let offsets = boxes.lazy.compactMap({ $0[SampleAuxiliaryInformationOffsetsBox.self] })
        .first(where: { isOurs($0.auxInfoType) })
    else { return nil }
    self.sizes = sizes
    self.offsets = offsets.offsets
    var sums: [UInt64] = []
    var sum: UInt64 = 0
    for row in stride(from: 0, to: sizes.sizes.count, by: Self.blockCount) {
      sums.append(sum)
      sum += sizes.sizes.sum(of: 0, row..<row + Self.blockCount)
    }
    self.sums = sums
  }

  /// Nil if the file does not state it.
  ///
  /// - Parameters:
  ///   - row: the index of the sample among those of the boxes.
  ///   - chunk: the index of its chunk or run.
  ///   - first: the index of the first sample of the chunk or run.
  ///   - base: the offset from which the stated offsets count.
  func range(ofRow row: Int, chunk: Int, startingAt first: Int, from base: Int64) -> Range<Int>? {
    let isOfChunks = offsets.count > 1
    let index = isOfChunks ? chunk : 0
    guard index < offsets.count, row < Int(sizes.sampleCount) else { return nil }
    let before = byteCount(before: row) - (isOfChunks ? byteCount(before: first) : 0)
    let size = byteCount(before: row + 1) - byteCount(before: row)
    let start = base.addingSaturating(offsets[index, 0]).addingSaturating(Int64(clamping: before))
    guard size > 0, start >= 0 else { return nil }
    return Int(start)..<Int(start).addingSaturating(Int(clamping: size))
  }

  private func byteCount(before row: Int) -> UInt64 {
    guard sizes.defaultSampleInfoSize == 0 else {
      return UInt64(row) * UInt64(sizes.defaultSampleInfoSize)
    }
    guard !sums.isEmpty else { return 0 }
    let block = min(row / Self.blockCount, sums.count - 1)
    return sums[block] + sizes.sizes.sum(of: 0, block * Self.blockCount..<row)
  }
}
