import FieldCoding
public import HEIF
public import ISOBMFF
public import Metadata
public import Movie

/// A file, with everything that rules need to know about it. Each part is read when the first rule needs it.
public final class ExaminedFile {
  /// The name as the user wrote it. A rule checks its extension.
  public let name: String
  /// All of its bytes.
  public let bytes: Bytes
  /// The kind of the file, according to its first bytes.
  public let kind: FileKind
  private let limits: DecodeLimits
  let inflate: Inflate?
  let decode: DecodeContent?

  /// - Parameters:
  ///   - name: as the user wrote it.
  ///   - inflate: decompresses a movie box (`cmov`); without it, a compressed movie has no tracks.
  ///   - decode: decompresses metadata; without it, compressed metadata is not checked.
  public init(
    _ bytes: Bytes, name: String, limits: DecodeLimits = DecodeLimits(), inflate: Inflate? = nil,
    decode: DecodeContent? = nil
  ) {
    self.bytes = bytes
    self.name = name
    self.limits = limits
    self.inflate = inflate
    self.decode = decode
    kind = FileKind(bytes)
  }

  /// The boxes; none if the file is of another kind.
  public private(set) lazy var boxes = BoxFile(
    kind == .boxes ? bytes : Bytes(), limits: limits)

  /// The writers of the file, according to the signs of ``QuirkWriter``.
  public private(set) lazy var writers = Set(QuirkWriter.allCases.filter { $0.wrote(self) })
  private(set) lazy var maker = readMaker()

  /// The right extension for the file, if its name has another; nil if the extension is right, or if the right
  /// one is unknown.
  public var rightExtension: String? { Rules.rightExtension(of: self) }

  /// All boxes that could be read; each box comes before those inside it.
  public private(set) lazy var walk = ExaminedBox.walk(boxes.boxes)

  /// Its items; nil if it has none.
  public private(set) lazy var heif = HEIFFile(boxes)
  /// Its tracks; nil if it has none.
  public private(set) lazy var movie = MovieFile(boxes, inflate: inflate)

  /// The compressed description of the movie; nil if there is none, or if it cannot be decompressed.
  private(set) lazy var compressedMovie = boxes.boxes.first("moov").flatMap {
    CompressedMovie($0, limits: limits, inflate)
  }

  /// The tracks of the movie, each with its `trak` box.
  public private(set) lazy var tracks: [(track: Track, box: ExaminedBox)] = Array(
    zip(movie?.tracks ?? [], all(at: "moov", "trak")))

  /// The sample tables of each of ``tracks``.
  private(set) lazy var sampleTables = tracks.map {
    ExaminedSampleTables($0.track, $0.box, in: self)
  }

  /// The first sample table with each ID.
  private(set) lazy var sampleTablesByID = Dictionary(sampleTables.map { ($0.id, $0) }) {
    first, _ in first
  }

  /// The fragments of the movie, in the order of the file.
  private(set) lazy var fragments = ExaminedFragment.all(in: self)

  /// What they state about each track.
  private(set) lazy var trackFragments = fragments.flatMap(\.tracks)

  /// The file as a JPEG file; nil if it is of another kind.
  public private(set) lazy var jpeg =
    kind == .jpeg ? ExaminedJPEG(bytes, motionPhoto: motionPhoto, limits: limits) : nil

  /// The chunks of a PNG file; nil if it is of another kind.
  private(set) lazy var png = kind == .other(FileKind.png) ? PNGChunks(bytes) : nil

  /// What the images of a PNG file have; none if its chunks are damaged, or if they cannot be decompressed here.
  private(set) lazy var pngImages: [ExaminedPNGImage] = {
    guard let png, png.finding == nil, png.defects.isEmpty, png.chunks.allSatisfy(\.isWhole)
    else { return [] }
    return png.images.compactMap { ExaminedPNGImage($0, of: png, inflate) }
  }()

