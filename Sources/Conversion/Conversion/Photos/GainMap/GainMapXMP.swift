import HEIF
import Metadata
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
