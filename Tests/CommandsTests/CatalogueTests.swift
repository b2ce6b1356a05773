import Foundation
import TestSupport
import Testing

@Suite struct CatalogueTests {
  @Test func aCodeIsExplained() throws {
    let result = try Program.boxwalk("catalogue", "iloc", "heic")
    #expect(result.code == 0)
    #expect(result.output.contains("ItemLocationBox · ISO/IEC 14496-12 §8.11.3 · versions 0 to 2"))
    #expect(result.output.contains("brand (1)"))
    let unknown = try Program.boxwalk("catalogue", "zzzz")
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("zzzz: is not known"))
    #expect(try Program.boxwalk("catalogue", "toolong").code == 64)
  }

  @Test func jsonListsAll() throws {
    let result = try Program.boxwalk("catalogue", "--json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["schema"] as? String == "boxwalk.catalogue/1")
    let entries = try #require(object["entries"] as? [[String: Any]])
    #expect(entries.count > 1400)
    let group = try #require(
      entries.first { $0["code"] as? String == "roll" && $0["kind"] as? String == "sample group" })
    #expect(group["syntax"] as? String == "fields")
  }
}