  /// The file as a motion photo; nil if it is not one.
  public private(set) lazy var motionPhoto: MotionPhoto? =
    kind == .jpeg ? MotionPhoto(bytes) : heif == nil ? nil : MotionPhoto(boxes)

  /// The movie in a motion photo as a separate file, whose offsets count from its own first byte; nil if there is
  /// none.
  public private(set) lazy var movieInPhoto: BoxFile? = motionPhoto.map {
    BoxFile(Bytes(Array($0.movie)), limits: limits)
  }

  /// The sentence about a movie that the metadata of a photo announces, but that does not exist.
  private(set) lazy var missingMovie: String? =
    motionPhoto != nil
    ? nil
    : kind == .jpeg
      ? MotionPhoto.missingMovie(in: bytes)
      : heif == nil ? nil : MotionPhoto.missingMovie(in: boxes)

  /// The offset of the first byte after the file.
  var end: Int { bytes.fileOffset + bytes.count }

  /// All boxes of a type, at any depth.
  public func all(_ type: FourCC) -> [ExaminedBox] {
    indicesByType[type, default: []].map { walk[$0] }
  }

  private lazy var indicesByType: [FourCC: [Int]] = Dictionary(
    grouping: walk.indices, by: { walk[$0].type })

  /// All boxes along a path of types, with any indices.
  public func all(at path: FourCC...) -> [ExaminedBox] {
    guard let type = path.last else { return [] }
    return all(type).filter { $0.stands(at: path[...]) }
  }

  /// The `infe` boxes. If an item has two, the first one counts.
  private(set) lazy var entryByID: [UInt32: ExaminedBox] = Dictionary(
    all(at: "meta", "iinf", "infe").compactMap { box in
      box[ItemInfoEntry.self].map { ($0.itemID, box) }
    }, uniquingKeysWith: { first, _ in first })

  /// A box that was read from this file, with its path.
  public func examined(_ box: Box) -> ExaminedBox? {
    box.source.flatMap { indexByOffset[$0.fileOffset] }.map { walk[$0] }
  }

  private lazy var indexByOffset: [Int: Int] = Dictionary(
    walk.indices.map { (walk[$0].offset, $0) }, uniquingKeysWith: { first, _ in first })

  /// The boxes inside a box.
  public func children(of box: ExaminedBox) -> [ExaminedBox] {
    indicesByContainer[box.index].map { walk[$0] }
  }

  private lazy var indicesByContainer: [[Int]] = {
    var indices = [[Int]](repeating: [], count: walk.count)
    for box in walk {
      if let container = box.container { indices[container].append(box.index) }
    }
    return indices
  }()

  /// The box that contains a box; nil for a top-level box.
  public func container(of box: ExaminedBox) -> ExaminedBox? { box.container.map { walk[$0] } }

  /// Items whose data cannot be found at the location in `iloc`.
  private(set) lazy var misplacedItems: [(item: Item, problem: ItemLocationError)] = {
    guard let heif else { return [] }
    var found: [(item: Item, problem: ItemLocationError)] = []
    for item in heif.items {
      guard let location = item.location, !location.extents.isEmpty,
        location.dataReferenceIndex == 0
      else { continue }
      do throws(ItemLocationError) { _ = try heif.dataRanges(of: item.id) } catch {
        found.append((item, error))
      }
    }
    return found
  }()

  /// All decoder configurations for HEVC, of items and of tracks.
  private(set) lazy var hevcUses: [ExaminedHEVC] = all("hvcC").compactMap { box in
    box[HEVCConfigurationBox.self].map { ExaminedHEVC(box, $0.record, in: self) }
  }

  private(set) lazy var codedUnits: [ExaminedUnits] = readCodedUnits()

  private(set) lazy var av1Uses: [ExaminedAV1] = readAV1Uses()

