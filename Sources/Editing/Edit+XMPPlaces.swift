import HEIF
import ISOBMFF
import Relocation
import StillMetadata

extension Edit {
  /// The XMP packets of the original that state places which are others now, by item; those that the
  /// edit itself changes or takes out are its own business.
  func correctedXMP(by relocation: Relocation) -> [UInt32: [UInt8]] {
    guard let photo = HEIFFile(original), !photo.xmpItems.isEmpty, let edited = HEIFFile(file)
    else { return [:] }
    var packets: [UInt32: [UInt8]] = [:]
    for item in photo.xmpItems
    where !changedItems.contains(item.id) && edited.item(item.id) != nil {
      guard let data = try? photo.data(of: item.id), let packet = XMPPacket(data) else { continue }
      packets[item.id] = relocation.corrected(packet)
    }
    return packets
  }

  /// Gives items with XMP other packets.
  mutating func setXMP(_ packets: [UInt32: [UInt8]]) throws(EditError) {
    guard !packets.isEmpty, let photo = HEIFFile(original) else { return }
    for item in photo.xmpItems {
      if let packet = packets[item.id] { try setData(of: item, to: packet, in: photo) }
    }
  }
}
