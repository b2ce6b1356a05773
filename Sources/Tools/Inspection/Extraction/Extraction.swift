public import HEIF
public import ISOBMFF
public import Movie

/// Extracts parts of a file that consists of boxes: the payload of a box, an item, metadata, the samples of a
/// track.
///
///     let extraction = try Extraction(bytes)
///     try extraction.extract(.data(.track(1))) { piece in try file.write(piece) }
///
/// A part comes in pieces. Most pieces refer to bytes of the file and are not copied, so a track of any length
/// needs no memory. If an error is thrown after some pieces, the part is incomplete.
public struct Extraction: Sendable {
  /// The item or track that has some data.
  public enum Owner: Equatable, Sendable {
    /// The item with this ID (`item_ID`).
    case item(UInt32)
    /// The track with this ID (`track_ID`).
    case track(UInt32)
  }

  /// The parts that can be extracted. If the owner is nil, it is the primary item, or the movie.
  public enum Part: Equatable, Sendable {
    /// The payload of a box, or the whole box.
    case box(BoxPattern, isWhole: Bool)
    /// The data of an item, or the samples of a track.
    case data(Owner)
    /// The largest thumbnail of an item.
    case thumbnail(of: UInt32?)
    /// An auxiliary image of an item, by its short name: `alpha`, `depth`, `gainmap`, `hair`, ...
    case auxiliary(String, of: UInt32?)
    /// The TIFF structure of an item's Exif.
    case exif(of: UInt32?)
    /// An XMP packet.
    case xmp(of: UInt32?)
    /// An ICC profile.
    case profile(of: Owner?)
    /// The decoder configuration record: the payload of `hvcC`, `avcC`, `av1C`, ...
    case configuration(of: Owner?)
  }

  /// A part that the file has.
  public struct Found: Sendable {
    /// The part, for ``extract(_:asStored:to:)``.
    public var part: Part
    /// A description of the part: "HEVC image, 512 × 512".
    public var title: String
    /// The size in the file, in bytes; nil if tables would have to be read for it.
    public var byteCount: UInt64?
    /// The usual extension of a file with this part: `hevc`, `tif`; empty if there is none.
    public var fileExtension: String
    /// Why the part cannot be extracted; nil if no problem is known.
    public var problem: String?
  }

  /// The boxes of the file.
  public let boxes: BoxFile
  /// The items; nil if there are none.
  public let photo: HEIFFile?
  /// The tracks; nil if there are none.
  public let movie: MovieFile?

  /// Reads the boxes of `bytes`.
  public init(_ bytes: Bytes, limits: DecodeLimits = DecodeLimits()) {
    boxes = BoxFile(bytes, limits: limits)
    photo = HEIFFile(expanding: boxes)
    movie = MovieFile(boxes)
  }

  /// Extracts a part, piece by piece. Throws if the part does not exist, is incomplete, or cannot be read.
  ///
  /// - Parameter isStored: whether the data is extracted exactly as it is in the file; if not, coded images and
  ///   video become streams with their parameter sets, and Exif becomes a TIFF file.
  public func extract(
    _ part: Part, asStored isStored: Bool = false, to put: (Bytes) throws -> Void
  ) throws {
    switch part {
    case .box(let path, let isWhole): try bytes(of: path, isWhole: isWhole).forEachWindow(put)
    case .data(.item(let id)): try extract(try item(id), asStored: isStored, put)
    case .data(.track(let id)): try extract(try track(id), asStored: isStored, put)
    case .thumbnail(let owner):
      try extract(try thumbnail(of: owner), asStored: isStored, put)
    case .auxiliary(let name, let owner):
      try extract(try auxiliary(name, of: owner), asStored: isStored, put)
    case .exif(let owner): try extract(try exif(of: owner), asStored: isStored, put)
    case .xmp(let owner): try extractXMP(of: owner, put)
    case .profile(let owner): try put(try profile(of: owner))
    case .configuration(let owner): try put(try configuration(of: owner))
    }
  }

  private func bytes(of pattern: BoxPattern, isWhole: Bool) throws(ExtractionError) -> Bytes {
    let path: BoxPath
    do throws(BoxPatternError) { path = try pattern.onlyPath(in: boxes) } catch {
      throw ExtractionError("\(error)")
    }
    guard let box = boxes.box(at: path), let source = box.source else {
      throw ExtractionError("there is no box at \(path)")
    }
    for error in box.damage {
      if case .sizeBeyondEnd = error.reason { throw ExtractionError("\(path): \(error)") }
    }
    return isWhole ? source : box.sourcePayload ?? Bytes()
  }
}

/// Why a part cannot be extracted: a sentence without its subject.
public struct ExtractionError: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String
  /// An error with a description.
  public init(_ description: String) { self.description = description }
}
