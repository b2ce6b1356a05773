import Editing
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// Movies of one format are converted to the other, and back.
@Suite struct RemuxTests {
  private static let movies =
    MediaFolder.samples.filter { ["mov", "mp4"].contains(($0 as NSString).pathExtension) }
    + MediaFolder.oneOfEachForm { path in
      ["/mp4/", "/m4a-audio/", "/3gp/", "/mov/", "/livephoto-pairs/"].contains {
        path.contains($0)
      } && MovieFormat(extension: (path as NSString).pathExtension) != nil
    }

  /// No other movie is refused: these have lost their samples, or have no tracks.
  private static let refused = [
    "fate/mp4-with-mov-in24-ver.mp4", "/QuickTime.m4a", "/testMP4_esdsFlags.m4a",
    "/fixture-moov.mov", "/fixture-mp4v2.mp4", "/zero.mp4", "/alac_file.m4a", "/issue-318.m4a",
    "/issue-79.m4a", "/short-zero-inband.mov", "/init_prog.mp4",
    "/catfight-cvid-pal8-partial.mp4", "/displaymatrix.mp4", "/white_zombie_scrunch-part.mp4",
    "/wwwq_cut.mp4",
  ]

  @Test(.needs("ffprobe"), arguments: movies)
  func everyPacketStays(_ path: String) throws {
    let original = try ByteSource(mapping: path).bytes
    let file = BoxFile(original)
    guard MovieFile(file) != nil else { return }
    let isQuickTime = (file.boxes.first(FileTypeBox.self)?.majorBrand ?? "qt  ") == "qt  "
    let folder = try Folder()
    let packets = try Packets(path)
    var bytes = original
    for format in isQuickTime ? [MovieFormat.mp4, .mov] : [.mov, .mp4] {
      var edit = Edit(bytes)
      do throws(EditError) {
        try edit.remux(to: format)
        bytes = Bytes(try edit.finished().written.bytes)
      } catch {
        #expect(Self.refused.contains { path.hasSuffix($0) }, "\(path): \(error)")
        return
      }
      let new = try folder.write(Data(bytes), to: "new.\(format.rawValue)")
      #expect(try Packets(new) == packets, "\(path) as \(format)")
      let boxes = BoxFile(bytes)
      #expect(
        boxes.boxes.first(FileTypeBox.self)?.compatibleBrands.contains("qt  ") == (format == .mov))
    }
  }

  private func entry(_ file: BoxFile, _ handler: FourCC) -> Box? {
    MovieFile(file)?.tracks.first { $0.handlerType == handler }?.sampleEntries.first
  }

  /// The keys of Apple and of Android are where programs look for them in both formats.
  @Test(.needs("exiftool"), .needsMedia)
  func metadataStays() throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("602FEBB7/IMG_3582.mov") })
    var edit = Edit(try ByteSource(mapping: path).bytes)
    try edit.remux(to: .mp4)
    let folder = try Folder()
    let new = try folder.write(Data(try edit.bytes()), to: "new.mp4")
    func keys(_ path: String) throws -> String {
      try InstalledProgram.run("exiftool", ["-Keys:all", "-ItemList:all", "-s", path]).output
    }
    let (before, after) = (try keys(path), try keys(new))
    #expect(before.contains("ContentIdentifier") && before == after, "\(after)")
  }

  @Test(.needsMedia) func descriptionsHaveTheFormOfTheFormat() throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("602FEBB7/IMG_3582.mov") })
    var edit = Edit(try ByteSource(mapping: path).bytes)
    try edit.remux(to: .mp4)
    let file = BoxFile(try edit.bytes())
    let sound = try #require(entry(file, "soun"))
    let pcm = try #require(sound[AudioSampleEntry.self])
    #expect(sound.type == "ipcm" && pcm.version == 0 && pcm.extended == nil)
    #expect(pcm.channelCount == 1 && pcm.sampleRate == 44100 << 16)
    let configuration = try #require(pcm.children.first(PCMConfigurationBox.self))
    #expect(configuration.formatFlags == 1 && configuration.sampleSize == 16)
    for track in MovieFile(file)?.tracks ?? [] {
      let information = track.box.children.at("mdia", "minf")
      #expect(!information.contains { $0.type == "hdlr" })
      #expect(information.count { ["vmhd", "smhd", "nmhd"].contains($0.type) } == 1)
      #expect(information.at("dinf", "dref").map(\.type) == ["url "])
      #expect(track.mediaHeader.map { $0.language >= 0x400 } ?? false)
    }
    var back = Edit(file.bytes)
    try back.remux(to: .mov)
    let movie = BoxFile(try back.bytes())
    let again = try #require(entry(movie, "soun"))
    let extended = again[AudioSampleEntry.self]?.extended
    #expect(again.type == "lpcm" && extended?.constBitsPerChannel == 16)
    #expect(extended?.audioSampleRate == (44_100.0).bitPattern && extended?.numAudioChannels == 1)
    // In QuickTime, tracks of other media have a base media header.
    for track in MovieFile(movie)?.tracks ?? [] {
      let types = track.box.children.at("mdia", "minf").map(\.type)
      #expect(types.count { ["vmhd", "smhd", "gmhd"].contains($0) } == 1, "\(types)")
      #expect(types.contains("hdlr") && types.contains("dinf"), "\(types)")
    }
  }

  @Test func soundAloneIsLeft() throws {
    var edit = try Edit(sample: "clip-hevc.mov")
    try edit.remux(to: .m4a)
    #expect(edit.losesMedia && edit.notes.contains { $0.contains("only audio") })
    let file = BoxFile(try edit.bytes())
    #expect(MovieFile(file)?.tracks.map(\.handlerType) == ["soun"])
    #expect(file.boxes.first(FileTypeBox.self)?.majorBrand == "M4A ")
  }

  /// The name of a new file is kept as a promise, and other programs agree.
  @Test(
    .needs("exiftool"),
    arguments: [
      ("clip-hevc.mov", "a.mp4", "mp42"), ("clip-hevc.mov", "A.M4V", "M4V "),
      ("clip-hevc.mov", "a.m4a", "M4A "), ("clip-h264.mp4", "a.mov", "qt  "),
      ("clip-h264.mp4", "a.txt", nil), ("clip-hevc.mov", "a.mov", nil),
      ("clip-h264.mp4", "a.mp4", nil), ("portrait-single.heic", "a.mp4", nil),
    ] as [(String, String, String?)])
  func namesArePromises(sample: String, name: String, brand: String?) throws {
    var edit = try Edit(sample: sample)
    try edit.remux(toFit: name)
    let bytes = try edit.bytes()
    guard let brand else {
      #expect(edit.notes.isEmpty && bytes == edit.original.bytes)
      return
    }
    let folder = try Folder()
    let path = try folder.write(Data(bytes), to: name)
    let found = try InstalledProgram.run("exiftool", ["-s3", "-n", "-MajorBrand", path]).output
    #expect(
      found.trimmingCharacters(in: .whitespacesAndNewlines)
        == brand.trimmingCharacters(in: .whitespaces))
  }

  /// An image sequence becomes a movie with its frames; the still image goes with its bytes, and is named.
  @Test(
    .needs("ffprobe"), .needsMedia,
    arguments: ["avif/animated-avif.avif", "heif-misc/sea1_animation.heic"])
  func imageSequencesBecomeMovies(name: String) throws {
    let path = try #require(MediaFolder.files.first { $0.hasSuffix(name) })
    let original = try ByteSource(mapping: path).bytes
    let old = try #require(MovieFile(BoxFile(original)))
    var edit = Edit(original)
    try edit.remux(toFit: "a.mp4")
    let file = BoxFile(try edit.bytes())
    let tracks = try #require(MovieFile(file)).tracks
    #expect(tracks.map(\.sampleCount) == old.tracks.map(\.sampleCount))
    #expect(tracks.first?.handlerType == "vide" && !file.boxes.contains { $0.type == "meta" })
    #expect(file.boxes.first(FileTypeBox.self)?.majorBrand == "mp42")
    let folder = try Folder()
    let new = try folder.write(Data(file.bytes), to: "a.mp4")
    #expect(
      try Packets(new).streams.mapValues(\.count)
        == Dictionary(uniqueKeysWithValues: tracks.enumerated().map { ($0, $1.sampleCount) }))
  }

  @Test func photosAreRefused() throws {
    var edit = try Edit(sample: "portrait-single.heic")
    #expect(throws: EditError.self) { try edit.remux(to: .mp4) }
  }
}
