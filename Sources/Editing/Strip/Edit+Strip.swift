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
  /// without our knowing goes, too, and the notes say so. Of texts that people write, those go in which
  /// a place of the file is found, and the notes name the others. Colour profiles and orientation stay.
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

  /// Reads a file again of which metadata was stripped: nothing of that may be left, no place of the
  /// original, in whatever form, and with all metadata no serial number and no identifier.
  ///
  /// - Parameters:
  ///   - written: the new file: boxes, JPEG or PNG.
  ///   - traces: those of the original.
  ///   - hasGainMap: whether a gain map follows the picture of a JPEG file, and is spoken of.
  /// - Throws: if something is left, and says what, and where.
  public static func checkStripped(
    _ what: MetadataStripping, _ written: Bytes, _ traces: MetadataTraces, hasGainMap: Bool = false
  ) throws(EditError) {
    guard what != .nothing else { return }
    if written.starts(with: PNGChunks.signature) {
      try check(PNGStripping.rest(of: what, in: written, traces.places))
      return try traces.checkIdentities(written)
    }
    if written.starts(with: [0xFF, 0xD8, 0xFF]) {
      try check(
        JPEGStripping.rest(of: what, in: written, hasGainMap: hasGainMap, traces.places))
      return try traces.checkIdentities(written)
    }
    let file = BoxFile(written)
    var after = Stripping(what, file, traces.places)
    try after.run()
    try check(after.removed.first)
    for part in after.searched {
      guard let bytes = written.part(part), let found = traces.first(in: bytes) else { continue }
      let place = part.lowerBound + found.place
      throw EditError(
        .proofFailed, "\(found.what) left in \(file.boxes.name(at: place)), at byte \(place)",
        offset: place)
    }
  }

  private static func check(_ rest: String?) throws(EditError) {
    if let rest { throw EditError(.proofFailed, "something is left that should not be: \(rest)") }
  }
}

extension [Box] {
  /// The types of the boxes around a byte of the file.
  fileprivate func name(at place: Int) -> String {
    guard let box = first(where: { $0.origin?.range.contains(place) == true }) else {
      return "what follows the boxes"
    }
    let isInside = box.children.contains { $0.origin?.range.contains(place) == true }
    return isInside ? "\(box.type)/\(box.children.name(at: place))" : "\(box.type)"
  }
}
