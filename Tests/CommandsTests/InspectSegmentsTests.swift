import Foundation
import TestSupport
import Testing

/// The segments of JPEG files in `boxwalk inspect --tree` and its JSON.
@Suite struct InspectSegmentsTests {
  private let photo = Program.sample("meadow.jpg")

  private func segments(_ path: String, _ options: String...) throws -> [[String: Any]] {
    let data = try Program.boxwalk(["inspect", path, "--json"] + options).data
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["boxes"] == nil)
    return try #require(object["segments"] as? [[String: Any]])
  }

  /// All fields of a segment, with those of its groups.
  private func fields(_ node: [String: Any]) -> [[String: Any]] {
    (node["content"] as? [[String: Any]] ?? []).flatMap { $0["field"] == nil ? fields($0) : [$0] }
  }

  @Test func theTreeHasThem() throws {
    let result = try Program.boxwalk("inspect", photo, "--tree")
    #expect(result.isDone && result.output.hasPrefix("APP0 18 bytes at 2 · JFIF, ISO/IEC 10918-1"))
    #expect(result.output.contains("\n      DateTimeOriginal = \"2024:06:16 11:05:30\"\n"))
    let list = try segments(photo, "--tree")
    let lines = result.output.split(separator: "\n").filter { !$0.hasPrefix(" ") }
    #expect(lines.count == list.count && list.count > 6)
    for (line, segment) in zip(lines, list) {
      let (name, size) = (segment["segment"] as? String, segment["size"] as? Int)
      let offset = segment["offset"] as? Int
      #expect(line.hasPrefix("\(name ?? "") \(size ?? 0) bytes at \(offset ?? 0)"), "\(line)")
    }
    let none = try Program.boxwalk("inspect", photo, "--path", "//hvcC")
    #expect(none.code == 2 && none.output.isEmpty)
    #expect(none.errors.contains("there is no segment at //hvcC"), "\(none.errors)")
  }

  /// A path selects segments as it selects boxes: by name, by number, or all of them.
  @Test(arguments: ["APP1", "APP0", "DQT[1]", "APP1[*]", "//DHT", "SOS", "*[1]", "*"])
  func aPathSelectsThem(path: String) throws {
    let names = try segments(photo, "--tree").compactMap { $0["segment"] as? String }
    #expect(Set(names).count == names.count)
    let found = try segments(photo, "--path", path).compactMap { $0["segment"] as? String }
    let name = path.drop { $0 == "/" }.prefix { $0 != "[" }
    let expected: [String] =
      switch path {
      case "*": names
      case "*[1]": [names[1]]
      case "//DHT", "APP1[*]": names.filter { $0.prefix { $0 != "[" } == name }
      default: [path]
      }
    #expect(!expected.isEmpty && found == expected)
    let text = try Program.boxwalk("inspect", photo, "--path", path).output
    #expect(
      text.split(separator: "\n").filter { !$0.hasPrefix(" ") }
        .map { String($0.prefix { $0 != " " }) } == expected)
  }

  @Test func theFrameIsThatOfTheSummary() throws {
    let frame = try #require(
      try segments(photo, "--tree").first { ($0["segment"] as? String)?.hasPrefix("SOF") == true })
    var values: [String: Int] = [:]
    for field in fields(frame) { values[field["field"] as? String ?? ""] = field["value"] as? Int }
    #expect(values["X"] == 1600 && values["Y"] == 1200 && values["P"] == 8)
  }

  /// Damage is reported after the segments that could be read.
  @Test func aFileThatEndsInASegment() throws {
    let folder = try Folder()
    let data = try Data(contentsOf: URL(fileURLWithPath: photo)).prefix(500)
    let list = try segments(folder.write(data, to: "short.jpg"), "--tree")
    #expect(list.map { $0["segment"] as? String } == ["APP0", nil])
    #expect(list.last?["damage"] is String && list.last?["offset"] as? Int == 20)
  }

  /// A command shows the parts that the page omits, such as most rows of a table.
  @Test func theCommandThatShowsMore() throws {
    let folder = try Folder()
    let page = folder.path("page.html")
    #expect(try Program.boxwalk("inspect", photo, "--html", page).isDone)
    let document = try PageDocument(Data(contentsOf: URL(fileURLWithPath: page)))
    let commands = Set(document.all("code").map(\.text).filter { $0.hasPrefix("boxwalk ") })
    #expect(commands == ["boxwalk inspect \(photo) --tree --all"])
    let rows = try Program.boxwalk("inspect", photo, "--tree", "--all").output
      .split(separator: "\n").count { $0.hasPrefix("      [63] Qk = ") }
    #expect(rows > 0)
  }

  /// A motion photo has the boxes of its movie, at their offsets in the file.
  @Test func theMovieBehindThePicture() throws {
    let folder = try Folder()
    let movie = try Data(contentsOf: URL(fileURLWithPath: Program.sample("clip-h264.mp4")))
    let packet =
      #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:c="http://ns.google.com/photos/1.0/camera/" c:MicroVideo="1" c:MicroVideoOffset="\#(movie.count)"/></rdf:RDF></x:xmpmeta>"#
    let xmp = Data("http://ns.adobe.com/xap/1.0/\0\(packet)".utf8)
    let length = xmp.count + 2
    var data = try Data(contentsOf: URL(fileURLWithPath: photo))
    data.insert(
      contentsOf: Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)]) + xmp, at: 20)
    let start = data.count
    let path = try folder.write(data + movie, to: "motion.jpg")
    let json = try Program.boxwalk("inspect", path, "--tree", "--json").data
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    let boxes = try #require(object["motion"] as? [[String: Any]])
    #expect(boxes.first?["box"] as? String == "ftyp" && boxes.first?["offset"] as? Int == start)
    let names = boxes.compactMap { $0["box"] as? String }
    #expect(names.contains("moov") && names.contains("mdat"))
    let text = try Program.boxwalk("inspect", path, "--tree").output
    #expect(text.contains("\nThe movie after the image:\nftyp "))
    let page = "\(path).html"
    #expect(try Program.boxwalk("inspect", path, "--html", page).isDone)
    let document = try PageDocument(Data(contentsOf: URL(fileURLWithPath: page)))
    let summaries = document.all("summary").map(\.text)
    for box in boxes {
      let (name, offset) = (box["box"] as? String ?? "", box["offset"] as? Int ?? 0)
      #expect(summaries.contains { $0.hasPrefix("\(name) ") && $0.contains(" at \(offset) ") })
    }
  }

  /// A profile in two chunks is read as the one that it is, by exiftool and here.
  @Test(.needs("exiftool")) func aProfileInChunks() throws {
    let heic = try Data(contentsOf: URL(fileURLWithPath: Program.sample("landscape-tiled.heic")))
    let start = try #require(heic.range(of: Data("colrprof".utf8))).upperBound
    let size = heic[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    let profile = heic[start..<start + size]
    func segment(_ number: UInt8, _ part: Data) -> Data {
      let length = part.count + 16
      return Data([0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 255)])
        + Data("ICC_PROFILE\0".utf8) + Data([number, 2]) + part
    }
    var data = try Data(contentsOf: URL(fileURLWithPath: photo))
    // The second chunk may come first.
    data.insert(
      contentsOf: segment(2, Data(profile.dropFirst(300))) + segment(1, Data(profile.prefix(300))),
      at: 20)
    let folder = try Folder()
    let path = try folder.write(data, to: "chunks.jpg")
    let list = try segments(path, "--tree").filter {
      ($0["segment"] as? String)?.hasPrefix("APP2") == true
    }
    try #require(list.count == 2)
    let (second, first) = (list[0], list[1])
    #expect(fields(second).contains { $0["field"] as? String == "chunk" })
    var texts: [String] = []
    for field in fields(first) { texts.append("\(field["value"] ?? "")") }
    for tag in ["ProfileDescription", "ProfileCopyright"] {
      let value = try InstalledProgram.run("exiftool", ["-s3", "-ICC_Profile:\(tag)", path]).output
        .trimmingCharacters(in: .newlines)
      #expect(!value.isEmpty && texts.contains { $0.contains(value) }, "\(tag) in \(texts)")
    }
    // These bytes have the fields of the content of the other chunk.
    let offset = try #require(second["offset"] as? Int)
    let offsets = fields(first).compactMap { $0["bitOffset"] as? Int }.map { $0 / 8 }
    #expect(offsets.contains { (offset..<offset + size - 300 + 18).contains($0) })
    let page = "\(path).html"
    #expect(try Program.boxwalk("inspect", path, "--html", page).isDone)
    let document = try PageDocument(Data(contentsOf: URL(fileURLWithPath: page)))
    let shown = document.elements.filter { $0.has("field") }.map(\.text)
    #expect(shown.contains { $0.hasPrefix("profile_class") })
  }
}
