import FieldCoding
import Files
import HEIF
import ISOBMFF
import Movie
import WorkerClient
import WorkerProtocol

/// A loop that was written, read again before it has its name.
struct WrittenLoop {
  let bytes: Bytes

  /// Throws unless the file is complete, and has the requested size.
  ///
  /// - Returns: its length in bytes.
  func check(_ job: LoopJob) throws(ConversionError) -> Int {
    let isValid =
      switch job.codec {
      case .gif: isGIF(job)
      case .webp: isWebP(job)
      case .av1: isAVIF(job)
      }
    guard isValid else { throw WrittenLoop.error("is not what it should be") }
    return bytes.count
  }

  /// The screen's size and the trailer (GIF89a §17, §18, §27).
  private func isGIF(_ job: LoopJob) -> Bool {
    bytes.starts(with: "GIF89a".utf8) && bytes.last == 0x3B
      && number(6..<8) == UInt64(job.width)
      && number(8..<10) == UInt64(job.height)
  }

  /// Checks the length of the file, and the size of an animation (WebP container specification).
  private func isWebP(_ job: LoopJob) -> Bool {
    guard bytes.starts(with: "RIFF".utf8), bytes.part(8..<12)?.elementsEqual("WEBP".utf8) == true,
      let size = number(4..<8), size + 8 == UInt64(bytes.count)
    else { return false }
    // Identical frames are merged, and a loop of one frame is a plain frame.
    guard bytes.part(12..<16)?.elementsEqual("VP8X".utf8) == true else { return true }
    return number(24..<27) == UInt64(job.width) - 1
      && number(27..<30) == UInt64(job.height) - 1
  }

  /// The little-endian number in some bytes.
  private func number(_ range: Range<Int>) -> UInt64? {
    bytes.part(range)?.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func isAVIF(_ job: LoopJob) -> Bool {
    let boxes = BoxFile(bytes)
    guard boxes.findings.isEmpty, let file = HEIFFile(boxes), let item = file.primaryItem,
      let plan = try? file.plan(for: item.id), let track = MovieFile(boxes)?.tracks.first
    else { return false }
    return plan.displaySize == ImagePlan.Size(width: Int(job.width), height: Int(job.height))
      && track.samples.map(\.compositionTime) == job.frames.map { Int64($0.time) }
      && track.mediaDuration == job.end
  }

  private static func error(_ text: String) -> ConversionError {
    ConversionError(.worker, "the file that was written \(text)")
  }
}
