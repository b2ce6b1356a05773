public import FieldCoding
public import HEIF
import Metadata

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
