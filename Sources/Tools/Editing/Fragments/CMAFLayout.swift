public import ISOBMFF
import Movie

/// How the samples of a track are divided for streams (ISO/IEC 23000-19 §7.3): a segment consists of one or more
/// fragments, and a fragment of one or more chunks. Each chunk is a `moof` box with its `mdat`.
public struct CMAFLayout: Sendable {
  /// The start times of the segments after the first, in seconds of the presentation, in ascending order. A video
  /// segment begins with the first key frame that is shown at this time or later.
  public var segmentStarts: [Double] = []
  /// The length of fragments in a segment; nil for one fragment in each segment.
  public var fragments: FragmentLength?
  /// The minimum duration of chunks, in seconds; nil for one chunk in each fragment.
  public var chunkSeconds: Double?
  /// Whether each segment has a segment type (`styp`), as for separate files; if not, the file has indexes of
  /// its fragments (`sidx`, `mfra`).
  public var hasSegmentTypes = false
  /// Additional brands of the file.
  public var brands: [FourCC] = []

  /// A layout with one fragment for all samples, in one file with indexes.
  public init() {}
}

extension FragmentCuts {
  /// Cuts one track.
  ///
  /// - Parameter shown: returns the presentation time in seconds for a composition time.
  init(_ track: Track, _ layout: CMAFLayout, shown: (Int64) -> Double) throws(EditError) {
    self.init(leader: track)
    let second = Double(track.timescale)
    // Times in seconds are rounded, so a key frame may be half a tick early.
    var starts = layout.segmentStarts.map { $0 - 0.5 / second }[...]
    func ticks(_ seconds: Double?) -> Int64? {
      seconds.map { Int64(min(max(1, ($0 * second).rounded()), 1e15)) }
    }
    let length: Int64? =
      switch layout.fragments {
      case .group: 0
      case .seconds(let seconds): ticks(seconds)
      case nil: nil
      }
    let chunk = ticks(layout.chunkSeconds)
    segmentStarts = [0]
    var previous: Sample?
    var (fragmentStart, chunkStart): (Int64, Int64) = (0, 0)
    for sample in track.samples {
      guard let last = previous else {
        (previous, fragmentStart, chunkStart) = (sample, sample.decodeTime, sample.decodeTime)
        continue
      }
      previous = sample
      guard last.descriptionIndex == sample.descriptionIndex || sample.isSync else {
        throw EditError(
          .unsupported,
          "changes how track \(track.id) is coded at a sample at which decoding cannot start")
      }
      // The decoding time of its first sample identifies a fragment.
      guard sample.decodeTime > last.decodeTime else { continue }
      let time = sample.decodeTime
      var isSegment = false
      if sample.isSync, let start = starts.first {
        let now = shown(sample.compositionTime)
        isSegment = now >= start
        while let start = starts.first, now >= start { starts.removeFirst() }
      }
      let isFragment =
        isSegment || last.descriptionIndex != sample.descriptionIndex
        || sample.isSync && length.map { time - fragmentStart >= $0 } ?? false
      guard isFragment || chunk.map({ time - chunkStart >= $0 }) ?? false else { continue }
      times.append(time)
      if isSegment { segmentStarts.insert(times.count) }
      if isFragment { fragmentStart = time }
      chunkStart = time
    }
  }
}

extension FileTypeBox {
  /// The brands that segments of CMAF tracks state (ISO/IEC 23000-19 §7.2).
  static var cmafSegment: FileTypeBox {
    var type = FileTypeBox()
    type.majorBrand = "cmfs"
    type.compatibleBrands = ["cmfs", "cmff", "cmfl", "cmfc", "msdh", "iso6"]
    return type
  }
}
