package import Files
import HEIF
import ISOBMFF

/// An input with a still and a movie that can be extracted.
package protocol SplitInput: ~Copyable {
  /// Its description for users: "a PVT bundle".
  var description: String { get }
  /// Its name for programs: `pvt`.
  var format: String { get }
  /// The names of the extracted still and movie.
  var still: String { get }
  var movie: String { get }
  /// The names of other files, which are not extracted.
  var leftOut: [String] { get }
  /// Notes for the user.
  var notes: [String] { get }

  /// Writes the bytes of the still or the movie, and restores its modification time.
  func write(_ part: LivePhotoPart, to output: borrowing OutputFile) throws
}

package enum LivePhotoPart: String { case still, movie }

/// The kind of input at a path, according to its content and not its name.
package enum SplitKind {
  case folder, archive, motionPhoto

  package init(_ path: String) throws {
    switch try PathKind(path) {
    case .nothing: throw LiveError(path, SystemError.noSuchFile)
    case .folder: self = .folder
    case .file:
      let bytes: Bytes
      do throws(ByteSourceError) { bytes = try ByteSource(mapping: path).bytes } catch {
        throw LiveError(path, error.reason.text)
      }
      if bytes.starts(with: Array("PK".utf8)) {
        self = .archive
      } else if MotionPhoto(bytes) != nil {
        self = .motionPhoto
      } else {
        throw LiveError(
          path, MotionPhoto.missingMovie(in: bytes) ?? SplitKind.refusal(bytes))
      }
    }
  }

  private static func refusal(_ bytes: Bytes) -> String {
    switch FileKind(bytes) {
    case .empty: "is empty (0 bytes)"
    case .jpeg: "is a JPEG image without a movie in it"
    case .boxes where BoxFile(bytes).boxes.contains { $0.type == "moov" }:
      "is a movie, and not a bundle of a still and a movie"
    case .boxes: "is a photo without a movie in it"
    case .other(let text): "is \(text), and not a bundle of a still and a movie"
    case .unknown:
      "is not a bundle: it is neither a folder, nor an archive (zip), nor a motion photo"
    }
  }
}
