import ISOBMFF
import Metadata

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
  private static let boxLimit = 1 << 20

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
    if let trailer = SamsungTrailer(in: bytes, behind: end ?? 0), let record = trailer.movieRecord {
      declarations.insert(.samsung)
      let start = record.payload.range.lowerBound - bytes.range.lowerBound
      candidates.insert(
        Candidate("Samsung's trailer", at: start, before: start + record.payload.count), at: 0)
    }
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
