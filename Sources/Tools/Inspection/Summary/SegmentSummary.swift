import ISOBMFF
import Movie
import Text

/// The summary of the segments of each track: the decoding times, the number of samples, and the number of those at
/// which decoding can start.
struct SegmentSummary {
  /// The samples of one track in one segment.
  fileprivate struct Piece {
    /// The name of the file; nil if there is only one.
    var name: String?
    var track: UInt32
    /// Ticks in a second; 0 if nothing says it.
    var timescale: UInt32
    var sampleCount = 0
    var keyFrameCount = 0
    var start: Int64
    var end: Int64
  }

  private var pieces: [Piece] = []
  /// The maximum number of samples that are read.
  private static let mostSamples = 1 << 20

  /// - Parameter source: that of the movie, which may be joined of several files.
  init(_ movie: MovieFile, in source: ByteSource) {
    var left = SegmentSummary.mostSamples
    for track in movie.tracks {
      for sample in track.samples.prefix(left) {
        left -= 1
        let name = sample.fragmentStart.flatMap { source.joinedFile(at: $0)?.name }
        if pieces.last?.track != track.id || pieces.last?.name != name {
          pieces.append(
            Piece(
              name: name, track: track.id, timescale: track.timescale, start: sample.decodeTime,
              end: sample.decodeTime))
        }
        pieces[pieces.count - 1].sampleCount += 1
        if sample.isSync { pieces[pieces.count - 1].keyFrameCount += 1 }
        pieces[pieces.count - 1].end = sample.decodeTime.addingSaturating(sample.duration)
      }
    }
  }

  var entry: ReportEntry {
    ReportEntry(
      "segments", "Segments", .array(pieces.map(\.value)), text: pieces.map(\.text))
  }
}

extension SegmentSummary.Piece {
  /// `video-2.m4s, track 1: 0:02.00 to 0:04.00, 60 samples, 1 key frame`
  fileprivate var text: String {
    let span =
      timescale > 0
      ? "\(MovieSummary.time(seconds(start) ?? 0)) to \(MovieSummary.time(seconds(end) ?? 0))"
      : "tick \(start) to \(end)"
    let owner = (name.map { "\($0), " } ?? "") + "track \(track)"
    return
      "\(owner): \(span), \(counted(sampleCount, "sample")), \(counted(keyFrameCount, "key frame"))"
  }

  fileprivate var value: JSONValue {
    .object([
      ("file", .string(name)), ("track", .int(Int(track))), ("samples", .int(sampleCount)),
      ("keyFrames", .int(keyFrameCount)), ("timescale", timescale > 0 ? .int(Int(timescale)) : nil),
      ("startTicks", .int(Int(start))), ("endTicks", .int(Int(end))),
      ("start", .double(seconds(start))), ("end", .double(seconds(end))),
    ])
  }

  /// A number of ticks in seconds; nil without a timescale.
  private func seconds(_ ticks: Int64) -> Double? {
    timescale > 0 ? Double(ticks) / Double(timescale) : nil
  }
}
