import ISOBMFF
import Movie

/// A `moof` box, and its information about each track.
struct ExaminedFragment {
  let box: ExaminedBox
  /// `mfhd`.
  let sequenceNumber: (box: ExaminedBox, value: UInt32)?
  var tracks: [TrackFragment] = []

  /// A `traf` box that has a header.
  final class TrackFragment {
    let box: ExaminedBox
    let header: TrackFragmentHeaderBox
    let headerBox: ExaminedBox
    /// The defaults for all fragments of the track; nil if there are none.
    let defaults: TrackExtendsBox?
    /// `tfdt`.
    let decodeTime: (box: ExaminedBox, value: UInt64)?
    var runs: [Run] = []

    var trackID: UInt32 { header.trackID }
    var sampleCount: Int { runs.reduce(0) { $0 + $1.fields.samples.count } }
    /// The duration of all samples, in the timescale of the track.
    private(set) lazy var duration = runs.reduce(0) { $0 &+ duration(of: $1) }
    /// The composition time of the sample that is shown first, relative to the first decoding time.
    private(set) lazy var firstComposition: Int64? = {
      var time: Int64 = 0
      var least: Int64?
      for run in runs {
        if let first = run.fields.firstComposition(after: time, default: sampleDuration ?? 0) {
          least = min(least ?? first, first)
        }
        time &+= Int64(clamping: duration(of: run))
      }
      return least
    }()

    fileprivate init(
      _ box: ExaminedBox, _ header: TrackFragmentHeaderBox, at headerBox: ExaminedBox,
      _ defaults: TrackExtendsBox?, _ decodeTime: (box: ExaminedBox, value: UInt64)?
    ) {
      self.box = box
      self.header = header
      self.headerBox = headerBox
      self.defaults = defaults
      self.decodeTime = decodeTime
    }

    private func duration(of run: Run) -> UInt64 {
      run.fields.sum(of: "sample_duration", default: sampleDuration ?? 0)
    }

    var sampleDuration: UInt32? {
      header.defaultSampleDuration ?? defaults?.defaultSampleDuration
    }
    var sampleSize: UInt32? { header.defaultSampleSize ?? defaults?.defaultSampleSize }
  }

  /// A `trun` box.
  struct Run {
    let box: ExaminedBox
    let fields: TrackRunBox
    /// The offset of its first sample in the file; it can be anywhere.
    let start: Int64
    let bytes: UInt64

    var end: Int64 { start &+ Int64(clamping: bytes) }
  }

  static func all(in file: ExaminedFile) -> [ExaminedFragment] {
    let extends = file.all(at: "moov", "mvex", "trex").compactMap { $0[TrackExtendsBox.self] }
    let defaults = Dictionary(extends.map { ($0.trackID, $0) }) { first, _ in first }
    return file.all(at: "moof").map { ExaminedFragment($0, defaults, file) }
  }

  private init(
    _ moof: ExaminedBox, _ defaults: [UInt32: TrackExtendsBox], _ file: ExaminedFile
  ) {
    box = moof
    sequenceNumber = file.first(in: moof, "mfhd").flatMap { box in
      box[MovieFragmentHeaderBox.self].map { (box, $0.sequenceNumber) }
    }
    var offsets = TrackRunOffsets(fragmentStart: Int64(moof.offset))
    for traf in file.children(of: moof) where traf.type == "traf" {
      guard let box = file.first(in: traf, "tfhd"),
        let header = box[TrackFragmentHeaderBox.self]
      else { continue }
      let track = TrackFragment(
        traf, header, at: box, defaults[header.trackID],
        file.first(in: traf, "tfdt").flatMap { box in
          box[TrackFragmentBaseMediaDecodeTimeBox.self].map {
            (box, $0.baseMediaDecodeTime)
          }
        })
      offsets.begin(header)
      track.addRuns(file.children(of: traf), at: &offsets)
      tracks.append(track)
    }
  }
}

extension ExaminedFragment.TrackFragment {
  /// Adds the `trun` boxes among `boxes`.
  fileprivate func addRuns(_ boxes: [ExaminedBox], at offsets: inout TrackRunOffsets) {
    for box in boxes {
      guard let run = box[TrackRunBox.self] else { continue }
      let bytes = run.sum(of: "sample_size", default: sampleSize ?? 0)
      runs.append(
        ExaminedFragment.Run(
          box: box, fields: run, start: offsets.add(run, byteCount: bytes), bytes: bytes))
    }
  }
}

extension TrackRunBox {
  /// Whether each sample has its own value.
  func hasColumn(_ name: String) -> Bool { samples.columns.contains { $0.name == name } }

  /// The least composition time, if the first sample is decoded at `start`; nil without samples.
  fileprivate func firstComposition(after start: Int64, default: UInt32) -> Int64? {
    guard !samples.isEmpty else { return nil }
    let offset = samples.columns.firstIndex { $0.name == "sample_composition_time_offset" }
    guard let offset else { return start }
    let duration = samples.columns.firstIndex { $0.name == "sample_duration" }
    var time = start
    var least = Int64.max
    samples.forEachRow { _, row in
      least = min(least, time &+ row[offset])
      time &+= duration.map { row[$0] } ?? Int64(`default`)
    }
    return least
  }
}

/// A fragment of a track that states its start, and the fragment of that track before it.
struct ExaminedFragmentPair {
  let trackID: UInt32
  /// The `tfdt` box.
  let box: ExaminedBox
  /// The start in units of the track, as are the two below.
  let start: UInt64
  let previousStart: UInt64
  let previousEnd: UInt64

  /// The number of fragments of the file that are missing between them, according to the numbers of the others.
  let missingCount: Int

  /// Whether the time between them was that of other fragments.
  var isLoss: Bool { missingCount > 0 && start > previousEnd }

  static func all(in file: ExaminedFile) -> [ExaminedFragmentPair] {
    var found: [ExaminedFragmentPair] = []
    var previous: [UInt32: (start: UInt64, end: UInt64, missing: Int)] = [:]
    var missing = 0
    var number = UInt32.max
    for fragment in file.fragments {
      if let next = fragment.sequenceNumber?.value {
        if next > number { missing += Int(next - number) - 1 }
        number = next
      }
      for track in fragment.tracks {
        let last = previous[track.trackID]
        if let last, let (box, start) = track.decodeTime {
          found.append(
            ExaminedFragmentPair(
              trackID: track.trackID, box: box, start: start, previousStart: last.start,
              previousEnd: last.end, missingCount: missing - last.missing))
        }
        // A fragment without a time starts where the one before ends.
        if let start = track.decodeTime?.value ?? last?.end {
          previous[track.trackID] = (start, start &+ track.duration, missing)
        }
      }
    }
    return found
  }
}
