import ISOBMFF

/// Samples of a track that stand one behind the other: a chunk of the sample tables (ISO/IEC 14496-12
/// §8.7.5), or a run of a fragment (§8.8.8).
public struct SampleChunk: Sendable {
  /// The first of them, among all samples of the track, from 0.
  public let index: Int
  /// How many samples it has.
  public let sampleCount: Int
  /// Where the first of them starts in the file.
  public let start: UInt64
  /// The number of their sample entry, from 1.
  public let descriptionIndex: Int
  /// The number from 1, among the chunks of the sample tables or among the runs of the fragments.
  public let number: Int
  let sizes: SampleSizes
  let source: SampleSource

  /// Where the `moof` box of their fragment starts; nil for samples of the sample tables.
  public var fragmentStart: Int? { source.fragmentStart }
  /// Which file the samples are in.
  public var location: SampleLocation { source.location(ofDescription: descriptionIndex) }

  /// The size of all samples together. If they differ, the sizes of all of them are read for it.
  public var byteCount: UInt64 { sizes.sum(of: sampleCount) }

  /// Whether none of them has a byte, as is known without reading a table.
  var isEmpty: Bool {
    if case .constant(_, 0) = sizes { true } else { sampleCount == 0 }
  }

  /// Bytes of the file, as the tables have it; nil if no file can have them.
  public var fileRange: Range<Int>? {
    let (end, overflow) = start.addingReportingOverflow(byteCount)
    guard !overflow, let first = Int(exactly: start), let last = Int(exactly: end) else {
      return nil
    }
    return first..<last
  }

  /// How many samples of the track are whole up to here, if the file ends at `end`.
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

  /// Tells chunks apart whose samples have other sizes.
  package func hashSizes(into hasher: inout Hasher) {
    guard case .rows(let table, let column, let first) = sizes else { return }
    let rows = first..<first + sampleCount
    table.forEachRow(rows) { _, row in hasher.combine(row[column]) }
  }
}

/// The sizes of the samples of a chunk.
enum SampleSizes: Sendable {
  /// A number of samples, at least one, always takes this number of bytes.
  case constant(samples: Int, bytes: UInt64)
  /// The rows of a table from `first` on; samples behind its end have no bytes.
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
