import FieldCoding
import Files
import Foundation
import ISOBMFF
import Library
import TestSupport
import Testing

@Suite struct CardRescueTests {
  @Test func filesInOnePieceComeBackByteForByte() throws {
    var card = try Card()
    let samples = try samples()
    for (index, sample) in samples.enumerated() {
      card.add(sample.data)
      card.addNoise(index % 3)
    }
    let found = try card.rescue()
    #expect(found.allSatisfy { $0.state == .whole && $0.pieces.count == 1 && $0.isCertain })
    let contents = try found.map(card.data)
    for (name, data) in samples { #expect(contents.contains(data), "\(name)") }
    #expect(found.count == samples.count)
    #expect(
      Set(found.map { $0.file.split(separator: ".").last }) == [
        "heic", "jpg", "mp4", "mov", "avif",
      ])
    // Names are those of the moment and the camera, and no two are the same.
    #expect(Set(found.map(\.file)).count == found.count)
  }

  /// A movie that starts without `ftyp` behind a photo, at no sector, is not a part of the photo.
  @Test func aMovieBehindAPhotoIsNotJoinedToIt() throws {
    var card = try Card()
    let samples = try samples()
    let photo = try #require(samples.first { $0.name == "portrait-single.heic" }?.data)
    let movie = try #require(samples.first { $0.name == "clip-hevc.mov" }?.data)
    let start = try #require(movie.range(of: Data("wide".utf8))).lowerBound - 4
    card.add(photo + movie[start...])
    let found = try card.rescue()
    #expect(try found.map(card.data).contains(photo))
  }

  /// Another picture between the pieces of a progressive one, whose scans can end anywhere: what is written as whole is that
  /// picture.
  @Test(.needs("djpeg", "cjpeg"), arguments: [2, 3])
  func piecesOfProgressivePicturesAreNotMixed(parts: Int) throws {
    let folder = try Folder()
    let path = folder.path("p.jpg")
    let other = try #require(try samples().first { $0.name == "meadow.jpg" }?.data)
    let whole = try folder.write(other, to: "whole.jpg")
    let made = try InstalledProgram.run(
      "sh",
      [
        "-c",
        "djpeg -scale 1/2 '\(whole)' | cjpeg -progressive > '\(path)'",
      ])
    try #require(made.code == 0, "\(made.errors)")
    let photo = try Data(contentsOf: URL(fileURLWithPath: path))
    var card = try Card()
    let piece = photo.count / parts / Card.cluster * Card.cluster
    for part in 0..<parts {
      let end = part == parts - 1 ? photo.count : (part + 1) * piece
      card.add(photo[part * piece..<end])
      if part < parts - 1 { card.add(other) }
    }
    let found = try card.rescue()
    for file in found where file.state != .broken {
      #expect(try [photo, other].contains(card.data(file)), "\(file.file)")
    }
    #expect(try found.map(card.data).contains(other))
  }

  /// Decoders pass over bytes that belong to no segment, and such a photo is whole.
  @Test(arguments: [[0x20, 0x0A], [0xFF, 0, 0, 0]] as [[UInt8]])
  func photosWithStrayBytesComeBack(stray: [UInt8]) throws {
    var card = try Card()
    var data = try #require(try samples().first { $0.name == "meadow.jpg" }?.data)
    // Before the quantisation tables, and before the frame.
    for marker in [0xDB, 0xC0] as [UInt8] {
      let range = try #require(data.range(of: Data([0xFF, marker, 0])))
      data.insert(contentsOf: stray, at: range.lowerBound)
    }
    card.add(data)
    card.addNoise(2)
    let found = try card.rescue()
    #expect(found.map(\.state) == [.whole])
    #expect(try found.map(card.data) == [data])
  }

  /// Files that are between the pieces of others end those.
  @Test(arguments: ["landscape-tiled.heic", "clip-hevc.mov", "clip-h264.mp4", "meadow.jpg"])
  func filesInSeveralPiecesArePutTogether(name: String) throws {
    let samples = try samples()
    let data = try #require(samples.first { $0.name == name }?.data)
    // The movies are of the same pictures, and pieces of other JPEG photos fit, too.
    let others = samples.filter {
      $0.name != name && !$0.name.hasPrefix("clip") && !$0.name.hasSuffix(".jpg")
    }
    for (first, second) in [(0.33, 0.6), (0.4, 0.75), (0.45, 0.8)] {
      var card = try Card()
      let cuts = [first, second].map { Int(Double(data.count / Card.cluster) * $0) * Card.cluster }
      card.add(data[..<cuts[0]])
      card.add(others[0].data)
      card.add(data[cuts[0]..<cuts[1]])
      card.add(others[1].data)
      card.add(others[2].data)
      card.add(data[cuts[1]...])
      card.addNoise(2)
      let found = try card.rescue()
      let joined = try #require(found.first { $0.state == .joined }, "\(cuts)")
      #expect(try card.data(joined) == data, "\(cuts)")
      #expect(joined.pieces.count == 3 && joined.isCertain, "\(cuts) \(joined.pieces)")
      #expect(found.count == 4)
    }
  }

