import FieldCoding
import Files
import ISOBMFF
import Inspection
import Packaging
import Text
import Verification

/// Describes a stream: its tracks, and on demand each segment.
struct StreamListing {
  private let stream: ExaminedStream
  private let tracks: [StreamTrackSummary]

  init(_ stream: ExaminedStream) {
    self.stream = stream
    tracks = stream.tracks.map(StreamTrackSummary.init)
  }

  func write(to output: TextOutput, segments: Bool, _ style: ReportTextStyle) {
    let presentation = stream.presentation
    let parts: [String?] = [
      "\(presentation.format.rawValue) stream", presentation.isLive ? "live" : nil,
      counted(tracks.count, "track"), presentation.duration.map { "\(decimal($0, digits: 3)) s" },
    ]
    output.line(
      style.heading(printable(stream.name)) + ": " + parts.compactMap { $0 }.joined(separator: ", ")
    )
    for track in tracks {
      output.text("  " + track.text)
      guard segments else { continue }
      for segment in track.segments { output.text("    " + segment.text) }
    }
  }

  /// - Parameter more: members that follow the others.
  func writeJSON(to output: TextOutput, more: [(String, JSONValue?)]) {
    let presentation = stream.presentation
    var json = JSONWriter(output)
    JSONValue.object(
      [
        ("schema", .string("boxwalk.stream/1")), ("file", .string(stream.name)),
        ("format", .string(presentation.format.rawValue)), ("live", .bool(presentation.isLive)),
        ("duration", .double(presentation.duration)), ("tracks", .array(tracks.map(\.value))),
      ] + more
    ).write(to: &json)
    output.line()
  }
}

extension StreamTrackSummary {
  /// `video-1.m3u8: video, avc1.64001E, 640 × 480, 3 segments, 2.5 s, 75 samples, 3 key frames`
  fileprivate var text: String {
    let size = width.flatMap { width in height.map { "\(width) × \($0)" } }
    let parts: [String?] = [
      kind.rawValue, codecs.isEmpty ? nil : codecs.joined(separator: ","), size,
      channels.map { counted($0, "channel") }, language, counted(segments.count, "segment"),
      "\(decimal(duration, digits: 3)) s", counted(sampleCount, "sample"),
      kind == .audio || kind == .text ? nil : counted(keyFrameCount, "key frame"),
    ]
    return "\(name): \(parts.compactMap { $0 }.joined(separator: ", "))"
  }

  fileprivate var value: JSONValue {
    .object([
      ("name", .string(name)), ("kind", .string(kind.rawValue)),
      ("codecs", .array(codecs.map { .string($0) })), ("width", .int(width)),
      ("height", .int(height)), ("channels", .int(channels)), ("language", .string(language)),
      ("duration", .double(duration)), ("samples", .int(sampleCount)),
      ("keyFrames", .int(keyFrameCount)), ("bytes", .int(byteCount)),
      ("segments", .array(segments.map(\.value))),
    ])
  }
}

extension StreamTrackSummary.Segment {
  /// `video-1-00001.m4s: 0 s to 1 s, 30 samples, 1 key frame, 81,774 bytes`
  fileprivate var text: String {
    if let problem { return "\(name): \(problem)" }
    let parts: [String?] = [
      start.flatMap { start in
        end.map { "\(decimal(start, digits: 3)) s to \(decimal($0, digits: 3)) s" }
      }
        ?? "\(decimal(duration, digits: 3)) s",
      sampleCount.map { counted($0, "sample") }, keyFrameCount.map { counted($0, "key frame") },
      byteCount.map { counted($0, "byte") },
    ]
    return "\(name): \(parts.compactMap { $0 }.joined(separator: ", "))"
  }

  fileprivate var value: JSONValue {
    .object([
      ("name", .string(name)), ("duration", .double(duration)), ("start", .double(start)),
      ("end", .double(end)), ("samples", .int(sampleCount)), ("keyFrames", .int(keyFrameCount)),
      ("bytes", .int(byteCount)), ("offset", .int(offset)), ("problem", .string(problem)),
    ])
  }
}

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
