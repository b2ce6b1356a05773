public import Foundation

/// The programs that this package builds.
public enum BuiltPrograms {
  /// The folder of the products, which is the test bundle's.
  public static let folder: URL = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
      folder = bundle.bundleURL.deletingLastPathComponent()
    }
    let package = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let candidates = [folder, package.appendingPathComponent(".build/debug")]
    return candidates.first {
      FileManager.default.isExecutableFile(atPath: $0.appendingPathComponent("boxwalk").path)
    } ?? folder
  }()

  /// The path of the worker.
  public static var worker: String { folder.appendingPathComponent("boxwalk-codec").path }
}
