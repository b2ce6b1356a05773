import Foundation
import Library
import TestSupport
import Testing

/// File systems of other programs are read as their fields state.
@Suite struct VolumeTests {
  private func check(_ image: String, _ kind: String, _ folder: Folder, named: Bool) throws {
    let volumes = Volume.all(of: try DiskImage(image))
    #expect(volumes.map(\.kind) == [kind])
    let found = try Card.rescue(image, to: folder.path("out"))
    for (name, data) in try samples() {
      let file = try #require(
        found.first {
          (try? Data(contentsOf: URL(fileURLWithPath: folder.path("out/\($0.file)")))) == data
        }, "\(name)")
      #expect(file.state == .whole && file.proof == "file system")
      if named { #expect(file.path?.lowercased().hasSuffix(name) == true) }
    }
    #expect(found.count == (try samples().count))
  }

  private func run(_ program: String, _ arguments: String...) throws {
    let result = try InstalledProgram.run(program, arguments)
    #expect(result.code == 0, "\(program): \(result.errors)")
  }

  @Test(
    .needs("mkfs.ext4"), arguments: ["^metadata_csum", "^extents,^64bit,^metadata_csum", "64bit"])
  func ext(features: String) throws {
    let folder = try Folder()
    let media = folder.path("media")
    try FileManager.default.createDirectory(atPath: media, withIntermediateDirectories: true)
    for (name, data) in try samples() { _ = try folder.write(data, to: "media/\(name)") }
    try run(
      "mkfs.ext4", "-q", "-F", "-O", features, "-d", media, folder.path("card.img"), "96M")
    try check(folder.path("card.img"), "ext", folder, named: false)
  }

  /// Files that are written after others were deleted are fragmented.
  @Test(.needs("mkfs.fat", "mcopy", "mdel"), arguments: ["12", "16", "32"])
  func fat(bits: String) throws {
    let folder = try Folder()
    let image = folder.path("card.img")
    #expect(FileManager.default.createFile(atPath: image, contents: nil))
    let handle = try #require(FileHandle(forWritingAtPath: image))
    try handle.truncate(atOffset: 96 << 20)
    try handle.close()
    // FAT12 has at most 4,084 clusters, and FAT32 at least 65,525.
    let sectors = ["12": "64", "16": "8", "32": "1"][bits] ?? "1"
    try run("mkfs.fat", "-F", bits, "-s", sectors, image)
    for number in 0..<40 {
      let filler = try folder.write(Data(count: 300_000), to: "filler")
      try run("mcopy", "-i", image, filler, "::\(number).bin")
    }
    for number in stride(from: 0, to: 40, by: 2) { try run("mdel", "-i", image, "::\(number).bin") }
    for (name, data) in try samples() {
      try run("mcopy", "-i", image, try folder.write(data, to: "sample"), "::\(name)")
    }
    try check(image, "FAT\(bits)", folder, named: true)
    // For deleted files, the folder states only the first cluster: the next clusters are free.
    let names = try samples().map(\.name)
    let gone = names.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
    for name in gone { try run("mdel", "-i", image, "::\(name)") }
    let found = try Card.rescue(image, to: folder.path("again"))
    for (name, data) in try samples() {
      let file = try #require(
        found.first {
          (try? Data(contentsOf: URL(fileURLWithPath: folder.path("again/\($0.file)")))) == data
        }, "\(name)")
      #expect(file.isDeleted == (gone.contains(name) ? true : nil), "\(name)")
    }
  }

  /// What the file system has of a damaged file is all written, also where it does not look like media.
  @Test(.needs("mkfs.fat", "mcopy"))
  func damagedFilesAreAsLongAsTheirFolderSays() throws {
    let folder = try Folder()
    let image = folder.path("card.img")
    #expect(FileManager.default.createFile(atPath: image, contents: nil))
    let handle = try #require(FileHandle(forWritingAtPath: image))
    try handle.truncate(atOffset: 34 << 20)
    try handle.close()
    try run("mkfs.fat", "-F", "32", "-s", "1", image)
    let whole = try #require(try samples().first { $0.name == "clip-h264.mp4" }).data
    // Its last third is of another file.
    let damaged =
      whole.prefix(whole.count * 2 / 3)
      + Data((0..<whole.count / 3).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try run("mcopy", "-i", image, try folder.write(damaged, to: "file"), "::clip.mp4")
    let found = try Card.rescue(image, to: folder.path("out"))
    let file = try #require(found.first)
    #expect(found.count == 1 && file.state == .broken && file.proof == "file system")
    #expect(file.path?.lowercased().hasSuffix("clip.mp4") == true)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.path("out/\(file.file)"))) == damaged)
  }

  /// Two adjacent deleted files. Foreign bytes in the middle of AV1 data cannot be recognised, but the folder states
  /// the start of the other file.
  @Test(.needs("mkfs.fat", "mcopy", "mdel", "mdir"))
  func aDeletedFileInAnotherOne() throws {
    let folder = try Folder()
    let image = folder.path("card.img")
    #expect(FileManager.default.createFile(atPath: image, contents: nil))
    let handle = try #require(FileHandle(forWritingAtPath: image))
    try handle.truncate(atOffset: 34 << 20)
    try handle.close()
    try run("mkfs.fat", "-F", "32", "-s", "1", image)
    let all = try samples()
    let picture = try #require(all.first { $0.name == "coast.avif" }).data
    let other = try #require(all.first { $0.name == "meadow.jpg" }).data
    func copy(_ data: Data, _ name: String) throws {
      try run("mcopy", "-i", image, try folder.write(data, to: "file"), "::\(name)")
    }
    try copy(Data(count: 5120), "0.bin")
    try copy(other, "other.jpg")
    try copy(Data(count: 200_000), "1.bin")
    let listing = try InstalledProgram.run("mdir", ["-i", image])
    let free = try #require(listing.output.split(separator: "\n").first { $0.contains("free") })
    try copy(Data(count: try #require(Int(free.filter(\.isNumber)))), "2.bin")
    for name in ["0.bin", "1.bin"] { try run("mdel", "-i", image, "::\(name)") }
    try copy(picture, "picture.avif")
    let named = try #require(Volume.all(of: try DiskImage(image)).first)
    #expect(named.files.contains { $0.count == picture.count && $0.pieces.count == 2 })
    for name in ["picture.avif", "other.jpg"] { try run("mdel", "-i", image, "::\(name)") }
    let found = try Card.rescue(image, to: folder.path("out"))
    for data in [picture, other] {
      #expect(
        found.contains {
          (try? Data(contentsOf: URL(fileURLWithPath: folder.path("out/\($0.file)")))) == data
        })
    }
    #expect(found.count == 2)
  }
}
