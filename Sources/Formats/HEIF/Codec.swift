import AV1
import AVC
public import HEVC
import ISOBMFF

/// A codec whose images can be planned.
public enum Codec: UInt8, CaseIterable, Sendable {
  case hevc = 0
  case avc = 1
  case av1 = 2
  /// A whole JPEG file, or an item that is one.
  case jpeg = 3
  /// A whole PNG file.
  case png = 4
  /// Uncompressed samples (ISO/IEC 23001-17).
  case uncompressed = 5
  /// A codestream of JPEG 2000 (ISO/IEC 15444-16).
  case jpeg2000 = 6
  /// A codec that is left to libheif, such as VVC.
  case other = 7

  /// The codec of a type of items. Nil if their images are derived, or of another codec.
  public init?(itemType: FourCC) {
    switch itemType {
    case "hvc1", "hev1": self = .hevc
    case "avc1": self = .avc
    case "av01": self = .av1
    case "jpeg": self = .jpeg
    case "unci": self = .uncompressed
    case "j2k1": self = .jpeg2000
    default: return nil
    }
  }

  /// The usual name.
  public var title: String {
    switch self {
    case .hevc: "HEVC"
    case .avc: "AVC (H.264)"
    case .av1: "AV1"
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .uncompressed: "uncompressed samples"
    case .jpeg2000: "JPEG 2000"
    case .other: "another codec"
    }
  }
}

extension Codec {
  /// The codec of an item. Nil for derived images, and for items that are no images as far as is known.
  init?(_ item: Item) {
    if let known = Codec(itemType: item.type) {
      self = known
    } else if item.isImage, !item.isDerived {
      self = .other
    } else {
      return nil
    }
  }

  /// The decoder configuration in the boxes of an item or a sample entry; nil if the box is missing.
  func configuration(in boxes: [Box]) -> ImagePlan.DecoderConfiguration? {
    var configuration = ImagePlan.DecoderConfiguration()
    switch self {
    case .hevc:
      guard let record = boxes.first(HEVCConfigurationBox.self)?.record else { return nil }
      configuration = ImagePlan.DecoderConfiguration(record)
    case .avc:
      guard let record = boxes.first(AVCConfigurationBox.self)?.record else { return nil }
      configuration.lengthSize = record.lengthSize
      configuration.parameterSets = record.nalUnits.map(Array.init)
    case .av1:
      guard let record = boxes.first(AV1CodecConfigurationBox.self)?.record else { return nil }
      configuration.lengthSize = 0
      configuration.parameterSets = record.configOBUs.isEmpty ? [] : [Array(record.configOBUs)]
      configuration.operatingPoint =
        boxes.first(OperatingPointSelectorProperty.self).map { Int($0.opIndex) } ?? 0
      // The highest number stands for the last layer.
      if let layer = boxes.first(LayerSelectorProperty.self)?.layerID, layer != 0xFFFF {
        configuration.layer = Int(layer)
      }
    case .jpeg:
      configuration.lengthSize = 0
      // The common start of all JPEG images of a file (ISO/IEC 23008-12 §H.3); most files have no such box.
      let prefix = boxes.first(JPEGConfigurationBox.self)?.jpegPrefix ?? Bytes()
      configuration.parameterSets = prefix.isEmpty ? [] : [Array(prefix)]
    case .uncompressed:
      guard boxes.first("uncC") != nil else { return nil }
      configuration.lengthSize = 0
      configuration.parameterSets = boxes.filter { Self.uncompressedBoxes.contains($0.type) }
        .compactMap { $0.source.map(Array.init) }
    case .jpeg2000, .other:
      configuration.lengthSize = 0
      configuration.isRGB =
        boxes.compactMap { $0[ColourInformationBox.self] }.contains {
          $0.colourType == "nclx" && $0.matrixCoefficients == 0
        }
    case .png: return nil
    }
    if self != .hevc, self != .av1 {
      configuration.properties = boxes.filter {
        !HEIFFile.understoodOfAllCodings.contains($0.type)
      }.compactMap { $0.source.map(Array.init) }.flatMap { $0 }
    }
    return configuration
  }

  /// The type of the box that ``configuration(in:)`` reads.
  var configurationType: FourCC? {
    switch self {
    case .hevc: HEVCConfigurationBox.type
    case .avc: AVCConfigurationBox.type
    case .av1: AV1CodecConfigurationBox.type
    case .jpeg: JPEGConfigurationBox.type
    case .png: nil
    case .uncompressed: UncompressedFrameConfigBox.type
    case .jpeg2000, .other: nil
    }
  }

  /// The boxes that describe the storage of the samples of an uncompressed image.
  private static let uncompressedBoxes: Set<FourCC> = ["cmpd", "uncC", "cpal", "cmpC", "icef"]

  /// The sizes of the decoded pictures, from the parameter sets of a configuration; those that cannot be read are left
  /// out.
  func sizes(_ configuration: ImagePlan.DecoderConfiguration) -> [ImagePlan.Size] {
    let units = configuration.parameterSets.map { Bytes($0) }
    switch self {
    case .hevc:
      return units.filter { HEVC.NALUnit.type(of: $0) == .sequenceParameterSet }
        .compactMap { try? HEVC.SequenceParameterSet(nalUnit: $0) }
        .filter { $0.header.layerID == 0 }
        .map { ImagePlan.Size(width: $0.displaySize.width, height: $0.displaySize.height) }
    case .avc:
      return units.filter { AVC.NALUnit.type(of: $0) == .sequenceParameterSet }
        .compactMap { try? AVC.SequenceParameterSet(nalUnit: $0).data.displaySize }
        .map { ImagePlan.Size(width: $0.width, height: $0.height) }
    case .av1, .jpeg, .png, .uncompressed, .jpeg2000, .other: return []
    }
  }

  /// The colours that the bitstream states.
  ///
  /// - Parameter data: the coded image, which is read if the configuration is not sufficient.
  func colour(
    _ configuration: ImagePlan.DecoderConfiguration, data: () -> Bytes?
  ) -> CodingIndependentCodePoints {
    switch self {
    case .hevc:
      CodingIndependentCodePoints(
        hevc: configuration.parameterSets, lengthSize: configuration.lengthSize, data: data)
    case .avc: CodingIndependentCodePoints(avc: configuration.parameterSets)
    case .av1: CodingIndependentCodePoints(av1: configuration.parameterSets, data: data)
    case .jpeg: .jfif
    case .png: .png
    case .jpeg2000, .other: configuration.isRGB ? .png : .jfif
    // The colours are in ``UncompressedFormat``.
    case .uncompressed: .jfif
    }
  }
}

extension ImagePlan.DecoderConfiguration {
  /// The configuration of an HEVC decoder.
  package init(_ record: HEVCDecoderConfigurationRecord) {
    self.init()
    lengthSize = Int(record.lengthSizeMinusOne) + 1
    parameterSets = record.arrays.flatMap { $0.nalUnits.map(Array.init) }
  }
}
