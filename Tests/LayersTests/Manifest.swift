import Foundation
import TestSupport

/// The targets of `Sources` in `Package.swift`: their layers, and their permitted imports.
struct Manifest {
  struct Target {
    var name: String
    /// The folder of `Sources`: `C/Linked`.
    var layer: String
    /// Those that are stated: what they depend on in turn is not.
    var dependencies: Set<String>
    /// Whether it is written in C, or represents a library that is.
    var isC: Bool
    var isProgram: Bool

    /// The folder of its files.
    var path: String { "Sources/\(layer)/\(name)" }
  }

  /// In the order of the manifest.
  private(set) var targets: [Target] = []
  /// The targets of libraries that others use.
  private(set) var published: Set<String> = []

  init() throws {
    self.init(try PackageFolder.text("Package.swift"))
  }

  /// - Parameter text: of a manifest.
  init(_ text: String) {
    let list = text.components(separatedBy: "let layers = [\n").last ?? ""
    let lines = (list.components(separatedBy: "\n]\n").first ?? "").components(separatedBy: "\n")
      .filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }
    for layer in lines.joined(separator: "\n").components(separatedBy: "  layer(").dropFirst() {
      guard let folder = layer.firstMatch(of: /"([\w\/]+)"/) else { continue }
      let starts = layer.matches(of: /\b(swift|program|c|library)\(\s*"([\w-]+)"/)
      for (index, start) in starts.enumerated() {
        let end = index + 1 < starts.count ? starts[index + 1].range.lowerBound : layer.endIndex
        let rest = layer[start.range.upperBound..<end]
        // Of a library of the system, the other names are those of packages.
        let names = start.1 == "library" ? [] : rest.matches(of: /"([A-Z]\w+)"/)
        targets.append(
          Target(
            name: String(start.2), layer: String(folder.1),
            dependencies: Set(names.map { String($0.1) }),
            isC: start.1 == "c" || start.1 == "library", isProgram: start.1 == "program"))
      }
    }
    for product in text.matches(of: /\.library\(\s*name: "[\w-]+",[^\[\]]*targets: \[([^\]]*)\]/) {
      published.formUnion(product.1.matches(of: /"([\w-]+)"/).map { String($0.1) })
    }
  }

  /// All that a target depends on, directly and through others.
  func reach(of name: String) -> Set<String> {
    let direct = targets.first { $0.name == name }?.dependencies ?? []
    return direct.reduce(into: direct) { $0.formUnion(reach(of: $1)) }
  }
}
