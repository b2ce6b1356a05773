import Conversion
import FieldCoding
import Files

/// The names of the pictures of movies. All names are different.
struct FrameNames {
  private let place: OutputOption
  private let pathExtension: String
  private var used: Set<String> = []

  /// - Parameter pathExtension: the extension of files in a folder, without its dot.
  init(_ place: OutputOption, pathExtension: String) {
    self.place = place
    self.pathExtension = pathExtension
  }

  /// The names of the pictures of one movie.
  struct Name: Sendable {
    fileprivate var stem: String
    fileprivate var ending: String
    fileprivate var isFixed: Bool

    /// The path of the picture of a frame, or of the only picture of the movie.
    func output(_ frame: MovieFrames.Frame?) -> String {
      guard let frame, !isFixed else { return stem + ending }
      return stem + "-" + zeroPadded(frame.number, to: 5) + ending
    }
  }

  /// - Parameter relativePath: the path of the movie. If its name differs from that of another only in its extension or
  ///   in the case of letters, its pictures keep the extension: `clip.mp4-00001.jpg`.
  mutating func name(of relativePath: String) -> Name {
    guard place.isFolder else { return Name(stem: place.path, ending: "", isFixed: true) }
    var stem = relativePath.splitAtExtension.stem
    while !used.insert(stem.lowercased()).inserted {
      stem = stem == relativePath ? stem + "-" : relativePath
    }
    return Name(stem: place.file(stem), ending: "." + pathExtension, isFixed: false)
  }
}
