import Foundation
import TestSupport
import Testing

/// What `verify --decode` finds, and what it does not call damage.
@Suite(.needs("ffmpeg", "ffprobe"), .needs(encoders: "libx264"))
struct VerifyDecodeTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// A movie with two tracks of pictures and one of audio.
  private func movie(_ options: [String] = []) throws -> String {
    let path = folder.path("movie.mp4")
    let made = try Program.other(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=10:duration=1"]
        + ["-f", "lavfi", "-i", "sine=duration=1", "-map", "0", "-map", "0", "-map", "1"]
        + ["-c:v", "libx264", "-x264-params", "sliced-threads=0:keyint=1", "-c:a", "aac"]
        + options + [path])
    #expect(made.code == 0, "\(made.errors)")
    return path
  }

  @Test func framesOfEachTrackAreDecoded() throws {
    let path = try movie()
    let whole = try Program.boxwalk("verify", "--decode", path)
    #expect(!whole.output.contains("[decoding-fails]") && !whole.output.contains("[not-decoded]"))
    let packets = try Program.other(
      "ffprobe", "-v", "error", "-select_streams", "v:1", "-show_entries", "packet=pos,size",
      "-of", "csv=p=0", path
    ).output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let (size, position) = (packets[4][0], packets[4][1])
    for byte in position + size / 2..<position + size { data[byte] = UInt8(byte * 97 % 251) | 1 }
    try data.write(to: URL(fileURLWithPath: path))
    let damaged = try Program.boxwalk("verify", "--decode", path)
    #expect(damaged.code == 2)
    #expect(
      damaged.output.contains("frame 5 of 10 of track 2, shown from 0.400 s to 0.500 s"),
      "\(damaged.output)")
  }

  /// Tracks that have the same samples, and are coded and presented alike, are decoded once.
  @Test func theSameSamplesAreDecodedOnce() throws {
    let path = try movie()
    var data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    func offset(of type: String, from start: Int = 0) throws -> Int {
      let code = Array(type.utf8)
      let found = (start..<data.count - 4).first { data[$0..<$0 + 4].elementsEqual(code) }
      return try #require(found) - 4
    }
    func size(at offset: Int) -> Int { data[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (moov, trak) = (try offset(of: "moov"), try offset(of: "trak"))
    // The samples are before moov, and the tables have no offset that changes.
    #expect(moov + size(at: moov) == data.count)
    let stbl = try offset(of: "mdat")
    for byte in stbl + 3000..<stbl + 3200 { data[byte] = UInt8(byte * 97 % 251) | 1 }
    var copy = Array(data[trak..<trak + size(at: trak)])
    // track_ID of tkhd, version 0.
    copy[8 + 8 + 12 + 3] = 4
    let total = size(at: moov) + copy.count
    data += copy
    for byte in 0..<4 { data[moov + byte] = UInt8(truncatingIfNeeded: total >> (24 - 8 * byte)) }
    try Data(data).write(to: URL(fileURLWithPath: path))
    let result = try Program.boxwalk("verify", "--decode", path)
    let failed = result.output.split(separator: "\n").filter { $0.contains("[decoding-fails]") }
    #expect(failed.contains { $0.contains("of track 1,") }, "\(result.output)")
    #expect(!failed.contains { $0.contains("of track 4,") }, "\(result.output)")
  }

  @Test func encryptedTracksAreNotCalledDamaged() throws {
    let key = String(repeating: "0f", count: 16)
    let path = try movie([
      "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key,
    ])
    let result = try Program.boxwalk("verify", "--decode", path)
    for track in 1...3 {
      #expect(result.output.contains("track \(track) was not decoded: it is encrypted"))
    }
    #expect(result.code == 1 && !result.output.contains("[decoding-fails]"), "\(result.output)")
  }

  /// 4 KB in the middle of a frame: checksums and runs that no encoder writes show without decoding, and what a decoder
  /// only logs, with it.
  @Test(
    arguments: [
      ("png", 0, "are 0"), ("png", 0xFF, "are FF"), ("qtrle", 0, "are 0"),
      ("qtrle", 0xFF, "are FF"),
      ("cinepak", nil, "frames 3 to 5 of 5"),
    ] as [(String, UInt8?, String)])
  func blocksInOldCodecs(codec: String, value: UInt8?, words: String) throws {
    let path = folder.path("old.mov")
    for source in ["color=black:", "testsrc2="] {
      let made = try Program.other(
        "ffmpeg", "-y", "-v", "error", "-f", "lavfi", "-i",
        "\(source)size=640x480:rate=5:duration=1", "-c:v", codec, path)
      #expect(made.code == 0, "\(made.errors)")
      let whole = try Program.boxwalk("verify", "--decode", path)
      #expect(whole.code == 0, "\(whole.output)")
    }
    let packets = try Program.other(
      "ffprobe", "-v", "error", "-show_entries", "packet=pos,size", "-of", "csv=p=0", path
    ).output.split(separator: "\n").map { $0.split(separator: ",").compactMap { Int($0) } }
    var data = try Data(contentsOf: URL(fileURLWithPath: path))
    let middle = packets[2][1] + packets[2][0] / 2
    for byte in middle - 2048..<middle + 2048 { data[byte] = value ?? UInt8(byte * 97 % 251) | 1 }
    try data.write(to: URL(fileURLWithPath: path))
    let options = value == nil ? ["--decode"] : []
    let damaged = try Program.boxwalk(["verify"] + options + [path])
    #expect(damaged.code == 2 && damaged.output.contains(words), "\(damaged.output)")
  }
}
