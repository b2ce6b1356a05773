import Editing
import Files
import HEIF
import LivePhotos
import Metadata
package import WorkerClient
import WorkerProtocol

/// A file that has the format already.
extension PhotoConverter {
  /// Whether it is a JPEG file of which only metadata and a movie change.
  func isCopied(_ photo: PhotoFile) -> Bool {
    guard options.format == .jpeg, case .jpeg(let jpeg) = photo.content else { return false }
    return !changesPixels(of: jpeg.size)
  }

  /// Whether it is a PNG file with an image of this size, of which only metadata changes.
  func isCopied(png size: ImagePlan.Size) -> Bool {
    options.format == .png && !changesPixels(of: size)
  }

  /// Whether the samples of an image change although its format does not.
  private func changesPixels(of size: ImagePlan.Size?) -> Bool {
    let side = max(size?.width ?? 0, size?.height ?? 0)
    return options.colour != .keep || side > options.longestSide ?? .max
  }

  /// The result for an image that is already at its output path and needs no change; nil for any other.
  ///
  /// - Parameter movie: the movie of a Live Photo, which may have to become a part of the output.
  package func left(
    _ photo: PhotoFile, at output: String, movie: String?
  ) throws(ConversionError) -> ConversionResult? {
    guard options.stripping == .nothing, movie == nil || options.movies != .motionphoto else {
      return nil
    }
    let (title, size): (String, ImagePlan.Size?)
    switch photo.content {
    case .jpeg(let jpeg) where isCopied(photo): (title, size) = ("JPEG", jpeg.size)
    case .png(let bytes):
      guard let canvas = try? FilePicture(png: bytes).plan.canvas, isCopied(png: canvas) else {
        return nil
      }
      (title, size) = ("PNG", canvas)
    default: return nil
    }
    let isThere = try ConversionError.input { () throws(SystemError) in
      let path = try pathWithoutLinks(photo.path)
      let outputPath = try pathWithoutLinks(output)
      return path != nil && path == outputPath
    }
    guard isThere else { return nil }
    var result = ConversionResult(
      action: .inPlace, output: output, width: size?.width ?? 0, height: size?.height ?? 0,
      byteCount: (try? FileStamp(photo.path))?.size ?? 0)
    result.notes = ["is a \(title) image already, and stays where it is"]
    return result
  }

  /// Copies a file that has the format already. Only metadata is left out, and a movie added.
  ///
  /// - Parameter title: of the format.
  func copy(
    _ bytes: Bytes, _ title: String, _ size: ImagePlan.Size?, of input: String,
    to output: String, _ movie: MotionPhotoMovie? = nil
  ) throws(ConversionError) -> ConversionResult {
    var written = ByteWriter()
    written.write(bytes)
    var (notes, unexamined): ([String], String?) = ([], nil)
    if options.stripping != .nothing {
      do throws(EditError) {
        let edited = try stripped(bytes)
        (written, notes, unexamined) = (edited.written, edited.notes, edited.unexamined)
      } catch {
        throw ConversionError(
          .input,
          "its metadata cannot be taken out: \(error.message)"
            + (options.stripping == .all ? "" : "; --strip all leaves out all of it"))
      }
    }
    var isLinked = false
    var lost: [String] = []
    if options.stripping == .nothing, movie == nil { isLinked = try link(input, output) }
    if !isLinked {
      lost = try write(to: output, of: input, movie) { (file) throws(any Error) in
        try file.write(written)
        try checkStripping(file, of: input)
      }
    }
    var result = ConversionResult(
      action: isLinked ? .linked : .copied, output: output, width: size?.width ?? 0,
      height: size?.height ?? 0, byteCount: written.count)
    let isSame = options.stripping == .nothing
    result.notes =
      [
        "is a \(title) image already; "
          + (isSame ? "\(result.action) as it is" : "copied without \(options.stripping.text)")
      ]
    result.notes += notes
    result.warnings += [unexamined].compactMap { $0 }
    if !isSame { result.leftOut = [options.stripping.text] }
    result.add(movie, lost)
    return result
  }

  /// Creates a hard link if the options request it. False if that is not possible.
  func link(_ input: String, _ output: String) throws(ConversionError) -> Bool {
    guard options.linksCopies else { return false }
    do throws(SystemError) {
      guard try pathWithoutLinks(input) != nil else { return false }
      try Files.link(
        input, as: output, below: options.root, replacing: options.replacesFiles)
      return true
    } catch  where error.isOtherFileSystem || error.isNotPossible {
      return false
    } catch {
      throw ConversionError(error.isChange ? .input : .output, error)
    }
  }
}
