import FieldCoding
package import HEIF
import ISOBMFF
import Movie

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
