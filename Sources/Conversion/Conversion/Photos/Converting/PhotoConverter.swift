import HEIF
import LivePhotos
import Metadata
public import WorkerClient
import WorkerProtocol

/// Converts photos to other formats.
///
/// It reads the containers itself. A worker process decodes and encodes pixels; it gets two open files and a plan.
/// So if a decoder crashes, one photo fails, but not this program.
public struct PhotoConverter: Sendable {
  /// How images are converted.
  public var options: ConversionOptions

  /// A converter with options.
  public init(_ options: ConversionOptions) { self.options = options }

  /// Converts an image of a file. The file at `output` appears only when it is complete.
  ///
  /// Throws if the image cannot be decoded, or if the output cannot be encoded or written.
  ///
  /// - Parameter movie: the path of a movie that becomes a part of the output; nil for none.
  public func convert(
    _ picture: Picture, of photo: PhotoFile, to output: String, with movie: String? = nil
  ) throws(ConversionError) -> ConversionResult {
    try checkPath(output, of: photo.path)
    return try ConversionError.reading(photo.path) { () throws(ConversionError) in
      var lost: [String] = []
      let part = try self.movie(movie, for: picture, of: photo, &lost)
      do throws(ConversionError) {
        var result = try convertAsDeepAsPossible(picture, of: photo, to: output, part)
        result.warnings += lost
        result.notes += part?.notes ?? []
        return result
      } catch {
        throw photo.advisingRepair(error)
      }
    }
  }

  /// Converts an image. If no depth is asked for, and the encoder cannot write the depth of the image, the
  /// samples have 8 bits.
  private func convertAsDeepAsPossible(
    _ picture: Picture, of photo: PhotoFile, to output: String, _ movie: MotionPhotoMovie?
  ) throws(ConversionError) -> ConversionResult {
    do throws(ConversionError) {
      return try convertOrCopy(picture, of: photo, to: output, movie)
    } catch {
      guard error.kind == .depth, options.bitDepth == nil else { throw error }
      var shallow = self
      shallow.options.bitDepth = 8
      var result = try shallow.convertOrCopy(picture, of: photo, to: output, movie)
      result.notes.append("samples have 8 bits: \(error.message)")
      return result
    }
  }

  private func convertOrCopy(
    _ picture: Picture, of photo: PhotoFile, to output: String, _ movie: MotionPhotoMovie?
  ) throws(ConversionError) -> ConversionResult {
    switch photo.content {
    case .jpeg(let jpeg):
      do throws(ConversionError) {
        if isCopied(photo) {
          try check(jpeg, of: photo.path)
        } else {
          var result = try convertFile(FilePicture(jpeg: jpeg), of: photo.path, to: output, movie)
          if !jpeg.endsWithEOI {
            result.warnings.append(
              "the marker at its end (EOI) is missing, but no sample; boxwalk repair adds it")
          }
          return result
        }
      } catch {
        guard error.kind == .input else { throw error }
        guard jpeg.finding == nil, var picture = try? FilePicture(jpeg: jpeg) else { throw error }
        // Parts of images are only found in luma and chroma, not in inks. An image that lacks nothing but its end is
        // repaired.
        guard [1, 3].contains(jpeg.componentCount),
          options.rescues || !jpeg.lacksOnlyItsEnd || !isCopied(photo)
        else {
          throw error
        }
        return try convertRest(of: &picture, of: photo.path, to: output, movie, after: error)
      }
      var result = try copy(jpeg.bytes, "JPEG", jpeg.size, of: photo.path, to: output, movie)
      if !options.keepsGainMap, jpeg.xmp.flatMap({ XMPPacket($0) })?.hasGainMap == true {
        result.notes.append("its HDR gain map is copied, too; converted images have none")
      }
      result.warnings += jpeg.doubts
      return result
    case .png(let bytes):
      let picture: FilePicture
      do throws(ConversionError) {
        picture = try FilePicture(png: bytes)
        guard isCopied(png: picture.plan.canvas) else {
          return try convertFile(picture, of: photo.path, to: output, movie)
        }
        try check(png: bytes, picture.plan.canvas, of: photo.path)
      } catch {
        guard error.kind == .input, var rest = try? FilePicture(png: bytes, allowsLoss: true),
          max(rest.plan.canvas.width, rest.plan.canvas.height) <= ImagePlan.longestSide
        else { throw error }
        return try convertRest(of: &rest, of: photo.path, to: output, movie, after: error)
      }
      return try copy(bytes, "PNG", picture.plan.canvas, of: photo.path, to: output)
    case .heif(let file): return try convertItem(picture, file, of: photo.path, to: output, movie)
    }
  }
}
