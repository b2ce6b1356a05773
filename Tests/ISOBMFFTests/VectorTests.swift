import Foundation
import TestSupport
import Testing

/// A structure without a vector fails.
@Suite struct VectorTests {
  @Test func everyStructureOfTheRegistryIsTested() throws {
    let folder = PackageFolder.path("Tests/ISOBMFFTests")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    let tests = try names.filter { $0.hasSuffix(".swift") }.map {
      try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
    }.joined()
    for body in Set(RegistryTests.all.map { "\($0.body)" }).sorted() {
      let uses = ["\(body).self", "\(body)(", "<\(body)>.self", "as? \(body)"]
      #expect(uses.contains { tests.contains($0) }, "\(body)")
    }
  }
}