  /// The boxes at the top level are as they should be, and those in them are those of another file from a cluster on.
  @Test(arguments: ["clip-hevc.mov", "clip-h264.mp4", "landscape-tiled.heic"])
  func aDescriptionWithBytesOfAnotherFileIsNotWhole(name: String) throws {
    var card = try Card()
    let data = try #require(try samples().first { $0.name == name }?.data)
    let boxes = BoxFile(Bytes(Array(data)))
    let type: FourCC = name.hasSuffix("heic") ? "meta" : "moov"
    let description = try #require(boxes.boxes.first { $0.type == type }?.source)
    let start = description.fileOffset
    for part in [0.3, 0.5, 0.8] {
      var damaged = data
      for offset in start + Int(Double(description.count) * part)..<start + description.count {
        damaged[offset] = UInt8(truncatingIfNeeded: offset &* 31 >> 2)
      }
      card.add(damaged)
      card.addNoise(1)
    }
    let found = try card.rescue()
    #expect(
      found.allSatisfy { $0.state == .broken },
      "\(found.map { ($0.state, $0.byteCount, $0.pieces, $0.proof, $0.problem) })")
  }

  @Test func anImageThatBecomesShorterIsNoticed() throws {
    let folder = try Folder()
    let path = try folder.write(Data(count: 100_000), to: "card.img")
    let image = try DiskImage(path)
    #expect(!image.becameShorter)
    try FileHandle(forUpdating: URL(fileURLWithPath: path)).truncate(atOffset: 60_000)
    #expect(image.becameShorter && image.read(50_000..<70_000).count == 20_000)
    #expect(image.unreadable == RangeSet(60_000..<70_000))
  }

  /// Programs write boxes of their own at the top level.
  @Test(arguments: ["loop", "beam", "udta", "mini"])
  func boxesAfterTheMediaAreOfTheFile(type: String) throws {
    var card = try Card()
    let movie = try #require(samples().first { $0.name == "clip-h264.mp4" }?.data)
    let file = movie + Data([0, 0, 0, 12] + Array(type.utf8) + [0, 0, 0, 0])
    card.add(file)
    card.addNoise(2)
    let found = try card.rescue()
    #expect(try found.map(card.data) == [file])
  }

  @Test(.needsMedia) func picturesInTheMinimisedFormComeBack() throws {
    var card = try Card()
    let path = try #require(MediaFolder.files.first { $0.hasSuffix("/hevc32-mini.heif") })
    let photo = try Data(contentsOf: URL(fileURLWithPath: path))
    card.add(photo)
    card.addNoise(2)
    let found = try card.rescue()
    #expect(found.map(\.state) == [.whole] && found.allSatisfy { $0.file.hasSuffix(".heic") })
    #expect(try found.map(card.data) == [photo])
  }

  /// Media without a form, of which the end is lost, seems to go on in the files behind it.
  @Test func aMovieThatIsCutOffDoesNotTakeTheNextFiles() throws {
    var card = try Card()
    let samples = try samples()
    var movie = try #require(samples.first { $0.name == "clip-h264.mp4" }?.data)
    for code in ["avc1", "mp4a"] {
      let entry = try #require(movie.range(of: Data(code.utf8), options: .backwards))
      movie.replaceSubrange(entry, with: Data("none".utf8))
    }
    card.add(movie.prefix(60_000))
    // Some of them are where the rest of the movie was.
    for sample in samples.sorted(by: { $0.data.count < $1.data.count }) { card.add(sample.data) }
    card.addNoise(2)
    let found = try card.rescue()
    let whole = try found.filter { $0.state == .whole }.map(card.data)
    #expect(Set(whole) == Set(samples.map(\.data)))
  }

  @Test func aRunThatWasStoppedGoesOn() throws {
    var card = try Card()
    for (_, data) in try samples() { card.add(data) }
    card.addNoise(2000)
    var steps = 0
    let first = try card.rescue {
      steps += 1
      return steps < 10
    }
    // It stopped before the end, and left nothing but whole files, their lines and those of the scan.
    let whole = try samples().map(\.data)
    #expect(try first.map(card.data).allSatisfy(whole.contains))
    let second = try card.rescue()
    #expect(second.count == whole.count)
    #expect(Set(second.map(\.file)).count == whole.count)
    #expect(try second.map(card.data).allSatisfy(whole.contains))
    // No work is left.
    #expect(try card.rescue() == second)
    #expect(Folder.names(card.output).count == whole.count + 1)
  }

  /// Links in the folder of a rescue lead nothing out of it.
  @Test(arguments: [".boxwalk", "broken"]) func nothingIsWrittenBehindALink(name: String) throws {
    var card = try Card()
    let movie = try #require(try samples().first { $0.name == "clip-h264.mp4" })
    card.add(movie.data.prefix(movie.data.count / 2))
    for folder in [card.output, card.folder.path("outside")] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: "\(card.output)/\(name)", withDestinationPath: "../outside")
    #expect(throws: SystemError.self) { try card.rescue() }
    #expect(Folder.names(card.folder.path("outside")).isEmpty)
  }

  /// A card whose picture is in pieces, between noise, zeros and pieces of other pictures.
  private func cardOfPieces() throws -> (card: Card, photo: Data) {
    var card = try Card()
    let samples = try samples()
    let photo = try #require(samples.first { $0.name == "meadow.jpg" }?.data)
    let other = try #require(samples.first { $0.name == "landscape-tiled.heic" }?.data)
    let cut = photo.count / Card.cluster / 2 * Card.cluster
    card.add(photo[..<cut])
    card.add(other)
    for _ in 0..<6 {
      card.add(Data(count: 20 * Card.cluster))
      card.add(other)
      card.addNoise(20)
      card.add(other)
    }
    card.add(photo[cut...])
    card.addNoise(2)
    return (card, photo)
  }

  /// Zeros are codes of many pictures, and noise is for a while.
  @Test func piecesBehindZerosAndNoiseAreFound() throws {
    let (card, photo) = try cardOfPieces()
    let joined = try #require(try card.rescue().first { $0.state == .joined })
    #expect(try card.data(joined) == photo)
  }

  /// The search for pieces can be stopped, and nothing is called broken before it has ended.
  @Test func aSearchForPiecesThatWasStoppedGoesOn() throws {
    let (card, photo) = try cardOfPieces()
    var total = 0
    let other = try cardOfPieces().card
    let all = try other.rescue {
      total += 1
      return true
    }
    // Noise and zeros are tried once, and not with each offset at which the first piece could end.
    #expect(total < 1500, "\(total)")
    var steps = 0
    let stopped = try card.rescue {
      steps += 1
      return steps < total / 2
    }
    #expect(steps == total / 2 && stopped.allSatisfy { $0.state == .whole })
    let found = try card.rescue()
    #expect(found.count == all.count)
    #expect(try found.filter { $0.state == .joined }.map(card.data) == [photo])
  }

  @Test func whatCouldNotBeReadIsSaid() throws {
    var card = try Card()
    let data = try #require(try samples().first { $0.name == "landscape-tiled.heic" }?.data)
    card.add(data)
    card.addNoise(2)
    let start = 3 * Card.cluster
    let found = try card.rescue(unread: [start + 500_000..<start + 508_192])
    #expect(found.count == 1)
    #expect(found[0].unreadableCount == 8192)
    #expect(found[0].problem?.contains("could not be read") == true || found[0].state == .broken)
  }

  /// Also the start of a file, which was not found before.
  @Test(arguments: [0, 500_000]) func whatCanBeReadLaterIsReadAgain(offset: Int) throws {
    var card = try Card()
    let data = try #require(try samples().first { $0.name == "landscape-tiled.heic" }?.data)
    let photo = try #require(try samples().first { $0.name == "meadow.jpg" }?.data)
    card.add(data)
    card.add(photo)
    let start = 3 * Card.cluster + offset
    let range = start..<start + 8192
    let first = try card.rescue(unread: [range])
    #expect(first.count == (offset == 0 ? 1 : 2))
    // What still cannot be read stays as it is.
    #expect(try card.rescue(unread: [range]).map(\.file) == first.map(\.file))
    for _ in 0..<2 {
      let all = try card.rescue()
      #expect(all.allSatisfy { $0.state == .whole && $0.unreadableCount == 0 })
      #expect(Set(try all.map(card.data)) == [data, photo])
    }
    let files = try #require(FileManager.default.enumerator(atPath: card.output))
    #expect(files.filter { ($0 as? String)?.contains("Sample.") == true }.count == 2)
  }

  @Test func whatSomeoneHasChangedStays() throws {
    var card = try Card()
    let data = try #require(try samples().first { $0.name == "landscape-tiled.heic" }?.data)
    card.add(data)
    let start = 3 * Card.cluster + 500_000
    let found = try card.rescue(unread: [start..<start + 8192])
    let path = "\(card.output)/\(try #require(found.first).file)"
    try Data("changed".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try card.rescue().map(card.data) == [data])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("changed".utf8))
  }

  @Test func aCutFileIsBroken() throws {
    var card = try Card()
    let samples = try samples()
    let photo = try #require(samples.first { $0.name == "meadow.jpg" }?.data)
    let movie = try #require(samples.first { $0.name == "clip-hevc.mov" }?.data)
    card.add(photo.prefix(photo.count / 2))
    card.add(movie.prefix(movie.count / 2))
    card.addNoise(40)
    let found = try card.rescue()
    #expect(!found.isEmpty && found.allSatisfy { $0.state == .broken && $0.problem != nil })
    #expect(found.allSatisfy { $0.file.hasPrefix("broken/") })
    // Another run does not write them again.
    #expect(try card.rescue() == found)
  }

  @Test func noiseHasNoFiles() throws {
    var card = try Card()
    card.addNoise(4000)
    #expect(try card.rescue().isEmpty)
  }

  /// A folder belongs to one disk.
  @Test func anotherDiskIsRefused() throws {
    var card = try Card()
    card.addNoise(1)
    try card.rescue()
    let other = try card.folder.write(Data(count: 1 << 16), to: "other.img")
    #expect(throws: (any Error).self) { try Card.rescue(other, to: card.output) }
  }
}
