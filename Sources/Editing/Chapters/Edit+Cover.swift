public import ISOBMFF

/// A cover picture of a movie or a song (iTunes metadata, `covr`).
public struct Cover: Sendable {
  /// The picture, as a complete file.
  public var image: Bytes
  /// The extension for the picture: `jpg`, `png` or `bmp`; nil for other formats.
  public var fileExtension: String?

  /// The formats of cover pictures, by their first bytes.
  static func form(of image: Bytes) -> (type: UInt32, fileExtension: String)? {
    func starts(_ bytes: [UInt8]) -> Bool {
      image.part(0..<bytes.count)?.elementsEqual(bytes) ?? false
    }
    if starts([0xFF, 0xD8, 0xFF]) { return (13, "jpg") }
    if starts([0x89, 0x50, 0x4E, 0x47]) { return (14, "png") }
    if starts([0x42, 0x4D]) { return (27, "bmp") }
    return nil
  }
}

extension BoxFile {
  /// The cover pictures of the movie. Players show the first.
  public var covers: [Cover] {
    boxes.at("moov", "udta", "meta", "ilst").filter { $0.type == "covr" }.flatMap(\.children)
      .compactMap { $0[MetadataValueBox.self]?.value }
      .map { Cover(image: $0, fileExtension: Cover.form(of: $0)?.fileExtension) }
  }
}

extension Edit {
  /// Replaces the cover pictures of the movie with one picture.
  ///
  /// Throws if the picture is neither a JPEG nor a PNG file, or if the file is not a movie.
  public mutating func setCover(_ image: Bytes) throws(EditError) {
    guard let form = Cover.form(of: image), form.type != 27 else {
      throw EditError(
        .invalid,
        "is not a JPEG or PNG file, as covers are; boxwalk convert makes one")
    }
    try removeCover()
    let cover = Box.iTunesItem("covr", [MetadataValueBox(image, type: form.type)])
    try changeMovie { children in
      children.changeUserData { data in
        if !data.contains(where: { $0.type == "meta" }) { data.append(.iTunesMetadata([])) }
        for index in data.indices where data[index].type == "meta" {
          if !data[index].children.contains(where: { $0.type == "ilst" }) {
            data[index].children.append(Box(MetadataItemListBox()))
          }
          data[index].change(["ilst"]) { list in
            list.children.append(cover)
            return true
          }
          break
        }
      }
    }
    notes.append(
      "has a \(form.fileExtension) picture of \(counted(image.count, "byte")) as its cover now")
  }

  /// Removes the cover pictures.
  public mutating func removeCover() throws(EditError) {
    guard file.boxes.contains(where: { $0.type == "moov" }) else {
      throw EditError(noMovieIn: file)
    }
    try changeMovie { children in
      children.changeUserData { data in
        for index in data.indices where data[index].type == "meta" {
          data[index].change(["ilst"]) { list in
            let kept = list.children.filter { $0.type != "covr" }
            guard kept.count < list.children.count else { return false }
            list.children = kept
            return true
          }
        }
      }
    }
  }
}
