import HEIF
import ISOBMFF
import Metadata

/// The pictures of a JPEG file, and the data after them.
struct ComparedJPEG {
  /// The picture, and others directly behind it: gain maps, depth, views of both eyes.
  private(set) var pictures: [JPEGSegments] = []
  /// The bytes behind the pictures.
  private(set) var rest: Bytes
  /// The movie of a motion photo; nil if there is none.
  let movie: Bytes?

  private static let mostPictures = 64

  init(_ bytes: Bytes) {
    rest = bytes
    movie = MotionPhoto(bytes)?.movie
    while pictures.count < ComparedJPEG.mostPictures, rest.starts(with: [0xFF, 0xD8]) {
      let picture = JPEGSegments(rest)
      let end = picture.end ?? rest.count
      guard let own = rest.part(0..<end), let further = rest.part(end..<rest.count) else { break }
      pictures.append(JPEGSegments(own))
      rest = further
    }
  }

  func picture(_ index: Int) -> JPEGSegments? {
    pictures.indices.contains(index) ? pictures[index] : nil
  }
}

/// A part of a picture: a segment, the coded data of a scan, or bytes that belong to nothing.
struct JPEGPart {
  /// What distinguishes a part from the others.
  struct Key: Hashable {
    var name: Substring
    /// The use of a segment: `Exif`, `XMP`.
    var title: String
  }

  /// `APP1[1]`
  let name: String
  let title: String
  let specification: String
  let bytes: Bytes
  /// Whether it is the coded data of a scan.
  let isCoded: Bool

  /// The offset in the file.
  var place: Int { bytes.fileOffset }

  init(
    _ name: String, title: String = "", specification: String = "", bytes: Bytes,
    isCoded: Bool = false
  ) {
    self.name = name
    self.title = title
    self.specification = specification
    self.bytes = bytes
    self.isCoded = isCoded
  }

  var element: Alignment.Element<Key> {
    var hasher = Hasher()
    hasher.combine(bytes.count)
    hasher.combine(bytes.part(0..<min(bytes.count, 4096)))
    return Alignment.Element(
      key: Key(name: name.prefix { $0 != "[" }, title: title), content: hasher.finalize())
  }

  func place(in path: String) -> BoxDifference.Place {
    BoxDifference.Place(
      path: path.isEmpty || name.isEmpty ? path + name : "\(path)/\(name)", title: title,
      specification: specification,
      range: bytes.fileOffset..<bytes.fileOffset + bytes.count)
  }

  /// The parts of a picture in the order of the file. Fill bytes before a marker are no part.
  static func all(of picture: JPEGSegments) -> [JPEGPart] {
    let list = SegmentList()
    picture.describe(to: list)
    var parts: [JPEGPart] = []
    var dataCount = 0
    for (index, group) in list.segments.enumerated() {
      let start = group.fileRange.lowerBound - picture.bytes.fileOffset
      let end = group.fileRange.upperBound - picture.bytes.fileOffset
      guard let bytes = picture.bytes.part(start..<end),
        case .segment(let title, let specification) = group.kind
      else { continue }
      parts.append(
        JPEGPart(group.name, title: title, specification: specification, bytes: bytes))
      guard group.name.hasPrefix("SOS") else { continue }
      let next =
        index + 1 < list.segments.count
        ? list.segments[index + 1].fileRange.lowerBound - picture.bytes.fileOffset
        : picture.bytes.count
      guard end < next, let data = picture.bytes.part(end..<next) else { continue }
      parts.append(
        JPEGPart(
          dataCount == 0 ? "data" : "data[\(dataCount)]", title: "coded data", bytes: data,
          isCoded: true))
      dataCount += 1
    }
    return parts
  }
}

/// Keeps the segments of a picture, without their fields.
final class SegmentList: FieldSink {
  private(set) var segments: [FieldGroup] = []

  func open(_ group: FieldGroup) -> Bool {
    segments.append(group)
    return false
  }

  func close(_ group: FieldGroup) {}
  func field(_ name: String, _ value: FieldValue, bits: Range<Int>) {}
  func table(_ name: String, _ table: FieldTable, bits: Range<Int>) {}
  func damage(_ error: FieldError) {}
}
