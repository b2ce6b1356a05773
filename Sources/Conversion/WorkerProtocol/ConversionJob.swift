public import FieldCoding
public import HEIF

/// The job of ``WorkerTask/convert``: decode a plan, and write an image file.
///
/// The worker reads it from standard input. The file to read is descriptor 3 and the file to write is descriptor 4;
/// nothing else is open.
public struct ConversionJob: FieldCodable {
  /// The descriptor under which the worker has the file to read.
  public static let inputDescriptor: Int32 = 3
  /// The descriptor under which the worker has the file to write.
  public static let outputDescriptor: Int32 = 4

  /// The image that is decoded.
  public var plan = ImagePlan()
  /// The format of the file that is written.
  public var format = OutputFormat.jpeg
  /// The bits of a sample of the file: 8 or 16 for PNG, 8 or 10 for HEIC and AVIF; 0 for the larger
  /// if the image has more than 8.
  public var bitDepth: UInt8 = 0
  /// The quality of the JPEG, HEIC or AVIF file, 1 to 100.
  public var quality: UInt8 = 90
  /// The number of decoding threads; 0 is one for each core.
  public var threads: UInt16 = 0
  /// The memory limit for the planes of the image, in bytes.
  public var planeBudget: UInt64 = 4 << 30
  /// Whether the light of HDR images is brought into the range of a screen.
  public var mapsTones = true
  /// The engine that decodes.
  public var engine = EngineChoice()
  /// The maximum of the longer side of the result, in samples; 0 for no limit.
  public var longerSide: UInt32 = 0
  /// The images that become a thumbnail in the Exif metadata: one or none.
  public var thumbnails: [ImagePlan] = []
  /// The TIFF structure of the Exif metadata, without the identifier in front of it; for all
  /// formats but JPEG.
  public var exif = Bytes()
  /// The XMP packet; for all formats but JPEG.
  public var xmp = Bytes()
  /// The payloads of APP1 segments, complete with their identifiers: Exif first, then XMP; only for JPEG.
  public var app1Segments: [Bytes] = []
  /// The ICC profile of the result; empty if it has none.
  public var iccProfile = Bytes()
  /// The ICC profile of the image, whose colours are to become those of ``iccProfile``; empty if
  /// they are those already.
  public var sourceProfile = Bytes()
  /// Whether the file that is read is a PNG file with a profile, which is compressed there: it is
  /// that of the result, or that of the source if ``iccProfile`` is another.
  public var hasPNGProfile = false
  /// The opacity of the image: one or none.
  public var alphas: [AlphaJob] = []
  /// The new value of each luma sample of a grey image of 8 bits, 0 to 255, in a HEIC or AVIF file; empty if samples
  /// do not change.
  public var lumaValues = Bytes()
  /// The gain map of the image: one or none.
  public var gainMaps: [GainMapJob] = []
  /// The SDR image that is written instead of an HDR image if tones are mapped: one or none.
  public var alternates: [AlternateJob] = []

  public init() {}

  /// The size that the result must have.
  public var outputSize: ImagePlan.Size {
    plan.shownSize.fitting(longerSide: longerSide == 0 ? nil : Int(longerSide))
  }

  /// Whether the image need not be opaque.
  public var hasOpacity: Bool { !alphas.isEmpty || plan.overlay?.isOpaque == false }

  /// Whether its colours are multiplied by their opacity: those of an overlay are so, whose canvas
  /// is not opaque.
  public var isPremultiplied: Bool {
    alphas.first?.isPremultiplied ?? (plan.overlay?.isOpaque == false)
  }

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
    try f.flag("hasPNGProfile", &hasPNGProfile)
    try f.reserved(6)
    try engine.fields(&f)
    try f.uint(32, "longerSide", &longerSide)
    try f.list("thumbnails", &thumbnails, count: .bits(8, "thumbnailCount"))
    try f.bytes("exif", &exif, count: .bits(32, "exifLength"))
    try f.bytes("xmp", &xmp, count: .bits(32, "xmpLength"))
    try f.segments("app1Segments", &app1Segments)
    try f.bytes("iccProfile", &iccProfile, count: .bits(32, "iccLength"))
    try f.bytes("sourceProfile", &sourceProfile, count: .bits(32, "sourceProfileLength"))
    try f.list("alphas", &alphas, count: .bits(8, "alphaCount"))
    try f.bytes("lumaValues", &lumaValues, count: .bits(16, "valueCount"))
    try f.list("gainMaps", &gainMaps, count: .bits(8, "gainMapCount"))
    try f.list("alternates", &alternates, count: .bits(8, "alternateCount"))
  }
}

/// The worker's answer on standard output.
public struct ConversionReply: WorkerReply {
  /// Why there is no file; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// The width of the result, in samples; only for ``WorkerTask/decode``.
  public var width: UInt32 = 0
  /// The height of the result, in samples; only for ``WorkerTask/decode``.
  public var height: UInt32 = 0
  /// The number of samples for each pixel; only for ``WorkerTask/decode``.
  public var channels: UInt8 = 0
  /// The bits of each sample; only for ``WorkerTask/decode``.
  public var bitDepth: UInt8 = 0
  /// Whether the file got the gain map that it should have.
  public var hasGainMap = false
  /// Whether the image was not opaque, and was blended over white.
  public var isBlended = false
  public var encodingTime: UInt64 = 0
  /// Notes for the user about approximations and omissions.
  public var notes: [Text] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.uint(32, "width", &width)
    try f.uint(32, "height", &height)
    try f.uint(8, "channels", &channels)
    try f.uint(8, "bitDepth", &bitDepth)
    try f.flag("hasGainMap", &hasGainMap)
    try f.flag("isBlended", &isBlended)
    try f.reserved(6)
    try f.uint(64, "encodingTime", &encodingTime)
    try f.list("notes", &notes, count: .bits(32, "noteCount"), of: "") {
      (note, f) throws(FieldError) in
      try f.text("note", &note)
    }
  }
}
