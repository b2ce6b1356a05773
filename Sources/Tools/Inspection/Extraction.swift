public import HEIF
public import ISOBMFF
import Metadata
public import Movie

/// Extracts parts of a file that consists of boxes: the payload of a box, an item, metadata, the samples of a
/// track.
///
///     let extraction = try Extraction(bytes)
///     try extraction.extract(.data(.track(1))) { piece in try file.write(piece) }
///
/// A part comes in pieces. Most pieces refer to bytes of the file and are not copied, so a track of any length
/// needs no memory. If an error is thrown after some pieces, the part is incomplete.
public struct Extraction: Sendable {
  /// The item or track that has some data.
  public enum Owner: Equatable, Sendable {
    /// The item with this ID (`item_ID`).
    case item(UInt32)
    /// The track with this ID (`track_ID`).
    case track(UInt32)
  }

  /// The parts that can be extracted. If the owner is nil, it is the primary item, or the movie.
  public enum Part: Equatable, Sendable {
    /// The payload of a box, or the whole box.
    case box(BoxPattern, isWhole: Bool)
    /// The data of an item, or the samples of a track.
    case data(Owner)
    /// The largest thumbnail of an item.
    case thumbnail(of: UInt32?)
    /// An auxiliary image of an item, by its short name: `alpha`, `depth`, `gainmap`, `hair`, ...
    case auxiliary(String, of: UInt32?)
    /// The TIFF structure of an item's Exif.
    case exif(of: UInt32?)
    /// An XMP packet.
    case xmp(of: UInt32?)
    /// An ICC profile.
    case profile(of: Owner?)
    /// The decoder configuration record: the payload of `hvcC`, `avcC`, `av1C`, ...
    case configuration(of: Owner?)
  }

  /// A part that the file has.
  public struct Found: Sendable {
    /// The part, for ``extract(_:asStored:to:)``.
    public var part: Part
    /// A description of the part: "HEVC image, 512 × 512".
    public var title: String
    /// The size in the file, in bytes; nil if tables would have to be read for it.
    public var byteCount: UInt64?
    /// The usual extension of a file with this part: `hevc`, `tif`; empty if there is none.
    public var fileExtension: String
    /// Why the part cannot be extracted; nil if no problem is known.
    public var problem: String?
  }

  /// The boxes of the file.
  public let boxes: BoxFile
  /// The items; nil if there are none.
  public let photo: HEIFFile?
  /// The tracks; nil if there are none.
  public let movie: MovieFile?

  /// Reads the boxes of `bytes`.
  public init(_ bytes: Bytes, limits: DecodeLimits = DecodeLimits()) {
    boxes = BoxFile(bytes, limits: limits)
    photo = HEIFFile(expanding: boxes)
    movie = MovieFile(boxes)
  }

  /// Extracts a part, piece by piece. Throws if the part does not exist, is incomplete, or cannot be read.
  ///
  /// - Parameter isStored: whether the data is extracted exactly as it is in the file; if not, coded images and
  ///   video become streams with their parameter sets, and Exif becomes a TIFF file.
  public func extract(
    _ part: Part, asStored isStored: Bool = false, to put: (Bytes) throws -> Void
  ) throws {
    switch part {
    case .box(let path, let isWhole): try bytes(of: path, isWhole: isWhole).forEachWindow(put)
    case .data(.item(let id)): try extract(try item(id), asStored: isStored, put)
    case .data(.track(let id)): try extract(try track(id), asStored: isStored, put)
    case .thumbnail(let owner):
      try extract(try thumbnail(of: owner), asStored: isStored, put)
    case .auxiliary(let name, let owner):
      try extract(try auxiliary(name, of: owner), asStored: isStored, put)
    case .exif(let owner): try extract(try exif(of: owner), asStored: isStored, put)
    case .xmp(let owner): try extractXMP(of: owner, put)
    case .profile(let owner): try put(try profile(of: owner))
    case .configuration(let owner): try put(try configuration(of: owner))
    }
  }

