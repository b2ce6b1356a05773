import HEIF
import ISOBMFF
import Metadata

/// Removes metadata from a part of what follows an image or the last box. The part keeps its size.
struct StrippedTrailer: StrippingReport {
  let what: MetadataStripping
  private let part: TrailingData.Part
  private let locations: LocationTraces
  private let decompressor: Decompressor?
  var removed: [String] = []
  var remarks: [String] = []
  var texts: [String] = []
  var unknown: [String] = []
  var losesMedia = false
  /// The bytes that change, by their ranges in the file.
  private(set) var replaced: [(range: Range<Int>, bytes: [UInt8])] = []
  /// The bytes of the part as they are then.
  var rest: [UInt8] {
    var rest = Array(part.bytes)
    let start = part.range.lowerBound
    for (range, new) in replaced {
      rest.replaceSubrange(range.lowerBound - start..<range.upperBound - start, with: new)
    }
    return rest
  }
  /// Whether it is media, which stays when all metadata goes.
  private(set) var isKept = false

  init(
    _ what: MetadataStripping, _ part: TrailingData.Part, _ locations: LocationTraces,
    _ decompressor: Decompressor?
  ) {
    self.what = what
    self.part = part
    self.locations = locations
    self.decompressor = decompressor
  }

  mutating func run() throws(EditError) {
    switch part.kind {
    case .picture, .gainMap: stripPicture()
    case .movie:
      isKept = true
      take(try Stripping.movie(part.bytes, what, locations, decompressor))
    case .file where what == .all: erase(part.bytes, "everything")
    case .file where part.bytes.starts(with: PNGChunks.signature): stripPNG()
    case .file:
      do throws(EditError) {
        take(try Stripping.inside(part.bytes, what, locations, decompressor))
      } catch {
        lose()
        remarks.append("it \(error.message), and may hold the location")
      }
    case .samsung(let data):
      unknown += data.records.filter { !$0.goes(what, locations) && $0.hasUnknownForm }
        .map(\.name.string)
      for record in data.records where record.goes(what, locations) {
        erase(record.payload, record.name.string)
        guard record.nameStates(locations) else { continue }
        let end = record.payload.range.lowerBound - part.bytes.range.lowerBound
        if let name = part.bytes.part(end - record.name.bytes.count..<end) {
          erase(name, "the name of a record")
        }
      }
      if data.records.isEmpty { stripUnknown() }
    case .insta360(let records):
      for record in records.records {
        let name = record.title ?? "record \(record.id)"
        let isLocation = record.id == Insta360Records.Record.positions
        if what == .all || isLocation || record.payload.statesLocation(locations) {
          if !record.payload.isZero { erase(record.payload, name) }
        } else if record.title == nil {
          unknown.append(name)
        }
      }
      if !records.leading.isEmpty, what == .all || records.leading.isLeftover(of: locations) {
        erase(records.leading, "bytes before the first record")
      }
    case .padding: break
    case .unknown: stripUnknown()
    }
  }

  private mutating func take(
    _ stripped: (stripping: Stripping, changes: [(range: Range<Int>, bytes: [UInt8])])
  ) {
    let (movie, changes) = stripped
    (removed, remarks, texts, unknown) = (movie.removed, movie.remarks, movie.texts, movie.unknown)
    losesMedia = movie.losesMedia
    let start = part.range.lowerBound
    replaced = changes.map { ($0.lowerBound + start..<$0.upperBound + start, $1) }
  }

  private mutating func stripPNG() {
    let png = PNGChunks(part.bytes)
    var stripping = PNGStripping(what, png, of: part.bytes, locations, decompressor)
    guard let bytes = try? stripping.run().read(), bytes.count <= part.bytes.count else {
      return lose()
    }
    (removed, remarks, texts, unknown) =
      (stripping.removed, stripping.remarks, stripping.texts, stripping.unknown)
    guard !removed.isEmpty else { return }
    let zeros = [UInt8](repeating: 0, count: part.bytes.count - bytes.count)
    replaced.append((part.range, bytes + zeros))
  }

  private mutating func stripPicture() {
    let stripped = StrippedPart.jpeg(
      part.bytes, what, locations, decompressor, mayBeTruncated: true)
    switch stripped {
    case .clean(let rest):
      (texts, unknown) = (rest.texts, rest.unknown)
      isKept = true
    case .changed(let bytes, let notes, let rest):
      (remarks, texts, unknown) = (notes, rest.texts, rest.unknown)
      removed.append(what == .all ? "metadata" : "the location")
      replaced.append((part.range, bytes))
      isKept = true
    case .unreadable(let reason):
      lose()
      remarks.append("it \(reason), and may hold the location")
    }
  }

  private mutating func stripUnknown() {
    if what == .all || part.bytes.isLeftover(of: locations) {
      erase(part.bytes, counted(part.bytes.count, "byte"))
    } else {
      unknown.append(counted(part.bytes.count, "byte"))
    }
  }

  /// Removes a file that cannot be read, and may hold a location.
  private mutating func lose() {
    erase(part.bytes, "everything")
    losesMedia = true
  }

  private mutating func erase(_ bytes: Bytes, _ name: String) {
    // Records of Samsung that have a movie among them are two parts.
    guard bytes.source === part.bytes.source, !bytes.isEmpty, !bytes.isZero,
      part.bytes.range.contains(bytes.range.lowerBound)
    else { return }
    let start = part.range.lowerBound + bytes.range.lowerBound - part.bytes.range.lowerBound
    replaced.append((start..<start + bytes.count, [UInt8](repeating: 0, count: bytes.count)))
    removed.append(name)
  }
}

extension Bytes {
  /// Whether unused space holds an old copy of metadata, or a location.
  func isLeftover(of locations: LocationTraces) -> Bool {
    LocationText.mayBe(inUnused: self) || statesLocation(locations)
  }
}
