public import FieldCoding
public import HEIF

/// What the codec worker is asked to do: decode a plan, and write a JPEG file.
///
/// It comes to the worker on standard input. The file to read is descriptor 3 and the file to write
/// is descriptor 4; nothing else is open.
public struct ConversionJob: FieldCodable {
  public static let inputDescriptor: Int32 = 3
  public static let outputDescriptor: Int32 = 4

  public var plan = ImagePlan()
  public var format = OutputFormat.jpeg
  /// Of the samples of a PNG file, 8 or 16, and of a HEIC or AVIF file, 8 or 10; 0 for the larger if
  /// the picture has more than 8.
  public var bitDepth: UInt8 = 0
  /// Of the JPEG, HEIC or AVIF file, 1 to 100.
  public var quality: UInt8 = 90
  /// How many threads decode; 0 is one for each core.
  public var threads: UInt16 = 0
  /// What the planes of the picture may take, in bytes.
  public var planeBudget: UInt64 = 4 << 30
  /// Whether the light of HDR pictures is brought into the range of a screen.
  public var mapsTones = true
  public var engine = EngineChoice()
  /// For all but JPEG: a TIFF structure, and an XMP packet.
  public var exif = Bytes()
  public var xmp = Bytes()
  /// For JPEG: payloads of APP1 segments, complete with their identifiers: Exif first, then XMP.
  public var app1Segments: [Bytes] = []
  public var iccProfile = Bytes()
  /// Whether the profile is that of the PNG file that is read, where it is compressed.
  public var keepsPNGProfile = false
  /// One or none.
  public var gainMaps: [GainMapJob] = []
  /// How opaque the picture is, for HEIC and AVIF files: one or none.
  public var alphas: [ImagePlan] = []
  /// Whether colours are multiplied by their alpha already.
  public var isPremultiplied = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try plan.fields(&f)
    var name = Text(format.rawValue)
    try f.text("format", &name)
    guard let format = OutputFormat(rawValue: name.string) else {
      throw f.error(.invalid("\(name.string) is not a format"))
    }
    self.format = format
    try f.uint(8, "bitDepth", &bitDepth)
    try f.uint(8, "quality", &quality)
    try f.uint(16, "threads", &threads)
    try f.uint(64, "planeBudget", &planeBudget)
    try f.flag("mapsTones", &mapsTones)
    try f.flag("keepsPNGProfile", &keepsPNGProfile)
    try f.flag("isPremultiplied", &isPremultiplied)
    try f.reserved(5)
    try engine.fields(&f)
    try f.bytes("exif", &exif, count: .bits(32, "exifLength"))
    try f.bytes("xmp", &xmp, count: .bits(32, "xmpLength"))
    try f.segments("app1Segments", &app1Segments)
    try f.bytes("iccProfile", &iccProfile, count: .bits(32, "iccLength"))
    try f.list("gainMaps", &gainMaps, count: .bits(8, "gainMapCount"))
    try f.list("alphas", &alphas, count: .bits(8, "alphaCount"))
  }
}

/// What the worker answers on standard output.
public struct ConversionReply: FieldCodable {
  /// Empty if all went well.
  public var failure: Text = ""
  public var width: UInt32 = 0
  public var height: UInt32 = 0
  /// Whether the file got the gain map that it should have.
  public var hasGainMap = false
  /// The size of the file that was written.
  public var byteCount: UInt64 = 0
  /// What a person should know: what was approximated or left out.
  public var notes: [Text] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("failure", &failure)
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
    try f.flag("hasGainMap", &hasGainMap)
    try f.reserved(7)
    try f.uint(64, "byteCount", &byteCount)
    try f.list("notes", &notes, count: .bits(32, "noteCount"), of: "") {
      (note, f) throws(FieldError) in
      try f.text("note", &note)
    }
  }
}
