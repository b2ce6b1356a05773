import HEIF
import ISOBMFF
import Metadata

extension Edit {
  /// Changes the Exif orientation of an item to agree with `rotation`, if it agreed with `before`. Readers of
  /// HEIF ignore it, but some programs use only this value.
  mutating func setExifOrientation(
    of item: UInt32, from before: Rotation, to rotation: Rotation
  ) {
    guard let photo = HEIFFile(original), let exif = photo.exifItem(of: item),
      let data = try? photo.data(of: exif.id), let tiff = ExifItem.tiff(in: data),
      let file = try? TIFFFile(tiff), let entry = orientation(in: file),
      let stated = entry.integer()
    else { return }
    let number = rotation.exifOrientation
    let wasRotated = changedItems.contains(exif.id)
    guard wasRotated || stated == before.exifOrientation, stated != rotation.exifOrientation else {
      return
    }
    guard setOrientation(entry, to: rotation) else {
      return notes.append(
        "its Exif orientation could not be set to \(number), the orientation in which it is shown")
    }
    changedItems.insert(exif.id)
    notes.append("its Exif orientation is \(number) now, the orientation in which it is shown")
  }

  /// Rotates a raw photo (CR3) by the orientation in its IFD0.
  mutating func rotateRaw(_ rotation: Rotation) throws(EditError) {
    guard let main = CanonDirectories(file.boxes).main, let entry = orientation(in: main),
      let before = entry.integer().flatMap(Rotation.init(exifOrientation:))
    else {
      throw EditError(.unsupported, "states no Exif orientation (CMT1), which says how it is shown")
    }
    let wanted = before.then(rotation)
    guard wanted != before else { return }
    guard setOrientation(entry, to: wanted) else {
      throw EditError(.unsupported, "has an Exif orientation (CMT1) that cannot be changed")
    }
    notes.append("its Exif orientation is \(wanted.exifOrientation) now")
  }

  private func orientation(in file: TIFFFile) -> TIFFEntry? {
    file[.ifd0]?[0x0112].flatMap { $0.type == .short && $0.count == 1 ? $0 : nil }
  }

  /// - Returns: whether the value is at its offset in the file. The data of an item can be in several extents.
  private mutating func setOrientation(_ entry: TIFFEntry, to rotation: Rotation) -> Bool {
    guard let bytes = entry.value.part(0..<2) else { return false }
    let range = bytes.fileOffset..<bytes.fileOffset + 2
    let number = UInt8(rotation.exifOrientation)
    return original.bytes.part(range) == bytes
      && file.replace(range, with: Bytes(entry.order == .big ? [0, number] : [number, 0]))
  }
}

extension Rotation {
  /// Nil if no orientation has this number.
  init?(exifOrientation number: some BinaryInteger) {
    let rotations = [0, 90, 180, 270].compactMap(Rotation.clockwise)
    let all = rotations + rotations.map { $0.then(.flipHorizontally) }
    guard let rotation = all.first(where: { $0.exifOrientation == number }) else { return nil }
    self = rotation
  }

  /// The orientation in Exif (Exif 2.32 §4.6.4, tag 0x0112): the sides at which the first row and the first column of
  /// the stored image are shown.
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
