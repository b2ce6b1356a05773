import FieldCoding
import Foundation
import Inspection
import TestSupport
import Testing

@Suite struct PlayabilityTests {
  private func player(_ id: String) throws -> Player {
    try #require(Player.all.first { $0.id == id })
  }

  private func file(_ name: String) throws -> PlayedFile {
    try #require(try Sample.inspection(name).playedFile)
  }

  private func answer(_ file: PlayedFile, _ id: String) throws -> String {
    try Playability(of: file, on: player(id)).text
  }

  @Test func tablesAreWhole() {
    #expect(Set(Player.all.map(\.id)).count == Player.all.count)
    for player in Player.all {
      #expect(!player.source.isEmpty && !player.name.isEmpty)
      #expect(player.stills.contains { $0.container == .jpeg }, "\(player.id)")
      #expect(player.video.contains { $0.codec == .avc } && !player.audio.isEmpty, "\(player.id)")
      // A condition is words that go behind "only".
      let conditions =
        player.video.map(\.only) + player.stills.map(\.video.only) + player.audio.map(\.only)
        + player.brightness.values
      for words in conditions where !words.isEmpty {
        #expect(words.first?.isLowercase == true && words.last != ".", "\(player.id): \(words)")
      }
    }
  }

  @Test func whatAFileNeeds() throws {
    #expect(try file("clip-h264.mp4").text.hasPrefix("MP4; H.264 "))
    #expect(try file("coast.avif").text.hasPrefix("AVIF; AV1 Main"))
    #expect(try file("landscape-tiled.heic").text.hasSuffix("4:2:0, HDR gain map"))
    #expect(try file("meadow.jpg").text == "JPEG baseline, 8 bit")
    let movie = try file("clip-hevc.mov")
    #expect(movie.container == .quickTime && movie.video?.entry == "hvc1")
    #expect(movie.audio.map(\.codec) == [.aac])
    #expect(FileInspection(box("moov")).playedFile == nil)
    #expect(FileInspection(box("moof") + box("mdat")).playability.isEmpty)
  }

