public import Foundation

/// The programs that this package builds.
public enum BuiltPrograms {
  /// The folder of the programs: what `BOXWALK_PROGRAMS` names, or else the one of the test bundle.
  public static let folder: URL = {
    if let named = ProcessInfo.processInfo.environment["BOXWALK_PROGRAMS"] {
      return URL(fileURLWithPath: named)
    }
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let candidates = [folder, URL(fileURLWithPath: PackageFolder.path(".build/debug"))]
    return candidates.first {
      FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("boxwalk").path)
    } ?? folder
  }()

  /// The path of the worker.
  public static var worker: String { folder.appendingPathComponent("boxwalk-codec").path }
}
