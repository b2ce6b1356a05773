import Foundation
import TestSupport
import Testing

private enum SystemLibrary {
  /// What the worker opens instead of its own libavcodec.
  static let module = Program.products.appendingPathComponent("libboxwalk-photos.so").path
}

/// Each kind of item of an AVIF file, decoded with the libavcodec of the system, and nothing else, inside the sandbox:
/// libraries that are not open before the sandbox cannot be opened any more.
@Suite(
  .needs("ffmpeg", "avifenc"),
  .needs("the module that is linked with the system's libavcodec") {
    FileManager.default.fileExists(atPath: SystemLibrary.module)
  })
struct SystemLibraryTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// An AVIF file with pictures of 64 × 48.
  private func photo(_ sources: String..., name: String) throws -> String {
    var files: [String] = []
    for source in sources {
      let file = folder.path("\(files.count).y4m")
      let result = try Program.other(
        "ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "\(source)=s=64x48", "-frames:v", "1",
        "-pix_fmt", "yuv420p", file)
      #expect(result.code == 0, "\(result.errors)")
      files.append(file)
    }
    let result = try Program.other(
      "avifenc", ["-s", "10"] + files + [folder.path(name)])
    #expect(result.code == 0, "\(result.errors)")
    return folder.path(name)
  }

  private func picture(_ path: String) throws -> [UInt8] {
    let output = folder.path("out.png")
    let result = try Program.boxwalk(
      "convert", path, "-o", output, "--force", "--json",
      environment: [
        "BOXWALK_LIBAVCODEC": SystemLibrary.module, "BOXWALK_LIBHEIF": "/nowhere/libheif.so",
      ])
    // Further frames of a sequence are left out.
    #expect(
      result.code <= (path.hasSuffix("avifs") ? 1 : 0), "\(result.errors) \(result.output)")
    let raw = folder.path("out.raw")
    let read = try Program.other(
      "ffmpeg", "-v", "error", "-y", "-i", output, "-f", "rawvideo", "-pix_fmt", "rgb24", raw)
    #expect(read.code == 0, "\(read.errors)")
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
  }

  @Test func everyKindOfItem() throws {
    let single = try photo("testsrc2", name: "single.avif")
    let expected = try picture(single)
    #expect(expected.count == 64 * 48 * 3)
    let image = try MadePhoto.image(ofAVIF: single)
    let be = MadePhoto.be

    let identity = MadePhoto(
      items: [MadePhoto.Item(type: "iden", properties: [MadePhoto.size(64, 48)]), image],
      references: [("dimg", 1, [2])])
    #expect(try picture(folder.write(identity.bytes, to: "iden.avif")) == expected)

    // Two images side by side.
    let wide = MadePhoto.size(128, 48)
    let grid = MadePhoto(
      items: [
        MadePhoto.Item(
          type: "grid", properties: [wide], data: [0, 0, 0, 1] + be(128, 2) + be(48, 2)),
        image, image,
      ], references: [("dimg", 1, [2, 3])])
    let overlay = MadePhoto(
      items: [
        MadePhoto.Item(
          type: "iovl", properties: [wide],
          data: [0, 0] + be(0, 6) + be(0xFFFF, 2) + be(128, 2) + be(48, 2) + be(0, 4) + be(64, 2)
            + be(0, 2)), image, image,
      ], references: [("dimg", 1, [2, 3])])
    for (name, made) in [("grid.avif", grid), ("iovl.avif", overlay)] {
      let found = try picture(folder.write(made.bytes, to: name))
      #expect(found.count == expected.count * 2, "\(name)")
      // Chroma beside the seam of a grid is interpolated over it.
      let width = name == "grid.avif" ? 60 : 64
      for half in 0..<2 {
        for row in 0..<48 {
          let own = found[(row * 2 + half) * 64 * 3..<((row * 2 + half) * 64 + width) * 3]
          let other = expected[row * 64 * 3..<(row * 64 + width) * 3]
          let worst = zip(own, other).map { abs(Int($0) - Int($1)) }.max() ?? 255
          #expect(worst <= 1, "\(name), half \(half), row \(row): \(worst)")
        }
      }
    }
  }

  @Test func aSequence() throws {
    let sequence = try photo("testsrc2", "mandelbrot", name: "two.avifs")
    #expect(try picture(sequence).count == 64 * 48 * 3)
  }
}
