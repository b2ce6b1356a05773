import Foundation
import TestSupport
import Testing

/// The state of a file after an edit in place. `Scripts/test-faults` tests it for failures and for a killed program.
@Suite struct EditingSafetyTests {
  private let movie = Program.sample("clip-hevc.mov")

  private func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// A few bytes change in place: the file is the same to the system, and its times do not change.
  @Test func aFewBytesChangeInPlace() throws {
    let folder = try Folder()
    let path = try folder.write(try bytes(movie), to: "movie.mov")
    let time = Date(timeIntervalSince1970: 978_307_200)
    let manager = FileManager.default
    try manager.setAttributes(
      [.modificationDate: time, .posixPermissions: 0o640], ofItemAtPath: path)
    for (arguments, isSameFile) in [
      (["set", "moov/mvhd.rate=2.0"], true), (["set", "moov/mvhd.rate=1.0"], true),
      (["faststart"], false),
      (["faststart", "--undo"], false),
    ] {
      let before = try manager.attributesOfItem(atPath: path)
      #expect(try Program.boxwalk(arguments + ["--in-place", path]).code == 0)
      let after = try manager.attributesOfItem(atPath: path)
      #expect(after[.modificationDate] as? Date == time)
      #expect(after[.posixPermissions] as? Int == 0o640)
      let numbers = [before, after].map { $0[.systemFileNumber] as? Int }
      #expect((numbers[0] == numbers[1]) == isSameFile, "\(arguments)")
    }
    #expect(try bytes(path) == bytes(movie))
    #expect(folder.names == ["movie.mov"])
  }

  /// A command that wrote nothing leaves no folder that it made.
  @Test(arguments: [
    ["hls", "cut.mov", "-o", "new/deep"], ["convert", "cut.heic", "-o", "new/deep/"],
    ["live", "split", "cut.heic", "-o", "new/deep"], ["rescue", "none.img", "-o", "new/deep"],
  ])
  func foldersWithoutFilesAreNotLeft(_ arguments: [String]) throws {
    let folder = try Folder()
    _ = try folder.write(bytes(movie).prefix(100_000), to: "cut.mov")
    _ = try folder.write(bytes(Program.sample("portrait-single.heic")).prefix(9000), to: "cut.heic")
    let result = try Program.boxwalk(
      arguments.map { $0.contains(".") || $0.hasPrefix("new") ? folder.path($0) : $0 })
    #expect(result.code != 0)
    #expect(folder.names == ["cut.heic", "cut.mov"])
  }

  /// What another program removes while it is edited stays removed, at whatever moment, under the name that was given.
  @Test(arguments: [["rotate", "90"], ["faststart"]])
  func removedFilesDoNotComeBack(_ arguments: [String]) throws {
    for milliseconds in 1...24 {
      let folder = try Folder()
      let path = try folder.write(try bytes(movie), to: "movie.mov")
      let process = Process()
      process.executableURL = Program.products.appendingPathComponent("boxwalk")
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path("."))
      process.arguments = arguments + ["--in-place", "movie.mov"]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(UInt32(milliseconds * 1000))
      try FileManager.default.removeItem(atPath: path)
      process.waitUntilExit()
      #expect(folder.names == [], "removed after \(milliseconds) ms")
    }
  }

  /// Who may write to a folder could replace a file that is protected in it.
  @Test(.needsUser, arguments: [["set", "moov/mvhd.rate=2.0"], ["faststart"]])
  func whatIsProtectedStays(arguments: [String]) throws {
    let folder = try Folder()
    let path = try folder.write(try bytes(movie), to: "movie.mov")
    try Program.allow(0o777, folder.url.path)
    try Program.allow(0o444, path)
    let refused = try Program.boxwalkAsUser(arguments + ["--in-place", path])
    #expect(refused.code != 0 && refused.errors.contains("cannot be written"), "\(refused.errors)")
    #expect(try bytes(path) == bytes(movie))
    #expect(folder.names == ["movie.mov"])
    // The folder itself is no obstacle.
    let output = folder.path("new.mov")
    #expect(try Program.boxwalkAsUser(arguments + [path, "-o", output]).code == 0)
  }
}
