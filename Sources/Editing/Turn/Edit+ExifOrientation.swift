import HEIF
import ISOBMFF
import StillMetadata

extension Edit {
  /// Changes the Exif orientation of an item to agree with `turn`, if it agreed with `before`. Readers of
  /// HEIF ignore it, but some programs use only this value.
  mutating func setExifOrientation(
    of item: UInt32, from before: PictureTurn, to turn: PictureTurn
  ) {
    guard let photo = HEIFFile(original), let exif = photo.exifItem(of: item),
      let data = try? photo.data(of: exif.id), let tiff = ExifItem.tiff(in: data),
      let entry = (try? TIFFFile(tiff))?[.ifd0]?[0x0112], entry.type == .short, entry.count == 1,
      let stated = entry.integer(), let bytes = entry.value.part(0..<2)
    else { return }
    let place = bytes.fileOffset..<bytes.fileOffset + 2
    let number = UInt8(turn.exifOrientation)
    let wasTurned = changedItems.contains(exif.id)
    guard wasTurned || stated == before.exifOrientation, stated != turn.exifOrientation else {
      return
    }
    // The data of an item can be in several extents. These two bytes have to be at the expected offset.
    guard original.bytes.part(place) == bytes,
      file.replace(place, with: Bytes(entry.order == .big ? [0, number] : [number, 0]))
    else {
      return notes.append(
        "its Exif orientation could not be set to \(number), the orientation in which it is shown")
    }
    changedItems.insert(exif.id)
    notes.append("its Exif orientation is \(number) now, the orientation in which it is shown")
  }
}

extension PictureTurn {
  /// The orientation in Exif (Exif 2.32 §4.6.4, tag 0x0112): the sides at which the first row and the first column of
  /// the stored picture are shown.
  var exifOrientation: Int {
    switch (quarters, isMirrored) {
    case (0, false): 1
    case (0, true): 2
    case (2, false): 3
    case (2, true): 4
    case (1, false): 8
    // Rotation comes first: 7 is the other diagonal.
    case (1, true): 7
    case (3, false): 6
    default: 5
    }
  }
}
