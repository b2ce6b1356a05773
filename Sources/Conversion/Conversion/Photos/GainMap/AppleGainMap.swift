import FieldCoding
import HEIF
import ISOBMFF
import Metadata
import Platform

/// Apple's gain maps from before iOS 18, as gain maps of ISO 21496-1.
///
/// A sample g of Apple's map makes an image 1 + (H - 1) × light(g) times as bright; H is the headroom. Gain maps of
/// the standard have the logarithm of the factor.
struct AppleGainMap {
  /// The headroom, as a power of two.
  let stops: Double
  /// Whether the file states only a part of what the headroom follows from.
  private(set) var isAssumed = false

  /// A note about an assumption; nil if there is none.
  var note: String? {
    isAssumed
      ? "the maker note does not state the whole headroom of the HDR gain map: \(decimal(stops, digits: 1)) stops are assumed"
      : nil
  }

  private static let namespace = "http://ns.apple.com/HDRGainMap/1.0/"

  init(stops: Double) { self.stops = stops }

  /// Reads the headroom of a map. Nil if the file does not state it.
  ///
  /// - Parameters:
  ///   - map: the auxiliary image, whose XMP may state the headroom.
  ///   - exif: the Exif item of the photo, whose maker note is the other source of the headroom.
  init?(_ map: Item, in file: HEIFFile, exif: Bytes?) {
    let packets = file.metadataItems(of: map.id).filter { $0.type == "mime" }
      .compactMap { try? file.data(of: $0.id) }.compactMap { XMPPacket($0) }
    self.init(packets, exif.flatMap { ExifItem.tiff(in: $0) }.flatMap { try? TIFFFile($0) })
  }

  /// - Parameters:
  ///   - packets: of the map.
  ///   - exif: of the photo.
  init?(_ packets: [XMPPacket], _ exif: TIFFFile?) {
    let stated = packets.lazy.compactMap {
      $0.value(of: "HDRGainMapHeadroom", in: AppleGainMap.namespace)
    }.first.flatMap(Double.init)
    let noted = exif?.makerNote?.headroomStops
    guard let stops = stated.map({ log2(max($0, 1)) }) ?? noted, stops.isFinite else { return nil }
    self.stops = stops
    isAssumed = stated == nil && exif?.makerNote?.statesHeadroom != true
  }

  /// The metadata with fractions of a million.
  var metadata: GainMapMetadata {
    let million: UInt32 = 1_000_000
    let rounded = Int32(clamping: Int(min(stops, 64) * Double(million) + 0.5))
    var metadata = GainMapMetadata()
    metadata.usesBaseColourSpace = true
    metadata.alternateHeadroom.numerator = UInt32(rounded)
    metadata.alternateHeadroom.denominator = million
    metadata.channels[0].gainMapMax.numerator = rounded
    metadata.channels[0].gainMapMax.denominator = million
    return metadata
  }

  /// The new value of each value of 8 bits.
  var values: [UInt8] {
    let headroom = exp2(stops)
    return (0...255).map { value in
      let gain = log2(1 + (headroom - 1) * AppleGainMap.light(Double(value) / 255)) / stops
      return UInt8(max(0, min(255, (gain * 255).rounded())))
    }
  }

  /// Apple names the curve of BT.709, and this is its inverse (ITU-R BT.709-6 §1.2). Phones with iOS 18 also write
  /// metadata of ISO 21496-1 with such maps, which is closer to this curve than to that of sRGB.
  private static func light(_ signal: Double) -> Double {
    signal < 0.081 ? signal / 4.5 : pow((signal + 0.099) / 1.099, 1 / 0.45)
  }
}
