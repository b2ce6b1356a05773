public import Foundation

/// A folder that is deleted with its owner.
public final class Folder {
  public let url: URL

  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "boxwalk-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The path of the new file.
  public func write(_ data: Data, to name: String) throws -> String {
    try data.write(to: url.appendingPathComponent(name))
    return path(name)
  }

  public var names: [String] { Folder.names(url.path) }

  /// The names in a folder; empty if there is no folder.
  public static func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
