public import LiveMaking
import SystemAccess

/// Names of motion photos and of their halves.
public enum MotionPhotoName {
  /// `IMG_1234.MP.HEIC` of `IMG_1234.HEIC`: stems end with MP (Motion Photo format 1.0); those of the
  /// forerunner start with MVIMG_.
  public static func photo(ofStill name: String, style: MotionPhotoFile.Style) -> String {
    let (stem, ending) = name.splitAtExtension
    if style == .microvideo { return stem.hasPrefix("MVIMG_") ? name : "MVIMG_" + name }
    return (stem.hasSuffix("MP") ? stem : stem + ".MP") + ending
  }

  /// `PXL_1.jpg` and `PXL_1.mov` of `PXL_1.MP.jpg`; `IMG_1.jpg` of `MVIMG_1.jpg`.
  ///
  /// - Parameter ending: of the movie.
  public static func halves(
    ofPhoto name: String, movie ending: String
  ) -> (still: String, movie: String) {
    var (stem, own) = name.splitAtExtension
    for mark in [".MP", ".MOTION-01.COVER", ".MOTION"] where stem.hasSuffix(mark) {
      stem.removeLast(mark.count)
      break
    }
    if stem.hasPrefix("MVIMG_") {
      let rest = stem.dropFirst("MVIMG_".count)
      stem = (rest.first?.isNumber == true ? "IMG_" : "") + rest
    }
    return (stem + own, stem + "." + ending.inCase(of: own))
  }
}
