import Foundation
import TestSupport
import Testing

/// `repair --like` for JPEG photos whose start is lost.
@Suite(.needs("cjpeg", "djpeg", "ffmpeg")) struct RepairJPEGLikeTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A photo, and another one with the same coding.
  private func photos(_ options: String) throws -> (lost: Data, other: String) {
    let result = try Program.other(
      "sh", "-c",
      """
      djpeg -scale 1/2 '\(Program.sample("meadow.jpg"))' | cjpeg -quality 85 \(options) > '\(folder.path("whole.jpg"))'
      ffmpeg -v error -f lavfi -i testsrc=s=800x600 -frames:v 1 -f image2pipe -c:v ppm - \
        | cjpeg -quality 85 \(options) > '\(folder.path("other.jpg"))'
      """)
    try #require(result.code == 0, "\(result.errors)")
    let photo = try Data(contentsOf: URL(fileURLWithPath: folder.path("whole.jpg")))
    return (photo, folder.path("other.jpg"))
  }

  /// The samples of a JPEG file, which libjpeg's own program decodes without a warning.
  private func lines(_ name: String) throws -> [[UInt8]] {
    let result = try Program.other(
      "djpeg", "-rgb", "-outfile", folder.path("\(name).ppm"), folder.path(name))
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let samples = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("\(name).ppm"))))
      .suffix(800 * 600 * 3)
    return stride(from: samples.startIndex, to: samples.endIndex, by: 800 * 3).map {
      Array(samples[$0..<$0 + 800 * 3])
    }
  }

  private func noise(_ count: Int) -> Data {
    var random = Noise(state: 11)
    return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  /// The header of the scan is there, so that nothing of the picture is lost.
  @Test(arguments: ["", "-restart 1", "-sample 1x1", "-grayscale"])
  func lostTables(options: String) throws {
    let (photo, other) = try photos(options)
    let scan = try #require(photo.range(of: Data([0xFF, 0xDA]))).lowerBound
    let broken = try folder.write(noise(scan - 3) + photo[(scan - 3)...], to: "broken.jpg")
    let result = try Program.boxwalk(
      "repair", broken, "--like", other, "-o", folder.path("new.jpg"))
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.output.contains("the start of the JPEG picture was lost"), "\(result.errors)")
    #expect(try lines("new.jpg") == lines("whole.jpg"))
  }

  /// The first 40 %, as some malware encrypts them: restart markers say where the rest belongs.
  @Test(arguments: ["-restart 1", "-restart 1 -sample 1x1", "-restart 1 -grayscale"])
  func lostStart(options: String) throws {
    let (photo, other) = try photos(options)
    let lost = photo.count * 2 / 5
    let broken = try folder.write(
      noise(lost) + photo[lost...] + Data("more".utf8), to: "broken.jpg")
    let result = try Program.boxwalk(
      "repair", broken, "--like", other, "-o", folder.path("new.jpg"))
    #expect(result.code == 1, "\(result.errors)")
    let words = try #require(
      result.output.firstMatch(of: #/(\d+)% of the image is lost, and grey/#),
      "\(result.errors)")
    let share = try #require(Double(words.1)) / 100
    let (expected, found) = (try lines("whole.jpg"), try lines("new.jpg"))
    let gray = found.prefix { $0.allSatisfy { (127...129).contains($0) } }.count
    #expect(abs(Double(gray) / 600 - share) < 0.03 && (150...550).contains(gray), "\(gray)")
    // Chroma of the lines at the edge is mixed.
    #expect(found[(gray + 2)...] == expected[(gray + 2)...])
    let end = try Data(contentsOf: URL(fileURLWithPath: folder.path("new.jpg"))).suffix(6)
    #expect(end == Data([0xFF, 0xD9]) + Data("more".utf8))
  }

  @Test func nothingTellsWhereTheDataBelongs() throws {
    let (photo, other) = try photos("")
    let lost = photo.count * 2 / 5
    let broken = try folder.write(noise(lost) + photo[lost...], to: "broken.jpg")
    let result = try Program.boxwalk(
      "repair", broken, "--like", other, "-o", folder.path("new.jpg"))
    #expect(result.code == 2, "\(result.errors)")
    #expect(result.errors.contains("nor restart markers up to its end"), "\(result.errors)")
    #expect(!folder.names.contains("new.jpg"))

    let whole = try Program.boxwalk(
      "repair", folder.path("whole.jpg"), "--like", other, "-o", folder.path("new.jpg"))
    #expect(whole.code == 0 && whole.output.contains("nothing to change"), "\(whole.errors)")
  }

  /// A photo whose second table (DQT) is damaged: its bytes are kept until something explains them.
  @Test func aLostTable() throws {
    let (photo, other) = try photos("")
    let table = try #require(
      photo.range(of: Data([0xFF, 0xDB]), options: .backwards)
    ).lowerBound
    let length = Int(photo[table + 3]) + 2
    var marker = photo
    marker[table] = 0
    marker[table + 1] = 0
    var gone = photo
    for offset in table..<table + length { gone[offset] = 0 }
    let whole = try lines("whole.jpg")
    for (name, data, needsOther) in [("marker", marker, false), ("gone", gone, true)] {
      let broken = try folder.write(data, to: "\(name).jpg")
      let alone = try Program.boxwalk("repair", broken, "-o", folder.path("alone-\(name).jpg"))
      #expect(alone.code == (needsOther ? 1 : 0), "\(alone.errors)")
      #expect(!alone.output.contains("removed"), "\(alone.output)")
      #expect(alone.output.contains("boxwalk repair --like") == needsOther, "\(alone.output)")
      let result = try Program.boxwalk(
        "repair", broken, "--like", other, "-o", folder.path("new-\(name).jpg"))
      #expect(result.code == (needsOther ? 1 : 0), "\(result.errors)")
      #expect(try lines("new-\(name).jpg") == whole)
    }
    // Another quality is another camera for all that is known.
    let poor = try Program.other(
      "sh", "-c",
      "djpeg '\(other)' | cjpeg -quality 30 > '\(folder.path("poor.jpg"))'")
    #expect(poor.code == 0)
    let unlike = try Program.boxwalk(
      "repair", folder.path("gone.jpg"), "--like", folder.path("poor.jpg"), "-o",
      folder.path("unlike.jpg"))
    #expect(unlike.code == 1 && unlike.output.contains("other settings"), "\(unlike.output)")
  }

  /// The usual Huffman tables are known. Others are taken from a picture that has them, which the data proves.
  @Test func lostHuffmanTables() throws {
    let (photo, _) = try photos("")
    let usual = try lines("whole.jpg")
    let marker = try #require(photo.range(of: Data([0xFF, 0xC4]))).lowerBound
    var one = photo
    one.removeSubrange(marker..<marker + 2 + Int(photo[marker + 3]))
    let restored = try Program.boxwalk(
      "repair", try folder.write(one, to: "one.jpg"), "-o", folder.path("restored.jpg"))
    #expect(restored.code == 0, "\(restored.errors)")
    #expect(restored.output.contains("the usual Huffman tables"), "\(restored.output)")
    #expect(try lines("restored.jpg") == usual)

    let (optimized, other) = try photos("-optimize")
    let whole = try lines("whole.jpg")
    let first = try #require(optimized.range(of: Data([0xFF, 0xC4]))).lowerBound
    let scan = try #require(optimized.range(of: Data([0xFF, 0xDA]))).lowerBound
    var (gone, changed) = (optimized, optimized)
    gone.removeSubrange(first..<scan)
    changed.swapAt(first + 21, first + 22)
    for (name, data) in [("none.jpg", gone), ("changed.jpg", changed)] {
      let broken = try folder.write(data, to: name)
      #expect(try Program.boxwalk("verify", broken).code == 2)
      let alone = try Program.boxwalk("repair", broken, "-o", folder.path("alone-" + name))
      #expect(alone.code == 1, "\(alone.output)")
      let like = try Program.boxwalk(
        "repair", broken, "--like", folder.path("whole.jpg"), "-o", folder.path("new-" + name))
      #expect(like.code == 0, "\(like.errors)")
      #expect(like.output.contains("all of the data are codes of them"), "\(like.output)")
      #expect(try lines("new-" + name) == whole)
    }
    // The tables of another picture are other codes.
    let unlike = try Program.boxwalk(
      "repair", folder.path("none.jpg"), "--like", other, "-o", folder.path("unlike.jpg"))
    #expect(unlike.code == 1 && unlike.output.contains("does not fit"), "\(unlike.output)")
  }
}