  /// The entries of `iloc`. If an item has two, the last one counts.
  private(set) lazy var locationIndices: [UInt32: Int] = {
    let items = metaBox("iloc")?[ItemLocationBox.self]?.items ?? []
    return Dictionary(items.indices.map { (items[$0].id, $0) }, uniquingKeysWith: { $1 })
  }()

  /// Items that are images, coded or derived.
  private(set) lazy var images: [Item] = heif?.items.filter(\.isImage) ?? []

  /// The images with a property, by the offset of its box.
  private(set) lazy var imagesByProperty: [Int: [Item]] = {
    var images: [Int: [Item]] = [:]
    for item in self.images {
      for offset in Set(item.properties.compactMap { $0.box.source?.fileOffset }) {
        images[offset, default: []].append(item)
      }
    }
    return images
  }()

  /// The references between items, with their boxes.
  private(set) lazy var references: [(box: ExaminedBox, reference: SingleItemTypeReferenceBox)] =
    {
      guard let iref = metaBox("iref") else { return [] }
      return children(of: iref).compactMap { box in
        box[SingleItemTypeReferenceBox.self].map { (box, $0) }
      }
    }()

  /// The entries of all `ipma` boxes.
  private(set) lazy var associations:
    [(box: ExaminedBox, index: Int, entry: ItemPropertyAssociationBox.Entry)] =
      all(at: "meta", "iprp", "ipma").flatMap { box in
        (box[ItemPropertyAssociationBox.self]?.entries ?? []).enumerated().map {
          (box, $0.offset, $0.element)
        }
      }

  /// The maximum number of item bytes that are read: many items may refer to the same bytes.
  var itemByteBudget: Int { bytes.count.multipliedReportingOverflow(by: 4).partialValue }
}

/// The data for the rules about movies.
extension ExaminedFile {
  /// The first box along a path of types inside a box.
  func first(in box: ExaminedBox, _ path: FourCC...) -> ExaminedBox? {
    var found = box
    for type in path {
      guard let next = children(of: found).first(where: { $0.type == type }) else { return nil }
      found = next
    }
    return found
  }

  /// Whether the file follows the rules of QuickTime, and not those of ISO.
  var isQuickTime: Bool { boxes.isQuickTime }

  /// Units per second in the durations of the movie and its tracks; nil if there are none.
  var movieTimescale: UInt32? {
    movie?.header.flatMap { $0.timescale > 0 ? $0.timescale : nil }
  }

  /// Whether samples are in fragments, in this file or in others.
  var isFragmented: Bool { movie?.isFragmented ?? !all("moof").isEmpty }

  /// The boxes at the top.
  var topBoxes: [ExaminedBox] { walk.filter { $0.container == nil } }
}

/// The comparison of durations, and their text.
enum Seconds {
  /// Writers round in several ways. A smaller difference is not noticeable.
  static let tolerance = 0.1

  static func text(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "\(seconds) s" }
    return "\((seconds * 1000).rounded() / 1000) s"
  }
}

/// The boxes of items, and names of items for sentences.
extension ExaminedFile {
  /// The top-level `meta` box.
  public var meta: ExaminedBox? { all(at: "meta").first }

  /// The first box of a type in `meta`.
  public func metaBox(_ type: FourCC) -> ExaminedBox? { all(at: "meta", type).first }

  /// The `infe` box of an item.
  public func entry(of id: UInt32) -> ExaminedBox? {
    entryByID[id]
  }

  /// Reports an item at its `infe` box.
  func report(
    _ item: Item, _ findings: inout Findings, _ sentence: @autoclosure () -> String
  ) {
    if let entry = entry(of: item.id) {
      findings.add(at: entry, "\(title(of: item.id)) \(sentence())")
    }
  }

  /// Reports a property of an item.
  func report(
    _ property: Item.Property, of item: Item, _ findings: inout Findings,
    _ sentence: @autoclosure () -> String
  ) {
    if let box = examined(property.box) {
      findings.add(at: box, "\(title(of: item.id)) \(sentence())")
    }
  }

