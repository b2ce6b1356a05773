public import HEIF
public import ISOBMFF
public import Movie

/// Takes parts out of a file of boxes: the payload of a box, an item, metadata, the samples of a track.
///
///     let extraction = try Extraction(bytes)
///     try extraction.extract(.data(.track(1))) { piece in try file.write(piece) }
///
/// A part comes in pieces, most of which are bytes of the file that are not copied: a track of any
/// length takes no memory. An error after some pieces means that what came is not all.
public struct Extraction: Sendable {
  /// What data belongs to.
  public enum Owner: Equatable, Sendable {
    /// The item with this ID (`item_ID`).
    case item(UInt32)
    /// The track with this ID (`track_ID`).
    case track(UInt32)
  }

  /// What can be taken out. Where there is no owner, it is that of the primary item, or of the movie.
  public enum Part: Equatable, Sendable {
    /// The payload of a box, or all of it.
    case box(BoxPattern, isWhole: Bool)
    /// The data of an item, or the samples of a track.
    case data(Owner)
    /// A thumbnail of an item: the largest.
    case thumbnail(of: UInt32?)
    /// An auxiliary image of an item, by its short name: `alpha`, `depth`, `gainmap`, `hair`, ...
    case auxiliary(String, of: UInt32?)
    /// The TIFF structure of an item's Exif.
    case exif(of: UInt32?)
    /// A packet of XMP.
    case xmp(of: UInt32?)
    /// An ICC profile.
    case profile(of: Owner?)
    /// The record that configures a decoder: the payload of `hvcC`, `avcC`, `av1C`, ...
    case configuration(of: Owner?)
  }

  /// A part that there is.
  public struct Found: Sendable {
    /// The part, as ``extract(_:asStored:to:)`` takes it.
    public var part: Part
    /// A description of the part: "HEVC image, 512 × 512".
    public var title: String
    /// How many bytes it has as stored; nil if that is not known without reading tables.
    public var byteCount: UInt64?
    /// What a file of it is called: `hevc`, `tif`; empty if there is no name for it.
    public var fileExtension: String
    /// Why it cannot be taken out.
    public var problem: String?
  }

  /// The boxes of the file.
  public let boxes: BoxFile
  /// The items, if there are any.
  public let photo: HEIFFile?
  /// The tracks, if there are any.
  public let movie: MovieFile?

  /// Reads the boxes of `bytes`.
  public init(_ bytes: Bytes, limits: DecodeLimits = DecodeLimits()) {
    boxes = BoxFile(bytes, limits: limits)
    photo = HEIFFile(boxes) ?? HEIFFile(minimized: boxes)
    movie = MovieFile(boxes)
  }

  /// Passes a part on, piece by piece. Throws if it is not there, not whole, or cannot be read.
  ///
  /// - Parameter isStored: whether data is wanted as the file has it; otherwise coded images and video
  ///   become streams with their parameter sets, and Exif a TIFF file.
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

/// Why a part cannot be taken out, as a sentence without its start.
public struct ExtractionError: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String
  /// An error that says `description`.
  public init(_ description: String) { self.description = description }
}
