import Conversion
import Metadata
import WorkerProtocol

extension ConversionOptions {
  /// Whether a file may become several, with names of their own.
  var hasSeveralOutputs: Bool { selection == .all || writesAuxiliaryImages }

  func settings(time: Double?) -> String {
    var words = [format.rawValue, "quality \(quality ?? format.quality)"]
    if let bitDepth { words.append("\(bitDepth) bits") }
    switch selection {
    case .primary: break
    case .item(let id): words.append("item \(id)")
    case .all: words.append("all pictures")
    }
    if let thumbnailSide { words.append("thumbnail \(thumbnailSide)") }
    if let longerSide { words.append("at most \(longerSide)") }
    if writesAuxiliaryImages { words.append("auxiliary images") }
    if !mapsTones { words.append("no tone mapping") }
    if !keepsGainMap { words.append("no gain map") }
    if colour != .keep { words.append("colours \(colour.rawValue)") }
    if stripping != .nothing { words.append("without \(stripping.words)") }
    if linksCopies { words.append("links") }
    if !decodesCopies, !format.isHEIF { words.append("copies not decoded") }
    switch movies {
    case .keep: break
    case .motionphoto: words.append("motion photos")
    case .skip: words.append("no movies")
    }
    if let time { words.append("at \(time) s") }
    return words.joined(separator: ", ")
  }
}
