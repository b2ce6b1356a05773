import Foundation
import TestSupport
import Testing

/// HEIF photos of JPEG 2000 (ISO/IEC 15444-16), as files around what opj_compress codes.
@Suite(
  .needs("opj_compress", "opj_decompress", "ffmpeg"), .needs("OpenJPEG") { Doctor.has("openjpeg") })
struct ConvertJPEG2000Tests {
  private func number(_ value: Int, _ count: Int) -> Data {
    Data((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
  }

  private func box(_ type: String, _ parts: Data...) -> Data {
    let body = parts.reduce(Data(), +)
    return number(body.count + 8, 4) + Data(type.utf8) + body
  }

  /// A file of one image, with its size, its channels, and colours of sRGB with these coefficients.
  private func file(
    _ codestream: Data, _ width: Int, _ height: Int, matrix: Int, channels: [(Int, Int)]
  ) -> Data {
    let none = number(0, 4)
    let definitions = channels.enumerated().reduce(number(channels.count, 2)) {
      $0 + number($1.offset, 2) + number($1.element.0, 2) + number($1.element.1, 2)
    }
    let properties = box(
      "ipco", box("ispe", none, number(width, 4), number(height, 4)),
      box("j2kH", box("cdef", definitions)),
      box(
        "colr", Data("nclx".utf8), number(1, 2), number(13, 2), number(matrix, 2), Data([0x80])))
    let associations = box("ipma", none, number(1, 4), number(1, 2), Data([3, 1, 0x82, 3]))
    func meta(_ offset: Int) -> Data {
      box(
        "meta", none, box("hdlr", none, none, Data("pict".utf8), Data(count: 13)),
        box("pitm", none, number(1, 2)),
        box(
          "iloc", none, Data([0x44, 0]), number(1, 2), number(1, 2), number(0, 2), number(1, 2),
          number(offset, 4), number(codestream.count, 4)),
        box(
          "iinf", none, number(1, 2),
          box("infe", number(0x0200_0000, 4), number(1, 2), number(0, 2), Data("j2k1\0".utf8))),
        box("iprp", properties, associations))
    }
    let type = box("ftyp", Data("j2ki".utf8), none, Data("mif1j2ki".utf8))
    let offset = type.count + meta(0).count + 8
    return type + meta(offset) + box("mdat", codestream)
  }

  private func coded(_ options: [String], in folder: Folder) throws -> Data {
    let (picture, output) = (folder.path("in.ppm"), folder.path("a.j2k"))
    let made = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", Program.sample("meadow.jpg"), "-vf", "scale=203:117",
      picture)
    #expect(made.code == 0, "\(made.errors)")
    let result = try Program.other("opj_compress", ["-i", picture, "-o", output] + options)
    #expect(result.code == 0, "\(result.output)")
    return try Data(contentsOf: URL(fileURLWithPath: output))
  }

  private func pixels(_ path: String) throws -> Data {
    let raw = path + ".raw"
    let result = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", raw)
    #expect(result.code == 0, "\(result.errors)")
    return try Data(contentsOf: URL(fileURLWithPath: raw))
  }

  private static let colours = [(0, 1), (0, 2), (0, 3)]

  @Test(arguments: [[], ["-r", "20"], ["-t", "64,64"]])
  func coloursAreThoseOfOpenJPEG(options: [String]) throws {
    let folder = try Folder()
    let data = try coded(options, in: folder)
    let photo = try folder.write(
      file(data, 203, 117, matrix: 0, channels: ConvertJPEG2000Tests.colours), to: "a.heif")
    let findings = try Program.boxwalk("verify", photo)
    #expect(findings.code <= 1, "\(findings.output)")
    let (ours, theirs) = (folder.path("ours.png"), folder.path("theirs.ppm"))
    let result = try Program.boxwalk("convert", photo, "-o", ours)
    #expect(result.isDone, "\(result.errors)")
    #expect(
      try Program.other("opj_decompress", "-i", folder.path("a.j2k"), "-o", theirs).code == 0)
    #expect(try pixels(ours) == pixels(theirs))
    if options.isEmpty { #expect(try pixels(ours) == pixels(folder.path("in.ppm"))) }
    let summary = try Program.boxwalk("inspect", photo).output
    #expect(summary.contains("JPEG 2000"), "\(summary)")
  }

  @Test func whatIsNotDecodedIsNamed() throws {
    let folder = try Folder()
    let data = try coded([], in: folder)
    func refusal(_ photo: Data, _ environment: [String: String] = [:]) throws -> String {
      let path = try folder.write(photo, to: "a.heif")
      let result = try Program.boxwalk(
        ["convert", path, "-o", folder.path("a.png")], environment: environment)
      #expect(result.code == 2)
      return result.errors
    }
    let photo = file(data, 203, 117, matrix: 0, channels: ConvertJPEG2000Tests.colours)
    #expect(
      try refusal(photo, ["BOXWALK_LIBOPENJP2": folder.path("none.so")]).contains(
        "to decode JPEG 2000, OpenJPEG is needed"))
    let doctor = try Program.boxwalk(
      ["doctor"], environment: ["BOXWALK_LIBOPENJP2": folder.path("none.so")])
    #expect(doctor.output.contains("apt install libopenjp2-7"), "\(doctor.output)")
    let opaque = file(data, 203, 117, matrix: 0, channels: [(0, 1), (0, 2), (1, 0)])
    #expect(try refusal(opaque).contains("channels for opacity, or in another order"))
    let cut = file(data.prefix(data.count / 2), 203, 117, matrix: 0, channels: [])
    #expect(try refusal(cut).contains("its codestream has no end (EOC)"))
  }
}
