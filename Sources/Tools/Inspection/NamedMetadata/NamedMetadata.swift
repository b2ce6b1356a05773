public import FieldCoding
internal import HEIF
internal import ISOBMFF
public import Metadata

/// Reads the maker note of a camera that is not Apple's: all values of the note that have a name, in a TIFF
/// structure. Nil if nothing reads it.
public typealias ReadNote = @Sendable (_ tiff: Bytes) -> [MetadataTag]?

/// All metadata of a photo or a movie by name and value, in any container.
public struct NamedMetadata: Sendable {
  /// The values, in the order in which the file has them, part by part.
  public private(set) var tags: [MetadataTag] = []
  /// The reason why nothing could be read, or not everything, after "the file"; nil if everything was read.
  public private(set) var refusal: String?
  private let source: ByteSource
  private var profiles: [Bytes] = []
  /// The number of bytes of items that may still be read: hostile files may have many items with the same bytes.
  private var left: Int
  /// The number of notes that may still be read: each needs a process, and real files have a few.
  private var notesLeft = 16
  /// The number of IPTC structures in the file.
  private var iptcCount = 0
  private let inflate: InflateUpTo?
  private let readNote: ReadNote?
  private let decode: DecodeContent?

  /// Reads all of `bytes` that metadata may be in.
  ///
  /// - Parameters:
  ///   - inflate: reads colour profiles and compressed texts of PNG images, which are named with their sizes without it.
  ///   - readNote: reads notes of other makers than Apple, which are named with their sizes without it.
  ///   - decode: reads compressed items, which are named with their sizes without it.
  public init(
    _ bytes: Bytes, limits: DecodeLimits = DecodeLimits(), inflate: InflateUpTo? = nil,
    readNote: ReadNote? = nil, decode: DecodeContent? = nil
  ) {
    self.inflate = inflate
    self.decode = decode
    self.readNote = readNote
    left = bytes.count
    source = bytes.source
    switch FileKind(bytes) {
    case .jpeg: addJPEG(bytes)
    case .boxes: addBoxes(BoxFile(bytes, limits: limits))
    default:
      let isOther = addPNG(bytes) || addWebP(bytes) || addTIFF(bytes)
      if !isOther { refusal = FileKind(bytes).refusal(of: bytes) }
    }
    for (index, profile) in profiles.enumerated() {
      add(ICCTags(profile, number: index + 1).tags)
    }
    if let problem = source.problem { refusal = problem }
  }

  /// Adds values. If bytes of the file did not come, they were read as zeros, and the values may not be true.
  private mutating func add(_ more: [MetadataTag]) {
    if source.problem == nil { tags += more }
  }

  private mutating func addExif(
    _ tiff: Bytes, first kind: ExifDirectory.Kind = .ifd0, isFile: Bool = false, depth: Int = 0
  ) {
    let exif = ExifTags(tiff, first: kind, isFile: isFile) { note(in: $0) }
    add(exif.tags)
    for (tag, bytes) in exif.embedded {
      switch tag {
      case 0x02BC: add(XMPTags.tags(bytes))
      case 0x83BB: addIPTC(bytes)
      // Exif and resources may be in one another.
      case 0x8649: if depth == 0 { addResources(bytes, depth: depth) }
      default: addProfile(bytes)
      }
    }
  }

  private mutating func note(in tiff: Bytes) -> [MetadataTag]? {
    guard notesLeft > 0 else { return nil }
    notesLeft -= 1
    return readNote?(tiff)
  }

  private mutating func addResources(_ bytes: Bytes, depth: Int = 0) {
    for (number, data) in PhotoshopResources.all(in: bytes) {
      switch number {
      case 0x0404: addIPTC(data)
      case 0x040F: addProfile(data)
      case 0x0422: addExif(data, depth: depth + 1)
      case 0x0424: add(XMPTags.tags(data))
      default: break
      }
    }
  }

  private mutating func addIPTC(_ bytes: Bytes) {
    guard iptcCount < 64 else { return }
    iptcCount += 1
    add(IPTCTags(bytes, number: iptcCount).tags)
  }

