import Editing
import FieldCoding
import ISOBMFF
import LivePhotos
import Metadata
import Movie
import TestSupport
import Testing

/// What is said of Live Photos that differ in one thing from what phones write.
@Suite struct LiveCheckTests {
  private static let identifier = ContentIdentifier("0A1B2C3D-4E5F-4607-8899-AABBCCDDEEFF")

  private static func sample(_ name: String) throws -> Bytes {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
    return try ByteSource(mapping: path).bytes
  }

  private func movie() throws -> Bytes {
    Bytes(
      try LiveMovie(Self.sample("clip-hevc.mov"), LiveMovieOptions(Self.identifier)).written.bytes)
  }

  private func messages(_ bytes: Bytes, name: String = "a.mov") -> [String] {
    LiveMovieCheck(bytes, name: name).findings.map(\.message)
  }

  /// The movie with another `moov` box.
  private func changed(_ change: (inout Box) -> Void) throws -> Bytes {
    var file = BoxFile(try movie())
    let index = try #require(file.boxes.firstIndex { $0.type == "moov" })
    change(&file.boxes[index])
    return Bytes(try file.relocated().bytes)
  }

  @Test func aMovieOfAPhoneHasNoFindings() throws {
    let check = LiveMovieCheck(try movie(), name: "a.mov")
    #expect(check.findings.isEmpty, "\(check.findings.map(\.message))")
    #expect(check.identifier == Self.identifier && check.isAuto == true)
    #expect(check.format == "QuickTime" && check.duration == 2.5)
    #expect(check.videoCodecs == ["hvc1"] && check.audioCodecs.count == 1)
    #expect(["mp4a", "sowt", "lpcm"].contains(check.audioCodecs[0]))
  }

  @Test func aMovieWithoutAnIdentifierIsNoHalf() throws {
    let found = messages(try Self.sample("clip-h264.mp4"), name: "a.mp4")
    #expect(found.contains { $0.contains("has no identifier (moov/meta") }, "\(found)")
    // That most phones write the other key matters only for stills and movies.
    #expect(!found.contains { $0.contains("live-photo.auto") })
  }

  @Test func theKeyOfPlaybackIsMissed() throws {
    let bytes = try changed { movie in
      movie.children = movie.children.map { box in
        guard box.type == "meta" else { return box }
        var meta = box
        meta.children = meta.children.map { child in
          guard var keys = child[MetadataItemKeysBox.self] else { return child }
          for index in keys.keys.indices where keys.keys[index].value.string.hasSuffix(".auto") {
            keys.keys[index].value = Text("com.example.another-key", form: .plain)
          }
          return Box(keys)
        }
        return meta
      }
    }
    let found = messages(bytes)
    #expect(found.count == 1 && found[0].contains("has no live-photo.auto"), "\(found)")
  }

  /// A movie that is made anew has each key once, with the values that it had.
  @Test func keysAreThereOnce() throws {
    let other = ContentIdentifier("11111111-4E5F-4607-8899-AABBCCDDEEFF")
    let again = Bytes(try LiveMovie(movie(), LiveMovieOptions(other)).written.bytes)
    let (before, after) = (LiveMovieCheck(try movie(), name: ""), LiveMovieCheck(again, name: ""))
    #expect(after.identifier == other && after.isAuto == true)
    #expect(Set(after.keys.map(\.key)).count == after.keys.count)
    #expect(Set(after.keys.map(\.key)) == Set(before.keys.map(\.key)))
  }

  @Test func fragmentsAreNamed() throws {
    var edit = Edit(try movie())
    try edit.fragment(every: .group)
    let found = messages(Bytes(try edit.finished().written.bytes))
    #expect(found.contains { $0.contains("is a fragmented movie") }, "\(found)")
  }

  @Test func aMovieThatIsCutOffIsNamed() throws {
    var edit = Edit(try movie())
    try edit.moveMovie(to: .first)
    let whole = Bytes(try edit.finished().written.bytes)
    #expect(messages(whole).isEmpty)
    let found = messages(Bytes(Array(whole.prefix(whole.count - 5000))))
    #expect(found.contains { $0.contains("is truncated: samples of track") }, "\(found)")
  }