  private func bytes(of pattern: BoxPattern, isWhole: Bool) throws(ExtractionError) -> Bytes {
    let path: BoxPath
    do throws(BoxPatternError) { path = try pattern.onlyPath(in: boxes) } catch {
      throw ExtractionError("\(error)")
    }
    guard let box = boxes.box(at: path), let source = box.source else {
      throw ExtractionError("there is no box at \(path)")
    }
    for error in box.damage {
      if case .sizeBeyondEnd = error.reason { throw ExtractionError("\(path): \(error)") }
    }
    return isWhole ? source : box.sourcePayload ?? Bytes()
  }
}

/// Why a part cannot be extracted: a sentence without its subject.
public struct ExtractionError: Error, Equatable, Sendable, CustomStringConvertible {
  public var description: String
  /// An error with a description.
  public init(_ description: String) { self.description = description }
}

// MARK: - Finding items

extension Extraction {
  private func items() throws(ExtractionError) -> HEIFFile {
    guard let photo else { throw ExtractionError("has no items: it contains no photo") }
    return photo
  }

  func item(_ id: UInt32) throws(ExtractionError) -> Item {
    guard let item = try items().item(id) else {
      throw ExtractionError("there is no item \(id)")
    }
    return item
  }

  /// An item, or the one that is shown.
  private func image(_ id: UInt32?) throws(ExtractionError) -> Item {
    if let id { return try item(id) }
    guard let primary = try items().primaryItem else {
      throw ExtractionError("has no primary item; --item chooses another")
    }
    return primary
  }

  func thumbnail(of id: UInt32?) throws(ExtractionError) -> Item {
    let owner = try image(id)
    guard let thumbnail = thumbnails(of: owner).first else {
      throw ExtractionError("item \(owner.id) has no thumbnail")
    }
    return thumbnail
  }

  /// The largest first.
  private func thumbnails(of item: Item) -> [Item] {
    func area(_ item: Item) -> Int {
      item.statedSize.map { $0.width.multipliedReportingOverflow(by: $0.height).partialValue } ?? 0
    }
    return (photo?.thumbnails(of: item.id) ?? []).sorted { area($0) > area($1) }
  }

  func auxiliary(_ name: String, of id: UInt32?) throws(ExtractionError) -> Item {
    let owner = try image(id)
    let all = try items().companions(of: owner.id)
    let named = all.filter { $0.kind.shortName == name }
    guard let first = named.first else {
      let names = all.map(\.kind.shortName).joined(separator: ", ")
      throw ExtractionError(
        "item \(owner.id) has no auxiliary image \"\(printable(name))\"; "
          + (names.isEmpty ? "it has none" : "it has \(names)"))
    }
    guard named.count == 1 else {
      let numbers = named.map { "\($0.item.id)" }.joined(separator: ", ")
      throw ExtractionError("there are several: choose one of them by --item: \(numbers)")
    }
    return first.item
  }

  func exif(of id: UInt32?) throws(ExtractionError) -> Item {
    let owner = try image(id)
    guard let exif = try items().exifItem(of: owner.id) else {
      throw ExtractionError("item \(owner.id) has no Exif")
    }
    return exif
  }
}

// MARK: - Their data

extension Extraction {
  func extract(_ item: Item, asStored isStored: Bool, _ put: (Bytes) throws -> Void) throws {
    if isStored { return try extractStored(item, put) }
    let data = try photo?.data(of: item.id) ?? Bytes()
    if item.type == "Exif" {
      guard let tiff = ExifItem.tiff(in: data) else {
        throw ExtractionError(
          "item \(item.id) has no TIFF structure, which Exif needs; --raw extracts its data as it is"
        )
      }
      return try put(tiff)
    }
    try stream(of: item).write(data, isFirst: true, to: put)
  }

  /// Extent by extent, so that nothing is joined in memory.
  private func extractStored(_ item: Item, _ put: (Bytes) throws -> Void) throws {
    guard let photo else { return }
    let start = boxes.bytes.fileOffset
    var left = boxes.bytes.count
    for extent in try photo.extents(of: item.id) {
      left -= extent.count
      let range = extent.lowerBound - start..<extent.upperBound - start
      guard left >= 0, let part = boxes.bytes.part(range) else {
        throw ExtractionError("item \(item.id) has more bytes than the file: its extents overlap")
      }
      try part.forEachWindow(put)
    }
  }

