import Commands
import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// `boxwalk convert --watch` where the parts of Live Photos arrive separately.
  @Suite(.waits) struct WatchLiveTests {
    /// The halves of Live Photos: from a phone, if such files exist, and our own.
    private let pairs: [(still: String, movie: String)]
    private let source: Folder

    init() throws {
      source = try Folder()
      try source.addLivePhoto("meadow.jpg", as: "halves/own")
      var pairs = [(source.path("halves/own.jpg"), source.path("halves/own.mov"))]
      if let media = MediaFolder.path {
        let phone = "\(media)/livephoto-pairs/iPhone13Pro_9B539AB8/IMG_7943"
        pairs.append(("\(phone).HEIC", "\(phone)_HEVC.MOV"))
      } else {
        try source.addLivePhoto("portrait-single.heic", as: "halves/IMG_7943")
        pairs.append((source.path("halves/IMG_7943.heic"), source.path("halves/IMG_7943.mov")))
      }
      self.pairs = pairs
    }

    private func put(_ path: String, in watch: Watch) throws {
      try watch.put(path, (path as NSString).lastPathComponent)
    }

    /// Photos that have no movie, and movies that have no photo.
    private func putOthers(in watch: Watch) throws {
      try watch.put("portrait-single.heic", "alone.heic")
      try watch.put("clip-h264.mp4", "holiday.mp4")
    }

    private static let outputs = ["IMG_7943.jpg", "alone.jpg", "own.jpg"]
    private static let movies = ["IMG_7943.MOV", "own.mov"]

    private func hasMovies(_ watch: Watch, inside: Bool) throws -> Bool {
      try pairs.allSatisfy { still, movie in
        let stem = ((still as NSString).lastPathComponent as NSString).deletingPathExtension
        guard inside else {
          return watch.exists("out/\(stem).\((movie as NSString).pathExtension)")
        }
        guard watch.exists("out/\(stem).jpg") else { return false }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: movie))
        return try watch.folder.data("out/\(stem).jpg").suffix(bytes.count) == bytes
      }
    }

    /// Whether outputs and manifest are those of one run over all current files.
    private func expectOneRun(
      _ watch: Watch, _ arguments: String..., location: SourceLocation = #_sourceLocation
    ) throws {
      let folder = watch.folder
      let run = try Program.boxwalk(
        ["convert", folder.path("in"), "-o", folder.path("one")] + arguments,
        environment: ["XDG_CACHE_HOME": folder.path("cache")])
      #expect(run.code <= 1, "\(run.errors)", sourceLocation: location)
      let names = try folder.files("one")
      #expect(try folder.files("out") == names, sourceLocation: location)
      for name in names {
        #expect(folder.isSame("out/\(name)", "one/\(name)"), "\(name)", sourceLocation: location)
      }
      func lines(_ output: String) throws -> NSDictionary {
        let lines = try folder.manifest(output).mapValues { line in
          line.filter { !["seconds", "milliseconds", "finished", "run", "check"].contains($0.key) }
        }
        return lines as NSDictionary
      }
      #expect(try lines("out") == lines("one"), sourceLocation: location)
    }

    private func endAndCompare(
      _ watch: Watch, _ arguments: String..., location: SourceLocation = #_sourceLocation
    ) throws {
      #expect(try watch.end() == SIGTERM, "\(watch.messages)", sourceLocation: location)
      #expect(!watch.messages.contains("incomplete"), "\(watch.messages)", sourceLocation: location)
      let handling = arguments.first ?? "keep"
      try expectOneRun(watch, "--live", handling, location: location)
    }

    @Test(arguments: [true, false])
    func moviesAreCarriedAlong(photosFirst: Bool) throws {
      let watch = try Watch()
      try watch.wait(for: "out/.boxwalk/manifest.jsonl")
      try putOthers(in: watch)
      for pair in pairs { try put(photosFirst ? pair.still : pair.movie, in: watch) }
      let firsts = photosFirst ? WatchLiveTests.outputs : ["alone.jpg"]
      for name in firsts { try watch.wait(for: "out/\(name)") }
      usleep(1_300_000)
      #expect(try watch.folder.files("out") == firsts.sorted(), "movies belong to photos")
      let inodes = firsts.map { watch.folder.inode("out/\($0)") }
      for pair in pairs { try put(photosFirst ? pair.movie : pair.still, in: watch) }
      try watch.wait("movies came") { try hasMovies(watch, inside: false) }
      try watch.wait("photos came") {
        WatchLiveTests.outputs.allSatisfy { watch.exists("out/\($0)") }
      }
      usleep(300_000)
      // A photo is not made again for its movie.
      #expect(firsts.map { watch.folder.inode("out/\($0)") } == inodes)
      try endAndCompare(watch)
      #expect(
        watch.messages.contains("1 copied, 2 movies carried along\n"), "\(watch.messages)")
    }

    /// A photo that was converted before its movie arrived is made again, with the movie.
    @Test(.needs("exiftool")) func moviesBecomePartsOfPhotosThatWereConverted() throws {
      let stills = pairs.map { (name: ($0.still as NSString).lastPathComponent, sample: $0.still) }
      let watch = try Watch(stills, "--live", "motionphoto")
      for name in ["IMG_7943.jpg", "own.jpg"] { try watch.wait(for: "out/\(name)") }
      try putOthers(in: watch)
      try watch.wait(for: "out/alone.jpg")
      let inode = watch.folder.inode("out/own.jpg")
      for pair in pairs { try put(pair.movie, in: watch) }
      try watch.wait("movies came") { try hasMovies(watch, inside: true) }
      #expect(watch.folder.inode("out/own.jpg") != inode)
      let fields = try Program.other(
        "exiftool", "-s3", "-XMP:MotionPhoto", watch.folder.path("out/IMG_7943.jpg"))
      #expect(fields.output == "1\n")
      try endAndCompare(watch, "motionphoto")
    }

    /// A photo that mentions a movie waits a little for it, and others do not.
    @Test func photosWaitForMoviesThatBecomePartsOfThem() throws {
      let watch = try Watch([], "--live", "motionphoto")
      try watch.wait(for: "out/.boxwalk/manifest.jsonl")
      usleep(300_000)
      for pair in pairs { try put(pair.still, in: watch) }
      try putOthers(in: watch)
      try watch.wait(for: "out/alone.jpg")
      #expect(try watch.folder.files("out") == ["alone.jpg"])
      for pair in pairs { try put(pair.movie, in: watch) }
      try watch.wait("movies came") { try hasMovies(watch, inside: true) }
      try endAndCompare(watch, "motionphoto")
      #expect(watch.text("results").components(separatedBy: "own.jpg: 1600").count == 2)
    }

    /// Killed at any moment, with halves that come before and after.
    @Test(arguments: ["keep", "motionphoto"])
    func halvesMayComeInSeveralRuns(handling: String) throws {
      let watch = try Watch([], "--live", handling)
      try watch.wait(for: "out/.boxwalk/manifest.jsonl")
      try putOthers(in: watch)
      for path in [pairs[0].still, pairs[1].movie, pairs[0].movie, pairs[1].still] {
        try put(path, in: watch)
        usleep(.random(in: 900_000...1_400_000))
        kill(watch.identifier, SIGKILL)
        _ = try watch.end(nil)
        try watch.start()
      }
      try watch.wait("movies came") { try hasMovies(watch, inside: handling == "motionphoto") }
      try watch.wait(for: "out/alone.jpg")
      try endAndCompare(watch, handling)
    }

    /// A movie that is written slowly, and one whose end never arrives.
    @Test func moviesAreTakenWhenTheyAreComplete() throws {
      let watch = try Watch()
      try watch.wait(for: "out/.boxwalk/manifest.jsonl")
      for pair in pairs { try put(pair.still, in: watch) }
      let bytes = try pairs.map { try Data(contentsOf: URL(fileURLWithPath: $0.movie)) }
      let handles = try pairs.indices.map { index in
        let name = (pairs[index].movie as NSString).lastPathComponent
        let path = try watch.folder.write(
          Data(bytes[index].prefix(bytes[index].count - 1000)), to: "in/\(name)")
        return try #require(FileHandle(forWritingAtPath: path))
      }
      for name in ["IMG_7943.jpg", "own.jpg"] { try watch.wait(for: "out/\(name)") }
      usleep(1_500_000)
      #expect(try watch.folder.files("out") == ["IMG_7943.jpg", "own.jpg"])
      try handles[0].seekToEnd()
      try handles[0].write(contentsOf: bytes[0].suffix(1000))
      // It is not closed: the system reports nothing about it.
      try watch.wait(for: "out/own.mov")
      #expect(try watch.end() == SIGTERM)
      let name = (pairs[1].movie as NSString).lastPathComponent
      #expect(watch.messages.contains("\(name): is incomplete: "), "\(watch.messages)")
      #expect(watch.messages.contains("1 incomplete"), "\(watch.messages)")
      #expect(try watch.folder.files("out") == ["IMG_7943.jpg", "own.jpg", "own.mov"])
    }

    /// A new photo may have the name of another one's output, and of its movie.
    @Test func moviesFollowTheNamesOfTheirPhotos() throws {
      try source.addLivePhoto("portrait-single.heic", as: "halves/b")
      let watch = try Watch([
        ("b.heic", source.path("halves/b.heic")), ("b.mov", source.path("halves/b.mov")),
      ])
      try watch.wait(for: "out/b.mov")
      try watch.put("shore-tiled.avif", "b.avif")
      try watch.wait(for: "out/b.heic.mov")
      try watch.wait("the other name is free") { !watch.exists("out/b.mov") }
      try endAndCompare(watch)
      #expect(try watch.folder.files("out") == ["b.heic.jpg", "b.heic.mov", "b.jpg"])
    }

    /// Outputs stay when photos are removed, and so do movies, with the photos that contain them.
    @Test(arguments: ["keep", "motionphoto"])
    func moviesThatGoChangeNothing(handling: String) throws {
      let files = pairs.flatMap { [$0.still, $0.movie] }.map {
        (name: ($0 as NSString).lastPathComponent, sample: $0)
      }
      let watch = try Watch(files, "--live", handling)
      try watch.wait("movies came") { try hasMovies(watch, inside: handling == "motionphoto") }
      let before = try watch.folder.files("out")
      let inodes = before.map { watch.folder.inode("out/\($0)") }
      try FileManager.default.removeItem(atPath: watch.folder.path("in/own.mov"))
      try putOthers(in: watch)
      try watch.wait(for: "out/alone.jpg")
      #expect(try watch.end() == SIGTERM)
      try watch.start()
      try watch.put("meadow.jpg", "last.jpg")
      try watch.wait(for: "out/last.jpg")
      #expect(try watch.end() == SIGTERM)
      #expect(before.map { watch.folder.inode("out/\($0)") } == inodes)
      #expect(try watch.folder.files("out") == (before + ["alone.jpg", "last.jpg"]).sorted())
      let movie = try watch.folder.manifest("out")["own.jpg"]?["movie"] as? [String: Any]
      #expect(movie?["input"] as? String == "own.mov")
    }

    // MARK: Originals

    private func original(_ input: String, _ watch: Watch) throws -> String? {
      let original = try watch.folder.manifest("out")[input]?["original"] as? [String: Any]
      return original?["reason"] as? String ?? original?["outcome"] as? String
    }

    /// Complete Live Photos are deleted, and half of one waits for the other.
    @Test(arguments: ["keep", "motionphoto"])
    func originalsGo(handling: String) throws {
      // It has a new identifier.
      try source.addLivePhoto("portrait-single.heic", "clip-h264.mp4", as: "halves/second")
      let watch = try Watch(
        [
          ("own.jpg", source.path("halves/own.jpg")),
          ("second.mov", source.path("halves/second.mov")), ("alone.heic", "portrait-single.heic"),
          ("broken.heic", "README.md"), ("depth.heic", "landscape-tiled.heic"),
          ("holiday.mp4", "clip-h264.mp4"),
        ], "--live", handling, "--delete-originals")
      try watch.wait("one went") { !watch.exists("in/alone.heic") }
      try watch.wait("photos stay") {
        let manifest = watch.text("out/.boxwalk/manifest.jsonl")
        return manifest.contains("may still come") && manifest.contains("depth map")
      }
      // Between the halves, others begin.
      #expect(try watch.end(SIGKILL) != -1)
      #expect(watch.exists("in/own.jpg"))
      #expect(try original("own.jpg", watch) == "its movie may still come")
      try watch.start()
      usleep(500_000)
      try watch.put(source.path("halves/second.heic"), "second.heic")
      try watch.put(source.path("halves/own.mov"), "own.mov")
      try watch.wait("the rest went") {
        try watch.folder.files("in") == ["broken.heic", "depth.heic", "holiday.mp4"]
      }
      #expect(try watch.end() == SIGTERM)
      let movies = handling == "keep" ? ["own.mov", "second.mov"] : []
      #expect(
        try watch.folder.files("out")
          == (["alone.jpg", "depth.jpg", "own.jpg", "second.jpg"] + movies).sorted())
      for name in ["own", "second"] {
        let movie = try source.data("halves/\(name).mov")
        let output = handling == "keep" ? "\(name).mov" : "\(name).jpg"
        #expect(try watch.folder.data("out/\(output)").suffix(movie.count) == movie)
      }
      for input in ["own.jpg", "second.heic", "alone.heic"] {
        #expect(try original(input, watch) == "deleted", "\(input)")
      }
      #expect(try original("depth.heic", watch) == "not carried over: depth map")
      #expect(watch.messages.contains("in/depth.heic: stays: not carried over: depth map"))
      #expect(!watch.messages.contains("may still come"))
      #expect(watch.text("results").contains("in/own.jpg: deleted, and its movie\n"))
    }

    /// Data that is written to a deleted file would be lost.
    @Test func filesThatAreOpenForWritingStay() throws {
      let watch = try Watch([], "--delete-originals")
      try watch.wait(for: "out/.boxwalk/manifest.jsonl")
      try watch.put("meadow.jpg", "a.jpg")
      let handle = try #require(FileHandle(forWritingAtPath: watch.folder.path("in/a.jpg")))
      usleep(2_500_000)
      #expect(try watch.folder.files("out").isEmpty)
      // A run that does not wait.
      let run = try Program.boxwalk(
        "convert", watch.folder.path("in"), "-o", watch.folder.path("one"), "--delete-originals")
      #expect(run.errors.contains("in/a.jpg is open for writing"), "\(run.errors)")
      // More than there was when the end seemed to be there.
      try handle.seekToEnd()
      try handle.write(contentsOf: Data("the end".utf8))
      try handle.close()
      try watch.wait("it went") { !watch.exists("in/a.jpg") }
      #expect(try watch.end() == SIGTERM)
      #expect(try watch.folder.data("out/a.jpg").suffix(7) == Data("the end".utf8))
    }

    /// Photos that another program replaces, changes and removes during the work: the last version is still there, or
    /// the output was made from it.
    @Test func nothingThatChangesIsLost() throws {
      let watch = try Watch([], "--delete-originals", "--jobs", "2")
      try watch.wait(for: "out/.boxwalk/manifest.jsonl")
      usleep(300_000)
      let count = 12
      for index in 0..<count { try watch.put("portrait-single.heic", "\(index).heic") }
      usleep(1_000_000)
      for index in 0..<count {
        usleep(.random(in: 10_000...60_000))
        if index % 6 == 5 {
          try? FileManager.default.removeItem(atPath: watch.folder.path("in/\(index).heic"))
        } else {
          try watch.replace("\(index).heic", by: Program.sample("meadow.jpg"))
        }
      }
      try watch.put("meadow.jpg", "last.jpg")
      try watch.wait("the last went") { !watch.exists("in/last.jpg") }
      usleep(1_500_000)
      _ = try watch.end()
      let left = try watch.folder.files("in")
      let meadow = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
      for index in 0..<count where index % 6 != 5 {
        let path = left.contains("\(index).heic") ? "in/\(index).heic" : "out/\(index).jpg"
        #expect(try watch.folder.data(path) == meadow, "\(path)")
      }
      #expect(!watch.messages.contains("link") && !watch.messages.contains("could not be deleted"))
    }
  }
#endif
