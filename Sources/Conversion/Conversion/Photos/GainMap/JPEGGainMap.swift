import FieldCoding
import HEIF
import Metadata
import WorkerClient

/// The gain map that follows an image in its JPEG file, as in Ultra HDR and in JPEG files of Apple's phones.
struct JPEGGainMap: Sendable {
  /// The map, a JPEG file inside that of the image.
  let picture: JPEGSegments
  /// How it makes the image brighter; nil if the metadata is missing or not understood.
  let metadata: GainMapMetadata?
  /// The new value of each sample value; empty if samples do not change.
  var values: [UInt8] = []
  /// Notes about its meaning.
  private(set) var notes: [String] = []

  /// The map of an image; nil if none of the images that follow is one.
  init?(of jpeg: JPEGSegments) {
    guard let map = jpeg.gainMap else { return nil }
    picture = map
    let xmp = map.xmp.flatMap { XMPPacket($0) }
    if let stated = map.gainMapMetadata {
      let metadata = try? GainMapMetadata(decoding: stated)
      self.metadata = metadata?.version.minimumVersion == 0 ? metadata : nil
    } else if let xmp, xmp.hasGainMap {
      metadata = GainMapMetadata(xmp)
    } else {
      let exif = jpeg.exif.flatMap { try? TIFFFile($0) }
      let apple = xmp.flatMap { AppleGainMap([$0], exif) }
      metadata = apple?.metadata
      notes = [apple?.note].compactMap { $0 }
      if let apple, apple.stops > 0 { values = apple.values }
    }
  }

  /// The plan for decoding it with the orientation of the image; nil if their shapes differ.
  func plan(on picture: ImagePlan) throws(ConversionError) -> ImagePlan? {
    var plan = try FilePicture(jpeg: self.picture).plan
    // The map is stored like the image, and only the image states the rotation of both.
    plan.transforms = picture.transforms
    return plan.displaySize.hasShape(of: picture.displaySize) ? plan : nil
  }
}
