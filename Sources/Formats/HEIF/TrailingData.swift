public import ISOBMFF
public import Metadata

/// What follows the end of the image of a JPEG file, or the last box of a file of boxes or of a movie in such a file.
///
///     for part in TrailingData(JPEGSegments(bytes)).parts { print(part.range, part.kind.title) }
///
/// Phones and cameras put further images, movies and records there, and programs anything.
public struct TrailingData: Sendable {
  /// The meaning of a range.
  public enum Kind: Sendable {
    /// A JPEG image, which may be truncated. If it is stated, the index of the file (MPF) lists it.
    case picture(isStated: Bool)
    /// The HDR gain map of a JPEG image, which is a JPEG image as well.
    case gainMap
    /// The movie of a motion photo.
    case movie
    /// Another file of boxes, or a PNG file.
    case file
    /// Records of Samsung, without a movie among them.
    case samsung(SamsungExtendedDataBox)
    /// Records of Insta360.
    case insta360(Insta360Records)
    /// Bytes that are all 0, or all 0xFF.
    case padding
    /// Anything else.
    case unknown
  }

  /// A range with its meaning.
  public struct Part: Sendable {
    /// Counted from the first byte of the file.
    public let range: Range<Int>
    public let kind: Kind
    /// Its bytes.
    public let bytes: Bytes
  }

  /// The parts, in their order. Together they are all bytes after the end; records of Samsung are several parts if a movie
  /// is among them, and what follows the movie in its record are parts of their own.
  public private(set) var parts: [Part] = []
  private let bytes: Bytes

  /// The most images and other files that are looked for without an index.
  private static let mostFiles = 64

  /// What follows a JPEG image. An image without an end is followed by nothing.
  public init(_ jpeg: JPEGSegments) {
    self.init(jpeg, MotionPhoto(jpeg.bytes))
  }

  /// The same for a file whose movie is known: nil if it has none.
  package init(_ jpeg: JPEGSegments, _ motion: MotionPhoto?) {
    bytes = jpeg.bytes
    guard let end = jpeg.end, end < bytes.count else { return }
    // The last one may be truncated.
    let stated = jpeg.statedPictures.map { $0.clamped(to: 0..<bytes.count) }.filter {
      $0.lowerBound >= end && startsPicture($0.lowerBound)
    }
    for range in stated.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let isGainMap = bytes.part(range).map { JPEGSegments($0).isGainMap } ?? false
      add(range, isGainMap ? .gainMap : .picture(isStated: true))
    }
    if let movie = motion?.movieRange, movie.lowerBound >= end {
      add(movie, .movie)
    }
    addRest(of: end..<bytes.count)
  }

  /// What follows a PNG image.
  public init(_ png: PNGChunks, of bytes: Bytes) {
    self.bytes = bytes
    addRest(of: min(png.end, bytes.count)..<bytes.count)
  }

  /// What follows the last box, unless it is part of the file (``BoxFile/lostContents``).
  public init(_ file: BoxFile) {
    bytes = file.bytes
    let start = file.trailing.fileOffset - bytes.fileOffset
    guard !file.trailing.isEmpty, file.trailing.source === bytes.source, file.lostContents == nil
    else { return }
    let range = start..<start + file.trailing.count
    if let movie = MotionPhoto(file)?.movieRange, range.contains(movie.lowerBound) {
      add(movie, .movie)
    }
    addRest(of: range)
  }

  /// What follows the last box of the movie in a box (`mpvd`) of a file.
  public init(behindMovieIn box: Box, of file: BoxFile) {
    bytes = file.bytes
    let rest = box.trailing
    guard box.isEmbeddedFile, !rest.isEmpty, rest.source === bytes.source else { return }
    let start = rest.range.lowerBound - bytes.range.lowerBound
    addRest(of: start..<start + rest.count)
  }

  private func startsPicture(_ position: Int) -> Bool {
    bytes.part(position..<min(position + 3, bytes.count))?.elementsEqual([0xFF, 0xD8, 0xFF])
      == true
  }

  /// Adds a part that does not overlap the others.
  private mutating func add(_ range: Range<Int>, _ kind: Kind) {
    guard !range.isEmpty, !parts.contains(where: { $0.range.overlaps(range) }),
      let bytes = bytes.part(range)
    else { return }
    parts.append(Part(range: range, kind: kind, bytes: bytes))
    parts.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func gaps(in range: Range<Int>) -> [Range<Int>] {
    parts.map(\.range).joined.gaps(in: range)
  }

  /// A file at the start of bytes, and how many of them it is; nil if none starts there.
  private static func file(in bytes: Bytes) -> (kind: Kind, count: Int)? {
    let file: (kind: Kind, count: Int?)
    switch FileKind(amongOther: bytes) {
    case .jpeg:
      let jpeg = JPEGSegments(bytes)
      file = (
        jpeg.isGainMap ? .gainMap : .picture(isStated: false), jpeg.end ?? jpeg.endOfTruncated
      )
    case .other:
      let png = PNGChunks(bytes)
      file = (.file, png.finding == nil ? png.end : nil)
    case .boxes:
      file = (.file, bytes.count - BoxFile(bytes).trailing.count)
    default: return nil
    }
    return file.count.flatMap { $0 > 0 ? (file.kind, $0) : nil }
  }

  /// The pairs of bytes with which an image starts, or the type of the first box of a file.
  private static let startPairs: BytePairs = {
    var pairs = BytePairs()
    for pair: UInt16 in [0xFFD8, 0x8950, 0x6674] { pairs.insert(pair...pair) }
    return pairs
  }()

  /// Adds the files in a range, wherever they start.
  ///
  /// - Parameter attempts: how many more may be tried.
  private mutating func addFiles(in range: Range<Int>, _ attempts: inout Int) {
    guard let rest = bytes.part(range) else { return }
    var (position, end) = (0, 0)
    while attempts > 0,
      let found = TrailingData.startPairs.firstOffset(in: rest, from: position)
    {
      position = found + 1
      let start: Int
      switch rest.number(at: found, size: 4) {
      case let word? where word >> 8 == 0xFFD8FF: start = found
      case 0x8950_4E47?: start = found
      // The size of the box precedes its type, 'ftyp'.
      case 0x6674_7970?: start = found - 4
      default: continue
      }
      guard start >= end, let other = rest.part(start..<rest.count) else { continue }
      attempts -= 1
      guard let file = TrailingData.file(in: other) else { continue }
      end = start + file.count
      position = max(position, end)
      add(range.lowerBound + start..<range.lowerBound + end, file.kind)
    }
  }

  /// Adds the records of a camera at the end of a range.
  private mutating func addRecords(in range: Range<Int>) {
    guard let rest = bytes.part(range) else { return }
    if let start = rest.startOfInsta360Records,
      let records = rest.part(start..<rest.count).flatMap({ try? Insta360Records(decoding: $0) })
    {
      add(range.lowerBound + start..<range.upperBound, .insta360(records))
    } else if let records = SamsungTrailer(in: rest, behind: 0) {
      if parts.isEmpty { addMovie(of: records) }
      if let rest = restOfMovieRecord(records) { addRest(of: rest) }
      let start = range.lowerBound + records.range.lowerBound
      for gap in gaps(in: start..<range.upperBound) { add(gap, .samsung(records.data)) }
    }
  }

  /// Adds the movie in a record that no photo has: one behind another movie.
  private mutating func addMovie(of records: SamsungTrailer) {
    guard let payload = records.movieRecord?.payload.range else { return }
    let start = payload.lowerBound - bytes.range.lowerBound
    var steps = MotionPhotoFields.boxLimit
    let movie = EmbeddedMovie(
      in: bytes, at: start, limit: start + payload.count, steps: &steps)
    if let movie { add(movie.range, .file) }
  }

  /// What follows the movie in the record that holds it; nil if nothing does.
  private func restOfMovieRecord(_ records: SamsungTrailer) -> Range<Int>? {
    guard let payload = records.movieRecord?.payload.range else { return nil }
    let start = bytes.range.lowerBound
    let end = payload.upperBound - start
    // There is one movie, so that records within records are not read endlessly.
    return parts.firstNonNil { part in
      switch part.kind {
      case .movie, .file: break
      default: return nil
      }
      guard part.range.lowerBound == payload.lowerBound - start, part.range.upperBound < end
      else { return nil }
      return part.range.upperBound..<end
    }
  }

  private mutating func addRest(of range: Range<Int>) {
    addRecords(in: range)
    var attempts = TrailingData.mostFiles
    for gap in gaps(in: range) { addFiles(in: gap, &attempts) }
    for gap in gaps(in: range) {
      guard let part = bytes.part(gap) else { continue }
      add(gap, part.isZero || part.isFilled(with: 0xFF) ? .padding : .unknown)
    }
  }
}

