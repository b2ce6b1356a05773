import FieldCoding
package import HEIF
package import ISOBMFF
package import Metadata
package import Movie

/// The use of each byte of a file, from the first to the last.
package struct ByteMap {
  /// The use of bytes.
  package enum Use: Hashable {
    /// A box without media data.
    case box(FourCC)
    /// Free space: `free`, `skip`, `wide`.
    case free
    /// The data of items with this role in the file.
    case items(String)
    /// The samples of a track.
    case track(UInt32)
    /// A marker segment of a JPEG file, by its name.
    case segment(String)
    /// Coded samples of a JPEG file, or a whole image in it, as text.
    case image(String)
    /// Media data whose owner is unknown in this file.
    case media
    /// Lost bytes: bytes in media data to which nothing refers, or bytes in which no box starts.
    case lost
    /// Missing bytes: the file refers to them, but they are after its end.
    case missing
  }

  /// Bytes that follow each other and are for the same.
  package struct Region: Equatable {
    package var range: Range<Int>
    package var use: Use
  }

  /// The regions in the order of the file. Those that are ``Use/missing`` are after its end.
  package let regions: [Region]
  /// The number of bytes of the file.
  package let byteCount: Int
  /// The uses in the order of the file, with how many bytes in how many regions each has.
  package let totals: [(use: Use, bytes: Int, count: Int)]
  /// The reason why some owners of bytes are unknown; nil if all are known.
  package private(set) var limitation: String?

  /// A map that was made.
  init(regions: [Region], byteCount: Int, limitation: String? = nil) {
    (self.regions, self.byteCount, self.limitation) = (regions, byteCount, limitation)
    totals = ByteMap.totals(of: regions)
  }

  /// - Parameters:
  ///   - file: the boxes.
  ///   - photo: the items among them, if there are any.
  ///   - movie: the tracks among them, if there are any.
  package init(_ file: BoxFile, photo: HEIFFile?, movie: MovieFile?) {
    byteCount = file.bytes.count
    let start = file.bytes.fileOffset
    var owners = ByteMapOwners(photo: photo, movie: movie)
    limitation = owners.limitation
    var regions: [Region] = []
    var position = start
    func add(_ range: Range<Int>, _ use: Use) {
      guard !range.isEmpty else { return }
      if let last = regions.last, last.use == use, last.range.upperBound == range.lowerBound {
        regions[regions.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        regions.append(Region(range: range, use: use))
      }
    }
    for box in file.boxes {
      guard let bytes = box.source, bytes.fileOffset >= position else { continue }
      add(position..<bytes.fileOffset, .lost)
      let end = bytes.fileOffset + bytes.count
      position = bytes.fileOffset
      if box.isMediaData {
        add(position..<position + min(box.headerSize, bytes.count), .box(box.type))
        position += min(box.headerSize, bytes.count)
        owners.forEach(in: position..<end) { add($0, $1) }
      } else {
        for free in box.innerRoom {
          add(position..<free.lowerBound, .box(box.type))
          add(free, .free)
          position = free.upperBound
        }
        add(position..<end, .box(box.type))
      }
      position = end
    }
    owners.forEach(in: position..<start + byteCount) { add($0, $1) }
    let missing = owners.missing(after: start + byteCount)
    if let missing { regions.append(Region(range: missing, use: .missing)) }
    self.regions = regions
    totals = ByteMap.totals(of: regions)
  }

  private static func totals(of regions: [Region]) -> [(use: Use, bytes: Int, count: Int)] {
    var indices: [Use: Int] = [:]
    var totals: [(use: Use, bytes: Int, count: Int)] = []
    for region in regions {
      let index = indices[region.use] ?? totals.count
      if index == totals.count {
        indices[region.use] = index
        totals.append((region.use, 0, 0))
      }
      totals[index].bytes = totals[index].bytes.addingSaturating(region.range.count)
      totals[index].count += 1
    }
    return totals
  }
}

extension Box {
  fileprivate var isRoom: Bool { type == "free" || type == "skip" || type == "wide" }

  /// The free space in it, which is all of it if it is free space itself; in order.
  fileprivate var innerRoom: [Range<Int>] {
    guard let source else { return [] }
    if isRoom { return [source.fileOffset..<source.fileOffset + source.count] }
    return children.flatMap(\.innerRoom)
  }
}

extension ByteMap.Use {
  /// Whether these bytes are unreferenced, or a reference leads to missing bytes.
  package var isBad: Bool { self == .lost || self == .missing }

  /// The use as text.
  package func title(in movie: MovieFile?) -> String {
    switch self {
    case .box(let type):
      BoxRegistry.definition(type).map { "\(type): \($0.title)" } ?? "\(type)"
    case .free: "free space"
    case .items(let title), .segment(let title), .image(let title): title
    case .track(let id):
      movie?.tracks.first { $0.id == id }.map { "track \(id), \($0.handlerType)" } ?? "track \(id)"
    case .media: "media data"
    case .lost: "lost: nothing leads to these bytes"
    case .missing: "missing: stated after the end of the file"
    }
  }
}

extension ByteMap {
  /// The main use of the bytes in each of `count` cells of `size` bytes; nil if there are no bytes. If a cell has any
  /// lost bytes, it counts as lost.
  ///
  /// - Parameter kind: uses of the same kind are added up.
  package func cells<Kind: Hashable>(
    _ count: Int, size: Double, by kind: (Use) -> Kind
  ) -> [Kind?] {
    let start = Double(regions.first?.range.lowerBound ?? 0)
    var rest = regions[...]
    return (0..<max(0, count)).map { index in
      let (from, to) = (start + Double(index) * size, start + Double(index + 1) * size)
      var best: (kind: Kind, bytes: Double)?
      var sums: [Kind: Double] = [:]
      while let region = rest.first {
        let (first, last) = (Double(region.range.lowerBound), Double(region.range.upperBound))
        guard first < to else { break }
        let part = min(last, to) - max(first, from)
        if part > 0 {
          let kind = kind(region.use)
          let sum = sums[kind, default: 0] + (region.use.isBad ? .infinity : part)
          sums[kind] = sum
          if sum > best?.bytes ?? 0 { best = (kind, sum) }
        }
        if last > to { break }
        rest.removeFirst()
      }
      return best?.kind
    }
  }
}

/// The use of bytes of a movie, which a terminal shows as one character.
enum ByteKind: String, Hashable {
  /// Boxes that describe the media, and how it is found and played.
  case description
  /// Samples of video.
  case video
  /// Samples of audio.
  case audio
  /// Items: coded images, and metadata.
  case items
  /// Samples of all other tracks, and media data whose owner is unknown.
  case other = "other media"
  /// Boxes for free space.
  case free = "free space"
  /// Lost bytes, to which nothing in the file refers.
  case lost

  /// Finds the kind of a use.
  ///
  /// - Parameter movie: whose tracks there are.
  static func find(in movie: MovieFile?) -> (ByteMap.Use) -> ByteKind {
    let handlers = Dictionary(
      (movie?.tracks ?? []).map { ($0.id, $0.handlerType) }, uniquingKeysWith: { first, _ in first }
    )
    return { use in
      switch use {
      case .box, .segment: .description
      case .free: .free
      case .items, .image: .items
      case .media: .other
      case .lost, .missing: .lost
      case .track(let id):
        switch handlers[id] {
        case "vide", "pict", "auxv": .video
        case "soun": .audio
        default: .other
        }
      }
    }
  }
}

/// The chunks of a track, with the bytes of each.
private struct TrackChunks {
  let track: Track
  let ranges: [Range<Int>]

  /// No real file has more.
  private static let most = 1 << 20
  /// Whether there are more chunks than are read.
  let isCut: Bool

  init(_ track: Track) {
    self.track = track
    var ranges: [Range<Int>] = []
    var isCut = false
    for chunk in track.samples.chunks where chunk.location == .file(0) {
      guard ranges.count < TrackChunks.most else {
        isCut = true
        break
      }
      guard let range = chunk.fileRange, !range.isEmpty else { continue }
      ranges.append(range)
    }
    self.ranges = ranges
    self.isCut = isCut
  }
}

/// The item or track to which bytes of media data belong.
struct ByteMapOwners {
  private var owned: [(range: Range<Int>, use: ByteMap.Use)] = []
  /// Whether the file describes any media data.
  private let isKnown: Bool
  private let lastStated: Int
  /// The reason why something was not examined.
  private(set) var limitation: String?
  /// The first owner that is not before the last requested range.
  private var next = 0

  init(photo: HEIFFile?, movie: MovieFile?) {
    let chunks = (movie?.tracks ?? []).map { TrackChunks($0) }
    isKnown = photo != nil || !chunks.isEmpty
    if let photo {
      let roles = ItemRoles(photo)
      for item in photo.items {
        for range in photo.statedRanges(of: item) {
          owned.append((range, .items(roles.title(of: item))))
        }
      }
    }
    for track in chunks {
      owned += track.ranges.map { ($0, .track(track.track.id)) }
      for sample in track.encryptionRanges { owned.append((sample, .track(track.track.id))) }
      if track.isCut {
        limitation = "Not all chunks of track \(track.track.id) were examined: there are too many."
      }
    }
    owned.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    lastStated = owned.lazy.map(\.range.upperBound).max() ?? 0
  }

  /// Passes on the uses of the parts of some bytes, in order. Ranges of successive calls have to ascend.
  mutating func forEach(in range: Range<Int>, _ body: (Range<Int>, ByteMap.Use) -> Void) {
    guard isKnown, limitation == nil else { return body(range, .media) }
    var position = range.lowerBound
    // An owner that begins before may reach into the range.
    while next < owned.count, owned[next].range.lowerBound < range.upperBound {
      let owner = owned[next]
      let start = max(position, owner.range.lowerBound)
      let end = min(owner.range.upperBound, range.upperBound)
      if end > start {
        body(position..<start, .lost)
        body(start..<end, owner.use)
        position = end
      }
      if owner.range.upperBound > range.upperBound { break }
      next += 1
    }
    body(position..<range.upperBound, .lost)
  }

  /// The range after the end of the file that the file states; nil if it states none.
  func missing(after end: Int) -> Range<Int>? { lastStated > end ? end..<lastStated : nil }
}

extension TrackChunks {
  /// The ranges with information about the encryption of samples.
  fileprivate var encryptionRanges: [Range<Int>] {
    guard track.sampleEntries.contains(where: { $0.type == "encv" || $0.type == "enca" }),
      track.samples.count <= TrackChunks.most
    else { return [] }
    return track.samples.withBytes.compactMap { $0.encryption?.fileRange }
  }
}

extension HEIFFile {
  /// The ranges of an item's data that the file states, also those after its end.
  package func statedRanges(of item: Item) -> [Range<Int>] {
    if let ranges = try? dataRanges(of: item.id) { return ranges }
    guard let location = item.location, location.constructionMethod == 0,
      location.dataReferenceIndex == 0
    else { return [] }
    return location.extents.compactMap { extent in
      let start = Int(clamping: location.baseOffset.addingSaturating(extent.offset))
      let end = start.addingSaturating(Int(clamping: extent.length))
      return start < end ? start..<end : nil
    }
  }
}

extension ByteMap {
  /// The use of each byte of a JPEG file. Further images, which an index refers to or which simply follow the first
  /// one, are one region each.
  ///
  /// - Parameter motion: the ranges of a movie and of Samsung's records; nil if there is no movie.
  package init(_ jpeg: JPEGSegments, _ motion: MotionPhoto?) {
    let bytes = jpeg.bytes
    var parts = JPEGParts(jpeg)
    parts.add(segments: jpeg)
    for part in TrailingData(jpeg, motion).parts { parts.add(part) }
    self.init(
      regions: parts.regions(bytes), byteCount: bytes.count,
      limitation: jpeg.finding.map { "The segments could not be followed: \($0)." })
  }

  /// The map, with the purposes of the bytes of a file in this file.
  ///
  /// - Parameter range: the range of that file.
  package func containing(_ inner: ByteMap, at range: Range<Int>) -> ByteMap {
    var regions: [Region] = []
    var isIn = false
    for region in self.regions {
      let before = region.range.clamped(
        to: region.range.lowerBound..<max(region.range.lowerBound, range.lowerBound))
      let start = max(region.range.lowerBound, range.upperBound)
      if !before.isEmpty { regions.append(Region(range: before, use: region.use)) }
      if !isIn, region.range.overlaps(range) {
        isIn = true
        regions += inner.regions.compactMap { part in
          let own =
            part.range.lowerBound + range.lowerBound..<part.range.upperBound + range.lowerBound
          let shown = own.clamped(to: range)
          return shown.isEmpty ? nil : Region(range: shown, use: part.use)
        }
      }
      if start < region.range.upperBound {
        regions.append(Region(range: start..<region.range.upperBound, use: region.use))
      }
    }
    // Bytes that are missing at the end are missing in both.
    if range.upperBound == byteCount, let missing = inner.regions.last, missing.use == .missing {
      regions.append(
        Region(range: byteCount..<byteCount.addingSaturating(missing.range.count), use: .missing))
    }
    return ByteMap(
      regions: regions, byteCount: byteCount, limitation: limitation ?? inner.limitation)
  }
}

/// The parts of a JPEG file, in any order. Of parts that overlap, the one that was found first counts.
private struct JPEGParts {
  private let bytes: Bytes
  var owned: [(range: Range<Int>, use: ByteMap.Use)] = []

  init(_ jpeg: JPEGSegments) { bytes = jpeg.bytes }

  /// Adds the segments of the first image, with its coded samples.
  mutating func add(segments jpeg: JPEGSegments) {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return }
    owned.append((0..<2, .segment(JPEGParts.markers)))
    var position = 2
    func add(_ marker: UInt8, _ range: Range<Int>, _ payload: Bytes?) {
      owned.append((range, .segment(JPEGParts.title(marker, payload))))
      position = range.upperBound
    }
    for segment in jpeg.segments {
      add(segment.marker, segment.offset..<segment.offset + segment.size, segment.payload)
    }
    guard jpeg.segments.last?.marker == 0xDA else { return }
    let samples = ByteMap.Use.image("coded samples of the image")
    let end = jpeg.walkScans { marker, range in
      owned.append((position..<range.lowerBound, samples))
      add(marker, range, nil)
    }
    owned.append((position..<(end.map { $0 - 2 } ?? bytes.count), samples))
    if let end { owned.append((end - 2..<end, .segment(JPEGParts.markers))) }
  }

  /// Adds data after the first image.
  mutating func add(_ part: TrailingData.Part) {
    switch part.kind {
    case .picture, .gainMap: owned.append((part.range, .image(part.kind.title)))
    case .movie: owned.append((part.range, .image("movie")))
    case .file: owned.append((part.range, .image(part.kind.title)))
    case .samsung, .insta360: owned.append((part.range, .segment(part.kind.title)))
    case .padding: owned.append((part.range, .free))
    case .unknown: break
    }
  }

  /// All bytes in their order. Zeros that nothing refers to are free space.
  func regions(_ bytes: Bytes) -> [ByteMap.Region] {
    var regions: [ByteMap.Region] = []
    var position = 0
    func add(_ end: Int, _ use: ByteMap.Use) {
      guard end > position else { return }
      if let last = regions.last, last.use == use {
        regions[regions.count - 1].range = last.range.lowerBound..<end
      } else {
        regions.append(ByteMap.Region(range: position..<end, use: use))
      }
      position = end
    }
    func addUnknown(_ end: Int) {
      let isRoom = bytes.part(position..<end)?.allSatisfy { $0 == 0 } ?? false
      add(end, isRoom ? .free : .lost)
    }
    for (range, use) in owned.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if range.lowerBound > position { addUnknown(min(range.lowerBound, bytes.count)) }
      add(min(range.upperBound, bytes.count), use)
    }
    if position < bytes.count { addUnknown(bytes.count) }
    let last = owned.map(\.range.upperBound).max() ?? 0
    if last > bytes.count {
      regions.append(ByteMap.Region(range: bytes.count..<last, use: .missing))
    }
    return regions
  }

  private static let markers = "SOI and EOI: start and end of the image"

  /// `APP1: Exif`
  private static func title(_ marker: UInt8, _ payload: Bytes?) -> String {
    let name = JPEGSegments.name(marker)
    guard let use = JPEGSegments.use(marker, payload) else { return name }
    return "\(name): \(use)"
  }
}
