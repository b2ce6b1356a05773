import ISOBMFF
public import Metadata

extension Relocation {
  /// An XMP packet of the file with corrected offsets; nil if its offsets are right.
  public func corrected(_ packet: XMPPacket) -> [UInt8]? {
    let places = StatedPlaces(of: nil, OffsetOrigins([]), self)
    let values = packet.places.compactMap { stated -> (XMPPacket.StatedPlace, Int64)? in
      guard
        let new = try? places.stated(stated.value, stated.place, bits: 64), new != stated.value
      else { return nil }
      return (stated, new)
    }
    return values.isEmpty ? nil : packet.stating(values)
  }
}
