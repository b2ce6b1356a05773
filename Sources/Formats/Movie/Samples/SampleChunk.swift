import ISOBMFF

/// Samples of a track that follow each other in the file: a chunk of the sample tables (ISO/IEC 14496-12
/// §8.7.5), or a track run of a fragment (§8.8.8).
public struct SampleChunk: Sendable {
  /// The index of the first sample among all samples of the track, from 0.
  public let index: Int
  /// The number of samples.
  public let sampleCount: Int
  /// The offset of the first sample in the file.
  public let start: UInt64
  /// The number of their sample entry, from 1.
  public let descriptionIndex: Int
  /// The number of the chunk or track run, from 1, counted separately for the sample tables and the
  /// fragments.
  public let number: Int
  let sizes: SampleSizes
  let source: SampleSource

  /// The offset of the `moof` box of their fragment; nil for samples of the sample tables.
  public var fragmentStart: Int? { source.fragmentStart }
  /// The file that contains the samples.
  public var location: SampleLocation { source.location(ofDescription: descriptionIndex) }

  /// The size of all samples together, in bytes. If the sizes differ, this reads the size of each sample.
  public var byteCount: UInt64 { sizes.sum(of: sampleCount) }

  /// Whether it is known, without reading a table, that all of them are empty.
  var isEmpty: Bool {
    if case .constant(_, 0) = sizes { true } else { sampleCount == 0 }
  }

  /// The range of bytes in the file, according to the tables; nil if it is too large for any file.
  public var fileRange: Range<Int>? {
    let (end, overflow) = start.addingReportingOverflow(byteCount)
    guard !overflow, let first = Int(exactly: start), let last = Int(exactly: end) else {
      return nil
    }
    return first..<last
  }

  /// The number of complete samples of the track up to here, if the file ends at `end`.
  package func wholeSamples(before end: Int) -> Int {
    guard start < UInt64(end) else { return index }
    var left = UInt64(end) - start
    var whole = 0
    switch sizes {
    case .constant(let samples, let bytes):
      guard bytes > 0 else { return index + sampleCount }
      whole = Int(clamping: (left / bytes).multipliedSaturating(by: UInt64(samples)))
    case .rows(let table, let column, let first):
      while whole < sampleCount, first + whole < table.count {
        let size = UInt64(bitPattern: table[first + whole, column])
        guard size <= left else { break }
        left -= size
        whole += 1
      }
    }
    return index + min(whole, sampleCount)
  }

  /// Adds the sizes to a hash, so that chunks with other sizes differ.
  package func hashSizes(into hasher: inout Hasher) {
    guard case .rows(let table, let column, let first) = sizes else { return }
    let rows = first..<first + sampleCount
    table.forEachRow(rows) { _, row in hasher.combine(row[column]) }
  }
}

/// The sizes of the samples of a chunk.
enum SampleSizes: Sendable {
  /// A number of samples, at least one, always has this number of bytes.
  case constant(samples: Int, bytes: UInt64)
  /// The rows of a table from `first` on; samples after its end have no bytes.
  case rows(FieldTable, column: Int, first: Int)

  func sum(of count: Int) -> UInt64 {
    switch self {
    case .constant(let samples, let bytes):
      let (units, rest) = count.quotientAndRemainder(dividingBy: samples)
      return (UInt64(units) + (rest > 0 ? 1 : 0)).multipliedSaturating(by: bytes)
    case .rows(let table, let column, let first):
      return table.sum(of: column, first..<first.addingSaturating(count))
    }
  }
}
