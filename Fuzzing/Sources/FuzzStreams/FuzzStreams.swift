import FuzzDriver
import ISOBMFF
import Verification

/// A playlist or manifest with the files that it names: read, summarised, checked by all rules, joined, and followed as a
/// live stream. An input is the document, and behind zero bytes (`0 0 255 255`) the files, which addresses name in turn.
@_cdecl("FuzzStreams_main")
public func enter(_ count: CInt, _ arguments: Arguments?) -> CInt {
  fuzz(count, arguments, seeds: seeds) { bytes in
    let files = parts(of: bytes)
    guard let stream = stream(files) else { return }
    for track in stream.tracks.map(StreamTrackSummary.init) {
      precondition(
        track.segments.allSatisfy { $0.duration >= 0 }, "a segment ends before it starts")
      precondition(track.sampleCount >= track.keyFrameCount, "more key frames than samples")
    }
    let report = Report(stream)
    precondition(
      report.findings.allSatisfy { ($0.line ?? 1) > 0 && $0.offset >= 0 && !$0.message.isEmpty },
      "a finding is nowhere")
    for track in stream.movieTracks(named: nil) { _ = try? track.runs }
    var monitor = StreamMonitor("input")
    for (index, document) in ([files[0]] + files.filter(StreamDocument.looksLike)).enumerated() {
      guard let next = FuzzStreams.stream([document] + files.dropFirst()) else { continue }
      _ = monitor.observe(next, at: Double(index * 10))
    }
  }
}

private func stream(_ files: [Bytes]) -> ExaminedStream? {
  ExaminedStream(files[0], DocumentURL("a/input"), name: "input") {
    resource throws(StreamLoadError) in
    guard resource.url.isBelowFolder(of: DocumentURL("a/input")) else {
      throw StreamLoadError("is outside of the folder of the stream, and is not read")
    }
    // The same address is always the same file.
    let number = resource.url.text.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    return try resource.part(of: files[number % files.count])
  }
}

private let mark: [UInt8] = [0, 0, 255, 255]

private func parts(of bytes: Bytes) -> [Bytes] {
  var parts: [Bytes] = []
  var rest = Array(bytes)[...]
  while parts.count < 16, let range = rest.firstRange(of: mark) {
    parts.append(Bytes(Array(rest[..<range.lowerBound])))
    rest = rest[range.upperBound...]
  }
  return parts + [Bytes(Array(rest))]
}

/// Documents alone, and with a start and a segment of a fragmented movie.
private func seeds(_ file: Bytes) -> [[UInt8]] {
  guard !file.isEmpty else { return StreamSeeds.documents.map { Array($0.utf8) } }
  let boxes = BoxFile(file).boxes
  guard let moov = boxes.firstIndex(where: { $0.type == "moov" }),
    let moof = boxes.firstIndex(where: { $0.type == "moof" }),
    let end = boxes[moov].origin.map({ $0.fileOffset + $0.count }),
    let fragment = boxes[moof].origin.map({ $0.fileOffset..<$0.fileOffset + $0.count }),
    let start = file.part(0..<end), let segment = file.part(fragment),
    start.count + segment.count < 24_000
  else { return [] }
  return StreamSeeds.documents.map { Array($0.utf8) + mark + start + mark + segment }
    + StreamSeeds.documents.dropFirst().map {
      Array(StreamSeeds.documents[0].utf8) + mark + Array($0.utf8) + mark + start + mark + segment
    }
}
