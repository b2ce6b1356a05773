import Foundation

/// The targets of `Sources` in `Package.swift`: their layers, and their permitted imports.
struct Manifest {
  struct Target {
    var name: String
    /// From the top.
    var layer: Int
    var dependencies: Set<String>
    /// Whether it is written in C, or represents a library that is.
    var isC: Bool
  }

  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private(set) var targets: [Target] = []

  init() throws {
    self.init(
      try String(
        contentsOf: Manifest.package.appending(path: "Package.swift"), encoding: .utf8))
  }

  /// - Parameter text: of a manifest. In its list `layers`, swift-format starts each layer with a
  ///   bracket two spaces from the margin.
  init(_ text: String) {
    let list = text.components(separatedBy: "let layers: [[Target]] = [\n").last ?? ""
    let lines = (list.components(separatedBy: "\n]\n").first ?? "").components(separatedBy: "\n")
    var layers: [String] = []
    for line in lines where !line.trimmingCharacters(in: .whitespaces).hasPrefix("//") {
      if line.hasPrefix("  [") { layers.append("") }
      if !layers.isEmpty { layers[layers.count - 1] += line + "\n" }
    }
    for (layer, text) in layers.enumerated() {
      let starts = text.matches(
        of: /(swift|program|\.target|\.systemLibrary)\(\s*(?:name: )?"([\w-]+)"/)
      for (index, start) in starts.enumerated() {
        let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : text.endIndex
        let names = text[start.range.upperBound..<end].matches(of: /"([A-Z]\w+)"/)
        targets.append(
          Target(
            name: String(start.2), layer: layer, dependencies: Set(names.map { String($0.1) }),
            isC: start.1.hasPrefix(".")))
      }
    }
  }
}
