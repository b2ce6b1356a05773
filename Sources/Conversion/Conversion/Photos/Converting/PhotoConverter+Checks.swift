import HEIF
import Metadata
package import WorkerClient
import WorkerProtocol

/// Checks of files that already have the format and are copied, because a damaged file must not count as an image.
extension PhotoConverter {
  /// Throws if the image of a JPEG or PNG file is damaged. Other files are not checked.
  package func checkPicture(of photo: PhotoFile) throws(ConversionError) {
    switch photo.content {
    case .jpeg(let jpeg): try check(jpeg, of: photo.path)
    case .png(let bytes):
      try check(png: bytes, FilePicture(png: bytes).plan.canvas, of: photo.path)
    case .heif: break
    }
  }

  /// Throws if the image of a JPEG file is damaged. Bytes after it are not checked.
  func check(_ jpeg: JPEGSegments, of input: String) throws(ConversionError) {
    if let damage = jpeg.finding {
      throw ConversionError(.input, "is a damaged JPEG image: \(damage)")
    }
    guard let end = jpeg.end else {
      throw ConversionError(
        .input,
        jpeg.lacksOnlyItsEnd
          ? "is a JPEG image without its end (EOI), which boxwalk repair adds unless samples are missing"
          : "is a JPEG image without its end (EOI): it was truncated")
    }
    // Nothing can be noticed: the copy gets a warning.
    if jpeg.isArithmetic { return }
    var job = CheckJob()
    job.codec = .jpeg
    job.byteCount = UInt64(end)
    job.size = jpeg.size ?? ImagePlan.Size()
    job.hasSeveralScans = jpeg.hasSeveralScans
    try check(job, of: input)
  }

  /// Throws if the image of a PNG file is damaged.
  func check(
    png bytes: Bytes, _ size: ImagePlan.Size, of input: String
  ) throws(ConversionError) {
    let png = PNGChunks(bytes)
    if let damage = png.finding {
      throw ConversionError(.input, "is a damaged PNG image: \(damage)")
    }
    if let chunk = png.chunks.first(where: { !$0.isWhole }) {
      throw ConversionError(.input, "is a damaged PNG image: its chunk \(chunk.type) has changed")
    }
    var job = CheckJob()
    job.codec = .png
    job.byteCount = UInt64(bytes.count)
    job.size = size
    try check(job, of: input)
  }

  private func check(_ job: CheckJob, of input: String) throws(ConversionError) {
    guard options.decodesCopies else { return }
    do throws(ConversionError) {
      let _: DoneReply = try ask(.check, job, job.memoryNeed, within: job.limits, reading: input)
    } catch {
      guard error.isOfInput else { throw error }
      throw ConversionError(
        .input,
        "is not copied, because not all of it can be decoded: \(error.message); look for another copy of it, or copy it as it is with --quick-copies"
      )
    }
  }
}

extension JPEGSegments {
  var size: ImagePlan.Size? {
    frameSize.map { ImagePlan.Size(width: $0.width, height: $0.height) }
  }
}
