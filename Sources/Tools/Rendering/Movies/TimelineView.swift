import FieldCoding
import ISOBMFF
import Inspection
public import Movie
import Text

/// The tracks of a movie over the time of the presentation: edits, media that is never presented, fragments,
/// chapters and the moment of the still.
struct TimelineView {
  private let movie: MovieBins
  private let stillTime: Double?
  private let rows: [Row]

  /// A track, in seconds of the presentation.
  private struct Row {
    let bins: TrackBins
    let isVideo: Bool
    /// The presented ranges, and the start of their media; nil for an empty edit.
    var edits: [(range: ClosedRange<Double>, media: Double?)] = []
    var hidden: [ClosedRange<Double>] = []
    /// The duration of the hidden media, in seconds.
    var hiddenTime: Double { hidden.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
    /// The difference between presentation and media times.
    var shift: Double
    /// The number of edits that are not drawn.
    var moreEdits = 0
  }

  private static let mostEdits = 200

  init(_ movie: MovieBins, in bytes: Bytes) {
    self.movie = movie
    stillTime = movie.movie.stillTimes(in: bytes).first
    let scale = Double(max(1, movie.movie.header?.timescale ?? 1))
    rows = movie.tracks.map { bins in
      let track = bins.track
      let ticks = Double(track.timescale)
      let span = bins.span
      let first = track.editList.edits.first { $0.mediaTime != nil }
      let shift = first.map { Double($0.start) / scale - Double($0.mediaTime ?? 0) / ticks } ?? 0
      var row = Row(
        bins: bins, isVideo: ["vide", "pict"].contains(track.handlerType), shift: shift)
      if track.editList.isEmpty { row.edits = [(span, span.lowerBound)] }
      for edit in track.editList.edits.prefix(TimelineView.mostEdits) {
        let start = Double(edit.start) / scale
        let media = edit.mediaTime.map { Double($0) / ticks }
        let length =
          edit.duration.map { Double($0) / scale } ?? max(0, span.upperBound - (media ?? 0))
        row.edits.append((start...start + max(0, length), media))
      }
      row.moreEdits = max(0, track.editList.edits.count - TimelineView.mostEdits)
      let shown = ShownMedia(track, movieTimescale: movie.movie.header?.timescale ?? 0)
      row.hidden = shown.hidden(of: bins.composed).prefix(TimelineView.mostEdits).map {
        Double($0.lowerBound) / ticks + shift...Double($0.upperBound) / ticks + shift
      }
      return row
    }
  }

  private var range: (start: Double, end: Double) {
    let ranges = rows.flatMap { $0.edits.map(\.range) + $0.hidden }
    let chapters = movie.chapters.map(\.start)
    return (
      (ranges.map(\.lowerBound) + chapters).min() ?? 0,
      (ranges.map(\.upperBound) + chapters).max() ?? 1
    )
  }

  func drawing() -> Drawing {
    let axis = Axis(.time, from: range.start, to: range.end)
    let height = Double(rows.count) * 44 + (movie.chapters.isEmpty ? 0 : 30) + 30
    var drawing = Drawing(
      width: 720, height: height, label: "Tracks, edits, fragments and chapters over time")
    func x(_ time: Double) -> Double { 8 + axis.share(time) * 704 }
    var top = 0.0
    for (index, row) in rows.enumerated() {
      draw(row, shape: MovieBins.shape(index), top, &drawing, x)
      top += 44
    }
    if !movie.chapters.isEmpty {
      drawChapters(top, &drawing, x)
      top += 30
    }
    if let stillTime {
      drawing.rectangle(
        x(stillTime) - 1, 0, 2, top, "ink", title: "the still: \(Axis.time(stillTime))")
    }
    for mark in axis.marks(8) { drawing.mark(axis.text(mark), x(mark), top + 18) }
    return drawing
  }

  private func draw(
    _ row: Row, shape: String, _ top: Double, _ drawing: inout Drawing, _ x: (Double) -> Double
  ) {
    let track = row.bins.track
    let samples = counted(track.sampleCount, "sample")
    drawing.text("track \(track.id), \(track.handlerType): \(samples)", 8, top + 12, .start)
    for edit in row.edits {
      let (start, end) = (x(edit.range.lowerBound), x(edit.range.upperBound))
      let text =
        "\(Axis.time(edit.range.lowerBound)) to \(Axis.time(edit.range.upperBound)): "
        + (edit.media.map { "the media from \(Axis.time($0)) on" } ?? "nothing")
      drawing.rectangle(
        start, top + 18, max(1, end - start), 12, edit.media == nil ? "room" : shape, title: text)
    }
    for hidden in row.hidden {
      let start = x(hidden.lowerBound)
      drawing.rectangle(
        start, top + 31, max(1, x(hidden.upperBound) - start), 4, row.isVideo ? "bad" : "s6",
        title: "media that is never shown, of \(Axis.time(hidden.upperBound - hidden.lowerBound))")
    }
    var fragments = Path()
    for (part, bin) in row.bins.bins.enumerated() where bin.hasFragment {
      fragments.rectangle(x(movie.time(ofPart: part) + row.shift), top + 18, 1, 12)
    }
    drawing.path(fragments, "ink")
    for gap in row.bins.gaps {
      let (start, end) = (
        x(min(gap.end, gap.start) + row.shift), x(max(gap.end, gap.start) + row.shift)
      )
      drawing.rectangle(
        start, top + 15, max(2, end - start), 18, "bad", title: gap.text)
    }
  }

