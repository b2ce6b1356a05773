import Foundation
import Testing

/// The targets form layers, in the order of `Package.swift`, and each imports only targets above it.
@Suite struct LayersTests {
  private let manifest: Manifest
  private let folders: [String: SourceFolder]

  init() throws {
    manifest = try Manifest()
    folders = try Dictionary(
      uniqueKeysWithValues: manifest.targets.map {
        ($0.name, try SourceFolder("Sources/\($0.name)"))
      })
  }

  private func layer(of name: String) -> Int? {
    manifest.targets.first { $0.name == name }?.layer
  }

  @Test func eachFolderIsATargetOfOneLayer() throws {
    let folders = try SourceFolder.names(in: "Sources")
    #expect(manifest.targets.map(\.name).sorted() == folders)
  }

  @Test func dependenciesStandAbove() throws {
    for target in manifest.targets {
      for name in target.dependencies {
        let above = try #require(
          layer(of: name), "\(target.name) depends on \(name), which is none")
        #expect(above < target.layer, "\(target.name) depends on \(name), which is not above it")
      }
    }
  }

  /// C has no imports of modules; the compiler finds only headers of stated dependencies.
  @Test func importsAreThoseOfTheManifest() {
    let names = Set(manifest.targets.map(\.name))
    for target in manifest.targets where !target.isC {
      var imported: Set<String> = []
      for file in folders[target.name]?.files ?? [] {
        let own = file.imports.intersection(names)
        imported.formUnion(own)
        let unstated = own.subtracting(target.dependencies)
        #expect(
          unstated.isEmpty, "\(file.path) imports \(unstated), which the manifest does not say")
      }
      let needless = target.dependencies.subtracting(imported)
      #expect(needless.isEmpty, "\(target.name) states \(needless), and imports none of them")
    }
  }

  /// Only Swift is between the C libraries and the files of this machine. `FieldCoding` maps files with system calls.
  @Test func structuresNeedNoSystem() throws {
    let first = try #require(layer(of: "FieldCoding"))
    let system = try #require(layer(of: "SystemAccess"))
    let c = Set(manifest.targets.filter(\.isC).map(\.name))
    for target in manifest.targets
    where (first..<system).contains(target.layer) && target.name != "FieldCoding" {
      #expect(target.dependencies.isDisjoint(with: c), "\(target.name) needs C")
      for file in folders[target.name]?.files ?? [] {
        var banned: Set<String> = ["Foundation", "FoundationEssentials", "Dispatch"]
        // Transfer functions need `pow` and `exp`.
        if !["HDRTransfer", "SignalCurve"].contains(where: {
          file.path == "Sources/Formats/HEIF/Colour/\($0).swift"
        }) {
          banned.formUnion(["Glibc", "Musl", "Darwin"])
        }
        let found = file.imports.intersection(banned)
        #expect(found.isEmpty, "\(file.path) imports \(found)")
      }
    }
  }

  @Test func aManifestIsRead() {
    let manifest = Manifest(
      """
      let layers: [[Target]] = [
        // Names.
        [
          .target(
            name: "CSystem", linkerSettings: [.linkedLibrary("dl")]),
          .systemLibrary(name: "CZip", pkgConfig: "zip"),
        ],
        [swift("Files", "CSystem"), swift("Words")],
        [
          swift(
            "Archives", "Files",
            codec("CZip")),
          program("zip-files", "Archives"),
        ],
      ]

      let package = Package(name: "No", targets: [swift("Other")])
      """)
    let names = manifest.targets.map(\.name)
    #expect(names == ["CSystem", "CZip", "Files", "Words", "Archives", "zip-files"])
    #expect(manifest.targets.map(\.layer) == [0, 0, 1, 1, 2, 2])
    #expect(manifest.targets.map(\.isC) == [true, true, false, false, false, false])
    #expect(
      manifest.targets.map(\.dependencies)
        == [[], [], ["CSystem"], [], ["Files", "CZip"], ["Archives"]])
  }
}
