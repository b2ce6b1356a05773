public import ISOBMFF
public import StillMetadata

extension Edit {
  /// Takes out what tells where a photo or a movie was taken, or all metadata; pixels, sound and
  /// subtitles stay as they are.
  ///
  ///     var edit = Edit(try ByteSource(mapping: "IMG_1234.HEIC").bytes)
  ///     try edit.strip(.location)
  ///     print(edit.notes)  // removed: the location in Exif (item 52)
  ///     let edited = try edit.finished()
  ///
  /// Bytes that go become zeros or free space, so that nothing else moves. What may hold a place
  /// without our knowing goes, too, and the notes say so. Colour profiles and orientation stay.
  ///
  /// Throws for a file in which that cannot be done with certainty.
  public mutating func strip(_ what: MetadataStripping) throws(EditError) {
    var stripping = Stripping(what, file)
    try stripping.run()
    file = stripping.file
    changedItems.formUnion(stripping.changedItems)
    changedTracks.formUnion(stripping.changedTracks)
    notes += stripping.removed.map { "removed: \($0)" } + stripping.remarks
  }

  /// Reads a file again of which metadata was stripped.
  ///
  /// - Parameters:
  ///   - written: the new file.
  ///   - original: the file that it was made of. Its coordinates, as bytes, may be nowhere.
  /// - Throws: if something is left, and says what.
  public static func checkStripped(
    _ what: MetadataStripping, _ written: Bytes, of original: BoxFile
  ) throws(EditError) {
    guard what != .nothing else { return }
    var before = Stripping(what, original)
    try before.run()
    var after = Stripping(what, BoxFile(written))
    try after.run()
    if let rest = after.removed.first {
      throw EditError(.proofFailed, "something is left: \(rest); nothing was written")
    }
    let search = before.places.search
    for part in after.searched {
      guard let bytes = written.part(part), let found = search.first(in: bytes) else { continue }
      throw EditError(
        .proofFailed,
        "the coordinates are left at byte \(part.lowerBound + found); nothing was written")
    }
  }
}