  /// The major brand and the compatible brands; QuickTime pads its list with zeros.
  public var brands: Set<FourCC> {
    guard let type = all(at: "ftyp").first?[FileTypeBox.self] else { return [] }
    return Set([type.majorBrand] + type.compatibleBrands.filter { $0.rawValue != 0 })
  }

  /// Whether the file claims to conform to the Multi-Image Application Format, as AVIF files do.
  var claimsMIAF: Bool { !brands.isDisjoint(with: ["miaf", "avif", "avis"]) }

  /// The name that `boxwalk inspect` shows for the entry of an item in `iloc`: `items[3]`.
  func locationField(of id: UInt32) -> String {
    locationIndices[id].map { "items[\($0)]" } ?? "item \(id)"
  }

  /// The title of an item for users: `tile 5 (item 6)`, `the HDR gain map (item 51)`.
  public func title(of id: UInt32) -> String { heif?.title(of: id) ?? "item \(id)" }

  /// Whether an image is coded in another size than ispe states, as its writer always does it: a note says so.
  public func hasUsualSizeDifference(_ id: UInt32) -> Bool {
    Report(self, rules: [Rules.ispeDiffersFromSPS]).findings.contains {
      $0.quirk != nil && $0.message.hasPrefix(title(of: id) + " ")
    }
  }

  /// Whether an item or a group of items has this id.
  func exists(_ id: UInt32) -> Bool {
    guard let heif else { return false }
    return heif.item(id) != nil || heif.groups.contains { $0.id == id }
  }
}

/// The data of derived images and of metadata.
extension ExaminedFile {
  /// Each `grid` item whose data exists, with its descriptor.
  var grids: [(item: Item, grid: Result<ImageGrid, FieldError>)] { descriptions(of: "grid") }

  var readableGrids: [(item: Item, grid: ImageGrid)] {
    grids.compactMap { item, grid in
      guard case .success(let grid) = grid, grid.version == 0 else { return nil }
      return (item, grid)
    }
  }

  /// Each `iovl` item whose data exists, with its descriptor.
  var overlays: [(item: Item, overlay: Result<ImageOverlay, FieldError>)] {
    descriptions(of: "iovl")
  }

  var readableOverlays: [(item: Item, overlay: ImageOverlay)] {
    overlays.compactMap { item, overlay in
      guard case .success(let overlay) = overlay, overlay.version == 0 else { return nil }
      return (item, overlay)
    }
  }

  private func descriptions<Description: FieldCodable>(
    of type: FourCC
  ) -> [(item: Item, Result<Description, FieldError>)] {
    guard let heif else { return [] }
    return heif.items.filter { $0.type == type }.compactMap { item in
      guard let data = try? heif.data(of: item.id) else { return nil }
      do throws(FieldError) {
        return (item, .success(try Description(decoding: data)))
      } catch {
        return (item, .failure(error))
      }
    }
  }

  /// The tiles of a grid that exist.
  func tiles(of grid: Item) -> [Item] {
    guard let heif else { return [] }
    return heif.targets("dimg", from: grid.id).compactMap { heif.item($0) }
  }

  /// The size of an image after its transformations.
  func shownSize(of item: Item) -> ImagePlan.Size? {
    guard let size = item.statedSize else { return nil }
    var plan = ImagePlan()
    plan.canvas = size
    for property in item.properties {
      if let transform = ImagePlan.Transform(property.box, of: plan.displaySize) {
        plan.transforms.append(transform)
      }
    }
    return plan.displaySize
  }

  /// Exif items and their data.
  var exifItems: [(item: Item, data: Bytes)] {
    guard let heif else { return [] }
    return heif.items.filter { $0.type == "Exif" }.compactMap { item in
      (try? heif.data(of: item.id)).map { (item, $0) }
    }
  }
}