  private func stream(of item: Item) throws(ExtractionError) -> ExtractedStream {
    let boxes = item.properties.map(\.box)
    guard item.entry.protectionIndex == 0 else {
      throw ExtractionError("item \(item.id) is encrypted; --raw extracts its data as it is")
    }
    if let needed = Extraction.configurations[item.type] {
      guard boxes.contains(where: { $0.type == needed && $0.opaquePayload == nil }),
        let stream = ExtractedStream(configuredBy: boxes)
      else {
        throw ExtractionError(
          "item \(item.id) has no \(needed) that can be read, and so no parameter sets; "
            + "--raw extracts its data as it is")
      }
      return stream
    }
    let prefix =
      item.type == "jpeg" ? boxes.first(JPEGConfigurationBox.self)?.jpegPrefix : nil
    return ExtractedStream(.stored(prefix: prefix ?? Bytes()), Extraction.fileExtension(item))
  }

  /// The boxes that the data of an item needs to become a stream.
  private static let configurations: [FourCC: FourCC] = [
    "hvc1": "hvcC", "hev1": "hvcC", "lhv1": "lhvC", "avc1": "avcC", "vvc1": "vvcC",
    "evc1": "evcC", "av01": "av1C",
  ]

  private static func fileExtension(_ item: Item) -> String {
    switch item.type {
    case "jpeg": return "jpg"
    case "j2k1": return "j2k"
    case "jxs1": return "jxs"
    case "Exif": return "tif"
    case "mime":
      switch item.entry.contentType.string {
      case "application/rdf+xml": return "xmp"
      case "text/xml", "application/xml": return "xml"
      case "image/jpeg": return "jpg"
      case "image/png": return "png"
      case "application/json": return "json"
      default: return ""
      }
    default: return ""
    }
  }
}

// MARK: - What belongs to them

extension Extraction {
  func extractXMP(of id: UInt32?, _ put: (Bytes) throws -> Void) throws {
    if let photo, let owner = try? image(id) {
      if let item = photo.xmpItem(of: owner.id) { return try extractStored(item, put) }
      if let item = photo.compressedXMPItems.first, let encoding = item.contentEncoding {
        throw ExtractionError(
          "has XMP that is compressed (\(encoding)), and is not read: --item \(item.id) extracts it as it is"
        )
      }
      throw ExtractionError("item \(owner.id) has no XMP")
    }
    guard id == nil, let packet = moviePacket else { throw ExtractionError("has no XMP") }
    try put(packet)
  }

  /// XMP of a movie (XMP specification, part 3 §1.1.4, §1.1.5): of MPEG-4, or of QuickTime.
  private var moviePacket: Bytes? {
    let named = boxes.boxes.first { $0.userType == "be7acfcb-97a9-42e8-9c71-999491e3afac" }
    return named?.sourcePayload
      ?? boxes.boxes.first("moov")?.children.userData.first("XMP_")?.sourcePayload
  }

  func profile(of owner: Owner?) throws(ExtractionError) -> Bytes {
    if case .track(let id)? = owner {
      for entry in try track(id).sampleEntries {
        let colour = entry.children.lazy.compactMap { $0[ColourInformationBox.self] }
          .first { $0.hasProfile && !$0.iccProfile.isEmpty }
        if let colour { return colour.iccProfile }
      }
      throw ExtractionError("track \(id) has no ICC profile")
    }
    var id: UInt32?
    if case .item(let number)? = owner { id = number }
    let image = try image(id)
    guard let profile = try items().iccProfile(of: image.id) else {
      throw ExtractionError("item \(image.id) has no ICC profile")
    }
    return profile
  }

