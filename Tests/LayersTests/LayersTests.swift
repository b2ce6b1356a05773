import Foundation
import Testing

/// The folders of `Sources` are layers, in the order of `Package.swift`, and each target imports only those that are
/// listed before it.
@Suite struct LayersTests {
  private let manifest: Manifest
  private let folders: [String: SourceFolder]

  init() throws {
    manifest = try Manifest()
    folders = try Dictionary(
      uniqueKeysWithValues: manifest.targets.map { ($0.name, try SourceFolder($0.path)) })
  }

  private func position(of name: String) -> Int? {
    manifest.targets.firstIndex { $0.name == name }
  }

  /// The targets that the files of a target import.
  private func imports(of target: Manifest.Target) -> Set<String> {
    let names = Set(manifest.targets.map(\.name))
    return (folders[target.name]?.files ?? []).reduce(into: []) {
      $0.formUnion($1.imports.intersection(names))
    }
  }

  @Test func eachFolderIsATargetOfItsLayer() throws {
    let layers = Set(manifest.targets.map(\.layer))
    var found: [String] = []
    for layer in layers {
      for name in try SourceFolder.names(in: "Sources/\(layer)")
      where !layers.contains("\(layer)/\(name)") {
        found.append("Sources/\(layer)/\(name)")
      }
    }
    #expect(manifest.targets.map(\.path).sorted() == found.sorted())
    let tops = Set(layers.map { $0.split(separator: "/")[0] }).sorted()
    #expect(try SourceFolder.names(in: "Sources") == tops.map(String.init))
  }

  @Test func dependenciesStandBefore() throws {
    for (index, target) in manifest.targets.enumerated() {
      for name in target.dependencies {
        let before = try #require(
          position(of: name), "\(target.name) depends on \(name), which is none")
        #expect(before < index, "\(target.name) depends on \(name), which is not before it")
      }
    }
  }

  /// Tests of a module are in one target, in which somebody who knows the module finds them.
  @Test func testsAreCalledAsWhatTheyTest() throws {
    let tests = try SourceFolder.names(in: "Tests").filter { $0.hasSuffix("Tests") }
    let modules = Set(manifest.targets.filter { !$0.isC }.map { "\($0.name)Tests" })
    #expect(tests.count > 20)
    #expect(Set(tests).subtracting(modules) == ["LayersTests"])
    for name in tests where name != "LayersTests" && name != "CommandsTests" {
      let imports = try SourceFolder("Tests/\(name)").files.map(\.imports)
      #expect(imports.contains { $0.contains(String(name.dropLast(5))) }, "\(name)")
    }
  }

  /// C has no imports of modules; the compiler finds only headers of stated dependencies.
  @Test func importsAreThoseOfTheManifest() {
    for target in manifest.targets where !target.isC {
      let reach = manifest.reach(of: target.name)
      let imported = imports(of: target)
      for file in folders[target.name]?.files ?? [] {
        let unstated = file.imports.intersection(manifest.targets.map(\.name)).subtracting(reach)
        #expect(unstated.isEmpty, "\(file.path) imports \(unstated), which is not before it")
      }
      let needless = target.dependencies.subtracting(imported)
      #expect(needless.isEmpty, "\(target.name) states \(needless), and imports none of them")
      let codecs: Set = ["CDe265", "CTurboJPEG", "CPNG"]
      for name in target.dependencies.subtracting(codecs) {
        let other = target.dependencies.first { manifest.reach(of: $0).contains(name) }
        #expect(
          other == nil, "\(target.name) states \(name), which comes with \(other ?? "another")")
      }
    }
  }

  /// A target that only one other imports is a folder of that one, unless it is published, or tests could not import
  /// it, because the other one is a program.
  @Test func noTargetHasOneUser() {
    var users: [String: [Manifest.Target]] = [:]
    for target in manifest.targets where !target.isC {
      for name in imports(of: target) { users[name, default: []].append(target) }
    }
    for target in manifest.targets
    where !target.isC && !target.isProgram && !manifest.published.contains(target.name) {
      let own = users[target.name] ?? []
      #expect(!own.isEmpty, "nobody imports \(target.name)")
      #expect(
        own.count != 1 || own[0].isProgram, "only \(own.first?.name ?? "") imports \(target.name)")
    }
  }

  /// Only Swift is between the C libraries and the files of this machine. `FieldCoding` maps files with system calls, which are
  /// in `Platform`.
  @Test func structuresNeedNoSystem() {
    let c = Set(manifest.targets.filter(\.isC).map(\.name))
    let layers: Set = ["Bytes", "Bitstreams", "Formats", "Tools"]
    for target in manifest.targets
    where layers.contains(target.layer) && !["FieldCoding", "Platform"].contains(target.name) {
      #expect(target.dependencies.isDisjoint(with: c), "\(target.name) needs C")
      for file in folders[target.name]?.files ?? [] {
        var banned: Set<String> = ["Foundation", "FoundationEssentials", "Dispatch"]
        // Transfer functions need `pow` and `exp`, and values of APEX need `exp2`.
        if !["SignalCurve.swift", "MetadataValueForm.swift"].contains(where: file.path.hasSuffix) {
          banned.formUnion(["Platform", "Glibc", "Musl", "Darwin"])
        }
        let found = file.imports.intersection(banned)
        #expect(found.isEmpty, "\(file.path) imports \(found)")
      }
    }
  }

  @Test func aManifestIsRead() {
    let manifest = Manifest(
      """
      let layers = [
        layer(
          "C/Linked",
          library("CZip", "zip", apt: "Zip", brew: "Zip"),
        ),
        // Names.
        layer(
          "C",
          c(
            "CSystem", linkerSettings: dynamicLoading),
        ),
        layer("System", swift("Files", "CSystem"), swift("Words")),
        layer(
          "Programs",
          swift(
            "Archives", "Files",
            codec("CZip")),
          program("zip-files", "Archives"),
        ),
      ]

      let package = Package(
        name: "No", products: [.library(name: "Zip", type: .dynamic, targets: ["Files", "Words"])],
        targets: [swift("Other")])
      """)
    let names = manifest.targets.map(\.name)
    #expect(names == ["CZip", "CSystem", "Files", "Words", "Archives", "zip-files"])
    #expect(
      manifest.targets.map(\.layer)
        == ["C/Linked", "C", "System", "System", "Programs", "Programs"])
    #expect(manifest.targets.map(\.isC) == [true, true, false, false, false, false])
    #expect(manifest.targets.map(\.isProgram) == [false, false, false, false, false, true])
    #expect(
      manifest.targets.map(\.dependencies)
        == [[], [], ["CSystem"], [], ["Files", "CZip"], ["Archives"]])
    #expect(manifest.reach(of: "zip-files") == ["Archives", "Files", "CSystem", "CZip"])
    #expect(manifest.published == ["Files", "Words"])
  }
}
