import FieldCoding
import ISOBMFF
import Inspection
import Movie
import Text

extension MovieBins {
  /// The colour of a track, by its index among them.
  static func shape(_ index: Int) -> String { "s\(index % 6 + 1)" }

  var time: Axis { Axis(.time, from: span.lowerBound, to: span.upperBound) }

  /// The tracks of frames and audio.
  private var rated: [(index: Int, track: TrackBins)] {
    tracks.enumerated().filter { ["vide", "soun", "pict"].contains($0.element.track.handlerType) }
      .map { ($0.offset, $0.element) }
  }

  /// Bits in a second over time, with the samples at which decoding can start.
  var rateChart: Chart? {
    // A single frame does not have a rate.
    let parts = parts(lasting: 0.1)
    let rates = rated.map { ($0.index, self.rates(of: $0.track, by: parts)) }
    guard let most = rates.flatMap(\.1).max(), most > 0 else { return nil }
    var chart = Chart(
      "Bit rate over time, with key frames above", time, Axis(.bitRate, from: 0, to: most))
    // The lowest rate is drawn last, so that it is visible.
    let order = rates.sorted { $0.1.reduce(0, +) > $1.1.reduce(0, +) }
    for (index, values) in order { chart.area(values, "\(MovieBins.shape(index)) soft") }
    for (_, track) in videos.prefix(1) { chart.ticks(track.bins.map(\.hasSync), "ink") }
    return chart
  }

  /// The numbers of frames in the groups of frames over time.
  var groupChart: Chart? {
    guard let (index, video) = videos.first, let sizes = video.groupSizes, !video.isByChunks else {
      return nil
    }
    var chart = Chart(
      "Frames in each group of frames over time", time,
      Axis(.count(""), from: 0, to: Double(sizes.upperBound)), height: 90)
    chart.ranges(
      video.bins.map { bin in
        bin.groups.map { Double($0.lowerBound)...Double($0.upperBound) }
      }, MovieBins.shape(index))
    return chart
  }

  /// The largest sample of each kind over time, for the first track of frames.
  var sizeChart: Chart? {
    guard let (_, video) = videos.first, !video.isByChunks else { return nil }
    let most = video.kinds.map(\.largest).max() ?? 0
    guard most > 0 else { return nil }
    var chart = Chart(
      "Sizes of frames over time", time, Axis(.bytes, from: 0, to: Double(most)), height: 130)
    for kind in 0..<3 {
      chart.ranges(
        video.bins.map { bin in
          bin.largest[kind] > 0 ? Double(bin.largest[kind])...Double(bin.largest[kind]) : nil
        }, "s\(kind + 1)")
    }
    return chart
  }

  /// The offsets of the samples of each track in the file over time.
  var positionChart: Chart? {
    let positions = tracks.compactMap { $0.positions(in: 0..<TrackBins.count) }
    guard let first = positions.map(\.lowerBound).min(),
      let last = positions.map(\.upperBound).max()
    else { return nil }
    var chart = Chart(
      "Offset in the file over time", time, Axis(.bytes, from: Double(first), to: Double(last)))
    for (index, track) in tracks.enumerated() {
      chart.ranges(
        track.bins.map { $0.positions.map { Double($0.lowerBound)...Double($0.upperBound) } },
        MovieBins.shape(index))
    }
    return chart
  }

  /// The distance in the file between samples of the same time.
  struct Distance {
    var time: Double
    var bytes: Int
    var tracks: (UInt32, UInt32)
    /// Whether that is a large part of a movie that has no fragments, whose tracks follow each other.
    var isFar: Bool
  }

  /// The largest distance of samples of frames and audio that are decoded in the same part of the time.
  var farthest: Distance? {
    guard let (_, video) = videos.first,
      let audio = tracks.first(where: { $0.track.handlerType == "soun" })
    else { return nil }
    var most: (part: Int, bytes: Int)?
    let parts = parts(lasting: 0.25)
    for part in stride(from: 0, to: TrackBins.count, by: parts) {
      guard let a = video.positions(in: part..<part + parts),
        let b = audio.positions(in: part..<part + parts)
      else { continue }
      let distance = max(0, a.lowerBound - b.upperBound, b.lowerBound - a.upperBound)
      if distance > most?.bytes ?? -1 { most = (part, distance) }
    }
    let positions = [video, audio].compactMap { $0.positions(in: 0..<TrackBins.count) }
    guard let most, let first = positions.map(\.lowerBound).min(),
      let last = positions.map(\.upperBound).max()
    else { return nil }
    return Distance(
      time: time(ofPart: most.part), bytes: most.bytes, tracks: (video.track.id, audio.track.id),
      isFar: !movie.isFragmented && most.bytes > 1 << 14 && most.bytes > (last - first) / 5 * 2)
  }
}

extension TrackBins {
  /// The offsets of the samples of some parts in the file.
  fileprivate func positions(in parts: Range<Int>) -> ClosedRange<Int>? {
    let positions = bins[parts].compactMap(\.positions)
    guard let first = positions.map(\.lowerBound).min(),
      let last = positions.map(\.upperBound).max()
    else { return nil }
    return first...last
  }
}
