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

/// The fields of a file about the movie in it.
struct MotionPhotoFields {
  /// A stated range of a movie.
  struct Candidate {
    var start: Int
    /// The latest possible end.
    var limit: Int
    /// The text of a message: "X says that it is at byte N".
    var text: String

    init(_ who: String, at start: Int, before limit: Int) {
      self.start = start
      self.limit = limit
      text = "\(who) says that the movie is at byte \(start)"
    }
  }

  let bytes: Bytes
  private(set) var boxes: BoxFile?
  private(set) var picture: JPEGSegments?
  private(set) var declarations: Set<MotionPhoto.Declaration> = []
  private(set) var xmp = MotionPhotoDescription()
  /// The most trustworthy first.
  private(set) var candidates: [Candidate] = []
  /// The range after the image.
  private var rest = 0..<0

  init(_ bytes: Bytes) {
    self.bytes = bytes
    if bytes.starts(with: [0xFF, 0xD8]) {
      readJPEG(JPEGSegments(bytes))
    } else {
      readBoxes(BoxFile(bytes))
    }
  }

  init(_ file: BoxFile) {
    bytes = file.bytes
    readBoxes(file)
  }

  func movie(_ candidate: Candidate) -> EmbeddedMovie? {
    var steps = MotionPhotoFields.boxLimit
    return EmbeddedMovie(in: bytes, at: candidate.start, limit: candidate.limit, steps: &steps)
  }

  /// More boxes than movies have at the top level. Many bytes can look like the start of a movie, and be followed by
  /// the same boxes.
  static let boxLimit = 1 << 20

  /// A movie after the image that no metadata mentions.
  var unstatedMovie: EmbeddedMovie? {
    let type = Array("ftyp".utf8)
    var steps = MotionPhotoFields.boxLimit
    // The size of the box precedes its type.
    var position = rest.lowerBound + 4
    while position + 4 <= rest.upperBound, steps > 0 {
      if bytes[position] == type[0],
        bytes.part(position..<position + 4)?.elementsEqual(type) == true,
        let movie = EmbeddedMovie(
          in: bytes, at: position - 4, limit: rest.upperBound, steps: &steps)
      {
        return movie
      }
      position += 1
    }
    return nil
  }

  // MARK: - JPEG

  private mutating func readJPEG(_ picture: JPEGSegments) {
    self.picture = picture
    if let packet = picture.xmp.flatMap({ XMPPacket($0) }) { read(packet) }
    let end = picture.end
    rest = min(end ?? bytes.count, bytes.count)..<bytes.count
    readTrailer(behind: end ?? 0)
  }

  /// Reads the records at the end of the file.
  ///
  /// - Parameter end: of the image, or of the last box.
  private mutating func readTrailer(behind end: Int) {
    guard let record = SamsungTrailer(in: bytes, behind: end)?.movieRecord else { return }
    declarations.insert(.samsung)
    let start = record.payload.range.lowerBound - bytes.range.lowerBound
    candidates.insert(
      Candidate("Samsung's trailer", at: start, before: start + record.payload.count), at: 0)
  }

  // MARK: - HEIC

  private mutating func readBoxes(_ file: BoxFile) {
    guard let photo = HEIFFile(file), let primary = photo.primaryItemID else { return }
    boxes = file
    if let item = photo.xmpItem(of: primary), let payload = try? photo.data(of: item.id),
      let packet = XMPPacket(payload)
    {
      read(packet)
    }
    let records = (file.boxes + (file.boxes.first("mpvd")?.children ?? []))
      .filter { $0.type == "sefd" }.compactMap { SamsungTrailer($0) }
    for range in records.compactMap(\.movieRecord?.movieRange) {
      declarations.insert(.samsung)
      let (start, count) = (Int(range.offset), Int(range.length))
      candidates.insert(
        Candidate("Samsung's record", at: start, before: min(start + count, bytes.count)), at: 0)
    }
    if !file.trailing.isEmpty { readTrailer(behind: bytes.count - file.trailing.count) }
    guard let box = file.boxes.first("mpvd"), let origin = box.origin else { return }
    declarations.insert(.movieBox)
    let start = origin.range.lowerBound - bytes.range.lowerBound
    let header = bytes.part(start..<bytes.count).flatMap { try? BoxHeader($0) }?.count ?? 8
    candidates.insert(
      Candidate("its box mpvd", at: start + header, before: min(start + origin.count, bytes.count)),
      at: 0)
  }

  // MARK: - XMP

  private mutating func read(_ packet: XMPPacket) {
    xmp = packet.motionPhoto
    if xmp.isMotionPhoto { declarations.insert(.motionPhoto) }
    if xmp.microVideoOffset != nil { declarations.insert(.microVideo) }
    if xmp.isMotionPhoto,
      let movie = xmp.directory.lastIndex(where: { $0.semantic == "MotionPhoto" })
    {
      // Lengths count from the end.
      let length = xmp.directory[movie...].reduce(0) { sum, item in
        sum &+ max(0, item.length ?? 0)
      }
      candidates.append(
        Candidate("the directory in XMP", at: bytes.count &- length, before: bytes.count))
    }
    if let offset = xmp.microVideoOffset {
      candidates.append(
        Candidate("MicroVideoOffset", at: bytes.count &- offset, before: bytes.count))
    }
  }
}

/// A movie among other bytes: what starts like one, up to where its boxes end.
struct EmbeddedMovie {
  let range: Range<Int>
  /// Whether its last box is complete.
  let isWhole: Bool

  /// Reads a movie. Nil if none starts at `start`.
  ///
  /// - Parameters:
  ///   - limit: the largest offset at which other data can start.
  ///   - steps: how many more boxes may be read; there is no result when they are used up.
  init?(in bytes: Bytes, at start: Int, limit: Int, steps: inout Int) {
    guard start >= 0, limit <= bytes.count, start < limit,
      let first = EmbeddedMovie.box(in: bytes, at: start, limit: limit), first.type == "ftyp",
      first.end <= limit
    else { return nil }
    var end = first.end
    var isWhole = true
    var hasMovie = false
    while let box = EmbeddedMovie.box(in: bytes, at: end, limit: limit), box.type != "sefd" {
      steps -= 1
      guard steps > 0 else { return nil }
      // Data after a movie can look like a box without being one.
      guard box.end <= limit || EmbeddedMovie.known.contains(box.type) else { break }
      // The image's own boxes start with `ftyp`, too.
      if box.type == "meta", !hasMovie { return nil }
      if ["moov", "moof", "mdat"].contains(box.type) { hasMovie = true }
      isWhole = box.end <= limit
      end = min(box.end, limit)
      if !isWhole || end == limit { break }
    }
    guard hasMovie else { return nil }
    range = start..<end
    self.isWhole = isWhole
  }

  /// The boxes that movies have at the top level.
  private static let known: Set<FourCC> = [
    "ftyp", "moov", "mdat", "free", "skip", "wide", "uuid", "meta", "udta", "moof", "mfra", "sidx",
    "styp", "pdin",
  ]

  /// The type of a box and its end, which may be past `limit` (ISO/IEC 14496-12 §4.2.2).
  private static func box(
    in bytes: Bytes, at start: Int, limit: Int
  ) -> (type: FourCC, end: Int)? {
    guard start + 8 <= limit, let part = bytes.part(start..<limit),
      let header = try? BoxHeader(part), header.type.isPrintable
    else { return nil }
    let (end, overflow) = start.addingReportingOverflow(
      header.statedSize.map { Int(clamping: $0) } ?? limit - start)
    return (header.type, overflow ? .max : end)
  }
}
