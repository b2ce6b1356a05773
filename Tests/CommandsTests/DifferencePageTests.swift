import Foundation
import TestSupport
import Testing

/// `boxwalk diff --html`
@Suite struct DifferencePageTests {
  private let folder: Folder
  init() throws { folder = try Folder() }

  private func page(_ old: String, _ new: String, _ options: String...) throws -> PageDocument {
    let output = folder.path("page.html")
    let result = try Program.boxwalk(["diff", old, new, "--html", output, "--force"] + options)
    #expect(result.code == 1, "\(result.errors)")
    return try PageDocument(Data(contentsOf: URL(fileURLWithPath: output)))
  }

  private func edited(_ arguments: [String], _ name: String) throws -> String {
    let path = folder.path(name)
    let result = try Program.boxwalk(arguments + ["-o", path])
    #expect(result.isDone, "\(result.errors)")
    return path
  }

  /// The page shows the same differences as JSON: boxes, fields, values.
  @Test func differencesAreThoseOfJSON() throws {
    let old = Program.sample("clip-hevc.mov")
    let new = try edited(["set", "moov/mvhd.rate=2.0", old], "set.mov")
    let page = try page(old, new)
    let data = try Program.boxwalk("diff", old, new, "--json").data
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let boxes = try #require(document["boxes"] as? [[String: Any]])
    #expect(!boxes.isEmpty)
    let rows = page.all("tr").map(\.text)
    for box in boxes {
      for field in try #require(box["fields"] as? [[String: Any]]) {
        let (path, old, new) = (
          field["oldPath"] as? String, field["old"] as? Double, field["new"] as? Double
        )
        guard let path, let old, let new else { continue }
        #expect(rows.contains("\(path)\(Int(old))\(Int(new))"), "\(rows)")
      }
    }
    // The box and its parents are open, and the others are the same.
    #expect(page.all(class: "changed").contains { $0.text.contains("mvhd") })
    #expect(page.all(class: "changed").contains { $0.text.contains("moov") })
    #expect(page.all(class: "same").contains { $0.text.contains("ftyp") })
    #expect(page.all("mark").count == 2, "one byte of each file")
  }

  @Test func boxesThatCameAndWentAreBesideNothing() throws {
    let old = Program.sample("clip-hevc.mov")
    let new = try edited(
      ["insert", "/", "--hex", "0000000c66726565626f7877", "--after", "ftyp", old], "more.mov")
    let page = try page(old, new)
    #expect(
      page.all(class: "added").contains {
        $0.text.hasPrefix("–") && $0.text.contains("free 12 bytes at 20")
      })
    let less = try self.page(new, old)
    #expect(less.all(class: "removed").contains { $0.text.hasPrefix("free 12 bytes at 20") })
  }

  @Test func itemsAndTilesWhoseDataDiffersAreNamed() throws {
    let old = Program.sample("landscape-tiled.heic")
    var data = try Data(contentsOf: URL(fileURLWithPath: old))
    // A byte of tile 2, whose data is at 47169.
    data[47_169 + 5000] ^= 0x10
    let new = try folder.write(data, to: "tile.heic")
    let page = try page(old, new)
    #expect(page.all("td").contains { $0.text == "tile 2 of 48 (item 2)" })
    #expect(page.text.contains("1 item with other coded bytes; 55 the same."))
    #expect(page.all("rect").contains { $0.has("alarm") && $0.text.contains("item 2:") })
  }

  @Test func framesWhoseDataDiffersAreCounted() throws {
    let old = Program.sample("clip-hevc.mov")
    let sample = try Program.boxwalk("inspect", "--samples", "--track", "1", "--json", old).output
      .split(separator: "\n")[9]
    let row = try #require(
      try JSONSerialization.jsonObject(with: Data(sample.utf8)) as? [String: Any])
    var data = try Data(contentsOf: URL(fileURLWithPath: old))
    data[try #require(row["offset"] as? Int) + 6] ^= 1
    let page = try page(old, folder.write(data, to: "frame.mov"))
    #expect(page.text.contains("Track 1 (vide): 1 of 75 samples differ, from sample 10 at"))
    #expect(page.text.contains("Track 2 (soun): 0 of 119 samples differ."))
  }

  @Test func pixelsThatDifferAreCounted() throws {
    let old = Program.sample("portrait-single.heic")
    let same = try edited(["strip", "location", old], "same.heic")
    #expect(try page(old, same, "--pixels").text.contains("are the same."))
    let turned = try edited(["rotate", "90", old], "turned.heic")
    #expect(try page(old, turned, "--pixels").text.contains("The images cannot be compared"))
    let other = try edited(["flip", "horizontal", old], "flipped.heic")
    let page = try page(old, other, "--pixels")
    #expect(page.text.contains("differ ("))
    #expect(page.all("path").contains { $0.has("heat") })
    #expect(page.all("image").count == 1)
  }

  @Test func aPictureThatCannotBeDecodedIsNamed() throws {
    let old = Program.sample("landscape-tiled.heic")
    var data = try Data(contentsOf: URL(fileURLWithPath: old))
    // The only extent of item 2: 47169.
    let range = try #require(data.range(of: Data([0, 0, 0xB8, 0x41])))
    data.replaceSubrange(range, with: [0x7F, 0, 0, 0])
    let page = try page(old, folder.write(data, to: "past.heic"), "--pixels")
    #expect(page.text.contains("past.heic: cannot be decoded: meta/iloc at byte 3271"))
    #expect(page.text.contains("1 tile of 48 of item 49 differs: it has a frame."))
  }

  @Test func wrongOptionsAreRefused() throws {
    let sample = Program.sample("coast.avif")
    #expect(try Program.boxwalk("diff", sample, sample, "--pixels").code == 64)
    #expect(try Program.boxwalk("diff", sample, sample, "--html", "a.html", "--json").code == 64)
    let there = try folder.write(Data("mine".utf8), to: "there.html")
    #expect(try Program.boxwalk("diff", sample, sample, "--html", there).code == 2)
    #expect(try Data(contentsOf: URL(fileURLWithPath: there)) == Data("mine".utf8))
  }
}
