import FieldCoding
package import HEIF
package import ISOBMFF
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
