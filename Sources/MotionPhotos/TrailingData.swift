public import ISOBMFF
public import StillMetadata

/// What follows the end of the image of a JPEG file, or the last box of a file of boxes.
///
///     for part in TrailingData(JPEGSegments(bytes)).parts { print(part.range, part.kind.title) }
///
/// Phones and cameras put further pictures, movies and records there, and programs anything.
public struct TrailingData: Sendable {
  /// The meaning of a range.
  public enum Kind: Sendable {
    /// A JPEG picture. If it is stated, the index of the file (MPF) lists it.
    case picture(isStated: Bool)
    /// The HDR gain map of a JPEG picture, which is a JPEG picture as well.
    case gainMap
    /// The movie of a motion photo.
    case movie
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

  /// The parts, in their order. Together they are all bytes after the end; records of Samsung are two parts if a movie
  /// is among them.
  public private(set) var parts: [Part] = []
  private let bytes: Bytes

  /// The most pictures that are looked for without an index.
  private static let mostPictures = 64

  /// What follows a JPEG picture. A picture without an end is followed by nothing.
  public init(_ jpeg: JPEGSegments) {
    self.init(jpeg, MotionPhoto(jpeg.bytes))
  }

  /// The same for a file whose movie is known: nil if it has none.
  package init(_ jpeg: JPEGSegments, _ motion: MotionPhoto?) {
    bytes = jpeg.bytes
    guard let end = jpeg.end, end < bytes.count else { return }
    let stated = jpeg.statedPictures.filter {
      $0.lowerBound >= end && $0.upperBound <= bytes.count && startsPicture($0.lowerBound)
    }
    for range in stated.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let isGainMap = bytes.part(range).map { JPEGSegments($0).isGainMap } ?? false
      add(range, isGainMap ? .gainMap : .picture(isStated: true))
    }
    if let movie = motion?.movieRange, movie.lowerBound >= end {
      add(movie, .movie)
    }
    if let records = SamsungTrailer(in: bytes, behind: end) {
      for gap in gaps(in: records.range) {
        add(gap, .samsung(records.data))
      }
    }
    addPictures(in: end..<bytes.count)
    addRest(of: end..<bytes.count)
  }

  /// What follows the last box.
  public init(_ file: BoxFile) {
    bytes = file.bytes
    let start = file.trailing.fileOffset - bytes.fileOffset
    guard !file.trailing.isEmpty, file.trailing.source === bytes.source else { return }
    let range = start..<start + file.trailing.count
    if file.trailing.startOfInsta360Records == 0,
      let records = try? Insta360Records(decoding: file.trailing)
    {
      add(range, .insta360(records))
    } else if let records = SamsungTrailer(in: bytes, behind: start) {
      add(records.range, .samsung(records.data))
    }
    addPictures(in: range)
    addRest(of: range)
  }

  private func startsPicture(_ position: Int) -> Bool {
    bytes.part(position..<min(position + 3, bytes.count))?.elementsEqual([0xFF, 0xD8, 0xFF])
      == true
  }

  /// Adds pictures without an index, of which each follows data that is known.
  private mutating func addPictures(in range: Range<Int>) {
    for _ in 0..<TrailingData.mostPictures {
      guard let gap = gaps(in: range).first(where: { startsPicture($0.lowerBound) }),
        let count = bytes.part(gap).flatMap({ JPEGSegments($0).end })
      else { break }
      add(gap.lowerBound..<gap.lowerBound + count, .picture(isStated: false))
    }
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

  private mutating func addRest(of range: Range<Int>) {
    for gap in gaps(in: range) {
      guard let part = bytes.part(gap), let first = part.first else { continue }
      let isPadding = part.isZero || first == 0xFF && part.allSatisfy { $0 == 0xFF }
      add(gap, isPadding ? .padding : .unknown)
    }
  }
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
    case .samsung: "records of Samsung"
    case .insta360: "records of Insta360"
    case .padding: "padding"
    case .unknown: "data of an unknown form"
    }
  }
}
