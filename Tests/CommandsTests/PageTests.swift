import Foundation
import TestSupport
import Testing

/// `boxwalk inspect --html` and `--svg`
@Suite struct PageTests {
  static let samples = [
    "clip-h264-fragmented.mov", "clip-h264.mp4", "clip-hevc-fragmented.mp4", "clip-hevc.mov",
    "coast.avif", "landscape-tiled.heic", "meadow.avci", "meadow.jpg", "portrait-single.heic",
    "shore-tiled.avif",
  ]

  private let folder: Folder
  init() throws { folder = try Folder() }

  private func page(_ path: String, code: Int32 = 0) throws -> PageDocument {
    let output = folder.path("page.html")
    let result = try Program.boxwalk("inspect", path, "--html", output, "--force")
    #expect(result.code == code, "\(result.errors)")
    return try PageDocument(Data(contentsOf: URL(fileURLWithPath: output)))
  }

  private func json(_ arguments: String...) throws -> [String: Any] {
    let data = try Program.boxwalk(arguments + ["--json"]).data
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test(arguments: samples) func linksLeadToOneElement(_ name: String) throws {
    let page = try page(Program.sample(name))
    let ids = page.elements.compactMap { $0.attributes["id"] }
    #expect(Set(ids).count == ids.count)
    let links = page.all("a").compactMap { $0.attributes["href"] }
    #expect(links.count > 2)
    for link in links { #expect(ids.contains(String(link.dropFirst())), "\(link)") }
    // The page loads nothing, and there is a picture.
    let images = page.all("img")
    #expect(!images.isEmpty)
    for image in images {
      #expect(image.attributes["src"]?.hasPrefix("data:image/jpeg;base64,") == true)
      #expect(image.attributes["alt"]?.isEmpty == false)
    }
    for element in page.elements where ["svg"].contains(element.name) {
      #expect(element.attributes["aria-label"]?.isEmpty == false)
    }
  }

  /// Fields of a tree in JSON, up to 400 of each box: others are not on the page.
  private func fields(_ content: [[String: Any]]) -> [(name: String, value: Any)] {
    var left = 400
    return fields(content, &left)
  }

  private func fields(
    _ content: [[String: Any]], _ left: inout Int
  ) -> [(name: String, value: Any)] {
    var found: [(name: String, value: Any)] = []
    for node in content {
      if node["box"] ?? node["segment"] != nil {
        found += fields(node["content"] as? [[String: Any]] ?? [])
        continue
      }
      guard left > 0 else { continue }
      left -= 1
      if let inner = node["content"] as? [[String: Any]] {
        found += fields(inner, &left)
      } else if let name = (node["field"] ?? node["table"]) as? String {
        found.append((name, node["value"] ?? node["count"] ?? 0))
      }
    }
    return found
  }

  @Test(arguments: samples)
  func numbersAreThoseOfJSON(_ name: String) throws {
    let page = try page(Program.sample(name))
    var shown: [String: String] = [:]
    for (line, name) in zip(page.elements, page.elements.dropFirst()) where line.has("field") {
      shown[name.text, default: ""] += line.text.dropFirst(name.text.count + 1) + "\n"
    }
    let document = try json("inspect", Program.sample(name), "--tree")
    let tree = try #require((document["boxes"] ?? document["segments"]) as? [[String: Any]])
    let all = fields(tree)
    #expect(all.count > 50)
    for field in all {
      let lines = try #require(shown[field.name], "\(field.name)")
      guard let number = field.value as? Int else { continue }
      let isThere = lines.split(separator: "\n").contains { line in
        let first = line.prefix { !" (".contains($0) }.replacing(",", with: "")
        return first == "\(number)"
          || first.hasPrefix("0x") && Int(first.dropFirst(2), radix: 16) == number
          || first == "true" && number == 1 || first == "false" && number == 0
      }
      #expect(isThere, "\(field.name) is \(number) in JSON, and on the page \(lines.prefix(200))")
    }
  }

  /// Segments of a JPEG file, and their content, are the same as in exiftool.
  @Test(.needs("exiftool")) func segmentsAreThoseOfExiftool() throws {
    let path = Program.sample("meadow.jpg")
    let page = try page(path)
    // The second segment of a marker has a number: DHT[1].
    let summaries = page.all("summary").map { $0.text.replacing(/^(\w+)\[\d+\]/) { $0.output.1 } }
    let text = try InstalledProgram.run("exiftool", ["-v", path]).output
    var count = 0
    for line in text.split(separator: "\n") where line.hasPrefix("JPEG ") && line.hasSuffix(":") {
      let words = line.dropFirst(5).split(whereSeparator: { " (".contains($0) })
      // Two bytes of the marker, and two of the length.
      let start = "\(words[0]) \((Int(words[1]) ?? 0) + 4) bytes at "
      #expect(summaries.contains { $0.hasPrefix(start) }, "\(line)")
      count += 1
    }
    #expect(count >= 4)
    let fields = page.elements.filter { $0.has("field") }.map(\.text)
    for tag in ["Make", "Model", "DateTimeOriginal"] {
      let value = try InstalledProgram.run("exiftool", ["-s3", "-\(tag)", path]).output
        .trimmingCharacters(in: .newlines)
      let line = fields.first { $0.hasPrefix("\(tag) ") }
      #expect(!value.isEmpty && line?.contains(value) == true, "\(tag)")
    }
  }

  @Test(arguments: samples) func wordsAreThoseOfTheCommand(_ name: String) throws {
    let path = Program.sample(name)
    let page = try page(path)
    let cells = page.all("td").map(\.text).joined(separator: " ")
    for line in try Program.boxwalk("inspect", path).output.split(separator: "\n").dropFirst() {
      let words = line.drop { $0 == " " }.split(separator: " ").filter { !$0.isEmpty }
      let isLabelled = line.hasPrefix("  ") && !line.hasPrefix("   ")
      for word in words.dropFirst(isLabelled ? 2 : 0) { #expect(cells.contains(word), "\(line)") }
    }
    let findings = try #require(try json("verify", path)["findings"] as? [[String: Any]])
    let list = page.elements.filter { $0.name == "li" }.map(\.text)
    for finding in findings {
      let message = try #require(finding["message"] as? String)
      let offset = try #require(finding["offset"] as? Int)
      #expect(list.contains { $0.contains(message) && $0.contains("byte \(offset)") }, "\(message)")
    }
  }

  @Test func textsOfTheFileStayText() throws {
    let evil = "<script>alert(1)</script>"
    let steps = [
      [
        "chapters", "--set", "0=\(evil)", Program.sample("clip-hevc.mov"), "-o",
        folder.path("a.mov"),
      ],
      [
        "set", "moov/trak/mdia/hdlr.name=\(evil)\"><b>", folder.path("a.mov"), "-o",
        folder.path("b.mov"),
      ],
    ]
    for step in steps { #expect(try Program.boxwalk(step).isDone) }
    let path = folder.path("<img src=x onerror=alert(1)>&'\".mov")
    try FileManager.default.moveItem(atPath: folder.path("b.mov"), toPath: path)
    let page = try page(path)
    #expect(page.all("script").count == 1)
    #expect(page.all("script").allSatisfy { !$0.text.contains("alert") })
    #expect(page.all("img").allSatisfy { $0.attributes["src"]?.hasPrefix("data:") == true })
    #expect(page.elements.allSatisfy { !$0.attributes.keys.contains { $0.hasPrefix("on") } })
    #expect(page.all("title").contains { $0.text.contains("<img src=x") })
    #expect(page.all("title").contains { $0.text.contains(evil) })
    #expect(page.all(class: "value").contains { $0.text.contains(evil) })

    let item = folder.path("item.heic")
    let named = try Program.boxwalk(
      "set", "meta/iinf/infe.item_name=\(evil)", Program.sample("landscape-tiled.heic"), "-o", item)
    #expect(named.isDone)
    #expect(try self.page(item).all(class: "value").contains { $0.text.contains(evil) })
  }

  /// The policy of the page names the script by its hash, and nothing else runs.
  @Test(.needs("openssl")) func thePolicyKnowsTheScript() throws {
    let page = try page(Program.sample("coast.avif"))
    let script = try #require(page.all("script").first?.text)
    #expect(!script.contains("<") && !script.contains("&"))
    let digest = try InstalledProgram.run(
      "openssl", ["dgst", "-sha256", "-binary"], input: Data(script.utf8)
    ).data.base64EncodedString()
    let policy = page.all("meta").compactMap { $0.attributes["content"] }.first {
      $0.hasPrefix("default-src 'none'")
    }
    #expect(policy?.contains("script-src 'sha256-\(digest)'") == true)
  }

  @Test func drawingsAreThereForWhatTheyShow() throws {
    let kinds = [
      "graph": ["coast.avif", "landscape-tiled.heic", "portrait-single.heic", "meadow.avci"],
      "tiles": ["landscape-tiled.heic", "shore-tiled.avif"],
      "bytes": Self.samples,
      "rate": Self.samples.filter { $0.hasPrefix("clip") },
      "timeline": Self.samples.filter { $0.hasPrefix("clip") },
    ]
    for (kind, names) in kinds {
      for name in names {
        let result = try Program.boxwalk("inspect", Program.sample(name), "--svg", kind)
        #expect(result.code == 0)
        let drawing = try PageDocument(result.data)
        #expect(drawing.elements.first?.name == "svg")
        let shapes = drawing.elements.filter { ["rect", "path"].contains($0.name) }
        #expect(!shapes.isEmpty, "\(kind) of \(name)")
        let output = result.output
        #expect(!output.contains("nan") && !output.contains("inf\""))
      }
    }
    let none = try Program.boxwalk("inspect", Program.sample("coast.avif"), "--svg", "rate")
    #expect(none.code == 2)
    #expect(none.errors.contains("has no video or audio over time"))
  }

  @Test func filesThatExistStay() throws {
    let there = try folder.write(Data("mine".utf8), to: "there.html")
    let drawing = try folder.write(Data("mine".utf8), to: "there.svg")
    let sample = Program.sample("coast.avif")
    for (option, there) in [(["--html"], there), (["--svg", "bytes", "-o"], drawing)] {
      #expect(try Program.boxwalk(["inspect", sample] + option + [there]).code == 2)
      #expect(try Data(contentsOf: URL(fileURLWithPath: there)) == Data("mine".utf8))
    }
    let copy = folder.path("coast.avif")
    try FileManager.default.copyItem(atPath: sample, toPath: copy)
    #expect(try Program.boxwalk("inspect", copy, "--html", copy, "--force").code == 2)
    #expect(FileManager.default.contentsEqual(atPath: copy, andPath: sample))
    #expect(try Program.boxwalk("inspect", sample, "--html", there, "--json").code == 64)
    #expect(try Program.boxwalk("inspect", sample, sample, "--html", there).code == 64)
  }

  /// Without the program that decodes, everything else is on the page.
  @Test func withoutAWorkerThePageSaysSo() throws {
    let output = folder.path("page.html")
    let result = try Program.boxwalk(
      ["inspect", Program.sample("coast.avif"), "--html", output],
      environment: ["BOXWALK_CODEC": folder.path("none")])
    #expect(result.code == 1)
    #expect(result.errors.contains("coast.avif: there is no preview: "))
    let page = try PageDocument(Data(contentsOf: URL(fileURLWithPath: output)))
    #expect(page.all("img").isEmpty)
    #expect(page.text.contains("There is no image here"))
    #expect(page.text.contains("ItemLocationBox"))
  }
}