  @Test func samples() throws {
    for player in Player.all {
      #expect(Playability(of: try file("meadow.jpg"), on: player).verdict == .yes, "\(player.id)")
    }
    let movie = try file("clip-hevc.mov")
    #expect(try answer(movie, "iphone") == "yes")
    #expect(
      try answer(movie, "chromecast")
        == "no: QuickTime files are not among the formats that it plays")
    #expect(try answer(movie, "android") == "not known: QuickTime files are not documented")
    #expect(
      try answer(movie, "windows") == "partly: only with the HEVC Video Extensions of the store")
    let photo = try file("landscape-tiled.heic")
    #expect(try answer(photo, "mac") == "yes")
    #expect(
      try answer(photo, "chrome") == "no: HEVC in HEIF files is not among the formats that it plays"
    )
    #expect(try answer(photo, "apple-tv") == "partly: shown without HDR (its gain map)")
    #expect(try answer(photo, "samsung-tv") == "not known: HEIF files are not documented")
    #expect(try answer(file("coast.avif"), "chrome") == "yes")
    #expect(try answer(file("coast.avif"), "apple-tv").contains("AVIF files are not among"))
  }

  @Test func limitsOfCodings() throws {
    var movie = try file("clip-hevc.mov")
    movie.video?.entry = "hev1"
    #expect(try answer(movie, "mac") == "no: its sample entry is hev1, not hvc1 or dvh1")
    #expect(try answer(movie, "samsung-tv") == "yes")
    movie.video?.level = "6.1"
    #expect(
      try answer(movie, "samsung-tv")
        == "partly: level 6.1 is above 5.1, the highest that is documented")
    movie.video?.profile = "Main 4:2:2 10"
    #expect(
      try answer(movie, "samsung-tv")
        == "no: HEVC Main 4:2:2 10 is not among the formats that it plays")
    movie.video?.entry = "hvc1"
    #expect(try answer(movie, "iphone") == "not known: HEVC Main 4:2:2 10 is not documented")
    var photo = try file("meadow.jpg")
    photo.video?.bitDepth = 12
    #expect(
      try answer(photo, "chrome") == "no: JPEG with 12 bits is not among the formats that it plays")
    var heic = try file("landscape-tiled.heic")
    heic.video?.chroma = "4:4:4"
    #expect(try answer(heic, "iphone") == "not known: HEVC with 4:4:4 is not documented")
  }

  @Test func brightness() throws {
    var movie = try file("clip-hevc.mov")
    movie.brightness = [.dolbyVision, .hlg]
    #expect(try answer(movie, "lg-tv") == "yes")
    #expect(try answer(movie, "samsung-tv") == "partly: shown as HLG, without Dolby Vision")
    movie.brightness = [.dolbyVision]
    movie.needsBrightness = true
    #expect(try answer(movie, "samsung-tv") == "no: wrong colours without Dolby Vision")
    #expect(
      try answer(movie, "windows").hasSuffix(
        "only with the Dolby Vision Extensions of the store; wrong colours without Dolby Vision"))
    movie.needsBrightness = false
    #expect(try answer(movie, "samsung-tv").contains("shown without HDR (Dolby Vision)"))
    movie.brightness = [.appleLog]
    #expect(try answer(movie, "iphone") == "partly: shown flat: Apple Log needs colour grading")
    var photo = try file("meadow.jpg")
    photo.brightness = [.ultraHDR]
    #expect(try answer(photo, "android") == "yes")
    #expect(try answer(photo, "chrome") == "partly: with HDR only on a screen with HDR")
    #expect(try answer(photo, "firefox") == "partly: shown without HDR (its gain map)")
  }

  @Test func audioAndOtherParts() throws {
    var movie = try file("clip-hevc.mov")
    movie.container = .mp4
    movie.audio[0].codec = .ac3
    movie.audio[0].name = "AC-3"
    #expect(try answer(movie, "lg-tv") == "yes")
    #expect(
      try answer(movie, "chrome").hasSuffix(
        "the audio is missing: AC-3 is not among the formats that it plays")
    )
    #expect(try answer(movie, "android").hasSuffix("perhaps without audio: AC-3 is not documented"))
    #expect(
      try answer(movie, "chromecast")
        == "partly: with audio only where the television or receiver behind it decodes it")
    // One other playable sound is enough.
    movie.audio.append(try file("clip-hevc.mov").audio[0])
    #expect(try answer(movie, "chromecast") == "yes")
    movie.video = nil
    movie.audio.removeLast()
    #expect(try answer(movie, "chrome") == "no: AC-3 is not among the formats that it plays")
    movie.video = try file("clip-hevc.mov").video
    movie.video?.isEncrypted = true
    #expect(try answer(movie, "lg-tv") == "partly: only with a licence: it is encrypted")
    movie.video?.isEncrypted = false
    movie.hasSecondView = true
    #expect(try answer(movie, "lg-tv") == "partly: one of the two views is shown")
    var photo = try file("landscape-tiled.heic")
    photo.derivation = "overlay"
    #expect(try answer(photo, "iphone").hasPrefix("not known: whether it knows this kind"))
  }

  @Test func shownAsTextAndJSON() throws {
    let inspection = try Sample.inspection("clip-hevc.mov")
    let text = Collected { #expect(inspection.writePlayability(to: $0, ReportTextStyle())) }.text
    let lines = text.split(separator: "\n")
    #expect(lines.count == Player.all.count + 2)
    #expect(lines[1].hasPrefix("  Needs  ") && lines[2].hasPrefix("  iPhone and iPad"))
    let written = Collected { inspection.writeJSON(to: $0, tree: nil, plays: true) }.text
    let json = JSON(try JSONSerialization.jsonObject(with: Data(written.utf8)))
    #expect(json["needs"]["container"].string == "QuickTime")
    #expect(json["needs"]["video"]["entry"].string == "hvc1")
    #expect(json["plays"].array.count == Player.all.count)
    let chromecast = json["plays"].array.first { $0["player"].string == "chromecast" }
    #expect(chromecast?["plays"].string == "no")
    #expect(chromecast?["reasons"].array.count == 1)
    #expect(chromecast?["source"].string?.contains("Google Cast") == true)
    #expect(try inspection.json()["plays"].value == nil)
  }

  /// Files of devices with known properties.
  @Test(
    .needsMedia,
    arguments: [
      ("mp4/fate/dovi-p5.mp4", "samsung-tv", "no: wrong colours without Dolby Vision"),
      ("mp4/fate/dovi-p81.mp4", "samsung-tv", "partly: shown as HDR10, without Dolby Vision"),
      ("mp4/gizmo_hevc_10bit_420.mp4", "iphone", "no: its sample entry is hev1, not hvc1 or dvh1"),
      ("m4a-audio/alac.m4a", "mac", "yes"), ("mp4/vp9.mp4", "firefox", "yes"),
      (
        "livephoto-pairs/iPhone15Pro_602FEBB7/IMG_3582.mov", "lg-tv",
        "partly: the audio is missing: PCM is not among the formats that it plays"
      ),
      ("cr3/fixture.cr3", "windows", "partly: only with the Raw Image Extension of the store"),
      ("avif/colors-animated-8bpc-audio.avif", "safari", "yes"),
    ])
  func realFiles(name: String, id: String, words: String) throws {
    let path = "\(MediaFolder.path ?? "")/\(name)"
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    let file = try #require(FileInspection([UInt8](data)).playedFile)
    #expect(try answer(file, id) == words)
  }
}
