public import HEVC
import ISOBMFF

/// The plan for decoding an item: everything that a decoder needs to make the image that is shown.
///
/// A plan has no reference to boxes: it refers to coded data by ranges of the file, so it can be sent to another
/// process together with an open file.
public struct ImagePlan: Equatable, Sendable {
  /// The codec of all tiles.
  public var codec = Codec.hevc
  /// The different decoder configurations among the tiles; nearly always one.
  public var configurations: [DecoderConfiguration] = []
  /// The tiles row by row, from the top left.
  public var tiles: [CodedImage] = []
  /// The number of tiles in a row.
  public var columns = 1
  /// The number of rows of tiles.
  public var rows = 1
  /// The size of each tile as stated by the container, in luma samples.
  public var tileSize = Size()
  /// The size of the image before ``transforms``. Tiles may exceed it at the right and the bottom.
  public var canvas = Size()
  /// The shape of a sample before ``transforms``, as a width and a height (`pasp`).
  public var sampleShape = Size(width: 1, height: 1)
  /// The transformations, in the order in which they are applied.
  public var transforms: [Transform] = []
  /// The colour that the container states (`colr` of type `nclx`).
  public var colour: CodingIndependentCodePoints?
  /// The peak luminance of the image, in cd/m² (`clli`, or else `mdcv`); 0 if it is unknown.
  public var peakLuminance = 0
  /// The overlay, if the image is composed of other images; then there are no tiles.
  public var overlay: Overlay?
  /// The colours that the bitstream of the first tile states; for an overlay, those in which it is composed.
  public var codedColour = CodingIndependentCodePoints()

  public init() {}

  /// The most samples in each direction of an image that is converted. JPEG files cannot hold more.
  package static let longestSide = 65_535

  /// The decoder configuration, without coded data.
  public struct DecoderConfiguration: Equatable, Sendable {
    /// The data that a decoder gets before the coded data.
    ///
    /// HEVC and AVC: NAL units with header and emulation prevention bytes: VPS, SPS, PPS, SEI. AV1: nothing, or the
    /// open bitstream units of `configOBUs` in one piece; the coded data of an item always has a sequence header (AV1
    /// Image File Format §2.1). Uncompressed: the boxes that describe the storage of samples.
    public var parameterSets: [[UInt8]] = []
    /// The size in bytes of the length field before each NAL unit in the coded data: 1, 2 or 4. 0 for AV1, whose units
    /// have no such field.
    public var lengthSize = 4
    /// Which of the operating points of an AV1 bitstream is shown (`a1op`).
    public var operatingPoint = 0
    /// The spatial layer that is shown of AV1 (`lsel`); nil for the last of the operating point.
    public var layer: Int?
    /// Whether the image is the alpha of a PNG file or an uncompressed image, and not its colours.
    public var isAlpha = false
    /// The number of HEVC images before the one that is shown, which is predicted from them.
    public var referenceCount = 0
    /// Whether a JPEG 2000 codestream, or an image of another codec, has red, green and blue, and not luma and chroma.
    public var isRGB = false
    /// Whether a JPEG file has four inks (CMYK), which are decoded to red, green and blue of sRGB.
    public var hasInks = false
    /// The type of the item; nil if it is not an item of a HEIF file.
    public var itemType: FourCC?
    /// The boxes of the item's properties that its codec needs; none of HEVC and AV1, whose properties can be made.
    public var properties: [UInt8] = []
    public init() {}
  }

  /// One tile, or the whole image.
  public struct CodedImage: Equatable, Sendable {
    /// Which of ``ImagePlan/configurations`` this image needs.
    public var configuration = 0
    /// The ranges of the coded data in the file, in order.
    public var extents: [Range<Int>] = []
    /// Whether nothing of it is decoded: it is shown in grey.
    public var isLost = false
    /// Whether the coded data is incomplete: the existing part is decoded, and the rest becomes grey.
    public var isCut = false
    public init() {}
  }

  /// A size in luma samples.
  public struct Size: Equatable, Sendable {
    /// The samples from left to right.
    public var width = 0
    /// The samples from top to bottom.
    public var height = 0
    /// A size in luma samples.
    public init(width: Int = 0, height: Int = 0) {
      self.width = width
      self.height = height
    }

    /// A size with the same aspect ratio, in which no side is longer than `side`; this size, if it already fits.
    public func fitting(longerSide side: Int?) -> Size {
      let longer = max(width, height)
      guard let side, side > 0, side < longer else { return self }
      func scaled(_ own: Int) -> Int {
        max(1, Int((Double(own) * Double(side) / Double(longer)).rounded()))
      }
      return Size(width: scaled(width), height: scaled(height))
    }
  }

  /// A transformative item property, with its numbers already checked against the image.
  public enum Transform: Equatable, Sendable {
    /// Clean aperture in whole samples (ISO/IEC 14496-12 §12.1.4).
    case crop(x: Int, y: Int, width: Int, height: Int)
    /// Counter-clockwise by this many times 90 degrees, 1 to 3 (ISO/IEC 23008-12 §6.5.10).
    case rotate(quarterTurns: Int)
    /// Top and bottom exchanged (`imir` axis 0, ISO/IEC 23008-12 §6.5.12).
    case flipVertically
    /// Left and right exchanged (`imir` axis 1).
    case flipHorizontally
  }

  /// Whether it has JPEG files of four inks.
  package var hasInks: Bool { configurations.contains { $0.hasInks } }

