import HEIF
import ISOBMFF
import Inspection
import Verification

/// A file that may have pictures.
public struct PhotoFile: Sendable {
  enum Content: Sendable {
    /// A JPEG file, whatever its name.
    case jpeg(Bytes)
    case heif(HEIFFile)
  }

  public let path: String
  let content: Content

  public init(_ path: String) throws(ConversionError) {
    self.path = path
    let source: ByteSource
    do throws(ByteSourceError) { source = try ByteSource(mapping: path) } catch {
      throw ConversionError(.input, error.reason.words)
    }
    switch FileKind(source.bytes) {
    case .jpeg: content = .jpeg(source.bytes)
    case .boxes:
      let boxes = BoxFile(source.bytes)
      guard let file = HEIFFile(boxes) else {
        throw ConversionError(.input, PhotoFile.refusal(boxes))
      }
      content = .heif(file)
    case .empty: throw ConversionError(.input, "is empty (0 bytes), not a photo")
    case .other(let words): throw ConversionError(.input, "is \(words), not a HEIF photo")
    case .unknown:
      throw ConversionError(.input, "is not a HEIF photo: no box starts at byte 0")
    }
  }

  /// What a file of boxes is, if it is no photo.
  static func refusal(_ boxes: BoxFile) -> String {
    if let error = boxes.findings.first {
      return "has no picture that can be found; it is damaged: \(error)"
    }
    if let movie = boxes.boxes.first("moov") {
      let handlers = movie.children.all("trak").compactMap {
        $0.children.at("mdia").first(HandlerBox.self)?.handlerType
      }
      return handlers.contains("pict")
        ? "is an image sequence without a still picture, which cannot be converted yet"
        : "is a movie, not a still picture"
    }
    if boxes.boxes.first("mini") != nil {
      return "has its picture in the minimized form (mini), which cannot be decoded yet"
    }
    return "is a file of boxes without a picture item"
  }
}
