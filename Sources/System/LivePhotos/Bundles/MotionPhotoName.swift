import Files

/// The names of motion photos, and of their photos and movies.
public enum MotionPhotoName {
  /// The name of the motion photo for a still: `IMG_1234.MP.HEIC` for `IMG_1234.HEIC`. Stems end with MP
  /// (Motion Photo format 1.0); in the older format, they start with MVIMG_.
  public static func photo(ofStill name: String, style: MotionPhotoFile.Style) -> String {
    let (stem, ending) = name.splitAtExtension
    if style == .microvideo { return stem.hasPrefix("MVIMG_") ? name : "MVIMG_" + name }
    return (stem.hasSuffix("MP") ? stem : stem + ".MP") + ending
  }

  /// The names of the photo and the movie of a motion photo: `PXL_1.jpg` and `PXL_1.mov` for `PXL_1.MP.jpg`;
  /// `IMG_1.jpg` for `MVIMG_1.jpg`.
  ///
  /// - Parameter ending: the extension of the movie.
  public static func names(
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
