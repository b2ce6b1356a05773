import HEIF
import ISOBMFF
import Relocation
import StillMetadata

extension Edit {
  /// The XMP packets whose offsets changed, by item. Packets that the edit itself changes or removes are left out.
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

  /// Replaces the XMP packets of items.
  mutating func setXMP(_ packets: [UInt32: [UInt8]]) throws(EditError) {
    guard !packets.isEmpty, let photo = HEIFFile(original) else { return }
    for item in photo.xmpItems {
      if let packet = packets[item.id] { try setData(of: item, to: packet, in: photo) }
    }
  }
}
