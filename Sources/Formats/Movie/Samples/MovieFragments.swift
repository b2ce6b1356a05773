import ISOBMFF

/// The samples that the fragments of a movie add to its tracks (ISO/IEC 14496-12 §8.8). Only this code reads `moof`,
/// `traf` and `trun` boxes for samples.
struct MovieFragments {
  /// A file that fragments are read from.
  struct File {
    var boxes: [Box]
    /// The start of the file in the bytes from which the boxes were read: offsets count from it.
    var start: Int
    /// The number of its bytes, or of those from which its boxes were read.
    var count: Int

    init(boxes: [Box], start: Int, count: Int = 0) {
      self.boxes = boxes
      self.start = start
      self.count = boxes.reduce(count) { max($0, $1.origin?.source.count ?? 0) }
    }
  }

  /// A `traf` box.
  fileprivate struct Part {
    let boxes: [Box]
    let defaults: TrackRunSamples.Defaults
    let fragmentStart: Int
    let file: Int
    let base: Int64
    let sequenceNumber: UInt32?
    var runs: [Run] = []
  }

  /// A `trun` box, and the offset of its samples.
  struct Run {
    let box: Box
    /// Whether it is as it was read from a file.
    var isRead: Bool { box.source != nil }
    let start: Int64
    let byteCount: UInt64
    /// Its offset in identified media data (§8.8.7.1).
    let startInMedia: Int64

    /// Its offset in its file.
    func start(in source: SampleSource, _ description: Int) -> Int64 {
      guard let media = source.identifiedMedia(ofDescription: description) else { return start }
      return media.start.addingSaturating(startInMedia)
    }
  }

  private var parts: [UInt32: [Part]] = [:]
  private let defaults: [UInt32: TrackExtendsBox]
  /// The tracks in the order in which fragments name them.
  private(set) var trackIDs: [UInt32] = []

  var isEmpty: Bool { parts.isEmpty }

  init(_ files: [File], defaults: [TrackExtendsBox]) {
    self.defaults = Dictionary(defaults.map { ($0.trackID, $0) }) { first, _ in first }
    for (number, file) in files.enumerated() {
      for moof in file.boxes.all("moof") { add(moof, of: file, number) }
    }
  }

  private mutating func add(_ moof: Box, of file: File, _ number: Int) {
    let start = (moof.origin?.fileOffset ?? file.start) - file.start
    var offsets = TrackRunOffsets(fragmentStart: Int64(start))
    // Offsets in identified media data count from its first byte.
    var offsetsInMedia = TrackRunOffsets(fragmentStart: 0)
    let sequenceNumber = moof.children.first(MovieFragmentHeaderBox.self)?.sequenceNumber
    for traf in moof.children.all("traf") {
      let boxes = traf.children
      guard let header = boxes.first(TrackFragmentHeaderBox.self) else { continue }
      offsets.begin(header)
      offsetsInMedia.begin(header)
      let id = header.trackID
      let defaults = TrackRunSamples.Defaults(header, self.defaults[id])
      var part = Part(
        boxes: boxes, defaults: defaults, fragmentStart: start, file: number, base: offsets.base,
        sequenceNumber: sequenceNumber)
      for child in boxes {
        guard let run = child[TrackRunBox.self] else { continue }
        let byteCount = run.sum(of: "sample_size", default: defaults.size)
        let start = offsets.add(run, byteCount: byteCount)
        part.runs.append(
          Run(
            box: child, start: start, byteCount: byteCount,
            startInMedia: offsetsInMedia.add(run, byteCount: byteCount)))
      }
      if parts[id] == nil { trackIDs.append(id) }
      parts[id, default: []].append(part)
    }
  }

  /// The runs of a track.
  ///
  /// - Parameters:
  ///   - firstSample: the number of samples before them.
  ///   - budget: pays for the samples.
  ///   - time: the end of the samples before them, which is used if there is no `tfdt`.
  func runs(
    of trackID: UInt32, firstSample: Int, _ track: TrackDescriptions, _ budget: inout SampleBudget,
    after time: () -> Int64
  ) -> [TrackRunSamples] {
    let parts = parts[trackID] ?? []
    var runs: [TrackRunSamples] = []
    runs.reserveCapacity(parts.reduce(0) { $0 + $1.runs.count })
    var sample = firstSample
    var end: Int64?
    for part in parts {
      let source = SampleSource(
        part.boxes, firstSample: sample, chunksBefore: runs.count,
        fragmentStart: part.fragmentStart, file: part.file, auxiliaryBase: part.base,
        sequenceNumber: part.sequenceNumber, track: track)
      if let stated = part.boxes.first(TrackFragmentBaseMediaDecodeTimeBox.self) {
        end = Int64(clamping: stated.baseMediaDecodeTime)
      }
      for run in part.runs {
        guard let box = run.box[TrackRunBox.self] else { continue }
        let run = TrackRunSamples(
          box, run, in: source, firstSample: sample, decodeTime: end ?? time(), part.defaults,
          &budget)
        runs.append(run)
        sample = run.end
        end = run.endTime
      }
    }
    return runs
  }
}
