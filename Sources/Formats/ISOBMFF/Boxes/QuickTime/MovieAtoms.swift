/// The method by which a movie is compressed.
public struct DataCompressionBox: BoxBody {
  public static let type: FourCC = "dcom"
  public static let specification = "QuickTime File Format: Compressed movie resources"

  /// `zlib`.
  public var compressionType: FourCC = "zlib"

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fourCC("compression_type", &compressionType)
  }
}

/// A movie, compressed.
public struct CompressedMovieDataBox: BoxBody {
  public static let type: FourCC = "cmvd"
  public static let specification = "QuickTime File Format: Compressed movie resources"

  /// Bytes.
  public var uncompressedSize: UInt32 = 0
  public var compressedData = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "uncompressed_size", &uncompressedSize)
    try f.bytes("compressed_data", &compressedData, count: .toEnd)
  }
}

/// The rectangle and the shape that are shown of a movie or a track.
public struct ClippingRegionBox: BoxBody {
  public static let type: FourCC = "crgn"
  public static let specification = "QuickTime File Format: Clipping atoms"

  /// Bytes of the region.
  public var regionSize: UInt16 = 10
  /// Top, left, bottom, right.
  public var boundaryBox: [UInt16] = [0, 0, 0, 0]
  /// The data of regions that are not rectangles.
  public var regionData = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(16, "region_size", &regionSize)
    try f.list(16, "region_boundary_box", &boundaryBox, count: .exactly(4))
    try f.bytes("region_data", &regionData, count: .toEnd)
  }
}

/// A picture that is the alpha mask of the track.
public struct CompressedMatteBox: BoxBody {
  public static let type: FourCC = "kmat"
  public static let specification = "QuickTime File Format: Track matte atoms"

  public var header = FullBoxHeader()
  /// An image description, and the picture.
  public var matteData = Bytes()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.fullBox(&header)
    try f.bytes("matte_data", &matteData, count: .toEnd)
  }
}

/// The location of the movie's preview.
public struct PreviewBox: BoxBody {
  public static let type: FourCC = "pnot"
  public static let specification = "QuickTime File Format: Preview atoms"

  public var modificationDate: UInt32 = 0
  public var version: UInt16 = 0
  /// `PICT`.
  public var atomType: FourCC = "PICT"
  /// Counted from 1.
  public var atomIndex: UInt16 = 1

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "modification_date", &modificationDate, as: .seconds1904)
    try f.uint(16, "version", &version)
    try f.fourCC("atom_type", &atomType)
    try f.uint(16, "atom_index", &atomIndex)
  }
}
