import Foundation
import TestSupport
import Testing

@Suite struct CatalogueTests {
  @Test func aCodeIsExplained() throws {
    let result = try Program.boxwalk("catalogue", "iloc", "heic")
    #expect(result.code == 0)
    #expect(result.output.contains("iloc  ItemLocationBox · ISO/IEC 14496-12 §8.11.3 · box"))
    #expect(result.output.contains("occurs in meta (at most one)"))
    #expect(result.output.contains("iloc-extent-past-end: error"))
    #expect(result.output.contains(" · brand"))
    let list = try Program.boxwalk("catalogue", "--kind", "brand")
    #expect(list.output.hasPrefix("brand ("))
    let unknown = try Program.boxwalk("catalogue", "zzzz")
    #expect(unknown.code == 1)
    #expect(unknown.errors.contains("zzzz: Boxwalk does not know this code"))
    #expect(try Program.boxwalk("catalogue", "toolong").code == 64)
  }

  @Test func pagesAreWrittenWholeOrNotAtAll() throws {
    let folder = try Folder()
    let site = folder.path("site")
    #expect(try Program.boxwalk("catalogue", "--html", site).code == 0)
    let names = Folder.names(site)
    #expect(names.contains("index.html") && names.contains("iloc.html") && names.count > 1000)
    let again = try Program.boxwalk("catalogue", "--html", site)
    #expect(again.code == 2 && again.errors.contains("--force replaces it"))
    #expect(try Program.boxwalk("catalogue", "--html", site, "--force").code == 0)
    #expect(Folder.names(site) == names && folder.names == ["site"])
    let mine = try folder.write(Data("mine".utf8), to: "site/notes.txt")
    let other = try Program.boxwalk("catalogue", "--html", site, "--force")
    #expect(other.code == 2 && other.errors.contains("has notes.txt"))
    #expect(try String(contentsOfFile: mine, encoding: .utf8) == "mine")
    let file = try folder.write(Data("x".utf8), to: "file")
    #expect(try Program.boxwalk("catalogue", "--html", file, "--force").code == 2)
    #expect(try Program.boxwalk("catalogue", "--html", "\(file)/a").code == 2)
    #expect(try Program.boxwalk("catalogue", "iloc", "--html", site).code == 64)
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
