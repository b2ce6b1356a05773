extension MakerNote {
  /// A TIFF structure with Canon's maker note, as in photos of other formats; nil if there is no directory.
  ///
  /// - Parameters:
  ///   - note: the maker note of a raw photo: a separate structure (`CMT3`), with offsets from its first byte.
  ///   - camera: the directory that states the camera.
  public static func tiff(ofCanon note: Bytes, camera: ExifDirectory?) -> [UInt8]? {
    guard let order = TIFFFile.byteOrder(note),
      let start = note.integer(at: 4, size: 4, order),
      let directory = note.slice(
        at: Int(start), count: note.count - Int(start))
    else { return nil }
    let names = (camera?.entries ?? []).filter { [0x010F, 0x0110].contains($0.tag) }
    let noteField = TIFFField(0x927C, .undefined(Array(directory)))
    let fields =
      names.map { TIFFField($0.tag, .text($0.text ?? "")) }
      + [TIFFField(0x8769, .directory([noteField]))]
    // The values of the maker note stay at their offsets, and the directory of the camera follows them.
    var tiff = Array(note) + (note.count % 2 == 1 ? [0] : [])
    tiff.replace(UInt64(tiff.count), at: 4, size: 4, order)
    return try? TIFFWriter.directory(order, after: tiff, fields)
  }
}
