public import ISOBMFF
public import Metadata

/// A motion photo: a photo with a movie in the same file, as Android phones take it.
///
///     if let photo = MotionPhoto(try ByteSource(mapping: "PXL_20240101.MP.jpg").bytes) {
///       print(photo.movie.count, photo.declarations)
///     }
///
/// Vendors state the offset of the movie in several ways, and some offsets in real files are wrong. So an
/// offset is used only if there is a movie at it.
public struct MotionPhoto: Sendable {
  /// The declarations that announce a movie.
  public enum Declaration: String, CaseIterable, Sendable {
    /// XMP of Motion Photo format 1.0: a directory of the parts of the file.
    case motionPhoto
    /// XMP of its forerunner: a number of bytes from the end.
    case microVideo
    /// Records of Samsung, in a trailer or in `sefd`.
    case samsung
    /// The box `mpvd`, which HEIC and AVIF photos have.
    case movieBox
  }

  /// The whole file.
  public let bytes: Bytes
  /// The boxes of HEIC and AVIF photos; nil for JPEG.
  public let boxes: BoxFile?
  /// The segments of a JPEG image.
  public let picture: JPEGSegments?
  /// The range of the movie, counted from the first byte of the file.
  public let movieRange: Range<Int>
  /// Whether the last box of the movie is all there.
  public let isWhole: Bool
  /// The declarations that announce a movie, right or wrong; empty for one that follows an image without one.
  public let declarations: Set<Declaration>
  /// The description in XMP.
  public let xmp: MotionPhotoDescription
  /// Sentences about declarations that state another location than that of the movie.
  public let contradictions: [String]

  /// The movie, as a file.
  public var movie: Bytes { bytes.part(movieRange) ?? Bytes() }

  /// Reads a motion photo. Nil if there is no movie in the file, even if the file states one; see
  /// ``missingMovie(in:)``.
  public init?(_ bytes: Bytes) {
    self.init(MotionPhotoFields(bytes))
  }

  /// The same as ``init(_:)`` for a file of boxes that was read already.
  public init?(_ boxes: BoxFile) {
    self.init(MotionPhotoFields(boxes))
  }

  private init?(_ fields: MotionPhotoFields) {
    var found: EmbeddedMovie?
    var wrong: [String] = []
    for candidate in fields.candidates {
      guard let movie = fields.movie(candidate) else {
        wrong.append("\(candidate.text), but there is none")
        continue
      }
      if let found, found.range.lowerBound != movie.range.lowerBound {
        wrong.append("\(candidate.text), but another one is there")
      } else if found == nil {
        found = movie
      }
    }
    guard let found = found ?? fields.unstatedMovie else { return nil }
    bytes = fields.bytes
    boxes = fields.boxes
    picture = fields.picture
    movieRange = found.range
    isWhole = found.isWhole
    declarations = fields.declarations
    xmp = fields.xmp
    contradictions = wrong
  }

  /// A sentence about a movie that the file states but does not contain; nil if there is no such movie.
  public static func missingMovie(in bytes: Bytes) -> String? {
    missingMovie(MotionPhotoFields(bytes))
  }

  /// The same as ``missingMovie(in:)`` for a file of boxes that was read already.
  public static func missingMovie(in boxes: BoxFile) -> String? {
    missingMovie(MotionPhotoFields(boxes))
  }

  private static func missingMovie(_ fields: MotionPhotoFields) -> String? {
    guard !fields.declarations.isEmpty, MotionPhoto(fields) == nil else { return nil }
    let reasons = fields.candidates.map { "\($0.text), but there is none" }
    return "says that it contains a movie, but it contains none"
      + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
  }
}
