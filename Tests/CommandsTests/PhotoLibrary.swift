import Foundation
import TestSupport
import Testing

/// Folders of photos and movies that are converted as a whole.
extension Folder {
  /// Copies a sample to a path in this folder.
  func add(_ sample: String, as name: String) throws {
    let path = path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Program.sample(sample), toPath: path)
  }

  /// Makes a Live Photo of samples, `NAME.EXT` and `NAME.mov`.
  func addLivePhoto(
    _ still: String, _ movie: String = "clip-hevc.mov", as name: String
  ) throws {
    let ending = (still as NSString).pathExtension
    let half = try Folder()
    let result = try Program.boxwalk(
      "live", "make", Program.sample(still), Program.sample(movie), "-o", half.path("out"))
    #expect(result.code <= 1, "\(result.errors)")
    let path = path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    for file in try half.files("out") {
      let isStill = file.lowercased().hasSuffix(ending)
      try FileManager.default.moveItem(
        atPath: half.path("out/\(file)"), toPath: path + (isStill ? ".\(ending)" : ".mov"))
    }
  }

  /// All files below a folder in it, except manifests, in the order of their names.
  func files(_ name: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: path(name)) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: path(name)).sorted().filter {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path("\(name)/\($0)"))
      return attributes?[.type] as? FileAttributeType != .typeDirectory
        && !$0.hasPrefix(".boxwalk/")
    }
  }

  /// The lines of a manifest, by their inputs.
  func manifest(_ name: String) throws -> [String: [String: Any]] {
    let text = try String(contentsOfFile: path("\(name)/.boxwalk/manifest.jsonl"), encoding: .utf8)
    var lines: [String: [String: Any]] = [:]
    for line in text.split(separator: "\n") {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let input = try #require(object["input"] as? String)
      #expect(lines[input] == nil, "\(input) has two lines")
      lines[input] = object
    }
    return lines
  }

  func data(_ name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }

  func inode(_ name: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path(name)))?[.systemFileNumber] as? Int
  }

  func isSame(_ a: String, _ b: String) -> Bool {
    FileManager.default.contentsEqual(atPath: path(a), andPath: path(b))
  }
}