  @Test func aMovieThatIsNotReadIsNamed() throws {
    // Its description is an empty box for a compressed one.
    let parts = ["\0\0\0\u{10}ftypqt  \0\0\0\0", "\0\0\0\u{10}moov\0\0\0\u{8}cmov"]
    let found = messages(Bytes(parts.flatMap { Array($0.utf8) }))
    #expect(
      found.contains { $0.hasPrefix("cannot be read completely: has a compressed") }, "\(found)")
  }

  @Test func aMovieWithoutVideoIsNamed() throws {
    var edit = Edit(try Self.sample("clip-hevc.mov"))
    let tracks = try #require(MovieFile(edit.original)).tracks.filter { $0.handlerType == "vide" }
    try edit.removeTracks(Set(tracks.map(\.id)))
    let check = LiveMovieCheck(Bytes(try edit.finished().written.bytes), name: "a.mov")
    #expect(check.findings.contains { $0.message == "has no video" })
    #expect(check.videoCodecs.isEmpty && check.audioCodecs.count == 1)
  }

  @Test func stillsThatAreCutOffAreNamed() throws {
    let whole = try LiveStill(Self.sample("meadow.jpg"), identifier: Self.identifier).written.bytes
    #expect(LiveStillCheck(Bytes(whole), name: "a.jpg").findings.isEmpty)
    for count in [whole.count - 2, whole.count / 2] {
      let found = LiveStillCheck(Bytes(Array(whole.prefix(count))), name: "a.jpg").findings
      #expect(
        found.contains { $0.message.contains("is truncated") && $0.severity == .error }, "\(count)")
    }
    // The length of a segment is wrong.
    var broken = whole
    let segment = try #require(JPEGSegments(Bytes(whole)).segments.dropFirst().first)
    broken.replaceSubrange(segment.offset + 2..<segment.offset + 4, with: [0, 1])
    let found = LiveStillCheck(Bytes(broken), name: "a.jpg").findings
    #expect(found.contains { $0.message.contains("is truncated, or damaged") }, "\(found)")
  }

  @Test func halvesThatAreSwappedAreNamed() throws {
    let photo = Bytes(
      try LiveStill(Self.sample("meadow.jpg"), identifier: Self.identifier).written.bytes)
    let clip = try movie()
    let right = LiveCheck(still: photo, named: "a.jpg", movie: clip, named: "a.mov")
    #expect(right.findings.isEmpty && right.isPaired && right.worst == nil)
    let swapped = LiveCheck(still: clip, named: "a.mov", movie: photo, named: "a.jpg")
    #expect(swapped.findings.count == 1 && swapped.findings[0].message.contains("swapped"))
    for (still, movie) in [(clip, clip), (photo, photo)] {
      let twice = LiveCheck(still: still, named: "a", movie: movie, named: "a")
      #expect(!twice.findings.contains { $0.message.contains("swapped") })
      #expect(twice.worst == .error && !twice.isPaired)
    }
    let other = Bytes(
      try LiveStill(
        Self.sample("meadow.jpg"),
        identifier: ContentIdentifier("11111111-4E5F-4607-8899-AABBCCDDEEFF")
      ).written.bytes)
    let strangers = LiveCheck(still: other, named: "a.jpg", movie: clip, named: "a.mov")
    #expect(strangers.findings.map(\.message).contains { $0.hasPrefix("the identifiers differ") })
    #expect(!strangers.isPaired)
  }

  /// The command that is named re-encodes only what is not played.
  @Test(arguments: [
    ("vide", "vp09", "boxwalk transcode MOVIE -o NEW.mov"),
    ("soun", "Opus", "boxwalk transcode MOVIE --preset passthrough --audio aac -o NEW.mov"),
    ("vide", "hev1", "boxwalk retag"), ("vide", "encv", "is encrypted"),
    ("soun", "enca", "is encrypted"),
  ])
  func codecsThatAreNotPlayedAreNamed(_ handler: String, _ type: String, _ words: String) throws {
    let whole = try movie()
    let tracks = try #require(MovieFile(BoxFile(whole))).tracks
    let entry = try #require(
      tracks.first { "\($0.handlerType)" == handler }?.sampleEntries.first?.origin)
    var bytes = Array(whole)
    bytes.replaceSubrange(entry.fileOffset + 4..<entry.fileOffset + 8, with: type.utf8)
    let found = messages(Bytes(bytes))
    #expect(found.contains { $0.contains(words) }, "\(found)")
  }
}
