import Editing
package import Files
import HEIF
import ISOBMFF

/// A photo with a movie in it.
package struct MotionPhotoInput: SplitInput, ~Copyable {
  package let format = "motionphoto"
  package let description = "a motion photo"
  package let still: String
  package let movie: String
  package let leftOut: [String] = []
  package let notes: [String]
  private let input: OriginalFile
  private let parts: [LivePhotoPart: ByteWriter]

  package init(_ path: String) throws {
    let input = try OriginalFile(named: path)
    guard let photo = MotionPhoto(input.bytes) else {
      throw LiveError(path, "has no movie in it")
    }
    let stillPart = try LiveError.naming(path) { () throws(EditError) in
      try MotionPhotoStill(photo)
    }
    var moviePart = ByteWriter()
    moviePart.write(photo.movie)
    let brand = BoxFile(photo.movie).boxes.first(FileTypeBox.self)?.majorBrand
    let names = MotionPhotoName.names(
      ofPhoto: path.lastPathName,
      movie: brand == "qt  " ? "mov" : "mp4")
    still = names.still
    movie = names.movie
    notes =
      photo.contradictions + stillPart.notes
      + (photo.isWhole ? [] : ["the movie is truncated: its end is missing"])
    parts = [.still: stillPart.written, .movie: moviePart]
    self.input = input
  }

  package func write(_ kind: LivePhotoPart, to output: borrowing OutputFile) throws {
    guard let part = parts[kind] else { return }
    try LiveError.naming(input.path) { () throws(EditError) in try input.write(part, to: output) }
  }
}
