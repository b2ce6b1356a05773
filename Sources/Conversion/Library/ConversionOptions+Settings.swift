import Conversion
import Metadata
import WorkerProtocol

extension ConversionOptions {
  /// Whether a file may become several, with names of their own.
  var hasSeveralOutputs: Bool { selection == .all || writesAuxiliaryImages }

  func settings(time: Double?) -> String {
    var parts = [format.rawValue, "quality \(quality ?? format.quality)"]
    if let bitDepth { parts.append("\(bitDepth) bits") }
    switch selection {
    case .primary: break
    case .item(let id): parts.append("item \(id)")
    case .all: parts.append("all images")
    }
    if let thumbnailSide { parts.append("thumbnail \(thumbnailSide)") }
    if let longerSide { parts.append("at most \(longerSide)") }
    if writesAuxiliaryImages { parts.append("auxiliary images") }
    if !mapsTones { parts.append("no tone mapping") }
    if !keepsGainMap { parts.append("no gain map") }
    if colour != .keep { parts.append("colours \(colour.rawValue)") }
    if stripping != .nothing { parts.append("without \(stripping.text)") }
    if linksCopies { parts.append("links") }
    if !decodesCopies, !format.isHEIF { parts.append("copies not decoded") }
    switch movies {
    case .keep: break
    case .motionphoto: parts.append("motion photos")
    case .skip: parts.append("no movies")
    }
    if let time { parts.append("at \(time) s") }
    return parts.joined(separator: ", ")
  }
}
