import Files
import ISOBMFF
import Metadata
public import WorkerClient

/// Makes small JPEG images from photos and movies, for an overview of many files.
public struct ThumbnailMaker: Sendable {
  /// How frames are made; its side is ``ConversionOptions/thumbnailSide``.
  public var options: ConversionOptions

  /// - Parameters:
  ///   - worker: the worker that decodes and encodes.
  ///   - side: the maximum of the longer side of a frame, in samples.
  public init(_ worker: Worker, side: Int) {
    options = .picture(worker)
    options.thumbnailSide = side
  }

  /// Makes a frame from the photo at `path`, or from the most typical frame of the movie there.
  ///
  /// The file at `output` appears only when it is complete. It throws
  /// ``WorkerClient/ConversionError/Kind/input`` if nothing can be decoded,
  /// ``WorkerClient/ConversionError/Kind/output`` if the frame cannot be written, and
  /// ``WorkerClient/ConversionError/Kind/worker`` if the worker is missing or crashed.
  public func make(of path: String, to output: String) throws(ConversionError) -> ConversionResult {
    let photo: PhotoFile
    do throws(ConversionError) { photo = try PhotoFile(path) } catch {
      guard ThumbnailMaker.hasMovie(path) else { throw error }
      return try frame(of: MovieFrames(path), to: output)
    }
    guard let picture = try photo.pictures(options).first else {
      throw ConversionError(.input, "has no frame")
    }
    return try PhotoConverter(options).convert(picture, of: photo, to: output)
  }

  private func frame(
    of movie: MovieFrames, to output: String
  ) throws(ConversionError) -> ConversionResult {
    let frames = try movie.frames(.usual)
    let made = FrameExtractor(options).extract(frames, of: movie) { _ in output }
    guard let first = made.first else { throw ConversionError(.input, "has no frame") }
    return try first.result.get()
  }

  private static func hasMovie(_ path: String) -> Bool {
    guard let source = try? ByteSource(mapping: path) else { return false }
    return BoxFile(source.bytes).boxes.first("moov") != nil
  }
}

extension ConversionOptions {
  /// Those of a small JPEG image that is to be looked at, and has nothing else in it.
  public static func picture(_ worker: Worker) -> ConversionOptions {
    var options = ConversionOptions(worker)
    options.quality = 80
    options.colour = .sRGB
    options.keepsGainMap = false
    options.stripping = .all
    options.skipsMoviesByRequest = true
    options.replacesFiles = true
    options.syncsFiles = false
    // A partial frame is better than none.
    options.rescues = true
    return options
  }
}
