import Conversion
import FieldCoding
import Files
import ISOBMFF
import Metadata
import Rendering
import Verification
import WorkerClient
import WorkerProtocol

/// The images of a page, which the worker decodes.
struct PagePictures {
  private var options: ConversionOptions?

  /// The number of frames of a movie that are shown.
  private static let frameCount = 6

  init() {
    options = WorkerProgram.path.map { .picture(Worker($0)) }
    options?.timeLimit = 60
  }

  /// The images of a file.
  struct Shown {
    /// The photo, or frames of the movie; or the reason why there are none.
    var preview: PagePreview
    /// Frames of the movie in a photo, or the reason why there are none; nil if it has no movie.
    var frames: PagePreview?
    /// The sentence about what the file has but could not be decoded; nil if everything could be decoded.
    var failure: String?
  }

  /// The photo of a file, or frames of its movie.
  func show(_ path: String, _ file: ExaminedFile) -> Shown {
    func none(_ reason: String) -> Shown {
      Shown(preview: .missing("There is no image here\(reason)"))
    }
    if path == "-" { return none(", as standard input is not decoded.") }
    if !file.hasPhoto, !file.hasVideo { return none(": the file has none.") }
    guard let options else {
      return none(": boxwalk-codec, the program that decodes, is not beside boxwalk.")
    }
    do throws(ConversionError) {
      return try withTemporaryFolder { (folder) throws(ConversionError) in
        guard file.hasPhoto else { return try frames(of: path, in: folder, options) }
        var shown = try photo(of: path, in: folder, options)
        guard let motion = file.movieInPhoto else { return shown }
        do throws(ConversionError) {
          let frames = try frames(of: motion.copy(in: folder), in: folder, options)
          (shown.frames, shown.failure) = (frames.preview, shown.failure ?? frames.failure)
        } catch {
          let reason = "There are no frames of the movie here. \(file.name): \(error.message)"
          (shown.frames, shown.failure) = (
            .missing(reason), shown.failure ?? "there are no frames of the movie: \(error.message)"
          )
        }
        return shown
      }
    } catch {
      var shown = none(". \(file.name): \(error.message)")
      shown.failure = "there is no preview: \(error.message)"
      return shown
    }
  }

  private func photo(
    of path: String, in folder: String, _ options: ConversionOptions
  ) throws(ConversionError) -> Shown {
    var options = options
    options.longerSide = 1024
    let photo = try PhotoFile(path)
    guard let picture = try photo.pictures(options).first else {
      throw ConversionError(.input, "has no image")
    }
    let result = try PhotoConverter(options).convert(
      picture, of: photo, to: "\(folder)/photo.jpg")
    let title = (["the image"] + result.warnings).joined(separator: "; ")
    let shown = PagePreview.Image(title: title, jpeg: try PagePictures.bytes(of: result))
    return Shown(
      preview: .images([shown]), failure: PagePictures.isPartial(result.warnings.first))
  }

  private func frames(
    of path: String, in folder: String, _ options: ConversionOptions
  ) throws(ConversionError) -> Shown {
    var options = options
    options.longerSide = 320
    let movie = try MovieFrames(path)
    // Only key frames are decoded quickly.
    let keys = try movie.frames(.keyframes)
    let all = keys.isEmpty ? movie.frames : keys
    let count = min(PagePictures.frameCount, all.count)
    let frames = (0..<count).map { all[($0 * 2 + 1) * all.count / (count * 2)] }
    let outcomes = FrameExtractor(options).extract(
      frames, of: movie, to: { "\(folder)/\($0.number).jpg" })
    var pictures: [PagePreview.Image] = []
    var failure: ConversionError?
    for outcome in outcomes {
      switch outcome.result {
      case .success(let result):
        pictures.append(
          PagePreview.Image(
            title: "\(MovieFrames.text(outcome.frame.time)) s",
            jpeg: try PagePictures.bytes(of: result)))
      case .failure(let error): failure = error
      }
    }
    if pictures.isEmpty, let failure { throw failure }
    return Shown(preview: .images(pictures), failure: PagePictures.isPartial(failure?.message))
  }

  private static func isPartial(_ reason: String?) -> String? {
    reason.map { "the preview is not whole: \($0)" }
  }

  private static func bytes(of result: ConversionResult) throws(ConversionError) -> Bytes {
    do throws(ByteSourceError) { return try ByteSource(mapping: result.output).bytes } catch {
      throw ConversionError(.output, "\(error)")
    }
  }
}
