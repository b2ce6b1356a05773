import Conversion
import FieldCoding
import Rendering
import Verification
import WorkerClient

/// Compares the images of two files, which the worker decodes.
struct DiffCommandPixels {
  /// The number of frames of movies that are compared.
  private static let frameCount = 4

  /// - Parameters:
  ///   - old: the path of a file, and what is in it.
  ///   - new: the same of the other file.
  func run(
    _ old: (path: String, file: ExaminedFile), _ new: (path: String, file: ExaminedFile)
  ) -> DifferencePage.Pixels {
    guard old.path != "-", new.path != "-" else {
      return .missing("The images are not compared, as standard input is not decoded.")
    }
    guard let worker = WorkerProgram.path else {
      return .missing(
        "The images are not compared: boxwalk-codec, the program that decodes, is not beside boxwalk."
      )
    }
    guard old.file.hasPhoto == new.file.hasPhoto else {
      return .missing(
        "The images are not compared: one file is a photo, and the other is a movie.")
    }
    var options = ConversionOptions(Worker(worker))
    options.timeLimit = 300
    do throws(ConversionError) {
      if !old.file.hasPhoto { return try frames(old.path, new.path, options) }
      let (one, other) = (try photo(old.path, options), try photo(new.path, options))
      guard let heat = heat(one, other) else {
        return .missing(
          "The images cannot be compared: the old one is \(text(one)), the new one \(text(other))."
        )
      }
      var picture: PagePreview.Image?
      if case .images(let pictures) = PagePictures().show(new.path, new.file).preview {
        picture = pictures.first
      }
      return .compared([("The image", heat, picture)])
    } catch {
      return .missing("The images are not compared. \(printable(error.message))")
    }
  }

  private func photo(
    _ path: String, _ options: ConversionOptions
  ) throws(ConversionError) -> DecodedPicture {
    try named(path) { () throws(ConversionError) in
      let photo = try PhotoFile(path)
      return try PhotoConverter(options).decode(photo.pictures(options)[0], of: photo)
    }
  }

  /// Adds the name of the file to an error.
  private func named<Result>(
    _ path: String, _ body: () throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    do throws(ConversionError) { return try body() } catch {
      throw ConversionError(error.kind, "\(path): \(error.message)")
    }
  }

  /// Nil if the images do not have the same form.
  private func heat(_ old: DecodedPicture, _ new: DecodedPicture) -> HeatMap? {
    guard old.width == new.width, old.height == new.height, old.channels == new.channels,
      old.bitDepth == new.bitDepth
    else { return nil }
    return HeatMap(
      old.bytes, new.bytes, width: old.width, height: old.height, channels: old.channels,
      isWide: old.bitDepth > 8)
  }

  private func text(_ picture: DecodedPicture) -> String {
    "\(picture.width) × \(picture.height) with \(counted(picture.channels, "channel")) of \(picture.bitDepth) bits"
  }

  /// Frames that are spread evenly over the old movie, and those of the new one at the same times.
  private func frames(
    _ old: String, _ new: String, _ options: ConversionOptions
  ) throws(ConversionError) -> DifferencePage.Pixels {
    let movie = try named(old) { () throws(ConversionError) in try MovieFrames(old) }
    let other = try named(new) { () throws(ConversionError) in try MovieFrames(new) }
    let frames = try movie.frames(.count(DiffCommandPixels.frameCount))
    let times = frames.map { min($0.time, other.end) }
    let ours = try decoded(frames, of: movie, options)
    let theirs = try decoded(times.map { other.frame(at: $0) }, of: other, options)
    var compared: [(title: String, heat: HeatMap, image: PagePreview.Image?)] = []
    for (index, frame) in frames.enumerated() {
      guard let one = ours[frame.number], let two = theirs[other.frame(at: times[index]).number]
      else { continue }
      guard let heat = heat(one, two) else {
        return .missing(
          "The frames cannot be compared: the old ones are \(text(one)), the new ones \(text(two))."
        )
      }
      compared.append(("The frame at \(MovieFrames.text(frame.time)) s", heat, nil))
    }
    return compared.isEmpty ? .missing("No frame of both could be decoded.") : .compared(compared)
  }

  private func decoded(
    _ frames: [MovieFrames.Frame], of movie: MovieFrames, _ options: ConversionOptions
  ) throws(ConversionError) -> [Int: DecodedPicture] {
    var pictures: [Int: DecodedPicture] = [:]
    let found = FrameExtractor(options).photos(of: frames, in: movie) {
      (_, photo, options) throws(ConversionError) in
      try PhotoConverter(options).decode(photo.pictures(options)[0], of: photo)
    }
    for (frame, result) in found { pictures[frame.number] = try? result.get() }
    return pictures
  }
}
