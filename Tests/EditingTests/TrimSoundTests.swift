import Editing
import Foundation
import TestSupport
import Testing

/// The audio of a cut, as ffmpeg decodes it.
@Suite(.needs("ffmpeg")) struct TrimSoundTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func decoded(_ path: String) throws -> Data {
    let result = try InstalledProgram.run(
      "ffmpeg", ["-v", "error", "-i", path, "-map", "0:a", "-f", "s16le", "-"])
    #expect(result.code == 0, "\(result.errors)")
    return result.data
  }

  /// Packets of MP3 refer to bytes of packets before them, which a cut has to keep.
  @Test(.needs(encoders: "libmp3lame"), arguments: ["32k", "48k", "128k"])
  func packetsOfTheBitReservoirStay(rate: String) throws {
    let movie = folder.path("tone.mp4")
    let coded = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i",
        "aevalsrc='0.4*sin(2*PI*t*(300+200*t))+0.3*(random(0)-0.5)':s=44100:d=5", "-c:a",
        "libmp3lame", "-b:a", rate, movie,
      ])
    try #require(coded.code == 0, "\(coded.errors)")
    for start in [1.3, 2.777, 3.01] {
      func part(dropping: Bool) throws -> String {
        try folder.edited(movie, as: "\(dropping).mp4") { edit throws(EditError) in
          try edit.trim(from: start, to: 4.2, dropping: dropping)
        }
      }
      // All packets are in the hidden one.
      let (cut, hidden) = (try part(dropping: true), try part(dropping: false))
      let (found, expected) = (try decoded(cut), try decoded(hidden))
      #expect(found.count > 40_000 && found == expected, "\(rate) from \(start)")
    }
  }
}
