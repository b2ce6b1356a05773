public import FieldCoding
public import ISOBMFF

/// A cover image of a movie or a song (iTunes metadata, `covr`).
public struct Cover: Sendable {
  /// The image, as a complete file.
  public var image: Bytes
  /// The extension for the image: `jpg`, `png` or `bmp`; nil for other formats.
  public var fileExtension: String?

  /// The formats of cover images, by their first bytes.
  package static func form(of image: Bytes) -> (type: UInt32, fileExtension: String)? {
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
  /// The cover images of the movie. Players show the first.
  public var covers: [Cover] {
    boxes.at("moov").userData.all("meta").flatMap { $0.children.at("ilst") }
      .filter { $0.type == "covr" }.flatMap(\.children)
      .compactMap { $0[MetadataValueBox.self]?.value }
      .map { Cover(image: $0, fileExtension: Cover.form(of: $0)?.fileExtension) }
  }
}
