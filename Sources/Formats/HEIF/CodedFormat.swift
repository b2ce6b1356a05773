import AV1
import AVC
public import HEVC
public import ISOBMFF

/// The format of coded samples, as a decoder configuration states it.
///
/// It is read from the sequence parameter set. The record repeats some of it, but may be wrong.
public struct CodedFormat: Equatable, Sendable {
  /// The bits of a luma sample.
  public var bitDepth: Int
  /// The chroma format.
  public var chroma: ChromaFormat
  /// The colours in the bitstream; nil if it states none.
  public var colour: CodingIndependentCodePoints?

  /// Whether there is only luma.
  public var isMonochrome: Bool { chroma == .monochrome }

  /// Reads the record of HEVC, AVC or AV1. Nil if there is none, or if one of AVC has no sequence
  /// parameter set that can be read.
  ///
  /// - Parameter boxes: the properties of an item, or the children of a sample entry.
  public init?(_ boxes: [Box]) {
    if let record = boxes.first(HEVCConfigurationBox.self)?.record {
      bitDepth = Int(record.bitDepthLumaMinus8) + 8
      chroma = record.chromaFormat
      guard let set = try? record.sequenceParameterSets().first else { return }
      bitDepth = set.bitDepthLuma
      chroma = set.chromaFormat
      colour = set.vui?.videoSignal.map(CodingIndependentCodePoints.init)
    } else if let record = boxes.first(AVCConfigurationBox.self)?.record {
      guard let set = try? record.sequence() else { return nil }
      bitDepth = set.bitDepthLuma
      chroma = set.chromaFormat
      colour = set.vui?.videoSignal.map(CodingIndependentCodePoints.init)
    } else if let record = boxes.first(AV1CodecConfigurationBox.self)?.record {
      bitDepth = record.colour.bitDepth
      chroma = record.colour.chromaFormat
      colour = (try? record.sequenceHeader()).map { CodingIndependentCodePoints($0.colour) }
    } else {
      return nil
    }
  }
}

extension Item {
  /// The format of a coded image, by its parameter sets and not by its `colr` properties; nil if it
  /// has no record of HEVC, AVC or AV1.
  public var codedFormat: CodedFormat? { CodedFormat(properties.map(\.box)) }

  /// Whether a coded image has no colours, according to its properties.
  public var isMonochrome: Bool {
    if let codedFormat { return codedFormat.isMonochrome }
    let boxes = properties.map(\.box)
    guard let extents = boxes.first(ImageSpatialExtentsProperty.self) else { return false }
    let size = ImagePlan.Size(
      width: Int(clamping: extents.width), height: Int(clamping: extents.height))
    return (try? UncompressedFormat(boxes, size: size))?.colours == .gray
  }
}

extension CodingIndependentCodePoints {
  /// The colours of a JPEG file: sRGB, if nothing else is stated (ITU-T T.871 §7).
  public static var jfif: CodingIndependentCodePoints {
    var points = CodingIndependentCodePoints()
    points.matrixCoefficients = 5
    points.isFullRange = true
    return points
  }

  /// The kind of the samples of a PNG file: green, blue and red, or grey.
  public static var png: CodingIndependentCodePoints {
    var points = CodingIndependentCodePoints()
    points.matrixCoefficients = 0
    points.isFullRange = true
    return points
  }
}
