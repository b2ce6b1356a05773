import Files
import Foundation
import LivePhotos
import TestSupport
import Testing

/// A bundle is made where nothing is, with the folders around it.
@Suite struct BundleWriterTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func sample(_ name: String) throws -> String {
    try #require(MediaFolder.samples.first { $0.hasSuffix("/" + name) })
  }

  private func write(_ format: LiveBundle.Format, to name: String) throws {
    let writer = try BundleWriter(
      still: sample("landscape-tiled.heic"), movie: sample("clip-hevc.mov"))
    try writer.write(format, to: folder.path(name))
  }

  @Test func aFolderWithBothAndWhatMakesItABundle() throws {
    try write(.pvt, to: "deep/er/a.pvt")
    let path = folder.path("deep/er/a.pvt")
    #expect(Folder.names(folder.path("deep/er")) == ["a.pvt"])
    #expect(Folder.names(path).count == 3)
    for (name, original) in [
      ("landscape-tiled.heic", "landscape-tiled.heic"), ("landscape-tiled.mov", "clip-hevc.mov"),
    ] {
      #expect(
        FileManager.default.contents(atPath: path + "/" + name)
          == FileManager.default.contents(atPath: try sample(original)))
    }
  }

  /// A link in the folder that was named leads out of it.
  @Test(arguments: [LiveBundle.Format.pvt, .zip, .livp, .folder])
  func noLinkIsFollowed(format: LiveBundle.Format) throws {
    for name in ["out", "elsewhere"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("out/link"), withDestinationPath: folder.path("elsewhere"))
    let writer = try BundleWriter(
      still: sample("landscape-tiled.heic"), movie: sample("clip-hevc.mov"))
    let root = RootFolder(folder.path("out"))
    let error = #expect(throws: SystemError.self) {
      try writer.write(format, to: folder.path("out/link/a"), below: root)
    }
    #expect(error.map { "\($0)".contains("is a symbolic link") } == true)
    #expect(Folder.names(folder.path("elsewhere")).isEmpty)
    #expect(Folder.names(folder.path("out")) == ["link"])
    try writer.write(format, to: folder.path("out/new/a"), below: root)
    #expect(Folder.names(folder.path("out/new")) == ["a"])
  }

  /// The kind is that of the edit which failed, as for those who call it themselves.
  @Test func errorsHaveAPlaceAndAKind() throws {
    let missing = folder.path("a.mov")
    let error = #expect(throws: LiveError.self) {
      _ = try BundleWriter(still: sample("landscape-tiled.heic"), movie: missing)
    }
    #expect(error?.path == missing && error?.kind != nil)
  }

  /// Also an empty folder, which the system would replace.
  @Test(arguments: [LiveBundle.Format.pvt, .zip, .livp], [true, false])
  func nothingIsReplaced(format: LiveBundle.Format, isFolder: Bool) throws {
    let path = folder.path("a.bundle")
    if isFolder {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    } else {
      try Data([1]).write(to: URL(fileURLWithPath: path))
    }
    let error = #expect(throws: LiveError.self) { try write(format, to: "a.bundle") }
    #expect(error?.message == "exists, and is not replaced")
    #expect(Folder.names(folder.path(".")) == ["a.bundle"])
    #expect(
      isFolder
        ? Folder.names(path).isEmpty : FileManager.default.contents(atPath: path) == Data([1]))
  }
}
