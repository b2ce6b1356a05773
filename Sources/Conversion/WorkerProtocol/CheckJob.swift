public import FieldCoding
public import HEIF

/// The job of ``WorkerTask/check``: decode the image of a JPEG or PNG file that stays unchanged, and keep nothing of
/// it.
///
/// The worker reads it from standard input. The file is descriptor 3.
public struct CheckJob: FieldCodable {
  /// The descriptor under which the worker has the file.
  public static let fileDescriptor: Int32 = 3

  /// How the image is coded: as JPEG or PNG.
  public var codec = Codec.jpeg
  /// The length of the image in bytes, from the first byte of the file; data after it is not read.
  public var byteCount: UInt64 = 0
  /// The size that the file states, in samples.
  public var size = ImagePlan.Size()
  /// Whether all coefficients are held until the last scan has come.
  public var hasSeveralScans = false
  /// The memory limit for decoding, in bytes.
  public var planeBudget: UInt64 = 4 << 30

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try codec.fields(&f)
    try f.uint(64, "byteCount", &byteCount)
    try size.fields(&f)
    try f.flag("hasSeveralScans", &hasSeveralScans)
    try f.reserved(7)
    try f.uint(64, "planeBudget", &planeBudget)
  }
}