  func configuration(of owner: Owner?) throws(ExtractionError) -> Bytes {
    switch owner {
    case .track(let id)?:
      return try record(
        among: try track(id).sampleEntries.flatMap {
          $0[AudioSampleEntry.self]?.settings ?? $0.children
        }, "track \(id)")
    case .item(let id)?:
      return try record(among: try item(id).properties.map(\.box), "item \(id)")
    case nil:
      guard let photo, photo.primaryItem != nil else {
        guard let video = movie?.tracks.first(where: { $0.handlerType == "vide" }) else {
          throw ExtractionError("has no image and no video to extract this from")
        }
        return try configuration(of: .track(video.id))
      }
      // The record of a grid is that of its tiles.
      let image = try image(nil)
      return try configuration(of: .item(photo.codedItem(of: image.id)?.id ?? image.id))
    }
  }

  private func record(among boxes: [Box], _ owner: String) throws(ExtractionError) -> Bytes {
    let all = boxes.filter { Extraction.records.contains($0.type) }
    guard let record = all.first, let payload = record.sourcePayload else {
      throw ExtractionError("\(owner) has no decoder configuration")
    }
    return payload
  }

  private static let records: [FourCC] = [
    "hvcC", "avcC", "vvcC", "evcC", "av1C", "lhvC", "vpcC", "apvC", "jpgC", "esds", "dOps", "dfLa",
    "alac", "dac3", "dec3",
  ]
}

// MARK: - The list

extension Extraction {
  /// All parts that can be extracted, except boxes; the most useful parts come first.
  public var parts: [Found] { shownParts + itemParts + trackParts }

  private var shownParts: [Found] {
    var found: [Found] = []
    func add(_ part: Part, _ title: String, _ item: Item, _ fileExtension: String) {
      found.append(
        Found(
          part: part, title: "\(title) (item \(item.id))", byteCount: byteCount(of: item),
          fileExtension: fileExtension, problem: problem(with: item)))
    }
    if let photo, let primary = photo.primaryItem {
      if let item = photo.exifItem(of: primary.id) { add(.exif(of: nil), "Exif", item, "tif") }
      if let item = photo.xmpItem(of: primary.id) { add(.xmp(of: nil), "XMP", item, "xmp") }
      if let profile = photo.iccProfile(of: primary.id) {
        found.append(
          Found(
            part: .profile(of: nil), title: "ICC profile", byteCount: UInt64(profile.count),
            fileExtension: "icc"))
      }
      if let item = thumbnails(of: primary).first {
        add(.thumbnail(of: nil), "thumbnail", item, fileExtension(of: item))
      }
      for (item, kind) in photo.companions(of: primary.id) {
        add(.auxiliary(kind.shortName, of: nil), kind.title, item, fileExtension(of: item))
      }
    } else if let packet = moviePacket {
      found.append(
        Found(
          part: .xmp(of: nil), title: "XMP", byteCount: UInt64(packet.count),
          fileExtension: "xmp"))
    }
    if let record = try? configuration(of: nil) {
      found.append(
        Found(
          part: .configuration(of: nil), title: "decoder configuration",
          byteCount: UInt64(record.count), fileExtension: ""))
    }
    return found
  }

  private var itemParts: [Found] {
    (photo?.items ?? []).map { item in
      var title = ItemType.title(item.type) ?? "item of type '\(item.type)'"
      if item.type == "mime", !item.entry.contentType.isEmpty {
        title += ", " + printable(item.entry.contentType.string)
      }
      if let size = item.statedSize { title += ", \(size.width) × \(size.height)" }
      if item.id == photo?.primaryItemID { title += ", the primary item" }
      return Found(
        part: .data(.item(item.id)), title: title, byteCount: byteCount(of: item),
        fileExtension: fileExtension(of: item), problem: problem(with: item))
    }
  }

  private func fileExtension(of item: Item) -> String {
    (try? stream(of: item))?.fileExtension ?? ""
  }

  private func byteCount(of item: Item) -> UInt64? {
    (try? photo?.dataRanges(of: item.id))?.reduce(0) { $0 &+ UInt64($1.count) }
  }

  private func problem(with item: Item) -> String? {
    do throws(ItemLocationError) { _ = try photo?.dataRanges(of: item.id) } catch {
      return "\(error)"
    }
    do throws(ExtractionError) { _ = try stream(of: item) } catch { return "\(error)" }
    return nil
  }
}
