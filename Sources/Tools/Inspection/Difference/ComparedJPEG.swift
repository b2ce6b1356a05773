import HEIF
import ISOBMFF
import Metadata

/// The images of a JPEG file, and the data after them.
struct ComparedJPEG {
  /// The image, and others directly behind it: gain maps, depth, views of both eyes.
  private(set) var images: [JPEGSegments] = []
  /// The bytes behind the images.
  private(set) var rest: Bytes
  /// The movie of a motion photo; nil if there is none.
  let movie: Bytes?

  private static let mostImages = 64

  init(_ bytes: Bytes) {
    rest = bytes
    movie = MotionPhoto(bytes)?.movie
    while images.count < ComparedJPEG.mostImages, rest.starts(with: [0xFF, 0xD8]) {
      let image = JPEGSegments(rest)
      let end = image.end ?? rest.count
      guard let own = rest.part(0..<end), let further = rest.part(end..<rest.count) else { break }
      images.append(JPEGSegments(own))
      rest = further
    }
  }

  func image(_ index: Int) -> JPEGSegments? {
    images.indices.contains(index) ? images[index] : nil
  }
}

/// A part of an image: a segment, the coded data of a scan, or bytes that belong to nothing.
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
  var offset: Int { bytes.fileOffset }

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

  func side(in path: String) -> BoxDifference.Side {
    BoxDifference.Side(
      path: path.isEmpty || name.isEmpty ? path + name : "\(path)/\(name)", title: title,
      specification: specification,
      range: bytes.fileOffset..<bytes.fileOffset + bytes.count)
  }

  /// The parts of an image in the order of the file. Fill bytes before a marker are no part.
  static func all(of image: JPEGSegments) -> [JPEGPart] {
    let list = SegmentList()
    image.describe(to: list)
    var parts: [JPEGPart] = []
    var dataCount = 0
    for (index, group) in list.segments.enumerated() {
      let start = group.fileRange.lowerBound - image.bytes.fileOffset
      let end = group.fileRange.upperBound - image.bytes.fileOffset
      guard let bytes = image.bytes.part(start..<end),
        case .segment(let title, let specification) = group.kind
      else { continue }
      parts.append(
        JPEGPart(group.name, title: title, specification: specification, bytes: bytes))
      guard group.name.hasPrefix("SOS") else { continue }
      let next =
        index + 1 < list.segments.count
        ? list.segments[index + 1].fileRange.lowerBound - image.bytes.fileOffset
        : image.bytes.count
      guard end < next, let data = image.bytes.part(end..<next) else { continue }
      parts.append(
        JPEGPart(
          dataCount == 0 ? "data" : "data[\(dataCount)]", title: "coded data", bytes: data,
          isCoded: true))
      dataCount += 1
    }
    return parts
  }
}

/// Keeps the segments of an image, without their fields.
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
