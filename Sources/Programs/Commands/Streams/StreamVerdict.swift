import FieldCoding
import Files
import ISOBMFF
import Packaging
import Verification

/// Checks a stream: its documents, and the movies of its segments.
struct StreamVerdict {
  private let limits: [LimitOption]
  private let console: Console

  init(_ limits: [LimitOption], _ console: Console) {
    (self.limits, self.console) = (limits, console)
  }

  /// The findings; nil, with a message, if the stream could not be examined completely.
  func report(_ stream: ExaminedStream) -> Report? {
    var report = Report(stream)
    // Then the report says why.
    guard !stream.isSpent else { return report }
    for track in stream.tracks where track.track.kind != .keyFrames {
      guard let runs = console.runs(of: track, in: stream) else { return nil }
      for run in runs {
        guard let joined = JoinedSegments.joined(run, console) else { return nil }
        report.add(
          Report(
            ExaminedFile(
              joined.bytes, name: run.first?.name ?? "", limits: DecodeLimits(limits),
              inflate: Zlib.inflate)))
      }
    }
    return report
  }
}
