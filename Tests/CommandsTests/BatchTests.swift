import Foundation
import TestSupport
import Testing

/// `boxwalk convert` with many files.
@Suite struct BatchTests {
  /// A folder `in` with copies of samples under names.
  private func library(_ files: [(name: String, sample: String)]) throws -> Folder {
    let folder = try Folder()
    for (name, sample) in files {
      let path = folder.path("in/\(name)")
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: Program.sample(sample), toPath: path)
    }
    return folder
  }

  /// All files below a folder, except the manifest.
  private func files(_ folder: Folder, _ name: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path(name)).sorted().filter {
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: folder.path("\(name)/\($0)"))
      return attributes?[.type] as? FileAttributeType != .typeDirectory
        && $0 != ".boxwalk/manifest.jsonl"
    }
  }

  private func manifest(_ path: String) throws -> [[String: Any]] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  private func inode(_ path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.systemFileNumber] as? Int
  }

  @Test func aSecondRunDoesWhatIsNew() throws {
    let folder = try library([
      ("a.heic", "portrait-single.heic"), ("A.HEIC", "meadow.jpg"), ("2023/b.jpg", "meadow.jpg"),
      ("2023/note.heic", "README.md"),
    ])
    let arguments = ["convert", folder.path("in"), "-o", folder.path("out"), "--json"]
    let first = try Program.boxwalk(arguments)
    #expect(first.code == 3, "one of several failed: \(first.errors)")
    #expect(first.errors == "", "nothing is said in a pipe")
    let names = ["2023/b.jpg", "A.jpg", "a.heic.jpg"]
    #expect(try files(folder, "out") == names)
    let lines = try manifest(folder.path("out/.boxwalk/manifest.jsonl"))
    #expect(
      lines.map { "\($0["input"] ?? ""): \($0["outcome"] ?? "")" }.sorted() == [
        "2023/b.jpg: copied", "2023/note.heic: failed", "A.HEIC: copied", "a.heic: converted",
      ])
    let converted = try #require(lines.first { $0["outcome"] as? String == "converted" })
    let output = try #require((converted["outputs"] as? [[String: Any]])?.first)
    #expect(output["path"] as? String == "a.heic.jpg")
    let sum = try Program.other(
      "sha256sum", folder.path("in/a.heic"), folder.path("out/a.heic.jpg"))
    #expect(sum.output.contains(converted["sha256"] as? String ?? "-"))
    #expect(sum.output.contains(output["sha256"] as? String ?? "-"))

    // Unchanged files are not touched; files with other bytes and missing files are made again.
    let inodes = names.map { inode(folder.path("out/\($0)")) }
    try FileManager.default.removeItem(atPath: folder.path("in/2023/note.heic"))
    try FileManager.default.removeItem(atPath: folder.path("in/A.HEIC"))
    try FileManager.default.copyItem(
      atPath: Program.sample("shore-tiled.avif"), toPath: folder.path("in/A.HEIC"))
    let second = try Program.boxwalk(arguments)
    #expect(second.code == 0, "\(second.output)")
    #expect(second.output.components(separatedBy: "\"unchanged\"").count == 3)
    let after = names.map { inode(folder.path("out/\($0)")) }
    #expect(inodes[0] == after[0] && inodes[1] != after[1] && inodes[2] == after[2])

    // A touched input is the same; a changed output belongs to the user.
    try FileManager.default.setAttributes(
      [.modificationDate: Date()], ofItemAtPath: folder.path("in/a.heic"))
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path("out/2023/b.jpg")))
    let third = try Program.boxwalk(arguments)
    #expect(third.code == 3)
    #expect(third.output.components(separatedBy: "\"unchanged\"").count == 3)
    #expect(third.output.contains("exists; --force replaces it"))
    #expect(inode(folder.path("out/a.heic.jpg")) == inodes[2])

    // Other settings make all of them again.
    let fourth = try Program.boxwalk(arguments + ["--quality", "50", "--force"])
    #expect(fourth.code == 0 && !fourth.output.contains("unchanged"), "\(fourth.output)")
  }

  /// With `--check`, changed bytes are noticed even if size and time are the same.
  #if os(Linux)
    /// A manifest of 14 MB and forty thousand outputs is known in a few bytes for each.
    @Test func aLongManifestTakesLittleMemory() throws {
      let folder = try Folder()
      try folder.add("meadow.jpg", as: "in/a.jpg")
      try FileManager.default.createDirectory(
        atPath: folder.path("out/.boxwalk"), withIntermediateDirectories: true)
      let hash = String(repeating: "0", count: 64)
      let folderName = String(repeating: "x", count: 200)
      let lines = (0..<8000).map { number in
        let name = "\(folderName)/\(number)"
        let outputs = (0..<5).map {
          #"{"path":"\#(name)-\#($0).jpg","bytes":2,"modified":3,"sha256":"\#(hash)"}"#
        }
        return
          #"{"schema":"boxwalk.convert/1","input":"\#(name).heic","outcome":"converted","bytes":1,"#
          + #""modified":\#(number),"sha256":"\#(hash)","outputs":[\#(outputs.joined(separator: ","))],"#
          + #""seconds":0.1,"settings":"jpeg, quality 90","version":"0.1.0","run":"x"}"# + "\n"
      }
      let manifest = try folder.write(
        Data(lines.joined().utf8), to: "out/.boxwalk/manifest.jsonl")
      // Kilobytes of heap, stacks and so on; keeping the records would need as much again.
      let result = try Program.other(
        "bash", "-c", "ulimit -d 50000; exec \"$@\"", "bash",
        Program.products.appendingPathComponent("boxwalk").path, "convert", folder.path("in"), "-o",
        folder.path("out"), "--jobs", "2")
      #expect(result.code == 0, "\(result.errors)")
      #expect(try String(contentsOfFile: manifest, encoding: .utf8).hasPrefix(lines.joined()))
    }
  #endif

  /// Outputs in the folders of their originals are not inputs.
  @Test(arguments: ["keep", "motionphoto"]) func outputsBesideOriginalsAreNoInputs(
    _ live: String
  ) throws {
    let folder = try library([("2023/b.heic", "portrait-single.heic")])
    let made = try Program.boxwalk([
      "live", "make", Program.sample("portrait-single.heic"), Program.sample("clip-hevc.mov"),
      "-o", folder.path("in"),
    ])
    #expect(made.code == 0, "\(made.errors)")
    let arguments = ["convert", folder.path("in"), "-o", folder.path("in"), "--live", live]
    let first = try Program.boxwalk(arguments)
    #expect(first.code == 0, "\(first.errors)")
    let names = try files(folder, "in")
    #expect(names.count == 5, "\(names)")
    let inodes = names.map { inode(folder.path("in/\($0)")) }

    let second = try Program.boxwalk(arguments)
    #expect(second.code == 0 && second.output == "", "\(second.output)")
    let third = try Program.boxwalk(arguments + ["--shard", "0/2"])
    #expect(third.code == 2, "others would not know what this shard makes: \(third.output)")
    #expect(try files(folder, "in") == names)
    #expect(names.map { inode(folder.path("in/\($0)")) } == inodes)
    let lines = try manifest(folder.path("in/.boxwalk/manifest.jsonl"))
    #expect(
      lines.compactMap { $0["input"] as? String }.sorted() == [
        "2023/b.heic", "portrait-single.heic",
      ])
  }

  /// A picture that is in the output folder already keeps its name and its bytes, with all options.
  @Test(arguments: [[], ["--force"], ["--jobs", "1", "--force"], ["--copies", "link", "--force"]])
  func picturesStayInPlace(options: [String]) throws {
    let own = ["a.jpg", "B.JPG", "c.jpeg", "sub/d.jpg"]
    let folder = try library(
      own.map { ($0, "meadow.jpg") } + [
        ("a.heic", "portrait-single.heic"), ("sub/d.heic", "portrait-single.heic"),
      ])
    let original = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    // Two runs; the second does nothing, or the same again.
    for _ in 0..<2 {
      let result = try Program.boxwalk(
        ["convert", folder.path("in"), "-o", folder.path("in")] + options)
      #expect(result.code == 0, "\(result.errors)")
      #expect(
        try files(folder, "in").sorted()
          == (own + ["a.heic", "a.heic.jpg", "sub/d.heic", "sub/d.heic.jpg"]).sorted())
      for name in own {
        let path = URL(fileURLWithPath: folder.path("in/\(name)"))
        #expect(try Data(contentsOf: path) == original, "\(name)")
      }
    }
    let lines = try manifest(folder.path("in/.boxwalk/manifest.jsonl"))
    let inPlace = lines.filter { $0["outcome"] as? String == "in place" }
    #expect(Set(inPlace.compactMap { $0["input"] as? String }) == Set(own))
    #expect(inPlace.allSatisfy { ($0["outputs"] as? [Any])?.isEmpty == true })
  }

  /// No other photo takes its turn under a name that was not planned.
  @Test func noPhotoReplacesAnother() throws {
    let folder = try library([("a.heic", "landscape-tiled.heic"), ("a.depth.jpg", "meadow.jpg")])
    let other = URL(fileURLWithPath: folder.path("in/a.depth.jpg"))
    let original = try Data(contentsOf: other)
    let result = try Program.boxwalk(
      "convert", folder.path("in"), "-o", folder.path("in"), "--aux", "--force")
    #expect(result.code == 3, "\(result.errors)")
    #expect(try Data(contentsOf: other) == original)
  }

  /// The same if lists use another name for its path.
  @Test func noPhotoOfAListReplacesAnother() throws {
    let folder = try library([("a.heic", "landscape-tiled.heic"), ("a.jpg", "meadow.jpg")])
    let other = URL(fileURLWithPath: folder.path("in/a.jpg"))
    let original = try Data(contentsOf: other)
    let result = try Program.other(
      "bash", "-c",
      #"cd "$1" && printf '%s\n' a.heic "$1/a.jpg" | "$0" convert --files-from - -o . --force"#,
      Program.products.appendingPathComponent("boxwalk").path, folder.path("in"))
    #expect(result.code == 3 && result.errors.contains("is an input itself"))
    #expect(try Data(contentsOf: other) == original)
  }

  @Test func bytesAreCompared() throws {
    let folder = try library([("a.jpg", "meadow.jpg"), ("b.jpg", "meadow.jpg")])
    let arguments = ["convert", folder.path("in"), "-o", folder.path("out"), "--json"]
    #expect(try Program.boxwalk(arguments).code == 0)
    let path = folder.path("in/a.jpg")
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seek(toOffset: 500_000)
    handle.write(Data([1, 2, 3]))
    try handle.close()
    if let date {
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    let checked = try Program.boxwalk(arguments + ["--check"])
    #expect(checked.code == 0, "\(checked.output)")
    #expect(checked.output.components(separatedBy: "\"unchanged\"").count == 2)
    #expect(FileManager.default.contentsEqual(atPath: path, andPath: folder.path("out/a.jpg")))
  }

  @Test func filesAreChosen() throws {
    let folder = try library([
      ("a.jpg", "meadow.jpg"), ("Screens/b.jpg", "meadow.jpg"), ("2023/c.jpg", "meadow.jpg"),
      ("2023/d.png.jpg", "meadow.jpg"),
    ])
    let chosen = try Program.boxwalk(
      "convert", folder.path("in"), "-o", folder.path("chosen"), "--exclude", "screens/",
      "--include", "2023/*", "--include", "a.*", "--exclude", "*.png.*")
    #expect(chosen.code == 0, "\(chosen.errors)")
    #expect(try files(folder, "chosen") == ["2023/c.jpg", "a.jpg"])

    var made: [String] = []
    for index in 0..<3 {
      let part = try Program.boxwalk(
        "convert", folder.path("in"), "-o", folder.path("parts"), "--shard", "\(index)/3",
        "--manifest", folder.path("part\(index)"))
      #expect(part.code == 0, "\(part.errors)")
      made += try manifest(folder.path("part\(index)")).compactMap { $0["input"] as? String }
    }
    #expect(made.sorted() == ["2023/c.jpg", "2023/d.png.jpg", "Screens/b.jpg", "a.jpg"])
    #expect(
      try files(folder, "parts") == ["2023/c.jpg", "2023/d.png.jpg", "Screens/b.jpg", "a.jpg"])

    // A list keeps folders; a name with a line feed needs zero bytes.
    try FileManager.default.copyItem(
      atPath: Program.sample("meadow.jpg"), toPath: folder.path("in/odd\nname.jpg"))
    let list =
      "\(folder.path("in"))/2023/c.jpg\0\(folder.path("in"))/odd\nname.jpg\0in/../../x.jpg\0"
    let listed = try Program.boxwalk(
      "convert", "--files-from", "-", "-o", folder.path("listed"), input: Data(list.utf8))
    #expect(listed.code == 3 && listed.errors.contains(".. in it would be outside"))
    let below = String(folder.path("in").dropFirst())
    #expect(try files(folder, "listed") == ["\(below)/2023/c.jpg", "\(below)/odd\nname.jpg"])
  }

  @Test func nothingIsWrittenOutsideOfTheFolder() throws {
    let folder = try library([("x/a.jpg", "meadow.jpg"), ("b.jpg", "meadow.jpg")])
    for name in ["out", "elsewhere"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: false)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/x"), withDestinationPath: folder.path("elsewhere"))
    // Links in the input are not followed.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/link"), withDestinationPath: folder.path("in/x"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("in/c.jpg"), withDestinationPath: folder.path("in/b.jpg"))
    let result = try Program.boxwalk("convert", folder.path("in"), "-o", folder.path("out"))
    #expect(result.code == 3)
    #expect(result.errors.contains("out/x is a symbolic link, which is not followed"))
    #expect(try files(folder, "elsewhere").isEmpty)
    // Nor is the manifest.
    try FileManager.default.createDirectory(
      atPath: folder.path("out2"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out2/.boxwalk"), withDestinationPath: folder.path("elsewhere"))
    let refused = try Program.boxwalk("convert", folder.path("in"), "-o", folder.path("out2"))
    #expect(refused.code == 2 && refused.errors.contains("symbolic link"), "\(refused.errors)")
    #expect(try files(folder, "elsewhere").isEmpty)
    #expect(try files(folder, "out").filter { !$0.hasPrefix("x") } == ["b.jpg"])
  }

  /// Names that start with a combining mark, and names where a few characters have many bytes.
  @Test func allNamesAreNames() throws {
    let names = ["\u{301}a", "x/\u{200D}b", String(repeating: "🇩🇪", count: 31)]
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("in/x"), withIntermediateDirectories: true)
    for name in names {
      // Foundation does not accept them as names either.
      _ = try Program.other("cp", Program.sample("meadow.jpg"), "\(folder.path("in"))/\(name).jpg")
    }
    for round in 0..<3 {
      let result = try Program.boxwalk(
        ["convert", folder.path("in"), "-o", folder.path("out")] + (round == 2 ? ["--force"] : []))
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.isEmpty == (round == 1), "\(result.output)")
      let outputs = try manifest(folder.path("out/.boxwalk/manifest.jsonl")).flatMap { line in
        (line["outputs"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
      }
      #expect(Set(outputs.map { Data($0.utf8) }) == Set(names.map { Data("\($0).jpg".utf8) }))
    }
    let list = try folder.write(Data("../\u{301}a.jpg".utf8), to: "list")
    let result = try Program.boxwalk("convert", "--files-from", list, "-o", folder.path("out"))
    #expect(result.code == 2 && result.errors.contains(".. in it"), "\(result.errors)")
  }

  /// A shell makes pipes of lists, and what `find` says may have the folder itself in it.
  @Test func listsAreReadFromPipes() throws {
    let folder = try library([("a.heic", "portrait-single.heic")])
    let list = Data("\(folder.path("in/a.heic"))\n.\n".utf8)
    let result = try Program.boxwalk(
      "convert", "--files-from", "/dev/stdin", "-o", folder.path("out"), input: list)
    #expect(result.code == 3 && result.output.contains("a.jpg"), "\(result.errors)")
    #expect(!result.errors.contains(".. in it"), "\(result.errors)")
    let nothing = try Program.boxwalk("convert", "--files-from", "/", "-o", folder.path("out"))
    #expect(nothing.code == 2 && nothing.errors.contains("/: is a folder"), "\(nothing.errors)")
  }

  /// If boxes of properties cannot be read, a picture may be written without its rotation.
  @Test func missingPropertiesAreTold() throws {
    let folder = try library([("a.avif", "shore-tiled.avif")])
    let path = folder.path("in/a.avif")
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let turn = try #require(data.range(of: Data("irot".utf8)))
    data[turn.lowerBound - 1] = 7
    try data.write(to: URL(fileURLWithPath: path))
    let result = try Program.boxwalk(
      "convert", folder.path("in"), "-o", folder.path("out"), "--delete-originals")
    #expect(result.code == 1 && result.errors.contains("of the image is missing"))
    #expect(FileManager.default.fileExists(atPath: path), "its output is another picture")
  }

  @Test func copiesCanBeLinks() throws {
    let folder = try library([("a.heic", "meadow.jpg"), ("b.heic", "portrait-single.heic")])
    let arguments = ["convert", folder.path("in"), "-o", folder.path("out"), "--copies", "link"]
    let result = try Program.boxwalk(arguments)
    #expect(result.code == 0, "\(result.errors)")
    #expect(inode(folder.path("out/a.jpg")) == inode(folder.path("in/a.heic")))
    #expect(inode(folder.path("out/b.jpg")) != inode(folder.path("in/b.heic")))
    #expect(try Program.boxwalk(arguments + ["--json"]).output.contains("unchanged"))
    // Again, although it is the same file already.
    #expect(try Program.boxwalk(arguments + ["--force"]).code == 0)
    #expect(inode(folder.path("out/a.jpg")) == inode(folder.path("in/a.heic")))
    // Without metadata it cannot be the same file.
    let stripped = try Program.boxwalk(arguments + ["--force", "--strip", "all"])
    #expect(stripped.code == 0, "\(stripped.errors)")
    #expect(inode(folder.path("out/a.jpg")) != inode(folder.path("in/a.heic")))
  }

  /// Results come in the order of the names, for any number of workers, even if memory is short.
  @Test func resultsComeInOrder() throws {
    let folder = try library([
      ("a.heic", "landscape-tiled.heic"), ("b.jpg", "meadow.jpg"), ("c.avif", "shore-tiled.avif"),
      ("d.heic", "portrait-single.heic"),
    ])
    let result = try Program.boxwalk(
      "convert", folder.path("in"), "-o", folder.path("out"), "--jobs", "4", "--memory", "60M",
      "--no-manifest", "--json")
    #expect(result.code == 1, "\(result.output)")
    let names = result.output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /"file":"[^"]*\/([a-d])\./).map { String($0.1) }
    }
    #expect(names == ["a", "b", "c", "d"])
    #expect(try files(folder, "out") == ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
  }

  /// A shard of one photo ends as one of many, so that scripts can tell a photo that failed from a
  /// shard that could not run.
  @Test func shardsEndAsPartsOfMany() throws {
    let folder = try library([("note.heic", "README.md")])
    let codes = try (0..<4).map {
      try Program.boxwalk(
        "convert", folder.path("in"), "-o", folder.path("out"), "--shard", "\($0)/4"
      ).code
    }
    #expect(codes.sorted() == [0, 0, 0, 3])
    for choice in (0..<4).map({ ["--shard", "\($0)/4"] }) + [["--include", "*.heic"]] {
      let missing = try Program.boxwalk(
        ["convert", folder.path("nothing"), "-o", folder.path("out")] + choice)
      #expect(
        missing.code == 2 && missing.errors.contains("nothing: there is no such file"), "\(choice)")
    }
  }

  /// Manifests of shards are as good as that of one run.
  @Test func manifestsAreTakenTogether() throws {
    let folder = try library(
      (0..<12).map { ("IMG_\($0).jpg", $0 == 7 ? "README.md" : "meadow.jpg") })
    var paths: [String] = []
    for index in 0..<3 {
      _ = try Program.boxwalk(
        "convert", folder.path("in"), "-o", folder.path("out"), "--shard", "\(index)/3")
      paths.append(folder.path("out/.boxwalk/manifest-\(index)-of-3.jsonl"))
    }
    let text = try Program.boxwalk(
      ["report"] + paths + ["--merged", folder.path("merged"), "--slowest", "2"])
    #expect(text.code == 0, "\(text.errors)")
    #expect(
      text.output.hasPrefix("12 files\n        11 copied\n         1 failed\n"), "\(text.output)")
    #expect(text.output.contains("5.8 MB became 5.8 MB: as many"))
    #expect(text.output.contains("is a text file, not a photo that can be converted\n"))

    let whole = try Program.boxwalk("convert", folder.path("in"), "-o", folder.path("whole"))
    #expect(whole.code == 3)
    let lines = try [folder.path("merged"), folder.path("whole/.boxwalk/manifest.jsonl")].map {
      try manifest($0).map { "\($0["input"] ?? "") \($0["sha256"] ?? "") \($0["outcome"] ?? "")" }
    }
    #expect(lines[0] == lines[0].sorted() && lines[0] == lines[1].sorted())

    let json = try Program.boxwalk(["report", "--json", folder.path("merged")] + paths)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["files"] as? Int == 12, "the same file in two manifests is one")
    let failures = try #require(object["failures"] as? [[String: Any]])
    #expect(failures.count == 1 && failures[0]["inputs"] as? [String] == ["IMG_7.jpg"])
    // A run over all files knows the results of the shards.
    let known = try Program.boxwalk(
      "convert", folder.path("in"), "-o", folder.path("out"), "--manifest", folder.path("merged"),
      "--json")
    #expect(known.output.components(separatedBy: "\"unchanged\"").count == 12)

    #expect(try Program.boxwalk("report", folder.path("in/IMG_1.jpg"), "--json").code == 2)
    #expect(try Program.boxwalk("report", folder.path("nothing")).code == 2)
    #expect(try Program.boxwalk(["report", "--merged", folder.path("merged")] + paths).code == 2)
  }

  /// After a power failure, the bytes of an output may be missing although its name and its line are on the disk: it is
  /// made again.
  @Test func whatThePowerCutOffIsMadeAgain() throws {
    let folder = try library([
      ("a.jpg", "meadow.jpg"), ("b.jpg", "meadow.jpg"), ("c.heic", "shore-tiled.avif"),
      ("d.jpg", "meadow.jpg"),
    ])
    // A time that can be set again.
    let date = Date(timeIntervalSince1970: 1_600_000_000)
    for name in ["a.jpg", "b.jpg", "c.heic", "d.jpg"] {
      try FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: folder.path("in/\(name)"))
    }
    let arguments = ["convert", folder.path("in"), "-o", folder.path("out")]
    #expect(try Program.boxwalk(arguments).code == 0)
    let names = try files(folder, "out")
    let whole = try names.map {
      try Data(contentsOf: URL(fileURLWithPath: folder.path("out/\($0)")))
    }
    let inodes = names.map { inode(folder.path("out/\($0)")) }
    let manifestPath = folder.path("out/.boxwalk/manifest.jsonl")
    let run = try #require(try manifest(manifestPath).first?["run"] as? String)
    // A run that does not end leaves this state.
    try Data("{\"run\":\"\(run)\"}\n".utf8).write(
      to: URL(fileURLWithPath: manifestPath + ".running"))
    for (name, size) in [("b.jpg", 0), ("c.jpg", 1000)] {
      let path = folder.path("out/\(name)")
      let handle = try #require(FileHandle(forWritingAtPath: path))
      try handle.truncate(atOffset: UInt64(size))
      try handle.close()
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    let second = try Program.boxwalk(arguments)
    #expect(second.code == 0, "\(second.errors)")
    #expect(try files(folder, "out") == names)
    for (index, name) in names.enumerated() {
      let made = try Data(contentsOf: URL(fileURLWithPath: folder.path("out/\(name)")))
      #expect(made == whole[index], "\(name)")
      let isOld = inode(folder.path("out/\(name)")) == inodes[index]
      #expect(isOld == ["a.jpg", "d.jpg"].contains(name), "\(name)")
    }
  }

  /// A failure leaves no files of a run that was killed, and earlier files remain the program's own.
  @Test func failuresKeepWhatIsOurs() throws {
    let folder = try library([("a.heic", "shore-tiled.avif"), ("b.heic", "README.md")])
    let arguments = ["convert", folder.path("in"), "-o", folder.path("out")]
    try FileManager.default.createDirectory(
      atPath: folder.path("out/.boxwalk"), withIntermediateDirectories: true)
    for name in ["out/a-2.jpg", "out/b.jpg", "out/b-2.jpg", "out/mine.jpg", "out/mine-2.jpg"] {
      try Data("half".utf8).write(to: URL(fileURLWithPath: folder.path(name)))
    }
    let begun = [("a", "a-2"), ("b", "b"), ("b", "b-2")].map {
      #"{"run":"x","input":"\#($0).heic","output":"\#($1).jpg"}\#n"#
    }
    try Data((#"{"run":"x"}\#n"# + begun.joined()).utf8).write(
      to: URL(fileURLWithPath: folder.path("out/.boxwalk/manifest.jsonl.running")))
    #expect(try Program.boxwalk(arguments).code == 3)
    #expect(try files(folder, "out") == ["a.jpg", "mine-2.jpg", "mine.jpg"])

    let old = inode(folder.path("out/a.jpg"))
    let failed = try Program.boxwalk(arguments + ["--quality", "50", "--time-limit", "0.000001"])
    #expect(failed.code != 0)
    #expect(inode(folder.path("out/a.jpg")) == old)
    let last = try Program.boxwalk(arguments + ["--quality", "50"])
    #expect(!last.errors.contains("exists"), "\(last.errors)")
    #expect(inode(folder.path("out/a.jpg")) != old)
    #expect(try files(folder, "out") == ["a.jpg", "mine-2.jpg", "mine.jpg"])
  }

  #if os(Linux)
    /// A sparse file may have any size; its bytes are not all read.
    @Test func hugeFilesOfNothing() throws {
      let folder = try library([("a.jpg", "meadow.jpg")])
      for name in ["big.jpg", "big.heic"] {
        let path = folder.path("in/\(name)")
        try Data([0xFF, 0xD8, 0xFF]).write(to: URL(fileURLWithPath: path))
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.truncate(atOffset: 1 << 42)
        try handle.close()
      }
      let result = try Program.boxwalk(
        ["convert", folder.path("in"), "-o", folder.path("out")], processorSeconds: 30)
      #expect(result.code == 3)
      #expect(try files(folder, "out") == ["a.jpg"])
      #expect(try manifest(folder.path("out/.boxwalk/manifest.jsonl")).count == 3)
    }

    /// If the command or a worker is killed at any time, a further run completes the missing parts: each output is
    /// whole and made once, each file has one line, and nothing else is left. BOXWALK_KILL_ROUNDS can add rounds.
    @Test func killedRunsAreContinued() throws {
      let samples = ["shore-tiled.avif", "meadow.jpg", "meadow.jpg"]
      let folder = try library(
        (0..<45).map { ("\($0 % 4)/IMG_\($0).heic", samples[$0 % samples.count]) })
      let clean = try Program.boxwalk(
        "convert", folder.path("in"), "-o", folder.path("clean"), "--no-manifest")
      #expect(clean.code == 0, "\(clean.errors)")
      let names = try files(folder, "clean")
      #expect(names.count == 45)
      let extra = ProcessInfo.processInfo.environment["BOXWALK_KILL_ROUNDS"].flatMap(Int.init)
      for round in 0..<(extra ?? 4) {
        try killUntilDone(folder, "out\(round)", names)
      }
    }

    private func killUntilDone(_ folder: Folder, _ name: String, _ names: [String]) throws {
      let arguments = ["convert", folder.path("in"), "-o", folder.path(name), "--jobs", "3"]
      let manifestPath = folder.path("\(name)/.boxwalk/manifest.jsonl")
      var done: [String: Int?] = [:]
      for attempt in 0..<5 {
        let process = Process()
        process.executableURL = Program.products.appendingPathComponent("boxwalk")
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        usleep(.random(in: 1_000...300_000))
        // The worker, or all that it works on.
        let workers = Program.children(of: process.processIdentifier)
        let killed = attempt % 3 == 1 ? workers : workers.flatMap { Program.children(of: $0) }
        for child in killed where attempt % 3 > 0 { kill(child, SIGKILL) }
        usleep(.random(in: 1_000...100_000))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        // A file with a line in the manifest is done, and stays.
        for line in ((try? String(contentsOfFile: manifestPath, encoding: .utf8)) ?? "")
          .split(separator: "\n") where line.hasSuffix("}")
        {
          let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
          for output in object?["outputs"] as? [[String: Any]] ?? [] {
            guard let path = output["path"] as? String else { continue }
            let number = inode(folder.path("\(name)/\(path)"))
            #expect(done[path, default: number] == number, "\(path) is made again")
            done[path] = number
          }
        }
      }
      let last = try Program.boxwalk(arguments)
      #expect(last.code == 0, "\(last.errors)")
      #expect(try files(folder, name) == names)
      for path in names {
        #expect(
          FileManager.default.contentsEqual(
            atPath: folder.path("\(name)/\(path)"), andPath: folder.path("clean/\(path)")),
          "\(path) is not whole")
        if let number = done[path] {
          #expect(inode(folder.path("\(name)/\(path)")) == number, "\(path) is made again")
        }
      }
      let lines = try manifest(manifestPath)
      #expect(lines.count == names.count, "\(done.count) were done before the last run")
      #expect(Set(lines.compactMap { $0["input"] as? String }).count == names.count)
      #expect(lines.allSatisfy { $0["outcome"] as? String != "failed" })
    }
  #endif
}
