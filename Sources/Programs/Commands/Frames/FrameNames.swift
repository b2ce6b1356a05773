import Conversion
import FieldCoding
import Files

/// The names of the frames of movies. All names are different.
struct FrameNames {
  private let output: OutputOption
  private let pathExtension: String
  private var used: Set<String> = []

  /// - Parameter pathExtension: the extension of files in a folder, without its dot.
  init(_ output: OutputOption, pathExtension: String) {
    self.output = output
    self.pathExtension = pathExtension
  }

  /// The names of the frames of one movie.
  struct Name: Sendable {
    fileprivate var stem: String
    fileprivate var ending: String
    fileprivate var isFixed: Bool

    /// The path of the frame of a frame, or of the only frame of the movie.
    func output(_ frame: MovieFrames.Frame?) -> String {
      guard let frame, !isFixed else { return stem + ending }
      return stem + "-" + zeroPadded(frame.number, to: 5) + ending
    }
  }

  /// - Parameter relativePath: the path of the movie. If its name differs from that of another only in its extension or
  ///   in the case of letters, its frames keep the extension: `clip.mp4-00001.jpg`.
  mutating func name(of relativePath: String) -> Name {
    guard output.isFolder else { return Name(stem: output.path, ending: "", isFixed: true) }
    var stem = relativePath.splitAtExtension.stem
    while !used.insert(stem.lowercased()).inserted {
      stem = stem == relativePath ? stem + "-" : relativePath
    }
    return Name(stem: output.file(stem), ending: "." + pathExtension, isFixed: false)
  }
}
