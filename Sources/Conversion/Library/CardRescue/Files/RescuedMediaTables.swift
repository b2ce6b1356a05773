import FieldCoding
import HEIF
import ISOBMFF
import Movie

/// The offsets of the media that the tables of a file state.
struct RescuedMediaTables {
  /// Samples and items that show their form, in the order of the file.
  private(set) var parts: [MediaPart] = []
  /// The range of the media in the tables; nil if it is empty.
  private(set) var range: Range<Int>?
  /// The problem of the tables; nil if they are complete.
  private(set) var problem: String?

  /// A movie of a day has fewer samples.
  private static let mostParts = 1 << 24

  /// - Parameters:
  ///   - file: the boxes of a file, or only its description.
  ///   - count: the length of the file.
  init(_ file: BoxFile, count: Int) {
    let movie = MovieFile(file)
    let photo = HEIFFile(file)
    if let movie { take(movie, count) }
    if let photo, movie == nil || !photo.items.isEmpty { take(photo) }
    // Images in the minimised form have their data in their description.
    if movie == nil, photo == nil, HEIFFile(minimized: file) == nil {
      problem = "has no description of its media"
    }
    if problem == nil, file.boxes.contains(where: \.hasOtherBytesInDescription) {
      problem = "has other bytes in the description of its media"
    }
    if problem == nil, let range, range.upperBound > count { problem = "is truncated" }
    parts.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether a byte of the file is of a sample or an item with a known form.
  func hasPart(at offset: Int) -> Bool {
    let index = parts.partitioningIndex { $0.range.lowerBound > offset }
    return index > 0 && parts[index - 1].range.contains(offset)
  }

  private mutating func add(_ part: Range<Int>, _ syntax: MediaSyntax?) {
    guard !part.isEmpty else { return }
    range =
      min(range?.lowerBound ?? .max, part.lowerBound)..<max(range?.upperBound ?? 0, part.upperBound)
    if let syntax { parts.append(MediaPart(range: part, syntax: syntax)) }
  }

  private mutating func take(_ movie: MovieFile, _ count: Int) {
    for track in movie.tracks {
      if track.samples.count < track.sampleCount { problem = "has samples without an offset" }
      let forms = track.sampleEntries.map { MediaSyntax($0.children, type: $0.type) }
      guard forms.contains(where: { $0 != nil }) else {
        // Uncompressed audio has very many samples, and none of them has a form that can be checked.
        for chunk in track.samples.chunks where chunk.location == .file(0) {
          if let range = chunk.fileRange { add(range, nil) }
        }
        continue
      }
      for sample in track.samples where sample.location == .file(0) {
        let index = sample.descriptionIndex - 1
        add(sample.fileRange, forms.indices.contains(index) ? forms[index] : nil)
        // Tables can name any number of samples, and files have bytes for each.
        guard sample.fileRange.upperBound <= count, parts.count < RescuedMediaTables.mostParts
        else {
          problem = "is truncated"
          break
        }
      }
    }
    if movie.tracks.allSatisfy({ $0.sampleCount == 0 }), !movie.isInitialization {
      problem = "has no samples"
    }
  }

  private mutating func take(_ photo: HEIFFile) {
    if photo.items.allSatisfy({ $0.location == nil }) { problem = "has no items" }
    for item in photo.items {
      guard item.location != nil else { continue }
      do throws(FieldError) {
        let extents = try photo.extents(of: item.id)
        // Units may go on from one extent to the next.
        let syntax =
          extents.count == 1 ? MediaSyntax(item.properties.map(\.box), type: item.type) : nil
        for extent in extents { add(extent, syntax) }
      } catch {
        problem = "names data that is not there: \(error)"
      }
    }
  }
}

extension Box {
  /// Whether the description of media, in its boxes, goes over to bytes that are no boxes. Fields and user data do not
  /// count: some writers write them wrong.
  fileprivate var hasOtherBytesInDescription: Bool {
    ["moov", "moof", "meta"].contains(type) && hasOtherBytes
  }

  private var hasOtherBytes: Bool {
    guard !["udta", "uuid"].contains(type) else { return false }
    return damage.contains { $0.isOfSize } || isContainer && trailing.contains { $0 != 0 }
      || children.contains(where: \.hasOtherBytes)
  }
}

extension FieldError {
  /// Whether the size of a box is wrong.
  fileprivate var isOfSize: Bool {
    switch reason {
    case .sizeBeyondEnd, .sizeBelowHeader: true
    default: false
    }
  }
}
