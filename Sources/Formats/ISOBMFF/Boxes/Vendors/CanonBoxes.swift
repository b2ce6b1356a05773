public import Metadata

// Boxes of Canon's cameras. The names of boxes are Canon's, those of fields are not.

/// Texts of Canon: the codec (`CNCV`), the camera (`CNMN`), the firmware.
public struct CanonTextBox: BoxBody {
  public static let type: FourCC = "CNCV"
  public static let specification = "Canon media"

  public var text = Text("", form: .plain)

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("text", &text, count: .toEnd)
  }
}

/// The types of the tracks of a raw photo.
struct CanonTrackPointersBox: BoxContainer {
  static let type: FourCC = "CCTP"
  static let specification = "Canon media"

  var header = FullBoxHeader()
  var unknown: UInt32 = 1
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "unknown", &unknown)
    try f.boxes(&children, countedBy: 32, "track_count")
  }
}

/// The type of one track of a raw photo.
struct CanonTrackTypeBox: BoxBody {
  static let type: FourCC = "CCDT"
  static let specification = "Canon media"

  var imageType: UInt64 = 0
  var isDualPixel: UInt32 = 0
  var trackID: UInt32 = 1

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(64, "image_type", &imageType, as: .hex)
    try f.uint(32, "dual_pixel", &isDualPixel)
    try f.uint(32, "track_index", &trackID)
  }
}

/// The locations of top-level boxes: XMP (1), the preview (2), the media data (3), metadata (5).
public struct CanonOffsetsBox: BoxBody {
  public static let type: FourCC = "CTBO"
  public static let specification = "Canon media"

  public var entries = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.table(
      "entries", &entries, count: .bits(32, "entry_count"),
      columns: [
        .uint(
          32, "index", as: .names([1: "XMP", 2: "preview", 3: "media data", 5: "metadata"])),
        .offset(64, "offset", .position(from: .file)),
        .offset(64, "size", .size(of: .previousOffset)),
      ])
  }
}

/// A small JPEG file.
struct CanonThumbnailBox: BoxBody {
  static let type: FourCC = "THMB"
  static let specification = "Canon media"

  var header = FullBoxHeader()
  /// Pixels.
  var width: UInt16 = 160
  var height: UInt16 = 120
  var jpeg = Bytes()
  /// An unknown field of version 0.
  var unknown: UInt32 = 0x1_0000
  var padding = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header, versions: 0...1)
    try f.uint(16, "width", &width)
    try f.uint(16, "height", &height)
    var size = UInt32(clamping: jpeg.count)
    try f.uint(32, "jpeg_size", &size)
    if header.version == 0 { try f.uint(32, "unknown", &unknown, as: .hex) }
    try f.bytes("jpeg", &jpeg, count: .exactly(Int(size)))
    try f.bytes("padding", &padding, count: .toEnd)
  }
}

/// The container of Canon's preview.
struct CanonPreviewContainer: BoxContainer {
  static let type: FourCC = "uuid"
  static let specification = "Canon media"

  var unknown: UInt32 = 0
  var children: [Box] = []

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "unknown", &unknown)
    try f.boxes(&children, countedBy: 32, "box_count")
  }
}

/// A JPEG file of the size of a screen.
struct CanonPreviewBox: BoxBody {
  static let type: FourCC = "PRVW"
  static let specification = "Canon media"

  var header = FullBoxHeader()
  var unknown1: UInt16 = 1
  /// Pixels.
  var width: UInt16 = 1620
  var height: UInt16 = 1080
  var unknown2: UInt16 = 1
  var jpeg = Bytes()
  var padding = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "unknown1", &unknown1)
    try f.uint(16, "width", &width)
    try f.uint(16, "height", &height)
    try f.uint(16, "unknown2", &unknown2)
    try f.bytes("jpeg", &jpeg, count: .bits(32, "jpeg_size"))
    try f.bytes("padding", &padding, count: .toEnd)
  }
}

/// How the pixels of a raw picture are coded.
struct CanonCompressionBox: BoxBody {
  static let type: FourCC = "CMP1"
  static let specification = "Canon media"

