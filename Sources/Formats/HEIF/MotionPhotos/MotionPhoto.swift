public import ISOBMFF
public import Metadata

/// A motion photo: a photo with a movie in the same file, as Android phones take it.
///
///     if let photo = MotionPhoto(try ByteSource(mapping: "PXL_20240101.MP.jpg").bytes) {
///       print(photo.movie.count, photo.marks)
///     }
///
/// Vendors state the place of the movie in several ways, and some statements in real files are wrong. So a
/// statement is used only if there is a movie at its place.
public struct MotionPhoto: Sendable {
  /// The marks that announce a movie.
  public enum Mark: String, CaseIterable, Sendable {
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
  /// The segments of a JPEG picture.
  public let picture: JPEGSegments?
  /// The range of the movie, counted from the first byte of the file.
  public let movieRange: Range<Int>
  /// Whether the last box of the movie is all there.
  public let isWhole: Bool
  /// The marks that announce a movie, right or wrong; empty for one that follows a picture without a mark.
  public let marks: Set<Mark>
  /// The description in XMP.
  public let xmp: MotionPhotoDescription
  /// Sentences about marks that state another location than that of the movie.
  public let contradictions: [String]

  /// The movie, as a file.
  public var movie: Bytes { bytes.part(movieRange) ?? Bytes() }

  /// Reads a motion photo. Nil if there is no movie in the file, even if the file states one; see
  /// ``missingMovie(in:)``.
  public init?(_ bytes: Bytes) {
    self.init(MotionPhotoStatements(bytes))
  }

  /// The same as ``init(_:)`` for a file of boxes that was read already.
  public init?(_ boxes: BoxFile) {
    self.init(MotionPhotoStatements(boxes))
  }

  private init?(_ statements: MotionPhotoStatements) {
    var found: EmbeddedMovie?
    var wrong: [String] = []
    for statement in statements.places {
      guard let movie = statements.movie(statement) else {
        wrong.append("\(statement.words), but there is none")
        continue
      }
      if let found, found.range.lowerBound != movie.range.lowerBound {
        wrong.append("\(statement.words), but another one is there")
      } else if found == nil {
        found = movie
      }
    }
    guard let found = found ?? statements.unstatedMovie else { return nil }
    bytes = statements.bytes
    boxes = statements.boxes
    picture = statements.picture
    movieRange = found.range
    isWhole = found.isWhole
    marks = statements.marks
    xmp = statements.xmp
    contradictions = wrong
  }

  /// A sentence about a movie that the file states but does not contain; nil if there is no such statement.
  public static func missingMovie(in bytes: Bytes) -> String? {
    missingMovie(MotionPhotoStatements(bytes))
  }

  /// The same as ``missingMovie(in:)`` for a file of boxes that was read already.
  public static func missingMovie(in boxes: BoxFile) -> String? {
    missingMovie(MotionPhotoStatements(boxes))
  }

  private static func missingMovie(_ statements: MotionPhotoStatements) -> String? {
    guard !statements.marks.isEmpty, MotionPhoto(statements) == nil else { return nil }
    let reasons = statements.places.map { "\($0.words), but there is none" }
    return "says that it contains a movie, but it contains none"
      + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
  }
}
