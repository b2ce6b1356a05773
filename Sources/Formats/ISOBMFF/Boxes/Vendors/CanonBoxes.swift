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
public struct CanonTrackPointersBox: BoxContainer {
  public static let type: FourCC = "CCTP"
  public static let specification = "Canon media"

  public var header = FullBoxHeader()
  public var unknown: UInt32 = 1
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.uint(32, "unknown", &unknown)
    try f.boxes(&children, countedBy: 32, "track_count")
  }
}

/// The type of one track of a raw photo.
public struct CanonTrackTypeBox: BoxBody {
  public static let type: FourCC = "CCDT"
  public static let specification = "Canon media"

  public var imageType: UInt64 = 0
  public var isDualPixel: UInt32 = 0
  public var trackID: UInt32 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct CanonThumbnailBox: BoxBody {
  public static let type: FourCC = "THMB"
  public static let specification = "Canon media"

  public var header = FullBoxHeader()
  /// Pixels.
  public var width: UInt16 = 160
  public var height: UInt16 = 120
  public var jpeg = Bytes()
  /// An unknown field of version 0.
  public var unknown: UInt32 = 0x1_0000
  public var padding = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct CanonPreviewContainer: BoxContainer {
  public static let type: FourCC = "uuid"
  public static let specification = "Canon media"

  public var unknown: UInt32 = 0
  public var children: [Box] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "unknown", &unknown)
    try f.boxes(&children, countedBy: 32, "box_count")
  }
}

/// A JPEG file of the size of a screen.
public struct CanonPreviewBox: BoxBody {
  public static let type: FourCC = "PRVW"
  public static let specification = "Canon media"

  public var header = FullBoxHeader()
  public var unknown1: UInt16 = 1
  /// Pixels.
  public var width: UInt16 = 1620
  public var height: UInt16 = 1080
  public var unknown2: UInt16 = 1
  public var jpeg = Bytes()
  public var padding = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct CanonCompressionBox: BoxBody {
  public static let type: FourCC = "CMP1"
  public static let specification = "Canon media"

  public var unknown1: UInt16 = 0xFFFF
  /// Bytes from the version on.
  public var headerSize: UInt16 = 0x30
  public var version: UInt16 = 0x100
  public var unknown2: UInt16 = 0
  /// Pixels.
  public var imageWidth: UInt32 = 0
  public var imageHeight: UInt32 = 0
  public var tileWidth: UInt32 = 0
  public var tileHeight: UInt32 = 0
  public var bitsPerSample: UInt8 = 14
  public var planeCount: UInt8 = 4
  public var colourFilterLayout: UInt8 = 0
  public var encodingType: UInt8 = 0
  public var waveletLevels: UInt8 = 0
  public var hasTilesAcross = false
  public var hasTilesDown = false
  /// The number of bytes of the track before its coded pixels.
  public var dataHeaderSize: UInt32 = 0
  public var hasExtendedHeader = false
  public var unknown3 = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct CanonImageAreaBox: BoxBody {
  public static let type: FourCC = "IAD1"
  public static let specification = "Canon media"

  public var header = FullBoxHeader()
  /// Pixels.
  public var width: UInt16 = 0
  public var height: UInt16 = 0
  public var unknown: [UInt16] = [1, 0, 1, 0]
  /// The crop; with four rows also black at the left, black at the top, and the active area. Ends are included.
  public var areas = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
public struct CanonTimedMetadataSampleEntry: BoxBody {
  public static let type: FourCC = "CTMD"
  public static let specification = "Canon media"

  public var dataReferenceIndex: UInt16 = 1
  public var records = FieldTable()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
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