extension ImagePlan.Size {
  /// The number of samples; sides are stated with 32 bits.
  var area: UInt64 {
    UInt64(clamping: width).multipliedReportingOverflow(by: UInt64(clamping: height)).partialValue
  }
}

extension ExaminedFile {
  /// The reason why the file seems to be incomplete: it is still being copied, or the copy was interrupted. Nil if its
  /// end exists, even if something else is wrong.
  public var missingEnd: String? {
    guard bytes.count >= 16 else { return "it has only \(counted(bytes.count, "byte"))" }
    switch kind {
    case .empty: return nil
    case .unknown:
      // Some programs allocate the whole file before they write it.
      return bytes.prefix(8).allSatisfy { $0 == 0 } ? "it starts with zeros" : nil
    case .other:
      return png?.finding.map { "the image \($0.reason)" }
    case .boxes, .jpeg:
      for rule in Rules.end {
        var findings = Findings(rule)
        rule.check(self, &findings)
        if let finding = findings.kept.first { return finding.message }
      }
      return nil
    }
  }
}

extension Rules {
  /// The rules that a file without its end breaks.
  static let end: [FileRule] = [
    Rules.fileTruncated, Rules.jpegDamaged, Rules.jpegWithoutEnd, Rules.contentMissing,
    Rules.ilocExtentPastEnd, Rules.chunkPastEnd, Rules.samplesPastEnd, Rules.trunPastEnd,
  ]
}

/// The ranges of boxes that are not nested, for many look-ups.
struct ExaminedRanges {
  private let boxes: [ExaminedBox]

  /// - Parameter boxes: in the order of the file.
  init(_ boxes: [ExaminedBox]) { self.boxes = boxes }

  /// The first box that has a byte in the range from `start` to before `end`.
  func overlapping(_ start: UInt64, _ end: UInt64) -> ExaminedBox? {
    let index = boxes.partitioningIndex(where: { UInt64(clamping: $0.end) > start })
    guard index < boxes.count, UInt64(clamping: boxes[index].offset) < end else { return nil }
    return boxes[index]
  }
}

/// A JPEG file, with the movie that phones write after the image.
public struct ExaminedJPEG: Sendable {
  /// The segments of the file.
  public let segments: JPEGSegments
  /// The motion photo; nil if there is no movie after the image.
  public let motionPhoto: MotionPhoto?
  /// The boxes of the movie; nil if there is none.
  public let motion: BoxFile?

  init(_ bytes: Bytes, motionPhoto: MotionPhoto?, limits: DecodeLimits) {
    segments = motionPhoto?.picture ?? JPEGSegments(bytes)
    self.motionPhoto = motionPhoto
    motion = motionPhoto.map { BoxFile($0.movie, limits: limits) }
  }
}

/// What the data of an image in a PNG file has after decompression.
struct ExaminedPNGImage {
  let data: PNGImageData
  /// The number of bytes of all rows.
  let rows: Int
  /// The number of bytes that the data has, at most one more than those of the rows.
  let count: Int
  /// What follows them.
  let end: Inflated.End
  /// The first row whose type of filter does not exist.
  let unknownFilter: (row: Int, type: UInt8)?
  /// Where the data begins in the file.
  let offset: Int

  /// The most bytes that an image takes in memory to be measured.
  private static let longest = 1 << 28

  /// Nil if it cannot be decompressed here.
  init?(_ data: PNGImageData, of png: PNGChunks, _ inflate: Inflate?) {
    guard let rows = data.header?.byteCountOfRows, rows <= ExaminedPNGImage.longest,
      let found = inflate?(png.data(of: data), rows + 1)
    else { return nil }
    self.data = data
    self.rows = rows
    count = found.bytes.count
    end = found.end
    unknownFilter = data.unknownFilter(in: found.bytes)
    offset = png.chunks[data.chunks[0]].data.fileOffset
  }
}