  /// Images of one file often have the same profile: it is listed once.
  private mutating func addProfile(_ profile: Bytes) {
    if !profile.isEmpty, profiles.count < 64 { profiles.append(profile) }
  }

  // MARK: - Images

  private mutating func addJPEG(_ bytes: Bytes) {
    let segments = JPEGSegments(bytes)
    // Exif may also have IPTC metadata: the first in the file is the one without a number.
    let isBehind = segments.segments.first { [0xE1, 0xED].contains($0.marker) }?.marker != 0xED
    if !isBehind { for list in segments.photoshopResources { addResources(list) } }
    if let exif = segments.exif { addExif(exif) }
    if let xmp = segments.xmp { add(XMPTags.tags(xmp)) }
    if let extended = segments.extendedXMP { add(XMPTags.tags(extended)) }
    if isBehind { for list in segments.photoshopResources { addResources(list) } }
    if let profile = segments.icc { addProfile(profile) }
  }

  private mutating func addPNG(_ bytes: Bytes) -> Bool {
    guard bytes.prefix(8).elementsEqual(PNGChunks.signature) else { return false }
    let chunks = PNGChunks(bytes)
    let texts = PNGTextMetadata(chunks, inflate: inflate)
    for exif in [chunks.exif, texts.exif] { if let exif { addExif(exif) } }
    if let resources = texts.resources {
      // Some writers leave out the resource around IPTC metadata, which begins with a marker.
      if resources.first == 0x1C { addIPTC(resources) } else { addResources(resources) }
    }
    if let xmp = texts.xmp { add(XMPTags.tags(xmp)) }
    for (name, stream) in chunks.compressedMetadata {
      guard let content = inflate?(Array(stream), PNGText.limit) else {
        add([MetadataTag("PNG", name, "compressed (deflate): \(bytesAsText(stream.count))")])
        continue
      }
      if name == "iCCP" { addProfile(Bytes(content)) }
    }
    return true
  }

  private mutating func addWebP(_ bytes: Bytes) -> Bool {
    guard let chunks = WebPChunks(bytes) else { return false }
    if let exif = chunks.exif { addExif(exif) }
    for chunk in chunks.chunks {
      if chunk.type == "XMP " { add(XMPTags.tags(chunk.data)) }
      if chunk.type == "ICCP" { addProfile(chunk.data) }
    }
    return true
  }

  private mutating func addTIFF(_ bytes: Bytes) -> Bool {
    guard (TIFFFile.byteOrder(bytes) ?? TIFFFile.byteOrderOfBig(bytes)) != nil else { return false }
    addExif(bytes, isFile: true)
    return true
  }

  // MARK: - Boxes

  private mutating func addBoxes(_ file: BoxFile) {
    if let photo = HEIFFile(file) { addItems(of: photo) }
    for box in file.boxes {
      switch box.type {
      case "moov": addMovie(box.children)
      case "meta":
        for colour in box.children.at("iprp", "ipco").compactMap({ $0[ColourInformationBox.self] })
        where colour.hasProfile { addProfile(colour.iccProfile) }
        add(QuickTimeTags(meta: box.children).tags)
      case "jp2h":
        for colour in box.children.compactMap({ $0[JP2ColourSpecificationBox.self] })
        where [2, 3].contains(colour.method) { addProfile(colour.data) }
      case "Exif":
        // JPEG XL: where the structure starts, as in an item.
        if let tiff = box.opaquePayload.flatMap(ExifItem.tiff) { addExif(tiff) }
      case "xml ":
        if let xml = box[XMLBox.self]?.xml { add(XMPTags.tags(Bytes(xml.bytes))) }
      case "uuid": addUserType(box)
      case "udta": add(QuickTimeTags(movie: [box]).tags)
      default: break
      }
    }
  }

