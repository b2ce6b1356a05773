/// The offsets of the samples of a movie fragment, run after run (ISO/IEC 14496-12 §8.8.7, §8.8.8).
///
/// A run starts `data_offset` bytes after the base of its track or, without that field, at the end of the run before;
/// the first run then starts at the base. The base is `base_data_offset` if it exists, the start of `moof` if the flag
/// `default-base-is-moof` is set, and otherwise the end of the data of the track before; for the first track, that is
/// also the start of `moof`.
///
/// All offsets count from the start of the file, and are limited to the range of `Int64`, because a hostile file can
/// state any.
public struct TrackRunOffsets: Equatable, Sendable {
  /// The offset of the `moof` box.
  public let fragmentStart: Int64
  /// The base of the offsets of the track, including those in `saio`.
  public private(set) var base: Int64
  /// The end of the last data, which is of this track or of the one before.
  public private(set) var end: Int64
  /// The start of a run without `data_offset`.
  private var next: Int64

  public init(fragmentStart: Int64) {
    self.fragmentStart = fragmentStart
    base = fragmentStart
    end = fragmentStart
    next = fragmentStart
  }

  /// Starts the next track of the fragment, whose `tfhd` box is `header`.
  public mutating func begin(_ header: TrackFragmentHeaderBox) {
    base =
      header.baseDataOffset.map { Int64(clamping: $0) }
      ?? (header.isBaseAtFragment ? fragmentStart : end)
    next = base
  }

  /// Adds the next run of the track.
  ///
  /// - Parameter byteCount: the size of all its samples together.
  /// - Returns: the offset of its first sample.
  public mutating func add(_ run: TrackRunBox, byteCount: UInt64) -> Int64 {
    let start = run.dataOffset.map { base.addingSaturating(Int64($0)) } ?? next
    next = start.addingSaturating(Int64(clamping: byteCount))
    end = next
    return start
  }
}

extension TrackFragmentHeaderBox {
  /// Whether the offsets count from the start of the `moof` box, if no base is stated
  /// (`default-base-is-moof`).
  public var isBaseAtFragment: Bool { header.has(0x2_0000) }
}
