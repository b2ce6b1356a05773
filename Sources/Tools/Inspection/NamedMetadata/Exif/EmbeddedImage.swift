internal import Metadata

/// An image that a directory describes with its offset in the file, such as a preview.
struct EmbeddedImage {
  /// Such as `PreviewImage`; its tags have `Start` and `Length` behind it.
  let name: String
  private let isThumbnail: Bool
  let startTag: UInt16
  let lengthTag: UInt16

  /// The kind of the file around the directories, which determines how their images are called.
  enum Container {
    /// Exif in a file of another format.
    case other
    case tiff
    case canonRaw
    case sonyRaw

    init(_ file: TIFFFile) {
      let main = file.directories.first { $0.kind == .ifd0 }
      if file.bytes.dropFirst(8).prefix(2).elementsEqual("CR".utf8) {
        self = .canonRaw
      } else if main?[0x010F]?.text?.hasPrefix("SONY") == true,
        main?[0x00FE]?.integer() == 1, main?[0x0103]?.integer() == 6
      {
        self = .sonyRaw
      } else {
        self = .tiff
      }
    }
  }

  /// The images of a directory.
  static func all(
    of directory: ExifDirectory, as kind: ExifDirectory.Kind, in container: Container
  ) -> [EmbeddedImage] {
    [strips(directory, kind, container), interchange(kind, container)].compactMap(\.self)
  }

  /// Its tag with this number; nil for all others.
  func tagName(_ tag: UInt16) -> String? {
    switch tag {
    case startTag: isThumbnail ? "ThumbnailOffset" : "\(name)Start"
    case lengthTag: isThumbnail ? "ThumbnailLength" : "\(name)Length"
    default: nil
    }
  }

  /// A JPEG image in strips; nil for strips of other samples.
  private static func strips(
    _ directory: ExifDirectory, _ kind: ExifDirectory.Kind, _ container: Container
  ) -> EmbeddedImage? {
    let compression = directory[0x0103]?.integer()
    let isReduced = directory[0x00FE]?.integer() != 0
    let name: String
    switch (container, kind) {
    case (.other, _): return nil
    // Lossy JPEG of DNG.
    case _ where compression == 34_892: name = "OtherImage"
    case (.canonRaw, .ifd0): name = "PreviewImage"
    case (.tiff, .sub(2)) where compression == 7 && isReduced: name = "JpgFromRaw"
    case (.tiff, _) where compression == 7 && isReduced: name = "PreviewImage"
    default: return nil
    }
    return EmbeddedImage(name: name, isThumbnail: false, startTag: 0x0111, lengthTag: 0x0117)
  }

  /// An image in the interchange format of JPEG.
  private static func interchange(
    _ kind: ExifDirectory.Kind, _ container: Container
  ) -> EmbeddedImage? {
    let name: String
    switch kind {
    case .ifd1: name = "ThumbnailImage"
    case .sub(0), .ifd(2): name = "JpgFromRaw"
    case .ifd0 where container == .sonyRaw: name = "PreviewImage"
    case .ifd0, .ifd, .sub: name = "OtherImage"
    default: return nil
    }
    return EmbeddedImage(
      name: name, isThumbnail: kind == .ifd1, startTag: 0x0201, lengthTag: 0x0202)
  }
}
