import CodecJob
import FieldCoding
import FilePages
import FrameExtraction
import StillConversion
import StillMetadata
import Verification
import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The pictures of a page, which the worker decodes.
struct PagePictures {
  private var options: ConversionOptions?

  /// How many frames of a movie are shown.
  private static let frameCount = 6

  init() {
    options = WorkerProgram.path.map { .picture(Worker($0)) }
    options?.timeLimit = 60
  }

  /// The photo of a file, or frames of its movie; why there are none, if they cannot be had.
  func preview(of path: String, _ file: ExaminedFile) -> Preview {
    guard path != "-" else {
      return .missing("There is no picture here, as standard input is not decoded.")
    }
    guard let options else {
      return .missing(
        "There is no picture here: boxwalk-codec, the program that decodes, is not beside boxwalk.")
    }
    let folder = FileManager.default.temporaryDirectory.path + "/boxwalk-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do throws(ConversionError) {
      return .pictures(
        file.hasPhoto
          ? [try photo(of: path, in: folder, options)]
          : try frames(of: path, in: folder, options))
    } catch {
      return .missing("There is no picture here. \(file.name): \(error.message)")
    }
  }

  private func photo(
    of path: String, in folder: String, _ options: ConversionOptions
  ) throws(ConversionError) -> Preview.Picture {
    var options = options
    options.longerSide = 1024
    let photo = try PhotoFile(path)
    let result = try PhotoConverter(options).convert(
      photo.pictures(options)[0], of: photo, to: "\(folder)/photo.jpg")
    let title = (["the picture"] + result.warnings).joined(separator: "; ")
    return Preview.Picture(title: title, jpeg: try PagePictures.bytes(of: result))
  }

  private func frames(
    of path: String, in folder: String, _ options: ConversionOptions
  ) throws(ConversionError) -> [Preview.Picture] {
    var options = options
    options.longerSide = 320
    let movie = try MovieFrames(path)
    // Key frames alone are decoded quickly.
    let keys = try movie.frames(.keyframes)
    let all = keys.isEmpty ? movie.frames : keys
    let count = min(PagePictures.frameCount, all.count)
    let frames = (0..<count).map { all[($0 * 2 + 1) * all.count / (count * 2)] }
    let outcomes = FrameExtractor(options).extract(
      frames, of: movie, to: { "\(folder)/\($0.number).jpg" })
    var pictures: [Preview.Picture] = []
    var failure: ConversionError?
    for outcome in outcomes {
      switch outcome.result {
      case .success(let result):
        pictures.append(
          Preview.Picture(
            title: "\(MovieFrames.text(outcome.frame.time)) s",
            jpeg: try PagePictures.bytes(of: result)))
      case .failure(let error): failure = error
      }
    }
    if pictures.isEmpty, let failure { throw failure }
    return pictures
  }

  private static func bytes(of result: ConversionResult) throws(ConversionError) -> Bytes {
    do throws(ByteSourceError) { return try ByteSource(mapping: result.output).bytes } catch {
      throw ConversionError(.output, "\(error)")
    }
  }
}
