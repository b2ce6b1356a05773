import HEIF
import ISOBMFF

extension Edit {
  /// Rotates or mirrors a photo or a movie, in addition to its existing rotation. Nothing is re-encoded: only the
  /// properties and headers that tell readers how to show the frames change.
  ///
  ///     if let right = Rotation.clockwise(90) { try edit.rotate(right) }
  ///     try edit.rotate(.flipHorizontally)
  ///
  /// In a photo, it changes the properties `irot` and `imir` of the primary item, and of thumbnails and auxiliary
  /// images with the same rotation. In a movie, it changes the matrices of all video tracks. In a raw photo (CR3), it changes
  /// the Exif orientation, which raw developers follow.
  ///
  /// If the Exif orientation was equal to the shown orientation, it is adapted. To combine several rotations,
  /// use ``Rotation/then(_:)`` first.
  ///
  /// Throws if the file has neither a primary image nor a movie, or if another image is made of the rotated one.
  public mutating func rotate(_ rotation: Rotation) throws(EditError) {
    if HEIFFile(file)?.primaryItem?.isImage == true { return try rotateItems(rotation) }
    if file.isCanonRaw { return try rotateRaw(rotation) }
    if file.boxes.contains(where: { $0.type == "moov" }) { return try rotateTracks(rotation) }
    throw EditError(.wrongFile, "has neither a primary image nor a movie")
  }
}
