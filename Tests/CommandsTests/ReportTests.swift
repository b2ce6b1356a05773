import Foundation
import TestSupport
import Testing

/// `boxwalk report`, of manifests that may have been written by hand.
@Suite struct ReportTests {
  private static let names = [
    "<script>alert(1)</script>.heic", "\" onload='x'&amp;.heic", "شاطئ.heic",
    "a\u{202E}gpj.exe.heic", "tab\tline\nescape\u{1B}[31m.heic", "日本.heic",
  ]

  /// Files that took from a millisecond to a minute, in a run of an hour and one before it.
  private func manifest(_ folder: Folder) throws -> String {
    var lines: [Data] = []
    for index in 0..<60 {
      var line: [String: Any] = [
        "schema": "boxwalk.convert/1", "input": "\(index).\(index % 2 == 0 ? "heic" : "PNG")",
        "outcome": "converted", "bytes": 1000, "modified": 0,
        "outputs": [["path": "\(index).jpg", "bytes": 1500, "modified": 0]],
        "seconds": index == 7 ? 61.0 : 0.015,
        "finished": 1_700_000_000_000_000_000 + index * 60_000_000_000,
        "settings": "", "version": "", "run": "b",
      ]
      if index == 1 { line["warnings"] = ["the <i>thumbnail</i> is lost"] }
      lines.append(try JSONSerialization.data(withJSONObject: line))
    }
    for (index, name) in ReportTests.names.enumerated() {
      lines.append(
        try JSONSerialization.data(withJSONObject: [
          "schema": "boxwalk.convert/1", "input": name, "outcome": "failed", "bytes": 5,
          "reason": "no </details> at byte \(index)", "modified": 0, "outputs": [],
          "seconds": 0.001, "finished": 1_500_000_000_000_000_000, "settings": "", "version": "",
          "run": "a",
        ]))
    }
    // Names that are not valid text.
    lines.append(Data([0x7B, 0x22, 0xFF, 0xFE, 0x22, 0x7D]))
    return try folder.write(Data(lines.joined(separator: [0x0A])), to: "manifest")
  }

