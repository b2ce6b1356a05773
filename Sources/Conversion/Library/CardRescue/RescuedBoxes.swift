import AVC
import FieldCoding
import HEIF
import HEVC
import ISOBMFF
import Movie

/// The boxes at the top of a file, as far as they go (ISO/IEC 14496-12 §4.2.2).
struct RescuedBoxes {
  struct Part {
    var type: FourCC
    /// The whole box in the file.
    var range: Range<Int>
    var headerSize: Int
    /// The range of its payload.
    var payload: Range<Int> { range.lowerBound + headerSize..<range.upperBound }
  }

  private(set) var parts: [Part] = []
  /// Whether the last box states a larger size than there are bytes, or states no size.
  private(set) var isOpen = false
  /// The stated end of the last box; nil if it states no size.
  private(set) var statedEnd: Int?

  /// The end of the last box.
  var end: Int { parts.last?.range.upperBound ?? 0 }

  func first(_ type: FourCC) -> Part? { parts.first { $0.type == type } }

  /// The boxes that photos and movies have at the top level: those of the standards, and others that programs and
  /// cameras write there.
  private static let known = Set(BoxRegistry.types(in: .file)).union([
    "CNCV", "PRVW", "cust", "frea", "free", "gpmd", "idat", "inst", "junk", "loop", "mfro", "ovmi",
    "scra", "skip", "skmd", "thum", "udta",
  ])
  private static let limit = 1 << 20
  /// No media of a file is longer.
  private static let longest = 1 << 44

  /// Follows the boxes of a file from a byte on, up to where none is known.
  init(_ file: FragmentedFile, from start: Int = 0) {
    var position = start
    while parts.count < RescuedBoxes.limit {
      let bytes = Bytes(file.read(position..<position + 32))
      guard let header = try? BoxHeader(bytes), RescuedBoxes.known.contains(header.type),
        // Another file starts after this one: QuickTime movies can start without ftyp, and photos have no such box.
        header.type != "ftyp" || position == start, header.type != "wide" || first("meta") == nil
      else { return }
      let rest = file.count - position
      let size = header.statedSize.map { Int(clamping: $0) }
      isOpen = size.map { $0 > rest } ?? true
      // Only media can be so long that it ends with the disk: other boxes of that length are accidental bytes.
      guard !isOpen || header.type == "mdat" else {
        isOpen = false
        return
      }
      let end = position + min(size ?? rest, rest)
      parts.append(
        Part(type: header.type, range: position..<end, headerSize: header.count))
      position = end
      statedEnd = size.flatMap {
        $0 < RescuedBoxes.longest ? parts[parts.count - 1].range.lowerBound + $0 : nil
      }
      if isOpen { return }
    }
  }
}

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

/// The form of media data, which shows whether bytes match the tables of their file: other bytes would not have this
/// form.
enum MediaSyntax: Hashable, Sendable {
  /// NAL units with a length before each one, which gives the offset of the next (ISO/IEC 14496-15 §4.3.3).
  case nalUnits(lengthSize: Int)
  /// AV1's units, which state their sizes (AV1 Bitstream & Decoding Process Specification §5.3).
  case openBitstreamUnits
  /// A JPEG image.
  case jpeg

  /// The form of the samples or items that a sample entry or a property describes; nil if it cannot be checked.
  init?(_ boxes: [Box], type: FourCC) {
    // Encrypted data has the form of its coding only partly.
    guard type != "encv" else { return nil }
    if let record = boxes.first(HEVCConfigurationBox.self)?.record {
      self = .nalUnits(lengthSize: record.lengthSize)
    } else if let record = boxes.first(AVCConfigurationBox.self)?.record {
      self = .nalUnits(lengthSize: record.lengthSize)
    } else if type == "av01" {
      self = .openBitstreamUnits
    } else if ["jpeg", "mjpa", "mjpb"].contains(type) {
      self = .jpeg
    } else {
      return nil
    }
  }

  /// Whether bytes of a file have this form.
  func fits(_ range: Range<Int>, in file: FragmentedFile) -> Bool {
    misfit(of: range, in: file) == nil
  }

  /// The start of the first unit without this form; nil if all have it.
  func misfit(of range: Range<Int>, in file: FragmentedFile) -> Int? {
    guard range.upperBound <= file.count else { return max(range.lowerBound, file.count) }
    guard !range.isEmpty else { return nil }
    var position = range.lowerBound
    while position < range.upperBound {
      guard let end = end(ofUnitAt: position, upTo: range.upperBound, in: file) else {
        return position
      }
      position = end
    }
    return nil
  }

  /// The end of the unit that starts at a byte; nil if none can be there.
  ///
  /// - Parameter limit: the end of its sample or item.
  func end(ofUnitAt position: Int, upTo limit: Int, in file: FragmentedFile) -> Int? {
    let end: Int?
    switch self {
    case .jpeg:
      let start = file.read(position..<min(position + 3, limit))
      end = start.elementsEqual([0xFF, 0xD8, 0xFF]) ? limit : nil
    case .nalUnits(let lengthSize):
      guard let length = file.number(at: position, size: lengthSize), length > 0,
        // forbidden_zero_bit
        let first = file.number(at: position + lengthSize, size: 1), first < 0x80
      else { return nil }
      end = position + lengthSize + length
    case .openBitstreamUnits:
      let start = file.read(position..<min(position + 10, limit))
      end = byteCount(ofOpenBitstreamUnit: start, of: limit - position).map { position + $0 }
    }
    return end.flatMap { $0 > position && $0 <= limit ? $0 : nil }
  }

  /// The number of bytes of a unit of AV1; nil if there is none.
  ///
  /// - Parameters:
  ///   - bytes: its first bytes.
  ///   - rest: the number of bytes up to the end of its sample, which a unit without a size takes.
  private func byteCount(ofOpenBitstreamUnit bytes: [UInt8], of rest: Int) -> Int? {
    // obu_forbidden_bit, obu_reserved_1bit
    guard let header = bytes.first, header & 0x81 == 0 else { return nil }
    guard header & 2 != 0 else { return rest }
    var size = 0
    var index = header & 4 != 0 ? 2 : 1
    for shift in stride(from: 0, to: 56, by: 7) {
      guard index < bytes.count else { return nil }
      size |= Int(bytes[index] & 0x7F) << shift
      index += 1
      if bytes[index - 1] < 0x80 { return index + size }
    }
    return nil
  }
}

/// A sample or an item of a file, and its form.
struct MediaPart: Sendable {
  var range: Range<Int>
  var syntax: MediaSyntax
}

extension BoxFile {
  /// The extension of names that files of this kind have.
  var usualExtension: String {
    guard let type = boxes.first(FileTypeBox.self) else { return "mov" }
    switch type.majorBrand {
    case "avif", "avis": return "avif"
    case "crx ": return "cr3"
    case "qt  ": return "mov"
    case "M4A ", "M4B ": return "m4a"
    case "3gp4", "3gp5", "3gp6", "3gp7": return "3gp"
    default:
      guard let item = HEIFFile(expanding: self)?.primaryItem else {
        return "mp4"
      }
      return Codec(itemType: item.type) == .av1 ? "avif" : "heic"
    }
  }
}