  var unknown1: UInt16 = 0xFFFF
  /// Bytes from the version on.
  var headerSize: UInt16 = 0x30
  var version: UInt16 = 0x100
  var unknown2: UInt16 = 0
  /// Pixels.
  var imageWidth: UInt32 = 0
  var imageHeight: UInt32 = 0
  var tileWidth: UInt32 = 0
  var tileHeight: UInt32 = 0
  var bitsPerSample: UInt8 = 14
  var planeCount: UInt8 = 4
  var colourFilterLayout: UInt8 = 0
  var encodingType: UInt8 = 0
  var waveletLevels: UInt8 = 0
  var hasTilesAcross = false
  var hasTilesDown = false
  /// The number of bytes of the track before its coded pixels.
  var dataHeaderSize: UInt32 = 0
  var hasExtendedHeader = false
  var unknown3 = Bytes()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "unknown1", &unknown1, as: .hex)
    try f.uint(16, "header_size", &headerSize)
    try f.uint(16, "version", &version, as: .hex)
    try f.uint(16, "unknown2", &unknown2, as: .hex)
    try f.uint(32, "image_width", &imageWidth)
    try f.uint(32, "image_height", &imageHeight)
    try f.uint(32, "tile_width", &tileWidth)
    try f.uint(32, "tile_height", &tileHeight)
    try f.uint(8, "bits_per_sample", &bitsPerSample)
    try f.uint(4, "plane_count", &planeCount)
    try f.uint(
      4, "cfa_layout", &colourFilterLayout,
      as: .names([0: "RGGB", 1: "GRBG", 2: "GBRG", 3: "BGGR"]))
    try f.uint(4, "encoding_type", &encodingType)
    try f.uint(4, "wavelet_levels", &waveletLevels)
    try f.flag("has_tiles_across", &hasTilesAcross)
    try f.flag("has_tiles_down", &hasTilesDown)
    try f.reserved(6)
    try f.uint(32, "data_header_size", &dataHeaderSize)
    try f.flag("has_extended_header", &hasExtendedHeader)
    try f.reserved(7)
    try f.bytes("unknown3", &unknown3, count: .toEnd)
  }
}

/// The areas of a raw picture: the rectangle to show, the optical black, ...
struct CanonImageAreaBox: BoxBody {
  static let type: FourCC = "IAD1"
  static let specification = "Canon media"

  var header = FullBoxHeader()
  /// Pixels.
  var width: UInt16 = 0
  var height: UInt16 = 0
  var unknown: [UInt16] = [1, 0, 1, 0]
  /// The crop; with four rows also black at the left, black at the top, and the active area. Ends are included.
  var areas = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(16, "width", &width)
    try f.uint(16, "height", &height)
    try f.list(16, "unknown", &unknown, count: .exactly(4))
    try f.table(
      "areas", &areas, count: .toEnd,
      columns: [.uint(16, "left"), .uint(16, "top"), .uint(16, "right"), .uint(16, "bottom")])
  }
}

/// The kinds of records in Canon's timed metadata.
struct CanonTimedMetadataSampleEntry: BoxBody {
  static let type: FourCC = "CTMD"
  static let specification = "Canon media"

  var dataReferenceIndex: UInt16 = 1
  var records = FieldTable()

  init() {}

  mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.sampleEntry(&dataReferenceIndex)
    try f.table(
      "records", &records, count: .bits(32, "record_count"),
      columns: [
        .uint(
          32, "type",
          as: .names([
            1: "time", 4: "focal length", 5: "exposure", 7: "Exif", 8: "maker note",
            9: "maker note",
          ])), .uint(32, "size"),
      ])
  }
}

/// The TIFF structures of a raw photo of Canon's (CR3): one for each directory.
public struct CanonDirectories: Sendable {
  /// IFD0; nil if it is missing or not valid.
  public let main: TIFFFile?
  /// The settings with which the photo was taken.
  public let exif: TIFFFile?
  /// The GPS directory: the location of the photo.
  public let gps: TIFFFile?

