public import Metadata

/// The TIFF structures of a raw photo of Canon's (CR3): one for each directory.
public struct CanonDirectories: Sendable {
  /// IFD0; nil if it is missing or not valid.
  public let main: TIFFFile?
  /// The settings with which the photo was taken.
  public let exif: TIFFFile?
  /// The GPS directory: the location of the photo.
  public let gps: TIFFFile?

  /// - Parameter boxes: the top-level boxes of the file.
  public init(_ boxes: [Box]) {
    let parts = boxes.at("moov").all("uuid").flatMap(\.children)
    func directory(_ type: FourCC) -> TIFFFile? {
      parts.first(type)?.opaquePayload.flatMap { try? TIFFFile($0) }
    }
    (main, exif, gps) = (directory("CMT1"), directory("CMT2"), directory("CMT4"))
  }

  /// A summary of the photo.
  public var summary: ExifSummary { ExifSummary(main: main, exif: exif, gps: gps) }
}

extension BoxFile {
  /// Whether the file is a raw photo of Canon's (CR3), by its brands.
  package var isCanonRaw: Bool {
    guard let type = boxes.first(FileTypeBox.self) else { return false }
    return type.majorBrand == "crx " || type.compatibleBrands.contains("crx ")
  }
}
