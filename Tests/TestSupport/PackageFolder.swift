public import Foundation

/// The folder of this package, in which tests find samples and pages.
public enum PackageFolder {
  public static let url = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// - Parameter name: of a file or a folder below the package.
  public static func path(_ name: String) -> String {
    url.appending(path: name).standardizedFileURL.path
  }

  /// A file of `SampleMedia`.
  public static func sample(_ name: String) -> String { path("SampleMedia/\(name)") }

  public static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }
}
