import Foundation
import TestSupport
import Testing

@Suite struct ConvertTests {
  private let photo = Program.sample("landscape-tiled.heic")

  /// The main job: pixels upright, metadata kept, time kept.
  @Test(.needs("exiftool")) func aPhotoBecomesAJPEG() throws {
    let folder = try Folder()
    let output = folder.path("photo.jpg")
    let result = try Program.boxwalk("convert", photo, "-o", output)
    #expect(result.code == 1, "\(result.errors)")
    #expect(result.output.contains("3024 × 4032"))
    #expect(result.errors.contains("HDR kept as a gain map"))
    #expect(result.errors.contains("not carried over: depth map"))
    #expect(folder.names == ["photo.jpg"], "no temporary file is left")

    let times = try [photo, output].map {
      try FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date
    }
    #expect(times[0] == times[1])

    let exif = try Program.other(
      "exiftool", "-n", "-s3", "-p",
      "$ImageSize $Orientation $ExifImageWidth $ExifImageHeight $Model $GPSLatitude $ProfileDescription $CreatorTool",
      output)
    #expect(
      exif.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        == "3024 4032 1 3024 4032 Sample 46.3636111111111 Display P3 make-sample-media")
  }

  /// The picture is the one that another decoder shows.
  @Test(.needs("heif-convert", "ffmpeg")) func theColoursAreThoseOfAnotherDecoder() throws {
    let folder = try Folder()
    let source = Program.sample("portrait-single.heic")
    let ours = folder.path("ours.jpg")
    #expect(try Program.boxwalk("convert", source, "-o", ours, "--quality", "95").code == 0)
    let reference = folder.path("reference.png")
    #expect(try Program.other("heif-convert", source, reference).code == 0)
    let psnr = try Program.other(
      "ffmpeg", "-v", "info", "-i", ours, "-i", reference, "-lavfi",
      "[0]format=rgb24[a];[1]format=rgb24[b];[a][b]psnr", "-f", "null", "-")
    let average = try #require(psnr.errors.firstMatch(of: /average:([0-9.]+|inf)/))
    #expect((Double(average.1) ?? .infinity) >= 38, "\(average.1) dB")
  }

  @Test func nothingIsOverwrittenWithoutForce() throws {
    let folder = try Folder()
    let output = try folder.write(Data("precious".utf8), to: "photo.jpg")
    let refused = try Program.boxwalk("convert", photo, "-o", output)
    #expect(refused.code == 2)
    #expect(refused.errors.contains("exists; --force replaces it"))
    #expect(try String(contentsOfFile: output, encoding: .utf8) == "precious")
    #expect(try Program.boxwalk("convert", photo, "-o", output, "--force").code == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: output)).prefix(2) == Data([0xFF, 0xD8]))
  }

  @Test func thePhotoItselfIsNeverReplaced() throws {
    let folder = try Folder()
    let data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    let path = try folder.write(data, to: "meadow.jpg")
    let result = try Program.boxwalk("convert", path, "-o", folder.path("./meadow.jpg"), "--force")
    #expect(result.code == 2)
    #expect(result.errors.contains("never replaced"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == data)
  }

  @Test func severalPhotosGoIntoAFolder() throws {
    let folder = try Folder()
    let text = try folder.write(Data("this is no photo".utf8), to: "note.heic")
    let result = try Program.boxwalk(
      "convert", photo, Program.sample("portrait-single.heic"), text, "-o", folder.path("jpegs"))
    #expect(result.code == 3, "one of several failed")
    #expect(result.errors.contains("is a text file, not a photo that can be converted"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("jpegs")).sorted()
    #expect(names == ["landscape-tiled.jpg", "portrait-single.jpg"])
  }

  /// The photos of a folder are converted; movies in it are not a failure.
  @Test func aFolderIsConvertedWithItsFolders() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("in/2024"), withIntermediateDirectories: true)
    for (name, sample) in [
      ("in/2024/a.HEIC", "portrait-single.heic"), ("in/b.jpg", "meadow.jpg"),
      ("in/c.MOV", "clip-hevc.mov"),
    ] {
      try FileManager.default.copyItem(atPath: Program.sample(sample), toPath: folder.path(name))
    }
    let result = try Program.boxwalk("convert", folder.path("in"), "-o", folder.path("out"))
    #expect(result.code == 0, "\(result.errors)")
    let made = try FileManager.default.subpathsOfDirectory(atPath: folder.path("out")).sorted()
    #expect(made == [".boxwalk", ".boxwalk/manifest.jsonl", "2024", "2024/a.jpg", "b.jpg"])
  }

  @Test func whatIsNoPhotoIsRefusedByName() throws {
    let folder = try Folder()
    let movie = try folder.write(
      Data(contentsOf: URL(fileURLWithPath: Program.sample("clip-hevc.mov"))), to: "movie.HEIC")
    let cut = try folder.write(
      Data(contentsOf: URL(fileURLWithPath: photo)).prefix(100_000), to: "cut.HEIC")
    let jpegXL = try folder.write(
      Data([0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]), to: "picture.HEIC")
    for (path, words) in [
      (try folder.write(Data(), to: "empty.HEIC"), "is empty (0 bytes)"),
      (movie, "is a movie, not a still image; boxwalk frames makes photos"),
      (jpegXL, "is a JPEG XL image, which is not converted"),
      (cut, "which has only 100,000 bytes"),
      (folder.path("missing.HEIC"), "there is no such file"),
    ] {
      let result = try Program.boxwalk("convert", path, "-o", folder.path("out.jpg"))
      #expect(result.code == 2, "\(path)")
      #expect(result.errors.contains(words), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("out.jpg")))
    }
  }

  /// Damaged coded data must not become a picture with a hole.
  @Test func damagedPicturesAreNotWritten() throws {
    let folder = try Folder()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: photo))
    for index in stride(from: bytes.count / 2, to: bytes.count, by: 997) { bytes[index] ^= 0x55 }
    let damaged = try folder.write(bytes, to: "damaged.heic")
    let result = try Program.boxwalk("convert", damaged, "-o", folder.path("out.jpg"))
    #expect(result.code == 2, "\(result.output)\(result.errors)")
    #expect(result.errors.contains("tile"), "\(result.errors)")
    #expect(folder.names == ["damaged.heic"])
  }

  @Test func aJPEGWithAnotherNameIsCopied() throws {
    let folder = try Folder()
    let data = try Data(contentsOf: URL(fileURLWithPath: Program.sample("meadow.jpg")))
    let input = try folder.write(data, to: "meadow.HEIC")
    let output = folder.path("meadow.jpg")
    let result = try Program.boxwalk("convert", input, "-o", output)
    #expect(result.code == 0)
    #expect(result.errors.contains("is a JPEG image already"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: output)) == data)
  }

  /// A name with the extension of another format would mislead users.
  @Test func formatsThatAreNotWrittenAreRefused() throws {
    let folder = try Folder()
    let photo = Program.sample("portrait-single.heic")
    for name in ["photo.tiff", "photo.TIF", "photo.webp"] {
      let output = folder.path(name)
      let result = try Program.boxwalk("convert", photo, "-o", output)
      #expect(result.code == 64 && result.errors.contains("files are not written"))
      #expect(!FileManager.default.fileExists(atPath: output))
    }
    // An option does not change what the name says. Other names, and those of folders, say nothing.
    for (name, format) in [("photo.gif", "jpeg"), ("photo.jpg", "png"), ("photo.heic", "avif")] {
      let named = folder.path(name)
      let result = try Program.boxwalk("convert", photo, "-o", named, "--format", format)
      #expect(result.code == 64, "\(name): \(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: named))
    }
    let other = folder.path("photo.new")
    #expect(try Program.boxwalk("convert", photo, "-o", other, "--format", "png").code == 0)
    #expect(try Program.boxwalk("convert", photo, "-o", folder.path("a.webp") + "/").code == 0)
  }

  #if os(Linux)
    /// This is not an error of the program.
    @Test func aFullStandardOutputIsAnError() throws {
      let photo = Program.sample("portrait-single.heic")
      let boxwalk = Program.products.appendingPathComponent("boxwalk").path
      let result = try Program.other(
        "sh", "-c", "'\(boxwalk)' convert '\(photo)' -o - > /dev/full")
      #expect(result.code == 2 && result.errors.contains("the disk is full"))
    }
  #endif

  @Test func resultsAsJSON() throws {
    let folder = try Folder()
    let result = try Program.boxwalk("convert", photo, "-o", folder.path("a.jpg"), "--json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    #expect(object["outcome"] as? String == "converted")
    #expect(object["width"] as? Int == 3024)
  }

  /// A worker that dies fails the photo, and not the program.
  @Test func aWorkerThatCrashesFailsOnePhoto() throws {
    let folder = try Folder()
    let worker = try folder.write(Data("#!/bin/sh\nkill -SEGV $$\n".utf8), to: "worker")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: worker)
    let result = try Program.boxwalk(
      "convert", photo, "-o", folder.path("a.jpg"), environment: ["BOXWALK_CODEC": worker])
    #expect(result.code == 2)
    #expect(result.errors.contains("crashed"), "\(result.errors)")
    #expect(folder.names == ["worker"])
  }
}
