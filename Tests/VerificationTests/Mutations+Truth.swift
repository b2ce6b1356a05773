import ISOBMFF
import Metadata
import Testing

extension Mutation {
  static let truth: [Mutation] = [
    .bytes("file-not-checked", name: "a.gif") { $0 = Array("GIF89a".utf8) },
    .bytes("file-unreadable") { $0 = Array("<html>".utf8) },
    .bytes("file-truncated", at: "mdat", also: ["iloc-extent-past-end"]) { $0.removeLast(500) },
    .bytes("jpeg-damaged", Sample.jpeg) { $0.removeLast($0.count - 40) },
    .bytes("jpeg-stray-bytes", Sample.jpeg) { bytes in
      // Behind the first segment.
      bytes.insert(0, at: 4 + Int(bytes[4]) << 8 + Int(bytes[5]))
    },
    .bytes("jpeg-headers-wrong", Sample.jpeg) { bytes in
      // The first component of the scan.
      bytes[try position(of: [0xFF, 0xDA], in: bytes) + 5] = 9
    },
    .bytes("jpeg-without-end", Sample.jpeg) { $0.removeLast(2) },
    .bytes("jpeg-metadata-incomplete", Sample.jpeg) { bytes in
      // The second of three parts of a profile.
      bytes.insert(
        contentsOf: [0xFF, 0xE2, 0, 17] + Array("ICC_PROFILE\0".utf8) + [2, 3, 0], at: 2)
    },
    .bytes("png-damaged", name: "IMG_0001.PNG") { bytes in
      bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    },
    .bytes("png-data-end-wrong", name: "IMG_0001.PNG") { bytes in
      bytes = Array(CompressedDataTests.png(CompressedDataTests.rows(50).dropLast(4)))
    },
    .bytes("png-data-excess", name: "IMG_0001.PNG") { bytes in
      bytes = Array(CompressedDataTests.png(CompressedDataTests.rows(60)))
    },
    .bytes("png-metadata-damaged", name: "IMG_0001.PNG") { bytes in
      let text = Array("Comment\0\0".utf8) + ZlibStream.stored(Array("a red house".utf8))
      bytes = Array(
        CompressedDataTests.png(
          CompressedDataTests.rows(50), behind: [("zTXt", Array(text.dropLast(8)))]))
    },
    .bytes("motion-photo-movie-damaged", Sample.jpeg) { bytes in
      bytes += try Sample.bytes(Sample.mp4).dropLast(100)
    },
    .bytes("motion-photo-movie-missing", Sample.jpeg) { bytes in
      bytes = try Sample.motionPhoto(bytes, offset: 1000)
    },
    .bytes("motion-photo-place-differs", Sample.jpeg) { bytes in
      bytes = try Sample.motionPhoto(bytes, offset: 1000) + Sample.bytes(Sample.mp4)
    },
    .bytes("extension-differs", name: "IMG_0001.MOV") { _ in },
    .bytes("extension-differs", name: "IMG_0001.AVCI") { _ in },
    .bytes("extension-differs", name: "IMG_0001.HEICS") { _ in },
    .bytes("extension-differs", Sample.movie, name: "IMG_0001.M4A") { _ in },
    .bytes("container-differs", Sample.movie, name: "IMG_0001.MP4") { _ in },
    .bytes("container-differs", Sample.mp4, name: "IMG_0001.MOV") { _ in },
    .bytes("extension-differs", Sample.jpeg, name: "IMG_0001.HEIC") { _ in },
    .bytes("extension-differs", also: ["png-damaged"], name: "IMG_0001.JPG") { bytes in
      bytes = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    },
    .bytes("extension-differs", Sample.movie, name: "Pictures/IMG_0001.HEIC") { _ in },
    .bytes("extension-differs", name: "IMG_0001.JPG") { $0 = TinyJPEG2000.bytes },
    .bytes("extension-differs", name: "IMG_0001.HEIC") { bytes in
      bytes = [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]
      bytes += [0, 0, 0, 20] + Array("ftypjxl ".utf8) + [0, 0, 0, 0] + Array("jxl ".utf8)
      bytes += [0, 0, 0, 12] + Array("jxlc".utf8) + [0xFF, 0x0A, 0, 0]
    },
    .bytes("extension-differs", also: ["file-not-checked"], name: "IMG_0001.JPG") { bytes in
      bytes = Array("RIFF....WEBP".utf8)
    },
    .bytes("extension-differs", also: ["file-not-checked"], name: "VID_0001.MP4") { bytes in
      bytes = [0x1A, 0x45, 0xDF, 0xA3]
    },
    .bytes("zero-filled-tail", at: "mdat", also: ["item-data-damaged"]) { bytes in
      for index in bytes.indices.suffix(5000) { bytes[index] = 0 }
    },
    .bytes("zero-filled-tail", also: ["file-unreadable"]) { bytes in
      bytes = Array(repeating: 0, count: 4096)
    },
    .bytes("jpeg-data-damaged", Sample.jpeg) { bytes in
      for index in bytes.count / 2..<bytes.count / 2 + 512 { bytes[index] = 0 }
    },
    // A progressive picture of one block, with the first scan only.
    // The last bytes are those of the gain map.
    .bytes("jpeg-image-truncated", "ultra-hdr.jpg") { $0.removeLast(2000) },
    // Zeros before the gain map, which has 4,381 bytes.
    .bytes("jpeg-image-misplaced", "ultra-hdr.jpg") { bytes in
      bytes.insert(contentsOf: [UInt8](repeating: 0, count: 16), at: bytes.count - 4381)
    },
    .bytes("jpeg-scans-missing", Sample.jpeg) { bytes in
      func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, marker, 0, UInt8(data.count + 2)] + data
      }
      bytes =
        [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        + segment(0xC2, [8, 0, 8, 0, 8, 1, 1, 0x11, 0])
        + segment(0xC4, [0, 1] + [UInt8](repeating: 0, count: 16))
        + segment(0xDA, [1, 1, 0, 0, 0, 0]) + [0x7F, 0xFF, 0xD9]
    },
    .bytes("item-data-damaged", at: "meta/iloc", also: ["zero-filled-tail"]) { bytes in
      for index in 1446..<bytes.count { bytes[index] = 0 }
    },
  ]
}
