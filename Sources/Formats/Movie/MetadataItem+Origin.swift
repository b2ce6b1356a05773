import FieldCoding

/// The keys under which movies say with what, when and where they were taken: QuickTime's come before texts
/// of user data, which are older.
extension MetadataItem {
  /// Keys of the maker of the camera.
  public static let makeKeys = [
    "com.apple.quicktime.make", "com.android.manufacturer", "©mak",
  ]
  /// Keys of the model of the camera.
  public static let modelKeys = ["com.apple.quicktime.model", "com.android.model", "©mod"]
  /// Keys of the model of the lens.
  public static let lensKeys = ["com.apple.quicktime.camera.lens_model"]
  /// Keys of the focal length that a camera for film of 35 mm would have had, in millimetres.
  public static let focalLengthKeys = ["com.apple.quicktime.camera.focal_length.35mm_equivalent"]
  /// Keys of the software of the camera.
  public static let softwareKeys = ["com.apple.quicktime.software", "©swr"]
  /// Keys of the date on which the movie was taken.
  public static let dateKeys = [
    "com.apple.quicktime.creationdate", "com.android.creationdate", "©day",
  ]
  /// Keys of the location at which the movie was taken (ISO 6709).
  public static let locationKeys = ["com.apple.quicktime.location.ISO6709", "©xyz"]
}

extension [MetadataItem] {
  /// The first item for the first of `keys` that has a value; nil if there is none.
  public func first(of keys: [String]) -> MetadataItem? {
    keys.lazy.compactMap { key in first { $0.key == key && !$0.value.isEmpty } }.first
  }

  /// The value of that item; nil if there is none.
  public func value(of keys: [String]) -> String? { first(of: keys)?.value }
}

extension MovieFile {
  /// The value for the first of `keys` that has one, of the movie or else of its video tracks: phones state the lens
  /// there.
  public func value(of keys: [String]) -> String? {
    metadata.value(of: keys)
      ?? tracks.lazy.filter { $0.handlerType == "vide" }.compactMap { $0.metadata.value(of: keys) }
      .first
  }
}
