import AVC
import HEIF
import HEVC
import ISOBMFF

extension Edit {
  /// Corrects the offsets of all items if they are wrong by the same number of bytes. The lengths of the NAL units of coded
  /// images show where these are.
  mutating func findShiftedItems() throws(EditError) {
    guard let heif = HEIFFile(original) else { return }
    var places: [Range<Int>] = []
    var lengthSize: Int?
    for item in heif.items {
      guard let location = item.location, location.constructionMethod == 0,
        location.extents.count == 1, let extent = location.extents.first,
        let start = Int(exactly: location.baseOffset.addingSaturating(extent.offset)),
        let count = Int(exactly: extent.length), start < 1 << 60, count < 1 << 60,
        let size = item.property(HEVCConfigurationBox.self)?.record.lengthSize
          ?? item.property(AVCConfigurationBox.self)?.record.lengthSize,
        size == lengthSize ?? size
      else { continue }
      lengthSize = size
      places.append(start..<start + count)
    }
    guard let lengthSize,
      let shift = OffsetRepairProbe(places, lengthSize: lengthSize, least: 1, in: original.bytes)?
        .shift
    else { return }
    try changeLocations { (locations) throws(EditError) in
      for index in locations.items.indices where locations.items[index].constructionMethod == 0 {
        guard locations.items[index].shift(by: shift) else {
          throw EditError(
            .damaged,
            "has items \(counted(abs(shift), "byte")) from their stated offsets, and the offset of item \(locations.items[index].id) cannot be corrected"
          )
        }
      }
    }
    changedItems.formUnion(heif.items.map(\.id))
    notes.append(
      "the items are \(counted(abs(shift), "byte")) \(shift > 0 ? "after" : "before") their stated offsets, as coded images show: all offsets are corrected"
    )
  }
}

extension ItemLocationBox.Item {
  /// - Returns: whether all of its offsets are still in the range of their numbers.
  fileprivate mutating func shift(by distance: Int) -> Bool {
    if baseOffset > 0,
      let base = UInt64(exactly: Int(clamping: baseOffset).addingSaturating(distance))
    {
      baseOffset = base
      return true
    }
    for index in extents.indices {
      guard
        let offset = UInt64(
          exactly: Int(clamping: extents[index].offset).addingSaturating(distance))
      else { return false }
      extents[index].offset = offset
    }
    return true
  }
}
