import Commands
import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// `boxwalk convert --watch`
  @Suite(.waits) struct WatchTests {
    @Test func whatComesIsConverted() throws {
      let watch = try Watch([("a.jpg", "meadow.jpg")])
      try watch.wait(for: "out/a.jpg")
      // Programs that synchronise folders do this: they use another name until the file is complete.
      for name in [".b.heic.Xa81", "c.heic.part", "d.crdownload"] {
        try watch.put("portrait-single.heic", name)
      }
      usleep(1_500_000)
      let manager = FileManager.default
      for (from, to) in [
        (".b.heic.Xa81", "b.heic"), ("c.heic.part", "c.heic"), ("d.crdownload", "d.HEIC"),
      ] {
        try manager.moveItem(
          atPath: watch.folder.path("in/\(from)"), toPath: watch.folder.path("in/\(to)"))
      }
      // New folders, folders that arrive with their content, and renamed folders.
      try watch.make("in/2024/05")
      try watch.put("meadow.jpg", "2024/05/e.jpg")
      try watch.wait(for: "out/2024/05/e.jpg")
      try watch.put("meadow.jpg", "2024/05/.hidden.jpg")
      try watch.make("elsewhere/deep")
      try manager.copyItem(
        atPath: Program.sample("meadow.jpg"), toPath: watch.folder.path("elsewhere/deep/f.jpg"))
      try manager.moveItem(
        atPath: watch.folder.path("elsewhere"), toPath: watch.folder.path("in/moved"))
      for name in ["b", "c", "d", "2024/05/e", "moved/deep/f"] {
        try watch.wait(for: "out/\(name).jpg")
      }
      try manager.moveItem(
        atPath: watch.folder.path("in/2024"), toPath: watch.folder.path("in/2025"))
      try watch.put("meadow.jpg", "2025/05/g.jpg")
      for name in ["e", "g"] { try watch.wait(for: "out/2025/05/\(name).jpg") }
      // Outputs of files that go stay; of files that change, they change.
      try manager.removeItem(atPath: watch.folder.path("in/a.jpg"))
      try manager.removeItem(atPath: watch.folder.path("in/b.heic"))
      try watch.put("meadow.jpg", "b.heic")
      try watch.wait("the output changed") {
        manager.contentsEqual(
          atPath: watch.folder.path("out/b.jpg"), andPath: Program.sample("meadow.jpg"))
      }
      #expect(try watch.end() == SIGTERM, "\(watch.messages)")
      #expect(watch.exists("out/a.jpg"))
      #expect(
        try watch.lines() == [
          "2024/05/e.jpg: copied", "2025/05/e.jpg: copied", "2025/05/g.jpg: copied",
          "a.jpg: copied", "b.heic: copied", "c.heic: converted", "d.HEIC: converted",
          "moved/deep/f.jpg: copied",
        ])
      #expect(watch.messages.hasSuffix("boxwalk: 3 converted, 6 copied\n"), "\(watch.messages)")
      // A usual run knows all of it.
      let again = try Program.boxwalk(
        "convert", watch.folder.path("in"), "-o", watch.folder.path("out"), "--json")
      #expect(again.output.components(separatedBy: "unchanged").count == 7, "\(again.output)")
    }

    /// An upload that pauses is not converted before its end has come; one that never ends is reported once.
    @Test func filesAreTakenWhenTheyAreComplete() throws {
      let samples = [
        ("slow.heic", "landscape-tiled.heic"), ("slow2.jpg", "meadow.jpg"),
        ("slow3.avif", "shore-tiled.avif"), ("never.heic", "portrait-single.heic"),
      ]
      let watch = try Watch()
      try watch.wait(for: "out/.boxwalk/manifest.jsonl")
      let parts = try samples.map { (name, sample) in
        let bytes = try Data(contentsOf: URL(fileURLWithPath: Program.sample(sample)))
        let path = try watch.folder.write(Data(bytes.prefix(20)), to: "in/\(name)")
        return (bytes: bytes, handle: try #require(FileHandle(forWritingAtPath: path)))
      }
      for cut in [0.1, 0.5, 0.99] {
        for (bytes, handle) in parts {
          let start = Int(try handle.seekToEnd())
          try handle.write(contentsOf: bytes[start..<Int(Double(bytes.count) * cut)])
        }
        usleep(2_200_000)
      }
      let paths = try FileManager.default.subpathsOfDirectory(atPath: watch.folder.path("out"))
      #expect(paths.count == 3, "the manifest and nothing else")
      #expect(watch.messages == "")
      for (bytes, handle) in parts.dropLast() {
        try handle.write(contentsOf: bytes[Int(try handle.seekToEnd())...])
        // Not closed: size and time stay the same, and the end is there.
      }
      for name in ["slow", "slow2", "slow3"] { try watch.wait(for: "out/\(name).jpg") }
      #expect(watch.exists("out/never.jpg") == false)
      try watch.wait("it is told of") { watch.messages.contains("never.heic: is incomplete: ") }
      usleep(1_500_000)
      #expect(watch.messages.components(separatedBy: "incomplete").count == 2, "\(watch.messages)")
      let (bytes, handle) = parts[3]
      try handle.write(contentsOf: bytes[Int(try handle.seekToEnd())...])
      try handle.close()
      try watch.wait(for: "out/never.jpg")
      #expect(try watch.end(SIGINT) == SIGINT)
      #expect(
        try watch.lines() == [
          "never.heic: converted", "slow.heic: converted", "slow2.jpg: copied",
          "slow3.avif: converted",
        ])
      for (name, sample) in samples {
        _ = try Program.boxwalk(
          "convert", Program.sample(sample), "-o", watch.folder.path("clean.jpg"), "--force")
        let output = "out/\(name.split(separator: ".")[0]).jpg"
        #expect(
          FileManager.default.contentsEqual(
            atPath: watch.folder.path(output), andPath: watch.folder.path("clean.jpg")), "\(name)")
      }
    }

    /// Outputs below the folder are no photos, patterns and shards apply, and the name of another file is given to the
    /// output that a further run would give it.
    @Test func outputsAreNotInputs() throws {
      let watch = try Watch(
        [("b.heic", "meadow.jpg"), ("no.jpg", "meadow.jpg")], "-o", "OUT", "--exclude", "no*",
        "--shard", "0/1", "--jobs", "2")
      try watch.wait(for: "in/out/b.jpg")
      try watch.put("portrait-single.heic", "b.avif")
      try watch.put("meadow.jpg", "note.jpg")
      try watch.wait(for: "in/out/b.heic.jpg")
      // This is long enough for a wrong action.
      usleep(2_500_000)
      #expect(try watch.end() == SIGTERM)
      let names = try FileManager.default.contentsOfDirectory(atPath: watch.folder.path("in/out"))
      #expect(names.sorted() == [".boxwalk", "b.heic.jpg", "b.jpg"])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: watch.folder.path("in/out/.boxwalk"))
          == ["manifest-0-of-1.jsonl"])
      let refused = try Program.boxwalk(
        "convert", watch.folder.path("in/out"), "-o", watch.folder.path("in"), "--watch")
      #expect(refused.code == 2 && refused.errors.contains("is in the output folder"))
    }

    /// If Swift treats two names as equal, the second is reported, once.
    @Test func namesThatAreComposedOtherwise() throws {
      let names = ["\u{E9}.jpg", "e\u{301}.jpg"]
      let watch = try Watch()
      try watch.wait(for: "out/.boxwalk/manifest.jsonl")
      for name in names {
        let script = #"cp "$0" "$1""#
        let copied = try Program.other(
          "sh", "-c", script, Program.sample("meadow.jpg"), watch.folder.path("in") + "/" + name)
        #expect(copied.code == 0)
        try watch.wait("it was seen") {
          watch.exists("out") && watch.text("results").contains("copied")
        }
      }
      try watch.wait("the other was told of") { watch.messages.contains("composed in another way") }
      try watch.put("portrait-single.heic", "b.heic")
      try watch.wait(for: "out/b.jpg")
      #expect(try watch.end() == SIGTERM)
      #expect(watch.messages.components(separatedBy: "composed in another way").count == 2)
    }

    /// More changes than the system records: the last ones would be missed.
    @Test func nothingIsMissedWhenMuchHappens() throws {
      let watch = try Watch()
      try watch.wait(for: "out/.boxwalk/manifest.jsonl")
      usleep(500_000)
      let limit =
        (try? String(
          contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8))
        .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      let count = try #require(limit.map { min($0, 20_000) })
      kill(watch.identifier, SIGSTOP)
      for index in 0..<(count / 2 + 10) {
        _ = try watch.folder.write(Data(), to: "in/.\(index % 50)")
      }
      for index in 0..<(count / 2 + 10) {
        try FileManager.default.removeItem(atPath: watch.folder.path("in/.\(index % 50)"))
        _ = try watch.folder.write(Data(), to: "in/.\(index % 50)")
      }
      try watch.put("meadow.jpg", "last.jpg")
      try watch.make("in/new")
      try watch.put("meadow.jpg", "new/last.jpg")
      kill(watch.identifier, SIGCONT)
      try watch.wait(for: "out/last.jpg")
      try watch.wait(for: "out/new/last.jpg")
      #expect(try watch.end() == SIGTERM)
    }

    @Test func aFolderThatGoesEndsIt() throws {
      let watch = try Watch([("a.jpg", "meadow.jpg")])
      try watch.wait(for: "out/a.jpg")
      try FileManager.default.removeItem(atPath: watch.folder.path("in"))
      #expect(try watch.end(nil) == 2)
      #expect(watch.messages.contains("/in is no longer there"), "\(watch.messages)")
      #expect(try watch.lines() == ["a.jpg: copied"])
    }

    /// If it is ended during its work, files in progress are completed, and a further run does the rest.
    @Test func itEndsInOrder() throws {
      let files = (0..<12).map { ("\($0).heic", "landscape-tiled.heic") }
      let watch = try Watch(files, "--jobs", "2")
      try watch.wait("one is done") {
        watch.text("out/.boxwalk/manifest.jsonl").contains("\n")
      }
      #expect(try watch.end(SIGINT) == SIGINT)
      let done = try watch.lines()
      #expect((1..<12).contains(done.count) && done.allSatisfy { $0.hasSuffix(": converted") })
      let rest = try Program.boxwalk(
        "convert", watch.folder.path("in"), "-o", watch.folder.path("out"), "--json")
      #expect(rest.code == 1)
      #expect(rest.output.components(separatedBy: "unchanged").count == done.count + 1)
    }
  }
#endif