extension TrailingData {
  /// The JPEG images, with gain maps.
  package var pictures: [Part] {
    parts.filter {
      switch $0.kind {
      case .picture, .gainMap: true
      default: false
      }
    }
  }
}

extension Box {
  /// Whether it holds a movie as a file of its own, which data can follow.
  package var isEmbeddedFile: Bool { type == "mpvd" || type == "axte" }
}

extension TrailingData.Kind {
  /// Whether it has no content.
  public var isPadding: Bool { if case .padding = self { true } else { false } }

  /// What it is, in words.
  public var title: String {
    switch self {
    case .picture(let isStated): isStated ? "a further picture (MPF)" : "a further picture"
    case .gainMap: "the HDR gain map"
    case .movie: "the movie of the motion photo"
    case .file: "another file"
    case .samsung: "records of Samsung"
    case .insta360: "records of Insta360"
    case .padding: "padding"
    case .unknown: "data of an unknown form"
    }
  }
}

/// The records that Samsung's cameras write after a JPEG image, or into the box `sefd`.
public struct SamsungTrailer: Sendable {
  /// The records of the trailer.
  public let data: SamsungExtendedDataBox
  /// The range from the first record to the end, counted from the first byte of the file.
  public let range: Range<Int>

  /// The trailer at the end of a JPEG file; nil if there is none that can be read.
  ///
  /// - Parameter end: of the image.
  public init?(in bytes: Bytes, behind end: Int) {
    guard let start = bytes.startOfSamsungRecords, start >= end,
      let part = bytes.part(start..<bytes.count),
      let data = try? SamsungExtendedDataBox(decoding: part)
    else { return nil }
    self.data = data
    range = start..<bytes.count
  }

  /// A box of them.
  public init?(_ box: Box) {
    guard let data = box[SamsungExtendedDataBox.self], let origin = box.origin else { return nil }
    self.data = data
    range = origin.fileOffset..<origin.fileOffset + origin.count
  }

  /// The records about other things than a movie; nil if there are none, or if they cannot be distinguished.
  public var otherRecords: [SamsungExtendedDataBox.Record]? {
    let others = data.records.filter {
      ![SamsungExtendedDataBox.Record.movie, SamsungExtendedDataBox.Record.movieVersion]
        .contains($0.marker)
    }
    return others.isEmpty ? nil : others
  }

  /// Whether a record is of a movie.
  public var speaksOfMovie: Bool { movieRecord != nil }

  var movieRecord: SamsungExtendedDataBox.Record? {
    data.records.first { $0.marker == SamsungExtendedDataBox.Record.movie }
  }
}
