public import FieldCoding
public import HEIF
import Metadata

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

/// The alpha of an image, as an image of the same shape.
public struct AlphaJob: FieldCodable, Sendable {
  /// The image of the opacity, which its luma states.
  public var plan = ImagePlan()
  /// Whether the image's colours are multiplied by their opacity already (`prem`).
  public var isPremultiplied = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try plan.fields(&f)
    try f.flag("isPremultiplied", &isPremultiplied)
    try f.reserved(7)
  }
}

/// The SDR image that an HDR image has in its own gain map (ISO 21496-1).
public struct AlternateJob: FieldCodable, Sendable {
  /// The image of the gain map.
  public var plan = ImagePlan()
  /// The meaning of its samples; the base is HDR.
  public var metadata = GainMapMetadata()
  /// The primaries of the SDR image (ITU-T H.273).
  public var primaries: UInt16 = 1
  /// The primaries of the light to which gains are applied.
  public var gainPrimaries: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try plan.fields(&f)
    try metadata.fields(&f)
    try f.uint(16, "primaries", &primaries)
    try f.uint(16, "gainPrimaries", &gainPrimaries)
  }
}

/// The gain map that is added to a JPEG file, and the metadata about it.
///
/// If the map cannot be made, the file is written without it, and without its metadata.
public struct GainMapJob: FieldCodable {
  /// The placeholder in the XMP packet of the image for the length of the map's file.
  public static let lengthToken = "LENGTH-OF-GAIN-MAP"

  /// The image of the map.
  public var plan = ImagePlan()
  /// The new value of each sample value, 0 to 255; empty if samples do not change.
  public var values = Bytes()
  /// Payloads of the APP1 segments of the image, instead of those that it has without a map.
  public var pictureAPP1: [Bytes] = []
  /// Payloads of the APP2 segments of the image, instead of those that it has without a map.
  public var pictureAPP2: [Bytes] = []
  /// Payloads of the APP1 segments of the map.
  public var mapAPP1: [Bytes] = []
  /// Payloads of the APP2 segments of the map.
  public var mapAPP2: [Bytes] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try plan.fields(&f)
    try f.bytes("values", &values, count: .bits(16, "valueCount"))
    try f.segments("pictureAPP1", &pictureAPP1)
    try f.segments("pictureAPP2", &pictureAPP2)
    try f.segments("mapAPP1", &mapAPP1)
    try f.segments("mapAPP2", &mapAPP2)
  }
}

extension Bytes {
  /// The payload of an APP1 segment with the length of the gain map's file in it, if it is XMP with
  /// ``GainMapJob/lengthToken``.
  public func stating(lengthOfGainMap length: Int) -> Bytes {
    let token = Array(GainMapJob.lengthToken.utf8)
    var bytes = Array(self)
    guard starts(with: JPEGSegments.xmpIdentifier), count >= token.count,
      let offset = (0...count - token.count).last(where: { bytes[$0...].starts(with: token) })
    else { return self }
    bytes.replaceSubrange(offset..<offset + token.count, with: Array("\(length)".utf8))
    return Bytes(bytes)
  }
}

extension FieldCoder {
  /// Payloads of segments of a JPEG file.
  mutating func segments(_ name: StaticString, _ segments: inout [Bytes]) throws(FieldError) {
    try list(name, &segments, count: .bits(32, "segmentCount"), of: Bytes()) {
      (segment, f) throws(FieldError) in
      try f.bytes("segment", &segment, count: .bits(32, "segmentLength"))
    }
  }
}
