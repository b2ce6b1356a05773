public import FieldCoding

/// The type of a picture for a player, as far as one of its NAL units shows it.
public enum PictureType: Hashable, Sendable {
  /// Instantaneous decoding refresh: nothing after it refers to earlier pictures.
  case idr
  /// Broken link access: decoding can start here, and pictures that lead it are lost.
  case bla
  /// Clean random access: decoding can start here.
  case cra
  /// The type of its slice, for all other pictures.
  case slice(SliceType)

  /// - Returns: nil if `nalUnit` is not the first segment of a slice, or if `sets` does not have its parameter
  ///   sets.
  public init?(nalUnit: Bytes, sets: ParameterSets) {
    guard let type = NALUnit.type(of: nalUnit), type.isSliceSegment else { return nil }
    switch type.rawValue {
    case 16...18: self = .bla
    case 19, 20: self = .idr
    case 21: self = .cra
    default:
      guard let header = try? SliceSegment.header(ofNALUnit: nalUnit, sets: sets),
        let type = header.type
      else { return nil }
      self = .slice(type)
    }
  }
}

extension PictureType: CustomStringConvertible {
  public var description: String {
    switch self {
    case .idr: "IDR"
    case .bla: "BLA"
    case .cra: "CRA"
    case .slice(let type): type.description
    }
  }
}
