/// The keys under which movies say with what, when and where they were taken: QuickTime's come before texts
/// of user data, which are older.
extension MetadataItem {
  /// Who made the camera.
  public static let makeKeys = [
    "com.apple.quicktime.make", "com.android.manufacturer", "©mak",
  ]
  /// The name of the camera.
  public static let modelKeys = ["com.apple.quicktime.model", "com.android.model", "©mod"]
  /// The name of the lens.
  public static let lensKeys = ["com.apple.quicktime.camera.lens_model"]
  /// The program of the camera.
  public static let softwareKeys = ["com.apple.quicktime.software", "©swr"]
  /// When it was taken.
  public static let dateKeys = [
    "com.apple.quicktime.creationdate", "com.android.creationdate", "©day",
  ]
  /// Where it was taken, in the form of ISO 6709.
  public static let placeKeys = ["com.apple.quicktime.location.ISO6709", "©xyz"]
}

extension [MetadataItem] {
  /// The first item under the first of some keys that has a value.
  public func first(of keys: [String]) -> MetadataItem? {
    keys.lazy.compactMap { key in first { $0.key == key && !$0.value.isEmpty } }.first
  }

  /// Its value.
  public func value(of keys: [String]) -> String? { first(of: keys)?.value }
}
