import FieldCoding
import HEIF
import ISOBMFF
import Metadata
import Platform
import WorkerProtocol

/// The XMP properties of gain maps in JPEG files (Ultra HDR image format v1).
enum GainMapXMP {
  private static let hdrgm = #"xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/""#
  private static let version = #"hdrgm:Version="1.0""#

  /// The packet of an image that is followed by its gain map; nil if the properties cannot be added to `packet`.
  static func picture(_ packet: [UInt8]) -> [UInt8]? {
    let container = "http://ns.google.com/photos/1.0/container/"
    let items = [
      #"Item:Semantic="Primary" Item:Mime="image/jpeg""#,
      #"Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="\#(GainMapJob.lengthToken)""#,
    ]
    let list = items.map {
      #"<rdf:li rdf:parseType="Resource"><Container:Item \#($0)/></rdf:li>"#
    }
    return XMPPacket(packet.isEmpty ? XMPPacket.empty : packet)?.describingGainMap(
      attributes:
        #"xmlns:Container="\#(container)" xmlns:Item="\#(container)item/" \#(hdrgm) \#(version)"#,
      content:
        "<Container:Directory><rdf:Seq>\(list.joined())</rdf:Seq></Container:Directory>")
  }

  /// The packet of the gain map.
  static func map(_ metadata: GainMapMetadata) -> [UInt8] {
    let channels = metadata.channels
    let properties: [(String, [Double])] = [
      ("GainMapMin", channels.map(\.gainMapMin.value)),
      ("GainMapMax", channels.map(\.gainMapMax.value)),
      ("Gamma", channels.map(\.gamma.value)),
      ("OffsetSDR", channels.map(\.baseOffset.value)),
      ("OffsetHDR", channels.map(\.alternateOffset.value)),
      ("HDRCapacityMin", [metadata.baseHeadroom.value]),
      ("HDRCapacityMax", [metadata.alternateHeadroom.value]),
    ]
    var attributes = "\(hdrgm) \(version)"
    var content = ""
    for (name, values) in properties {
      if values.allSatisfy({ $0 == values[0] }) {
        attributes += #" hdrgm:\#(name)="\#(decimal(values[0]))""#
      } else {
        let list = values.map { "<rdf:li>\(decimal($0))</rdf:li>" }.joined()
        content += "<hdrgm:\(name)><rdf:Seq>\(list)</rdf:Seq></hdrgm:\(name)>"
      }
    }
    attributes += #" hdrgm:BaseRenditionIsHDR="False""#
    return XMPPacket(XMPPacket.empty)?
      .describingGainMap(attributes: attributes, content: content) ?? []
  }

  /// The number with at most nine decimals, and without an exponent, which XMP does not allow (ISO 16684-1 §8.2.1.4).
  static func decimal(_ value: Double) -> String {
    let billion: Int64 = 1_000_000_000
    guard let scaled = Int64(exactly: (value * Double(billion)).rounded()) else { return "0" }
    let whole = scaled.magnitude / billion.magnitude
    var digits = String(scaled.magnitude % billion.magnitude + billion.magnitude).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return (scaled < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : ".\(digits)")
  }
}

extension GainMapMetadata {
  /// What the XMP of a gain map, or else that of its image, states; nil if neither says what the map means.
  init?(describing map: GainMap, of picture: UInt32, in file: HEIFFile) {
    let items = [map.item.id, picture].flatMap(file.metadataItems).filter { $0.type == "mime" }
    let packets = items.compactMap { try? file.data(of: $0.id) }.compactMap { XMPPacket($0) }
    guard let stated = packets.lazy.compactMap({ GainMapMetadata($0) }).first else { return nil }
    self = stated
  }

  /// The properties of a gain map in XMP (Ultra HDR image format v1); nil if they are incomplete or invalid.
  init?(_ packet: XMPPacket) {
    func numbers(_ name: String, _ usual: Double?) -> [Double]? {
      let texts = packet.gainMapValues(of: name)
      let numbers = texts.compactMap { Double($0.filter { !$0.isWhitespace }) }
      guard numbers.count == texts.count, numbers.allSatisfy({ abs($0) <= 1000 }) else {
        return nil
      }
      return numbers.isEmpty ? usual.map { [$0] } : numbers
    }
    guard let least = numbers("GainMapMin", 0), let most = numbers("GainMapMax", nil),
      let gamma = numbers("Gamma", 1), let base = numbers("OffsetSDR", 1 / 64),
      let alternate = numbers("OffsetHDR", 1 / 64), let low = numbers("HDRCapacityMin", 0),
      let high = numbers("HDRCapacityMax", nil), low.count == 1, high.count == 1, low[0] >= 0,
      high[0] >= 0
    else { return nil }
    let lists = [least, most, gamma, base, alternate]
    guard lists.allSatisfy({ [1, 3].contains($0.count) }), gamma.allSatisfy({ $0 > 0 }) else {
      return nil
    }
    self.init()
    usesBaseColourSpace = true
    isMultichannel = lists.contains { $0.count == 3 }
    (baseHeadroom, alternateHeadroom) = (Fraction(rounding: low[0]), Fraction(rounding: high[0]))
    channels = (0..<(isMultichannel ? 3 : 1)).map { index in
      let value = { (list: [Double]) in list.count == 1 ? list[0] : list[index] }
      var channel = Channel()
      channel.gainMapMin = SignedFraction(rounding: value(least))
      channel.gainMapMax = SignedFraction(rounding: value(most))
      channel.gamma = Fraction(rounding: value(gamma))
      channel.baseOffset = SignedFraction(rounding: value(base))
      channel.alternateOffset = SignedFraction(rounding: value(alternate))
      return channel
    }
    // The properties are those of the SDR and of the HDR image, whichever is the base.
    if packet.gainMapValues(of: "BaseRenditionIsHDR") == ["True"] { exchangePictures() }
  }

  /// Makes the alternate image the base. The gains are the same, because they always lead to the brighter image.
  mutating func exchangePictures() {
    swap(&baseHeadroom, &alternateHeadroom)
    for index in channels.indices {
      let offset = channels[index].baseOffset
      channels[index].baseOffset = channels[index].alternateOffset
      channels[index].alternateOffset = offset
    }
  }
}

extension GainMapMetadata.Fraction {
  /// A number from 0 to 1000, in parts of a million.
  fileprivate init(rounding number: Double) {
    self.init(numerator: UInt32((number * 1_000_000).rounded()), denominator: 1_000_000)
  }
}

extension GainMapMetadata.SignedFraction {
  /// A number from -1000 to 1000, in parts of a million.
  fileprivate init(rounding number: Double) {
    self.init(numerator: Int32((number * 1_000_000).rounded()), denominator: 1_000_000)
  }
}

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
