import HEIF
import ISOBMFF
import Metadata

/// Compares two JPEG files part by part: the segments of their images with their fields, the coded data between them,
/// and the data after the images.
struct JPEGSegmentComparison {
  private let ignored: FileDifference.Ignored
  private let listed: FileDifference.Listed
  private let limits: DecodeLimits
  private(set) var differences: [BoxDifference] = []
  private(set) var pairs: [Int: Int] = [:]
  private(set) var ignoredCount = 0

  init(
    _ ignored: FileDifference.Ignored, listed: FileDifference.Listed, limits: DecodeLimits
  ) {
    self.ignored = ignored
    self.listed = listed
    self.limits = limits
  }

  mutating func compare(_ old: Bytes, _ new: Bytes) {
    guard old.count != new.count || old.firstDifference(from: new) != nil else { return }
    let (oldFile, newFile) = (ComparedJPEG(old), ComparedJPEG(new))
    for index in 0..<max(oldFile.images.count, newFile.images.count) {
      let name = index == 0 ? "" : "image[\(index)]"
      switch (oldFile.image(index), newFile.image(index)) {
      case (let old?, let new?): compare(old, new, at: name)
      case (let old?, nil): list(JPEGPart("", bytes: old.bytes), nil, at: name)
      case (nil, let new?): list(nil, JPEGPart("", bytes: new.bytes), at: name)
      case (nil, nil): break
      }
    }
    compareRest(oldFile, newFile)
    // Bytes that belong to no part, such as fill bytes before a marker.
    guard differences.isEmpty, ignoredCount == 0 else { return }
    compare(JPEGPart("", bytes: old), [], JPEGPart("", bytes: new), [], at: "")
  }

  /// The movie of a motion photo is compared box by box.
  private mutating func compareRest(_ old: ComparedJPEG, _ new: ComparedJPEG) {
    let before = differences.count
    if let oldMovie = old.movie, let newMovie = new.movie {
      var comparison = BoxComparison(
        ignored, listed: listed, limits: limits, copies: CopiedBytes(), root: "movie")
      comparison.compare(
        BoxFile(oldMovie, limits: limits), BoxFile(newMovie, limits: limits))
      differences += comparison.differences
      pairs.merge(comparison.pairs) { first, _ in first }
      ignoredCount += comparison.ignoredCount
    }
    guard differences.count == before, old.rest != new.rest else { return }
    let (oldRest, newRest) = (
      JPEGPart("behind the image", bytes: old.rest),
      JPEGPart("behind the image", bytes: new.rest)
    )
    if old.rest.isEmpty || new.rest.isEmpty {
      list(old.rest.isEmpty ? nil : oldRest, new.rest.isEmpty ? nil : newRest, at: "")
    } else {
      compare(oldRest, [], newRest, [], at: "")
    }
  }
}

// MARK: - The parts of an image

extension JPEGSegmentComparison {
  private mutating func compare(_ old: JPEGSegments, _ new: JPEGSegments, at path: String) {
    let (oldParts, newParts) = (JPEGPart.all(of: old), JPEGPart.all(of: new))
    let (oldFields, newFields) = (fields(of: oldParts, in: old), fields(of: newParts, in: new))
    let alignment = Alignment(oldParts.map(\.element), newParts.map(\.element))
    let moved = alignment.moved { oldParts[$0].bytes.count }
    var (removed, added) = (alignment.removed[...], alignment.added[...])
    func listed(upTo old: Int, _ new: Int, in comparison: inout JPEGSegmentComparison) {
      while let gone = removed.first, gone < old {
        comparison.list(
          oldParts[removed.removeFirst()], nil, at: path,
          fields: oldFields.boxes[oldParts[gone].offset] ?? [])
      }
      while let came = added.first, came < new {
        comparison.list(
          nil, newParts[added.removeFirst()], at: path,
          fields: newFields.boxes[newParts[came].offset] ?? [])
      }
    }
    for (index, pair) in alignment.pairs.enumerated() {
      listed(upTo: pair.old, pair.new, in: &self)
      let (oldPart, newPart) = (oldParts[pair.old], newParts[pair.new])
      pairs[oldPart.offset] = newPart.offset
      if moved.contains(index) {
        differences.append(
          BoxDifference(
            kind: .moved, old: oldPart.side(in: path), new: newPart.side(in: path)))
      }
      guard oldPart.bytes != newPart.bytes else { continue }
      compare(
        oldPart, oldFields.boxes[oldPart.offset] ?? [], newPart,
        newFields.boxes[newPart.offset] ?? [], at: path)
    }
    listed(upTo: .max, .max, in: &self)
    // Errors belong to the image as a whole.
    var comparison = FieldComparison(ignored, listed: self.listed)
    comparison.compare(oldFields.file, newFields.file)
    guard comparison.fieldCount > 0 else { return }
    take(
      comparison,
      BoxDifference(
        kind: .changed, old: JPEGPart("", bytes: old.bytes).side(in: path),
        new: JPEGPart("", bytes: new.bytes).side(in: path)))
  }

  private func fields(of parts: [JPEGPart], in image: JPEGSegments) -> FieldRecorder {
    let recorder = FieldRecorder(
      Dictionary(parts.map { ($0.offset, true) }, uniquingKeysWith: { first, _ in first }))
    image.describe(limits: limits, to: recorder)
    return recorder
  }

  private mutating func compare(
    _ old: JPEGPart, _ oldFields: [FieldNode], _ new: JPEGPart, _ newFields: [FieldNode],
    at path: String
  ) {
    if old.isCoded, ignored.contains(.mediaBytes), old.bytes.count == new.bytes.count {
      ignoredCount += 1
      return
    }
    var comparison = FieldComparison(ignored, listed: listed)
    comparison.compare(oldFields, newFields)
    if comparison.fieldCount + comparison.ignoredCount == 0 {
      comparison.addBytes(
        BytesDifference(
          oldCount: old.bytes.count, newCount: new.bytes.count,
          firstDifference: old.bytes.firstDifference(from: new.bytes)))
    }
    take(
      comparison,
      BoxDifference(kind: .changed, old: old.side(in: path), new: new.side(in: path)))
  }

  private mutating func list(
    _ old: JPEGPart?, _ new: JPEGPart?, at path: String, fields: [FieldNode] = []
  ) {
    var comparison = FieldComparison(ignored, listed: listed)
    for node in fields { comparison.list(node, node.name, isNew: old == nil) }
    take(
      comparison,
      BoxDifference(
        kind: old == nil ? .added : .removed, old: old?.side(in: path),
        new: new?.side(in: path)))
  }

  /// Keeps a difference, unless all that differs is ignored.
  private mutating func take(_ comparison: FieldComparison, _ difference: BoxDifference) {
    var difference = difference
    difference.fields = comparison.fields
    difference.fieldCount = comparison.fieldCount
    ignoredCount += comparison.ignoredCount
    if difference.kind != .changed || difference.fieldCount > 0 { differences.append(difference) }
  }
}

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