  /// - Parameter boxes: the top-level boxes of the file.
  public init(_ boxes: [Box]) {
    let parts = boxes.at("moov").all("uuid").flatMap(\.children)
    func directory(_ type: FourCC) -> TIFFFile? {
      parts.first(type)?.opaquePayload.flatMap { try? TIFFFile($0) }
    }
    (main, exif, gps) = (directory("CMT1"), directory("CMT2"), directory("CMT4"))
  }

  /// A summary of the photo.
  public var summary: ExifSummary { ExifSummary(main: main, exif: exif, gps: gps) }
}

extension BoxFile {
  /// Whether the file is a raw photo of Canon's (CR3), by its brands.
  package var isCanonRaw: Bool {
    guard let type = boxes.first(FileTypeBox.self) else { return false }
    return type.majorBrand == "crx " || type.compatibleBrands.contains("crx ")
  }
}

extension BoxRegistry {
  private static let canonName = "Canon media"

  static let canon: [BoxDefinition] = [
    .uuid(
      "85c0b687-820f-11e0-8111-f4ce462b6a48", "Canon metadata", canonName, ContainerBox.self,
      .optional(in: "moov", "meta")),
    .uuid(
      "eaf42b5e-1c98-4b88-b9fb-b7dc406e4d16", "Canon preview", canonName,
      CanonPreviewContainer.self, .optional(in: .file)),
    .uuid(
      "5766b829-bb6a-47c5-bcfb-8b9f2260d06d", "Canon timed metadata of a burst", canonName, nil,
      because: "its form is not public", .optional(in: .file)),
    .uuid(
      "210f1687-9149-11e4-8111-00242131fce4", "Canon recipe for development", canonName,
      ContainerBox.self, .optional(in: .file)),
    .box("CNCV", "Canon codec version", canonName, CanonTextBox.self, .optional(in: "uuid")),
    .box(CanonTrackPointersBox.self, .optional(in: "uuid")),
    .box(CanonTrackTypeBox.self, .any(in: "CCTP")),
    .box(CanonOffsetsBox.self, .optional(in: "uuid")),
    .data("CMT1", "Exif, IFD 0", canonName, holds: .tiff(), .optional(in: "uuid")),
    .data("CMT2", "Exif, Exif IFD", canonName, holds: .tiff(.exif), .optional(in: "uuid")),
    .data(
      "CMT3", "Exif, maker note", canonName, holds: .tiff(.canon), .optional(in: "uuid")),
    .data("CMT4", "Exif, GPS IFD", canonName, holds: .tiff(.gps), .optional(in: "uuid")),
    .data(
      "CMTA", "Canon metadata of a burst", canonName, holds: .tiff(.canon),
      .optional(in: "uuid")),
    .box(CanonThumbnailBox.self, .optional(in: "uuid")),
    .box(CanonPreviewBox.self, .optional(in: "uuid")),
    .box(CanonCompressionBox.self, .optional(in: .visualSampleEntry)),
    .box(
      "CDI1", "Canon image dimensions", canonName, FullContainerBox.self,
      .optional(in: .visualSampleEntry)),
    .box(CanonImageAreaBox.self, .optional(in: "CDI1")),
    .data(
      "JPEG", "Canon JPEG picture", canonName, because: "it has four zero bytes",
      .optional(in: .visualSampleEntry)),
    .container("CNTH", "Canon thumbnail", canonName, .optional(in: "uuid", "udta")),
    .data(
      "CNDA", "Canon thumbnail file", canonName, because: "it is a JPEG file", .any(in: "CNTH")),
    .data(
      "CNDM", "Canon dummy", canonName, because: "its form is not public",
      .optional(in: "uuid", "udta")),
    .data(
      "CNOP", "Canon options", canonName, because: "its form depends on the file",
      .optional(in: "uuid", "udta")),
    .data(
      "CNDB", "Canon data", canonName, because: "its form is not public",
      .optional(in: "uuid", "udta")),
  ]

  static let canonUserData: [BoxDefinition] = [
    .box("CNCV", "Canon codec version", canonName, CanonTextBox.self, .optional(in: "udta")),
    .box("CNMN", "Canon model", canonName, CanonTextBox.self, .optional(in: "udta")),
    .box("CNFV", "Canon firmware", canonName, CanonTextBox.self, .optional(in: "udta")),
  ]
}
