import ISOBMFF
public import Metadata

extension Relocation {
  /// An XMP packet of the file with corrected offsets; nil if its offsets are right.
  public func corrected(_ packet: XMPPacket) -> [UInt8]? {
    let offsets = StatedOffsets(of: nil, OffsetOrigins([]), self)
    let values = packet.statedOffsets.compactMap { stated -> (XMPPacket.StatedOffset, Int64)? in
      guard
        let new = try? offsets.stated(stated.value, stated.field, bits: 64), new != stated.value
      else { return nil }
      return (stated, new)
    }
    return values.isEmpty ? nil : packet.stating(values)
  }
}
