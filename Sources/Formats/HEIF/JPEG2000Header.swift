public import FieldCoding
import ISOBMFF
public import NALUnits

/// The start of a JPEG 2000 codestream, which describes its image: SOC and SIZ (ISO/IEC 15444-1 §A.5.1).
public struct JPEG2000Header: FieldCodable, Equatable {
  var start: UInt32 = 0xFF4F_FF51
  var length: UInt16 = 0
  var image = JPEG2000ImageSize()

  /// An empty image.
  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "SOC and SIZ", &start, as: .hex)
    try f.uint(16, "Lsiz", &length)
    try image.fields(&f)
  }

  /// Reads the start of a codestream. Nil if it is another format, or if its values make no sense.
  public init?(codestream bytes: some Collection<UInt8>) {
    // Each of at most 16384 components takes three bytes.
    let prefix = Array(bytes.prefix(42))
    guard prefix.count == 42, prefix.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) else { return nil }
    let count = prefix[40...].reduce(0) { $0 << 8 | Int($1) }
    guard let header = try? JPEG2000Header(decoding: Bytes(Array(bytes.prefix(42 + 3 * count)))),
      header.image.makesSense
    else { return nil }
    self = header
  }

  /// The size of the image.
  public var size: ImagePlan.Size {
    ImagePlan.Size(
      width: Int(image.right) - Int(image.left), height: Int(image.bottom) - Int(image.top))
  }

  /// The number of tiles that the image is cut into.
  public var tileCount: Int {
    let columns =
      (Int(image.right) - Int(image.firstTileLeft) + Int(image.tileWidth) - 1)
      / Int(image.tileWidth)
    let rows =
      (Int(image.bottom) - Int(image.firstTileTop) + Int(image.tileHeight) - 1)
      / Int(image.tileHeight)
    let count = columns.multipliedReportingOverflow(by: rows)
    return count.overflow ? .max : count.partialValue
  }

  /// The number of components.
  public var componentCount: Int { image.components.count }

  /// The bits of a sample; nil if components have different numbers of bits, or signed samples.
  public var bitDepth: Int? {
    let first = image.components[0].bitDepthMinus1
    return image.components.allSatisfy { $0.bitDepthMinus1 == first && !$0.isSigned }
      ? Int(first) + 1 : nil
  }

  /// The chroma format of one component or three; nil for other numbers, and if luma is subsampled.
  public var chroma: ChromaFormat? {
    let sampling = image.components.map { [$0.horizontalSeparation, $0.verticalSeparation] }
    guard sampling[0] == [1, 1] else { return nil }
    if sampling.count == 1 { return .monochrome }
    guard sampling.count == 3, sampling[1] == sampling[2] else { return nil }
    switch sampling[1] {
    case [1, 1]: return .yuv444
    case [2, 1]: return .yuv422
    case [2, 2]: return .yuv420
    default: return nil
    }
  }

  /// Whether the first chroma sample has the same position as in other codecs.
  public var startsEvenly: Bool { image.left % 2 == 0 && image.top % 2 == 0 }
}

extension JPEG2000ImageSize {
  /// Whether the image is not empty, and its first tile starts with it or before it.
  fileprivate var makesSense: Bool {
    left < right && top < bottom && tileWidth > 0 && tileHeight > 0 && firstTileLeft <= left
      && firstTileTop <= top && !components.isEmpty
      && components.allSatisfy { $0.horizontalSeparation > 0 && $0.verticalSeparation > 0 }
  }
}
