import HEIF
import ISOBMFF
import Metadata

extension Edit {
  /// The XMP packets whose offsets changed, by item. Packets that the edit itself changes or removes are left out.
  func correctedXMP(by relocation: Relocation) -> [UInt32: [UInt8]] {
    guard let photo = HEIFFile(original), !photo.xmpItems.isEmpty, let edited = HEIFFile(file)
    else { return [:] }
    var packets: [UInt32: [UInt8]] = [:]
    // Several items can have the same bytes, which are read once.
    var read: [Range<Int>: [UInt8]?] = [:]
    for item in photo.xmpItems
    where !changedItems.contains(item.id) && edited.item(item.id) != nil {
      guard let data = try? photo.data(of: item.id) else { continue }
      let range = data.fileOffset..<data.fileOffset + data.count
      let isShared = data.source === original.bytes.source
      let packet =
        (isShared ? read[range] : nil) ?? XMPPacket(data).flatMap { relocation.corrected($0) }
      if isShared { read[range] = .some(packet) }
      packets[item.id] = packet
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
