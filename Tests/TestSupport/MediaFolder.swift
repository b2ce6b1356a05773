import Foundation

/// Photos and movies of real devices, which are not part of the package: the folder that
/// `BOXWALK_MEDIA` names, or `../shared/media` beside the package.
public enum MediaFolder {
  /// Nil if there is none.
  public static let path: String? = {
    let candidates: [String?] = [
      ProcessInfo.processInfo.environment["BOXWALK_MEDIA"],
      PackageFolder.path("../shared/media"),
    ]
    return candidates.compactMap { $0 }.first {
      (try? FileManager.default.contentsOfDirectory(atPath: $0))?.isEmpty == false
    }
  }()

  /// All files below, sorted.
  public static let files: [String] = path.map(all) ?? []

  /// The files that are a part of the package.
  public static let samples = all(below: PackageFolder.path("SampleMedia"))

  /// Whether a file is called a photo or movie that consists of boxes.
  public static func hasBoxes(_ path: String) -> Bool {
    ["heic", "avif", "avci", "mov", "mp4"].contains((path as NSString).pathExtension)
  }

  private static func all(below path: String) -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.sorted().map { "\(path)/\($0)" }.filter {
      var isFolder: ObjCBool = false
      // The flag outlives the call, which sets it.
      return unsafe FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
  }
}
