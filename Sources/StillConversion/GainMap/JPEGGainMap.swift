import FieldCoding
import HEIF
import StillMetadata
import WorkerClient

/// The gain map that follows a picture in its JPEG file: Ultra HDR, and what Apple's phones write.
struct JPEGGainMap: Sendable {
  /// The map, a JPEG file of its own within that of the picture.
  let picture: JPEGSegments
  /// How it makes the picture brighter; nil if that is not said, or not understood.
  let metadata: GainMapMetadata?
  /// What becomes of each value of a sample; empty if they stay as they are.
  var values: [UInt8] = []

  /// The map of a picture; nil if none of the pictures that follow is one.
  init?(of jpeg: JPEGSegments) {
    for bytes in jpeg.furtherPictures {
      if let map = JPEGGainMap(JPEGSegments(bytes), of: jpeg) {
        self = map
        return
      }
    }
    return nil
  }

  private init?(_ map: JPEGSegments, of jpeg: JPEGSegments) {
    picture = map
    let xmp = map.xmp.flatMap { XMPPacket($0) }
    if let stated = map.gainMapMetadata {
      let metadata = try? GainMapMetadata(decoding: stated)
      self.metadata = metadata?.version.minimumVersion == 0 ? metadata : nil
    } else if let xmp, xmp.hasGainMap {
      metadata = GainMapMetadata(xmp)
    } else if let xmp,
      xmp.value(of: "AuxiliaryImageType", in: JPEGGainMap.apple) == GainMap.appleURN
    {
      let exif = jpeg.exif.flatMap { try? TIFFFile($0) }
      let apple = AppleGainMap([xmp], exif)
      metadata = apple?.metadata
      if let apple, apple.stops > 0 { values = apple.values }
    } else {
      return nil
    }
  }

  private static let apple = "http://ns.apple.com/pixeldatainfo/1.0/"

  /// How it is decoded so that it lies on the picture as it is shown; nil if their shapes differ.
  func plan(on picture: ImagePlan) throws(ConversionError) -> ImagePlan? {
    var plan = try FilePicture(jpeg: self.picture).plan
    // The map is stored like the picture, and only the picture says how both are turned.
    plan.transforms = picture.transforms
    return plan.displaySize.hasShape(of: picture.displaySize) ? plan : nil
  }
}