  private func drawChapters(_ top: Double, _ drawing: inout Drawing, _ x: (Double) -> Double) {
    for (index, chapter) in movie.chapters.prefix(TimelineView.mostEdits).enumerated() {
      let (start, end) = (x(chapter.start), x(chapter.end ?? range.end))
      drawing.rectangle(
        start, top + 4, max(1, end - start), 20, "t\(index % 2 * 2 + 1)",
        title: "\(Axis.time(chapter.start)) \(chapter.title)")
      // About seven units for a letter.
      let room = Int((end - start - 8) / 7)
      if room > 1 {
        let title =
          chapter.title.count > room ? chapter.title.prefix(room - 1) + "…" : chapter.title[...]
        drawing.text(String(title), start + 4, top + 18)
      }
    }
  }

  /// Sentences about the drawing; those of the second list are problems or oddities.
  var notes: (usual: [String], odd: [String]) {
    var (usual, odd): ([String], [String]) = ([], [])
    for row in rows {
      let (track, bins) = (row.bins.track, row.bins)
      let name = "Track \(track.id) (\(track.handlerType))"
      if bins.hiddenCount > 0 {
        let text =
          "\(name): the edit list never shows \(grouped(bins.hiddenCount)) of "
          + "\(counted(track.sampleCount, "sample")); \(Axis.time(row.hiddenTime)) of the media "
          + "is not shown."
        // Audio before the first moment is what encoders need to begin.
        if row.isVideo { odd.append(text) } else { usual.append(text) }
      } else if row.hiddenTime > 0 {
        usual.append(
          "\(name): the edit list shows a part of every sample; \(Axis.time(row.hiddenTime)) of the "
            + "media is not shown.")
      }
      for gap in bins.gaps.prefix(10) { odd.append("\(name): \(gap.text).") }
      if bins.gapCount > 10 {
        odd.append("\(name): \(counted(bins.gapCount - 10, "more gap")) between fragments.")
      }
      if row.moreEdits > 0 {
        usual.append("\(name): \(counted(row.moreEdits, "more edit")) are not drawn.")
      }
    }
    let more = movie.movie.tracks.count - movie.tracks.count
    if more > 0 { usual.append("\(counted(more, "more track")) without samples, or not drawn.") }
    if let stillTime { usual.append("The still is the moment \(Axis.time(stillTime)).") }
    return (usual, odd)
  }
}

extension TrackBins.Gap {
  /// `a gap of 0:00.5 between fragments, from 0:01 to 0:01.5`
  var text: String {
    let length = Axis.time(abs(start - end))
    return start > end
      ? "a gap of \(length) between fragments, from \(Axis.time(end)) to \(Axis.time(start))"
      : "a fragment starts at \(Axis.time(start)), \(length) before the one before it ends"
  }
}

extension MovieFile {
  private static let stillKey = "com.apple.quicktime.still-image-time"

  /// The time of a Live Photo's still, in seconds, from timed metadata.
  func stillTimes(in bytes: Bytes) -> [Double] {
    tracks.flatMap { $0.timedValues(of: MovieFile.stillKey, in: bytes, most: 16).map(\.time) }
  }
}

/// The view of a movie's audio on a page. The caller decodes it.
public enum AudioView: Sendable {
  /// The levels of the first audio track over time.
  case levels(TrackAudioLevels)
  /// The reason why they are not shown, as a sentence.
  case missing(String)
  /// There is no audio.
  case none
}

extension TrackAudioLevels {
  /// Lower levels are drawn as silence.
  private static let least = -60.0

  /// Peaks and root mean squares over the time of the movie.
  ///
  /// - Parameter trackClass: the colour of the track.
  func chart(_ time: Axis, _ trackClass: String) -> Chart {
    var chart = Chart(
      "Audio level over time", time,
      Axis(.count("dB"), from: TrackAudioLevels.least, to: max(0, whole.peak)), height: 120)
    chart.area(parts.map { $0?.peak ?? TrackAudioLevels.least }, over: span, "s6 soft")
    chart.area(parts.map { $0?.rootMeanSquare ?? TrackAudioLevels.least }, over: span, trackClass)
    return chart
  }

  /// Sentences about the chart.
  var notes: (usual: [String], odd: [String]) {
    var (usual, odd): ([String], [String]) = ([], [])
    usual.append(
      whole.peak.isFinite
        ? "Track \(track): the peak\(sampled == nil ? "" : " of what was decoded") is \(decimal(whole.peak, digits: 1)) dB of full scale, and the root mean square of all samples \(decimal(whole.rootMeanSquare, digits: 1)) dB."
        : "Track \(track) is silent.")
    let lost = parts.count { $0 == nil }
    if lost > 0 {
      let text =
        "In \(grouped(lost)) of \(counted(parts.count, "part")) of the time no audio was decoded."
      // Writers leave short gaps between packets.
      if lost > parts.count / 20 { odd.append(text) } else { usual.append(text) }
    }
    if let sampled {
      let length = (span.upperBound - span.lowerBound) / Double(max(1, parts.count))
      usual.append(
        "The audio is long: of each \(decimal(length, digits: 1)) s, \(decimal(sampled, digits: 2)) s in the middle were decoded."
      )
    }
    return (usual, odd)
  }
}
