public import ISOBMFF
internal import Metadata

/// A gain map of an image: the image, and the kind of metadata that describes it.
public struct GainMap: Sendable {
  /// The image whose samples are gains.
  public var item: Item
  /// The kind of metadata that describes the samples.
  public var meaning: Meaning

  /// The kind of metadata that describes the samples.
  public enum Meaning: Sendable {
    /// The `tmap` item that combines the base and the map (ISO 21496-1).
    case toneMap(Item)
    /// Apple's own form: auxiliary images before iOS 18, with the headroom in metadata.
    case apple
    /// Auxiliary images of other writers, such as Samsung, described in XMP with Adobe's properties.
    case described
  }

  /// Whether it is the input of a tone-mapped image.
  fileprivate var isInput: Bool { if case .toneMap = meaning { true } else { false } }

  package static let appleURN = XMPPacket.appleGainMapType
}

extension HEIFFile {
  /// The gain map of an image, or that of a tone-mapped image itself. A statement of ISO 21496-1 is
  /// preferred to Apple's own.
  public func gainMap(of id: UInt32) -> GainMap? {
    let isToneMapped = item(id)?.type == "tmap"
    let toneMaps = isToneMapped ? item(id).map { [$0] } ?? [] : sources("dimg", to: id)
    for candidate in toneMaps where candidate.type == "tmap" {
      let inputs = targets("dimg", from: candidate.id)
      guard inputs.count == 2, isToneMapped || inputs[0] == id, let map = item(inputs[1]) else {
        continue
      }
      return GainMap(item: map, meaning: .toneMap(candidate))
    }
    return auxiliaryImages(of: id).first { $0.kind == .hdrGainMap }.map { map, _ in
      let urn = map.property(AuxiliaryTypeProperty.self)?.auxType.string
      return GainMap(item: map, meaning: urn == GainMap.appleURN ? .apple : .described)
    }
  }

  /// The plan of a gain map that matches an image as it is shown; nil if their aspect ratios differ.
  ///
  /// The inputs of a tone-mapped image are transformed before they are used (ISO/IEC 23008-12 §6.6.2.4). If an
  /// auxiliary image has no transformations, those of the image to which it belongs apply to it.
  ///
  /// Throws if the gain map cannot be planned, as ``plan(for:)`` does.
  public func plan(
    for map: GainMap, of picture: ImagePlan
  ) throws(FieldError) -> ImagePlan? {
    if !map.isInput { return try plan(forAuxiliary: map.item, of: picture) }
    let plan = try plan(for: map.item.id)
    return plan.displaySize.hasShape(of: picture.displaySize) ? plan : nil
  }

  /// The plan of an auxiliary image that matches an image as it is shown; nil if their aspect ratios differ.
  ///
  /// Throws if the image cannot be planned, as ``plan(for:)`` does.
  public func plan(
    forAuxiliary item: Item, of picture: ImagePlan
  ) throws(FieldError) -> ImagePlan? {
    var plan = try plan(for: item.id)
    if plan.transforms.isEmpty {
      guard let transforms = picture.transforms(scaledTo: plan.canvas) else { return nil }
      plan.transforms = transforms
    }
    return plan.displaySize.hasShape(of: picture.displaySize) ? plan : nil
  }
}

extension ImagePlan {
  /// The transformations for an image of the same shape and another size.
  fileprivate func transforms(scaledTo size: Size) -> [Transform]? {
    guard size.hasShape(of: canvas) else { return nil }
    var own = size
    var result: [Transform] = []
    var theirs = canvas
    for transform in transforms {
      var scaled = transform
      if case .crop(let x, let y, let width, let height) = transform {
        // Rounding to the nearest sample moves the map by at most half a sample.
        func scale(_ value: Int, _ from: Int, _ to: Int) -> Int {
          let product = value.multipliedFullWidth(by: to)
          guard product.high == 0, from > 0 else { return 0 }
          return Int(clamping: (product.low + UInt(from) / 2) / UInt(from))
        }
        let left = min(scale(x, theirs.width, own.width), own.width - 1)
        let top = min(scale(y, theirs.height, own.height), own.height - 1)
        scaled = .crop(
          x: left, y: top,
          width: max(1, min(scale(width, theirs.width, own.width), own.width - left)),
          height: max(1, min(scale(height, theirs.height, own.height), own.height - top)))
      }
      result.append(scaled)
      theirs = transform.size(of: theirs)
      own = scaled.size(of: own)
    }
    return result
  }
}

extension ImagePlan.Size {
  /// Whether the aspect ratio is the same, except for a rounding of two samples or two percent.
  package func hasShape(of other: ImagePlan.Size) -> Bool {
    guard width > 0, height > 0, other.width > 0, other.height > 0 else { return false }
    let expected = Double(height) * Double(other.width) / Double(other.height)
    return abs(Double(width) - expected) <= max(2, 0.02 * expected)
  }
}
