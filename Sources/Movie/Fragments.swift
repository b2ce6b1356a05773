import ISOBMFF

/// What the fragments of a movie add to its tracks.
struct Fragments {
  struct Sum {
    var samples = 0
    /// In the track's timescale.
    var duration: UInt64 = 0
    var bytes: UInt64 = 0
    /// The start of the fragment that begins last, and its duration.
    var end: UInt64 = 0
  }

  private var sums: [UInt32: Sum] = [:]

  var isEmpty: Bool { sums.isEmpty }

  subscript(trackID: UInt32) -> Sum? { sums[trackID] }

  init(_ boxes: [Box], defaults: [TrackExtendsBox]) {
    let defaults = Dictionary(defaults.map { ($0.trackID, $0) }) { first, _ in first }
    for fragment in boxes.all("moof") {
      for traf in fragment.children.all("traf") {
        guard let header = traf.children.first(TrackFragmentHeaderBox.self) else { continue }
        add(traf.children, header, defaults[header.trackID])
      }
    }
  }

  private mutating func add(
    _ traf: [Box], _ header: TrackFragmentHeaderBox, _ extends: TrackExtendsBox?
  ) {
    let duration = header.defaultSampleDuration ?? extends?.defaultSampleDuration ?? 0
    let size = header.defaultSampleSize ?? extends?.defaultSampleSize ?? 0
    var added = Sum()
    for run in traf.compactMap({ $0[TrackRunBox.self] }) {
      added.samples += run.samples.count
      added.duration &+= run.sum(of: "sample_duration", default: duration)
      added.bytes &+= run.sum(of: "sample_size", default: size)
    }
    var sum = sums[header.trackID] ?? Sum()
    sum.samples += added.samples
    sum.duration &+= added.duration
    sum.bytes &+= added.bytes
    sums[header.trackID] = sum
  }
}
