import FieldCoding
import Foundation
import Inspection
import TestSupport
import Testing

@Suite struct PlaybackStyleTests {
  @Test(arguments: [
    ("clip-h264.mp4", PlaybackStyle.video), ("clip-hevc-fragmented.mp4", .video),
    ("coast.avif", .image), ("landscape-tiled.heic", .image), ("meadow.jpg", .image),
    ("meadow.avci", .image),
  ])
  func samples(name: String, style: PlaybackStyle) throws {
    let inspection = try Sample.inspection(name)
    #expect(inspection.playbackStyle == style)
    #expect(inspection.summaryText.contains("  Playback"))
    #expect(inspection.summaryText.contains(style == .image ? "  image\n" : "  video\n"))
    #expect(try inspection.json()["summary"]["playback"]["style"].string == style.name)
  }

  /// A movie with a box at the end of its `moov`.
  private func clip(with added: [UInt8]) throws -> FileInspection {
    var bytes = try Array(Sample.inspection("clip-h264.mp4").bytes)
    let type = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("moov".utf8)) })
    let size = bytes[type - 4..<type].reduce(0) { $0 << 8 | Int($1) }
    bytes.insert(contentsOf: added, at: type - 4 + size)
    bytes.replaceSubrange(type - 4..<type, with: be32(size + added.count))
    return FileInspection(bytes)
  }

  @Test func loops() throws {
    let again = try clip(with: box("udta", box("LOOP", be32(0))))
    #expect(again.playbackStyle == .loopingVideo(isPalindromic: false))
    #expect(again.summaryText.contains("looping video\n"))
    #expect(try again.json()["summary"]["playback"]["style"].string == "looping video")
    let back = try clip(with: box("udta", box("LOOP", be32(1))))
    #expect(back.playbackStyle == .loopingVideo(isPalindromic: true))
    #expect(back.summaryText.contains("looping video, back and forth\n"))
    #expect(try back.json()["summary"]["playback"]["backAndForth"].value as? Bool == true)
    #expect(try clip(with: box("udta", box("WLOC", be32(0)))).playbackStyle == .video)
  }

  @Test func motionPhotos() throws {
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 2, 0xFF, 0xD9]
    let movie = box("ftyp", Array("mp42".utf8), be32(0)) + box("moov") + box("mdat", be32(0))
    let photo = FileInspection(picture + movie)
    #expect(photo.playbackStyle == .livePhoto(.both))
    #expect(try photo.json()["summary"]["playback"]["part"].string == "both")
    #expect(FileInspection(picture).playbackStyle == .image)
    #expect(FileInspection(picture + [1, 2, 3]).playbackStyle == .image)
    // Without a movie in it, such a box makes no Motion Photo.
    let heic = try Array(Sample.inspection("landscape-tiled.heic").bytes)
    #expect(FileInspection(heic + box("mpvd", movie)).playbackStyle == .livePhoto(.both))
    #expect(FileInspection(heic + box("mpvd", be32(0))).playbackStyle == .image)
  }

  /// The sample has an identifier, as its still would.
  @Test func aHalf() throws {
    let movie = try Sample.inspection("clip-hevc.mov")
    #expect(movie.playbackStyle == .livePhoto(.movie))
    #expect(movie.summaryText.contains("live photo (its movie)\n"))
    #expect(try movie.json()["summary"]["playback"]["part"].string == "movie")
  }

  /// Other files have no style.
  @Test func others() {
    #expect(FileInspection([]).playbackStyle == nil)
    #expect(FileInspection(Array("text".utf8)).playbackStyle == nil)
    #expect(FileInspection(box("moof") + box("mdat")).playbackStyle == nil)
    #expect(FileInspection(box("moov")).playbackStyle == nil)
    #expect(!FileInspection(box("moof") + box("mdat")).summaryText.contains("Playback"))
  }

  @Test(
    .needsMedia,
    arguments: [
      ("livephoto-pairs/iPhone15Plus_71DCA213/IMG_3853.HEIC", PlaybackStyle.livePhoto(.still)),
      ("livephoto-pairs/iPhone15Plus_71DCA213/IMG_3853.MOV", .livePhoto(.movie)),
      ("livephoto-pairs/iPhone7Plus_3D388205/splitrock.jpg", .livePhoto(.still)),
      ("avif/colors-animated-8bpc-audio.avif", .animatedImage),
      ("avif/avis_with_pitm_no_iloc.avif", .animatedImage),
    ])
  func realFiles(name: String, style: PlaybackStyle) throws {
    let path = "\(MediaFolder.path ?? "")/\(name)"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(FileInspection([UInt8](data)).playbackStyle == style)
  }
}