  /// The lost data with its file, and pictures of failed and changed files.
  @Test func aPageShowsWhatWasLost() throws {
    let folder = try Folder()
    try folder.add("landscape-tiled.heic", as: "in/tiles.heic")
    let photo = try Data(contentsOf: URL(fileURLWithPath: Program.sample("landscape-tiled.heic")))
    _ = try folder.write(photo.prefix(photo.count * 2 / 3), to: "in/cut.heic")
    let run = try Program.boxwalk("convert", folder.path("in"), "-o", folder.path("out"))
    #expect(run.code == 3, "\(run.errors)")
    let manifest = folder.path("out/.boxwalk/manifest.jsonl")
    let page = folder.path("report.html")
    let plain = try Program.boxwalk("report", manifest, "--html", page)
    #expect(plain.code == 0, "\(plain.errors)")
    var text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.components(separatedBy: "data:image/jpeg;base64,").count == 2)
    #expect(text.contains("What changed most in size") && !text.contains("What failed"))
    #expect(text.contains("HEIC</bdi> converted") && text.contains("HEIC</bdi> failed"))
    let json = try Program.boxwalk("report", manifest, "--json")
    let object = try #require(
      JSONSerialization.jsonObject(with: json.data) as? [String: Any])
    let lost = try #require(object["left_out_groups"] as? [[String: Any]])
    #expect(lost.first?["reason"] as? String != nil && text.contains("Not carried over"))
    for group in lost { #expect(text.contains("\(group["reason"] ?? "")")) }
    #expect((object["settings"] as? [[String: Any]])?.first?["files"] as? Int == 2)

    let all = try Program.boxwalk(
      "report", manifest, "--html", page, "--force", "--originals", folder.path("in"))
    #expect(all.code == 0, "\(all.errors)")
    text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("What failed"))
    #expect(text.components(separatedBy: "data:image/jpeg;base64,").count == 3)
    #expect(try Program.boxwalk("report", manifest, "--originals", folder.path("in")).code == 64)
  }

  /// The time of each file is divided among the stages of its work, and a report adds them up.
  @Test(.needs("ffmpeg")) func theTimeOfStages() throws {
    let folder = try Folder()
    try folder.add("landscape-tiled.heic", as: "in/tiles.heic")
    try folder.add("meadow.jpg", as: "in/meadow.jpg")
    try folder.add("clip-h264.mp4", as: "clips/clip.mp4")
    _ = try folder.write(Data("no photo".utf8), to: "in/none.heic")
    let photos = try Program.boxwalk("convert", folder.path("in"), "-o", folder.path("out"))
    #expect(photos.code == 3, "\(photos.errors)")
    let movies = try Program.boxwalk(
      "transcode", "--preset", "compatible", "--quality", "40", folder.path("clips"), "-o",
      folder.path("movies"))
    #expect(movies.code == 0, "\(movies.errors)")
    var sums: [String: Double] = [:]
    let lines = try folder.manifest("out").merging(folder.manifest("movies")) { $1 }
    for (name, line) in lines {
      let times = try #require(line["milliseconds"] as? [String: Double], "\(name)")
      let seconds = try #require(line["seconds"] as? Double)
      // Each number is rounded.
      #expect(
        (times.values.reduce(0, +) / 1000 - seconds).magnitude < 0.001, "\(times), \(seconds)")
      for (stage, time) in times {
        #expect(time > 0)
        sums[stage, default: 0] += time
      }
      switch name {
      case "tiles.heic", "clip.mp4":
        for stage in ["reading", "decoding", "encoding", "writing", "checking"] {
          #expect(times[stage] != nil, "\(name): \(times)")
        }
      case "meadow.jpg":
        #expect(times["checking"] != nil && times["encoding"] == nil, "\(times)")
      default: #expect(times["encoding"] == nil && times["writing"] == nil, "\(times)")
      }
    }
    let manifests = ["out", "movies"].map { folder.path("\($0)/.boxwalk/manifest.jsonl") }
    let report = try Program.boxwalk(["report"] + manifests + ["--json"])
    let object = try #require(
      JSONSerialization.jsonObject(with: report.data) as? [String: Any])
    let stages = try #require(object["stages"] as? [[String: Any]])
    #expect(Set(stages.compactMap { $0["stage"] as? String }) == Set(sums.keys))
    for stage in stages {
      let name = try #require(stage["stage"] as? String)
      let sum = try #require(stage["milliseconds"] as? Double)
      #expect((sum - (sums[name] ?? 0)).magnitude < 0.05, "\(name): \(sum), \(sums)")
      let times = lines.values.compactMap {
        ($0["milliseconds"] as? [String: Double])?[name]
      }.sorted()
      #expect(stage["files"] as? Int == times.count)
      let median = (times[(times.count - 1) / 2] + times[times.count / 2]) / 2
      #expect(((stage["median"] as? Double ?? 0) - median).magnitude < 0.02, "\(name)")
    }
    let folders = try Program.boxwalk(
      "report", folder.path("out"), folder.path("movies"), "--json")
    #expect(folders.code == report.code && folders.output == report.output)
    let none = try Program.boxwalk("report", folder.path("in"))
    #expect(none.code == 2 && none.errors.contains("no conversion wrote a manifest"), "\(none)")
    let page = folder.path("report.html")
    let text = try Program.boxwalk(["report"] + manifests + ["--html", page])
    #expect(text.output.contains(" decoding, ") && text.output.contains("(median "))
    let shown = try PageDocument(Data(contentsOf: URL(fileURLWithPath: page)))
    #expect(shown.all("h2").contains { $0.text == "Time by stage" })
    for stage in sums.keys { #expect(shown.all("th").contains { $0.text == stage }, "\(stage)") }
  }

  @Test func aPageNeedsNothingElse() throws {
    let folder = try Folder()
    let arguments = ["report", try manifest(folder), "--html", folder.path("report.html")]
    let result = try Program.boxwalk(arguments)
    #expect(result.code == 1 && result.errors.contains("1 line could not be read"))
    let page = try String(contentsOfFile: folder.path("report.html"), encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
    for text in ["<script", "src=", "href=", "url(", "@import", "onload='", "\u{202E}", "\u{1B}"] {
      #expect(!page.contains(text), "\(text)")
    }
    for text in [
      "default-src &#39;none&#39;", "Settings and versions", "Time by what was done",
      "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;.heic</bdi>",
      "<bdi>&quot; onload=&#39;x&#39;&amp;amp;.heic</bdi>", "<bdi>شاطئ.heic</bdi>",
      "<bdi>a\\u{202e}gpj.exe.heic</bdi>", "<bdi>日本.heic</bdi>",
      "<b>6</b> no &lt;/details&gt; at byte", "the &lt;i&gt;thumbnail&lt;/i&gt; is lost",
      "60 converted", "6 failed", "<title>10 ms to 20 ms: 59 files</title>",
      "<title>50 s to 100 s: 1 file</title>", "30 kB before", "45 kB after, 150%",
      "Files in a second", "from 2023-11-14 22:13:20 UTC on",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    // All tags are closed.
    for tag in ["details", "svg", "table", "section", "ul", "bdi", "p"] {
      let opened = page.matches(of: try Regex("<\(tag)[ >]")).count
      #expect(opened > 0 && opened == page.components(separatedBy: "</\(tag)>").count - 1, "\(tag)")
    }
    #expect(try Program.boxwalk(arguments).code == 2, "the page exists")
    #expect(try Program.boxwalk(arguments + ["--force"]).code == 1)

    // A terminal is not steered either.
    #expect(
      result.output.contains("           a\\u{202e}gpj.exe.heic\n"),
      "\(result.output)")
    #expect(result.output.contains("60 kB became 90 kB: 30 kB more\n"))
    #expect(result.output.contains("61.9 s of work on all files together"))
    let json = try Program.boxwalk("report", folder.path("manifest"), "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(
      (object["formats"] as? [[String: Any]])?.compactMap { $0["format"] as? String } == [
        "HEIC", "PNG",
      ])
    #expect((object["warning_groups"] as? [[String: Any]])?.count == 1)
  }

  @Test func nothingIsKnown() throws {
    let folder = try Folder()
    let empty = try folder.write(Data(), to: "empty")
    let result = try Program.boxwalk("report", empty, "--html", folder.path("report.html"))
    #expect(result.code == 2 && result.errors.contains("no manifest lines found"), "\(result)")
    #expect(folder.names == ["empty"])
  }
}
