/// The entries of an index of images (CIPA DC-007 §5.2.3.3).
enum MultiPictureEntry {
  /// Passes the entries of the index for each image to `sink`.
  ///
  /// - Parameter index: the TIFF structure of the index.
  static func describe(_ index: Bytes, to sink: any FieldSink) {
    guard let tiff = try? TIFFFile(index), let entries = tiff[.ifd0]?[0xB002]?.value else { return }
    for (number, start) in stride(from: 0, to: entries.count - 15, by: 16).enumerated() {
      let offset = entries.fileOffset + start
      let group = FieldGroup(name: "images[\(number)]", fileRange: offset..<offset + 16)
      guard sink.open(group) else { return }
      let fields: [(name: String, size: Int, format: FieldFormat)] = [
        ("attributes", 4, .hex), ("size", 4, .decimal), ("offset", 4, .decimal),
        ("dependent_1", 2, .decimal), ("dependent_2", 2, .decimal),
      ]
      var position = start
      for field in fields {
        if let value = entries.integer(at: position, size: field.size, tiff.order) {
          let first = (entries.fileOffset + position) * 8
          sink.field(field.name, .uint(value, field.format), bits: first..<first + field.size * 8)
        }
        position += field.size
      }
      sink.close(group)
    }
  }
}