  /// The size of the image after all transformations, in its own samples.
  public var displaySize: Size {
    transforms.reduce(canvas) { size, transform in transform.size(of: size) }
  }

  /// The same in square samples; the size in its own samples if their aspect ratio is not plausible.
  public var shownSize: Size {
    var size = displaySize
    let isRotated = transforms.count { $0.size(of: Size(width: 1, height: 2)).width == 2 } % 2 == 1
    let ratio = Double(sampleShape.width) / Double(max(1, sampleShape.height))
    let side = (Double(isRotated ? size.height : size.width) * ratio).rounded()
    guard (0.05...20).contains(ratio), (1...65_535).contains(side) else { return size }
    if isRotated { size.height = Int(side) } else { size.width = Int(side) }
    return size
  }
}

extension ImagePlan.Transform {
  /// The size of an image of `size` after it.
  func size(of size: ImagePlan.Size) -> ImagePlan.Size {
    switch self {
    case .crop(_, _, let width, let height): ImagePlan.Size(width: width, height: height)
    case .rotate(let turns) where turns % 2 == 1:
      ImagePlan.Size(width: size.height, height: size.width)
    case .rotate, .flipVertically, .flipHorizontally: size
    }
  }
}

extension ImagePlan {
  /// The colour code points of the samples: those of the container, or else those of the bitstream.
  ///
  /// According to MIAF, full range is assumed without reading the bitstream (ISO/IEC 23000-22 §7.3.6.4). But images
  /// without colour information in the container come from video encoders. If the bitstream does not state the range,
  /// either, their samples have the limited range that is the default of HEVC and AVC (ITU-T H.265 §E.3.1). libheif
  /// reads them in the same way.
  public var sampleColour: CodingIndependentCodePoints {
    guard var stated = colour else { return codedColour }
    // Red, green and blue components need no matrix; that of the file is ignored.
    if codec == .uncompressed, codedColour.matrixCoefficients == 0 {
      stated.matrixCoefficients = 0
    }
    return stated
  }
}

extension CodingIndependentCodePoints {
  /// The colours that the bitstream of an HEVC image states; the defaults of ITU-T H.265 §E.3.1 if it states none.
  ///
  /// - Parameters:
  ///   - parameterSets: the parameter sets of the decoder configuration.
  ///   - data: the coded image, which has the parameter sets if the configuration has none (`hev1`).
  package init(hevc parameterSets: [[UInt8]], lengthSize: Int, data: () -> Bytes?) {
    self.init()
    let set =
      CodingIndependentCodePoints.sequence(in: parameterSets.map { Bytes($0) })
      ?? data().flatMap { try? LengthPrefixed.nalUnits(in: $0, lengthSize: lengthSize) }
      .flatMap(CodingIndependentCodePoints.sequence)
    if let signal = set?.vui?.videoSignal { self.init(signal) }
  }

  /// The first SPS of the base layer.
  private static func sequence(in units: [Bytes]) -> SequenceParameterSet? {
    for unit in units where NALUnit.type(of: unit) == .sequenceParameterSet {
      if let set = try? SequenceParameterSet(nalUnit: unit), set.header.layerID == 0 { return set }
    }
    return nil
  }

  /// The code points of the VUI of HEVC and AVC.
  public init(_ signal: VideoSignal) {
    self.init()
    isFullRange = signal.isFullRange
    guard let colour = signal.colour else { return }
    colourPrimaries = UInt16(colour.colourPrimaries)
    transferCharacteristics = UInt16(colour.transferCharacteristics)
    matrixCoefficients = UInt16(colour.matrixCoefficients)
  }
}

extension HEIFFile {
  /// The colours that the bitstream of a coded image states, in its configuration or in its data; nil if it states none.
  public func bitstreamColour(of item: Item) -> CodingIndependentCodePoints? {
    if let colour = item.codedFormat?.colour { return colour }
    // The sequence header is in the data, and may be missing in the configuration.
    guard item.type == "av01", let data = try? data(of: item.id) else { return nil }
    return CodingIndependentCodePoints(av1: data)
  }
}

extension CodingIndependentCodePoints {
  /// How these colours, of a container, contradict those of its bitstream, as parts of a sentence; empty if they do not.
  public func contradictions(to inside: CodingIndependentCodePoints) -> [String] {
    // Numbers with the same meaning (ITU-T H.273 Tables 2 to 4), each with the first of them.
    let primaries: [UInt16: UInt16] = [7: 6]
    let transfers: [UInt16: UInt16] = [6: 1, 14: 1, 15: 1]
    let matrices: [UInt16: UInt16] = [6: 5]
    let parts: [(String, [UInt16: UInt16], UInt16, UInt16)] = [
      ("primaries", primaries, colourPrimaries, inside.colourPrimaries),
      ("transfer", transfers, transferCharacteristics, inside.transferCharacteristics),
      ("matrix", matrices, matrixCoefficients, inside.matrixCoefficients),
    ]
    var differences: [String] = []
    // 2 is "unspecified", which contradicts nothing.
    for (name, same, stated, inside) in parts where stated != 2 && inside != 2 {
      guard same[stated] ?? stated != same[inside] ?? inside else { continue }
      differences.append("\(name) \(stated), not \(inside)")
    }
    if isFullRange != inside.isFullRange {
      let name = { (isFull: Bool) in isFull ? "full" : "limited" }
      differences.append("\(name(isFullRange)), not \(name(inside.isFullRange)) range")
    }
    return differences
  }
}
