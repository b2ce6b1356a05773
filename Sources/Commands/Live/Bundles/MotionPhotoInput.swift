import Editing
import ISOBMFF
import LivePhoto
import MotionPhotos
import SystemAccess

/// A photo with a movie in it.
struct MotionPhotoInput: SplitInput, ~Copyable {
  let format = "motionphoto"
  let description = "a motion photo"
  let still: String
  let movie: String
  let leftOut: [String] = []
  let notes: [String]
  private let input: LiveInput
  private let parts: [LivePhotoHalf: ByteWriter]

  init(_ path: String) throws {
    let input = try LiveInput(path)
    guard let photo = MotionPhoto(input.bytes) else {
      throw LiveError(path, "has no movie in it")
    }
    let stillPart: MotionPhotoStill
    do throws(EditError) { stillPart = try MotionPhotoStill(photo) } catch {
      throw LiveError(path, error.message)
    }
    var moviePart = ByteWriter()
    moviePart.write(photo.movie)
    let brand = BoxFile(photo.movie).boxes.first(FileTypeBox.self)?.majorBrand
    let names = MotionPhotoName.halves(
      ofPhoto: path.lastPathName,
      movie: brand == "qt  " ? "mov" : "mp4")
    still = names.still
    movie = names.movie
    notes =
      photo.contradictions + stillPart.notes
      + (photo.isWhole ? [] : ["the movie is cut off: its end is missing"])
    parts = [.still: stillPart.written, .movie: moviePart]
    self.input = input
  }

  func write(_ half: LivePhotoHalf, to output: borrowing OutputFile) throws {
    guard let part = parts[half] else { return }
    try output.write(part, of: input.source, in: input.file)
    try output.takeAttributes(of: input.file)
  }
}