  private mutating func addItems(of photo: HEIFFile) {
    for item in photo.items where item.type == "Exif" {
      if let payload = data(of: item.id, in: photo), let tiff = ExifItem.tiff(in: payload) {
        addExif(tiff)
      }
    }
    for item in photo.xmpItems {
      if let packet = data(of: item.id, in: photo) { add(XMPTags.tags(packet)) }
    }
    for item in photo.compressedXMPItems {
      guard let packet = data(of: item.id, in: photo), let encoding = item.contentEncoding else {
        continue
      }
      add(
        decode?(packet, encoding).map(XMPTags.tags)
          ?? [MetadataTag("XMP", "XMP", "compressed (\(encoding)): \(bytesAsText(packet.count))")])
    }
  }

  private mutating func data(of item: UInt32, in photo: HEIFFile) -> Bytes? {
    guard left > 0, let data = try? photo.data(of: item) else { return nil }
    left -= data.count
    return left >= 0 ? data : nil
  }

  private mutating func addMovie(_ children: [Box]) {
    if children.contains(where: { $0.type == "cmov" }) {
      refusal = "has a compressed description of its movie (cmov), whose metadata is not read"
    }
    let movie = QuickTimeTags(movie: children)
    add(movie.tags)
    for packet in movie.packets { add(XMPTags.tags(packet)) }
    for box in children where box.type == "uuid" { addUserType(box) }
    for track in children.all("trak") {
      for entry in track.children.at("mdia", "minf", "stbl", "stsd") {
        if let colour = entry.children.first(ColourInformationBox.self), colour.hasProfile {
          addProfile(colour.iccProfile)
        }
      }
    }
  }

  private mutating func addUserType(_ box: Box) {
    if box.userType == "85c0b687-820f-11e0-8111-f4ce462b6a48" { addCanon(box.children) }
    guard let kind = box.userMetadata, let payload = box.opaquePayload else { return }
    switch kind {
    case .xmp: add(XMPTags.tags(payload))
    case .iptc: addIPTC(payload)
    case .photoshopResources: addResources(payload)
    case .exif: if let tiff = ExifItem.tiff(in: payload) { addExif(tiff) }
    }
  }

  /// Canon's raw photos have a structure for each directory.
  private mutating func addCanon(_ boxes: [Box]) {
    let kinds: [(FourCC, ExifDirectory.Kind)] = [("CMT1", .ifd0), ("CMT2", .exif), ("CMT4", .gps)]
    for (type, kind) in kinds {
      if let tiff = boxes.first(type)?.opaquePayload { addExif(tiff, first: kind) }
    }
    if let note = boxes.first("CMT3")?.opaquePayload {
      let main = boxes.first("CMT1")?.opaquePayload.flatMap { try? TIFFFile($0) }
      let tiff = MakerNote.tiff(ofCanon: note, camera: main?[.ifd0])
      add(
        tiff.flatMap { self.note(in: Bytes($0)) }
          ?? [MetadataTag("MakerNotes", MakerNote.Vendor.canon.rawValue, bytesAsText(note.count))])
    }
  }
}

/// A value of a file's metadata, by the name under which it is known.
///
/// Groups and names are those that exiftool made usual (`ExifIFD:FNumber`), because scripts and
/// catalogues know values by them.
public struct MetadataTag: Hashable, Sendable {
  /// What holds it: `IFD0`, `GPS`, `XMP-dc`, `Keys`.
  public var group: String
  /// Its name in the group.
  public var name: String
  /// The value in the form in which a person reads it: `1/120`, `4.2 mm`. Items of a list have a
  /// comma and a space between them.
  public var value: String

  /// A value with its name.
  public init(_ group: String, _ name: String, _ value: String) {
    self.group = group
    self.name = name
    self.value = value
  }

  /// Whether `name` names this tag, without regard to case: `model`, or `ifd0:model`.
  public func isNamed(_ name: String) -> Bool {
    let wanted = name.lowercased()
    return wanted == self.name.lowercased() || wanted == "\(group):\(self.name)".lowercased()
  }
}

/// The text that replaces unread bytes. Values are data, so that the number has no separators.
package func bytesAsText(_ count: Int) -> String {
  "(Binary data \(count) \(count == 1 ? "byte" : "bytes"))"
}
