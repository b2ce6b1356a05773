import HEIF
import ISOBMFF
import StillMetadata

enum ExifOrientationDiffers: Rule {
  static let severity = Severity.note
  static let clause = "ISO/IEC 23008-12 §A.2.1"
  static let sentence =
    "The orientation in Exif is what irot and imir do; HEIF readers ignore it."

  static func check(_ file: ExaminedFile, _ findings: inout Findings) {
    guard let heif = file.heif, let primary = heif.primaryItem,
      let exif = heif.exifItem(of: primary.id),
      let data = try? heif.data(of: exif.id), let tiff = ExifItem.tiff(in: data),
      let stated = ExifSummary(tiff: tiff).orientation
    else { return }
    var orientation = 1
    for property in primary.properties {
      if let rotation = property.box[ImageRotation.self] {
        for _ in 0..<rotation.angle { orientation = turned[orientation - 1] }
      } else if let mirror = property.box[ImageMirror.self] {
        orientation = (mirror.axis == 0 ? flipped : mirrored)[orientation - 1]
      }
    }
    guard orientation != stated else { return }
    file.report(
      exif, &findings,
      "has the orientation \(stated), but the picture itself is shown by orientation \(orientation): "
        + "programs that go by Exif will turn it the wrong way")
  }

  // The orientations 1 to 8 after a quarter turn counter-clockwise, after exchanging top and bottom, and after
  // exchanging left and right.
  private static let turned = [8, 5, 6, 7, 4, 1, 2, 3]
  private static let flipped = [4, 3, 2, 1, 8, 7, 6, 5]
  private static let mirrored = [2, 1, 4, 3, 6, 5, 8, 7]
}
