import FileKind
import ISOBMFF
import MotionPhotos
package import SystemAccess

/// Something that has a still and a movie in it, which can be taken out.
package protocol SplitInput: ~Copyable {
  /// What it is for people: "a PVT bundle".
  var description: String { get }
  /// What it is for programs: `pvt`.
  var format: String { get }
  /// What the halves are called when they are out.
  var still: String { get }
  var movie: String { get }
  /// What else is in it, and stays there.
  var leftOut: [String] { get }
  /// What a person should know.
  var notes: [String] { get }

  /// Writes the bytes of a half, and gives it the time that it had.
  func write(_ half: LivePhotoHalf, to output: borrowing OutputFile) throws
}

package enum LivePhotoHalf: String { case still, movie }

/// What is at a path, decided by its content and not by its name.
package enum SplitKind {
  case folder, archive, motionPhoto

  package init(_ path: String) throws {
    switch try PathKind(path) {
    case .nothing: throw LiveError(path, "there is no such file or folder")
    case .folder: self = .folder
    case .file:
      let bytes: Bytes
      do throws(ByteSourceError) { bytes = try ByteSource(mapping: path).bytes } catch {
        throw LiveError(path, error.reason.words)
      }
      if bytes.starts(with: Array("PK".utf8)) {
        self = .archive
      } else if MotionPhoto(bytes) != nil {
        self = .motionPhoto
      } else {
        throw LiveError(
          path, MotionPhoto.missingMovie(in: bytes) ?? SplitKind.refusal(FileKind(bytes)))
      }
    }
  }

  private static func refusal(_ kind: FileKind) -> String {
    switch kind {
    case .empty: "is empty (0 bytes)"
    case .jpeg: "is a JPEG picture without a movie in it"
    case .boxes: "is a photo without a movie in it, or a movie"
    case .other(let words): "is \(words), and not a bundle of a still and a movie"
    case .unknown:
      "is not a bundle: it is neither a folder, nor an archive (zip), nor a motion photo"
    }
  }
}
