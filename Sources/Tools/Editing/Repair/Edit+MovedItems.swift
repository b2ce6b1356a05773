import AVC
import FieldCoding
import HEIF
import HEVC
import ISOBMFF
import Rescue

extension Edit {
  /// Corrects the offsets of images that are not where the file says. The lengths of their units show where they are.
  mutating func findMovedItems() throws(EditError) {
    guard let heif = HEIFFile(file) else { return }
    let images = heif.codedImages
    let bytes = original.bytes
    let wrong = images.filter { !$0.form.fits($0.range, in: bytes) }
    guard !wrong.isEmpty else { return }
    let right = images.filter { $0.form.fits($0.range, in: bytes) }
    let shifts = MovedParts(
      wrong.map { ($0.range, $0.form) }, besides: right.map(\.range), in: bytes
    )
    .shifts
    guard let first = shifts.compactMap({ $0 }).first else { return }
    // If all have moved in the same way, Exif and XMP have done so, too.
    let isAll = right.isEmpty && Set(shifts) == [first]
    let moved = Dictionary(uniqueKeysWithValues: zip(wrong.map(\.id), shifts))
    try changeLocations { (locations) throws(EditError) in
      for index in locations.items.indices where locations.items[index].constructionMethod == 0 {
        let id = locations.items[index].id
        guard let shift = isAll ? first : moved[id] ?? nil else { continue }
        guard locations.items[index].shift(by: shift) else {
          throw EditError(
            .damaged,
            "has items \(counted(abs(shift), "byte")) from their stated offsets, and the offset of item \(id) cannot be corrected"
          )
        }
      }
    }
    // The offset of another item can be wrong, too, so that it seems to be in the box that changes.
    changedItems.formUnion(heif.items.map(\.id))
    let count = shifts.count { $0 != nil }
    notes.append(
      isAll
        ? "the items are \(counted(abs(first), "byte")) \(first > 0 ? "after" : "before") their stated offsets, as coded images show: all offsets are corrected"
        : "\(counted(count, "coded image")) of \(images.count) \(count == 1 ? "is" : "are") not at the stated offset: found again by the form of their data"
    )
  }
}

extension HEIFFile {
  /// Whether the photo is described, and all coded images are where they should be.
  func isIntact(in bytes: Bytes) -> Bool {
    isDescribed && codedImages.allSatisfy { $0.form.fits($0.range, in: bytes) }
  }

  /// Whether the primary image can be planned, and all properties of images can be read.
  var isDescribed: Bool {
    guard let primary = primaryItemID, (try? plan(for: primary)) != nil else { return false }
    return items.allSatisfy { item in
      item.missingProperties.isEmpty && item.hasItsParameterSets
        && !item.properties.contains {
          ["free", "skip"].contains($0.box.type) || $0.box.type.rawValue == 0
        }
    }
  }

  /// The images that are stored in one piece, and the form of their data.
  var codedImages: [(id: UInt32, range: Range<Int>, form: SampleForm)] {
    items.compactMap(codedImage)
  }

  private func codedImage(_ item: Item) -> (id: UInt32, range: Range<Int>, form: SampleForm)? {
    guard let location = item.location, location.constructionMethod == 0,
      location.extents.count == 1, let extent = location.extents.first,
      let start = Int(exactly: location.baseOffset.addingSaturating(extent.offset)),
      let count = Int(exactly: extent.length), start < 1 << 60, (1..<1 << 60).contains(count),
      let form = SampleForm(ofImage: item.properties.map(\.box))
    else { return nil }
    return (item.id, start..<start + count, form)
  }
}

extension Item {
  /// Whether the configuration of an HEVC or AVC image has a sequence parameter set that can be read, if its type
  /// requires that.
  fileprivate var hasItsParameterSets: Bool {
    let boxes = properties.map(\.box)
    switch type {
    case "hvc1":
      let record = boxes.first(HEVCConfigurationBox.self)?.record
      return (try? record?.sequenceParameterSets())?.isEmpty == false
    case "avc1":
      let record = boxes.first(AVCConfigurationBox.self)?.record
      return ((try? record?.sequence()) ?? nil) != nil
    default: return true
    }
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
