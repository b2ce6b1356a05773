import FieldCoding
import Files
import Inspection
import Packaging
import Text

/// Reports what happened to a stream.
struct StreamReport {
  private let isJSON: Bool
  private let console: Console

  init(isJSON: Bool, _ console: Console) { (self.isJSON, self.console) = (isJSON, console) }

  /// - Parameters:
  ///   - folder: the folder of the stream.
  ///   - inputs: the files that the stream was made from.
  func write(_ result: StreamResult, of folder: String, from inputs: [String]) {
    let output = console.output
    if isJSON {
      let members: [(String, JSONValue?)] = [
        ("output", .string(folder)), ("files", .int(result.fileCount)),
        ("bytes", .int(result.byteCount)), ("renditions", .array(result.renditions.map(\.value))),
        ("leftOut", .array(result.leftOut.map { .string($0) })),
        ("warnings", .array(result.warnings.map { .string($0) })),
        ("notes", .array(result.notes.map { .string($0) })),
      ]
      JSONValue.object(members + RemoteInputs.transfer(of: inputs)).writeLine(to: output)
      return output.flush()
    }
    output.text(folder.asFolder + StreamMaker.playlistName)
    for rendition in result.renditions { output.text("  " + rendition.text) }
    output.flush()
    for part in result.leftOut { console.message("not carried over: \(part)") }
    for note in result.warnings + result.notes { console.message(note) }
  }
}

extension StreamResult.Rendition {
  /// `video-1: hvc1.1.6.L93.B0, 1920 × 1080, SDR, 4,812 kbit/s, 12 segments`
  fileprivate var text: String {
    let size = width.flatMap { width in height.map { "\(width) × \($0)" } }
    let rate = cueCount == nil ? "\(grouped((averageBitRate + 500) / 1000)) kbit/s" : nil
    let parts = [
      codec, size, videoRange, channels.map { counted($0, "channel") },
      cueCount.map { counted($0, "subtitle") }, language, rate, counted(segmentCount, "segment"),
    ]
    return "\(name): \(parts.compactMap { $0 }.joined(separator: ", "))"
  }

  fileprivate var value: JSONValue {
    .object([
      ("name", .string(name)), ("codec", .string(codec)), ("language", .string(language)),
      ("width", .int(width)), ("height", .int(height)), ("frameRate", .double(frameRate)),
      ("videoRange", .string(videoRange)), ("channels", .int(channels)), ("cues", .int(cueCount)),
      ("segments", .int(segmentCount)), ("peakBitRate", .int(peakBitRate)),
      ("averageBitRate", .int(averageBitRate)),
    ])
  }
}
