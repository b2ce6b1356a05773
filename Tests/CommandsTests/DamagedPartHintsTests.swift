import FieldCoding
import Foundation
import ISOBMFF
import Metadata
import TestSupport
import Testing

/// Zeros instead of each box, segment or chunk of a file of each kind, one after the other: whatever is printed about
/// the damaged file leads on. A hint that is followed helps, none leads in a circle, and what has no hint says so.
@Suite(.needs("djpeg", "cjpeg")) struct DamagedPartHintsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  enum Kind: String, CaseIterable {
    case heic = "portrait-single.heic"
    case avif = "coast.avif"
    case mp4 = "clip-h264.mp4"
    case fragments = "clip-hevc-fragmented.mp4"
    case jpeg = "a.jpg"
    case progressive = "p.jpg"
    case png = "a.png"
  }

  private func original(_ kind: Kind) throws -> Data {
    let small = "djpeg -scale 1/8 '\(Program.sample("meadow.jpg"))'"
    let path = folder.path(kind.rawValue)
    switch kind {
    case .jpeg: _ = try Program.other("sh", "-c", "\(small) | cjpeg > '\(path)'")
    case .progressive:
      _ = try Program.other("sh", "-c", "\(small) | cjpeg -progressive > '\(path)'")
    case .png:
      _ = try Program.boxwalk(
        "convert", Program.sample("meadow.jpg"), "-o", path, "--max-size", "300")
    default: return try Data(contentsOf: URL(fileURLWithPath: Program.sample(kind.rawValue)))
    }
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// The headers and the contents of its parts: of each type of box in a container, the first one.
  private func parts(of file: Data) -> [(name: String, range: Range<Int>)] {
    let bytes = Bytes(Array(file))
    if bytes.starts(with: PNGChunks.signature) {
      return PNGChunks(bytes).chunks.flatMap { chunk in
        let start = chunk.data.fileOffset
        return [
          ("\(chunk.type)", start..<start + chunk.data.count),
          ("header of \(chunk.type)", start - 8..<start),
        ]
      }
    }
    if bytes.starts(with: [0xFF, 0xD8]) {
      return JPEGSegments(bytes).segments.flatMap { segment in
        let start = segment.offset
        return [
          ("segment \(segment.marker)", start + 4..<start + segment.size),
          ("header of \(segment.marker)", start..<start + 4),
        ]
      }
    }
    var parts: [(name: String, range: Range<Int>)] = []
    func add(_ boxes: [Box], in path: String) {
      var seen: Set<FourCC> = []
      for box in boxes where seen.insert(box.type).inserted {
        guard let origin = box.origin else { continue }
        let (start, name) = (origin.fileOffset, "\(path)/\(box.type)")
        parts.append((name, start + box.headerSize..<start + origin.count))
        parts.append(("header of \(name)", start..<start + box.headerSize))
        if ["mvhd", "mdhd", "sidx"].contains(box.type) {
          // Behind two times of 32 bits, or the number of a track (ISO/IEC 14496-12 §8.2.2, §8.4.2, §8.16.3).
          let offset = start + box.headerSize + (box.type == "sidx" ? 8 : 12)
          parts.append(("timescale of \(name)", offset..<offset + 4))
        }
        add(box.children, in: name)
      }
    }
    add(BoxFile(bytes).boxes, in: "")
    return parts
  }

  @Test(arguments: Kind.allCases) func hintsLeadOn(_ kind: Kind) throws {
    let whole = try original(kind)
    let like = try folder.write(whole, to: "whole-\(kind.rawValue)")
    let other = kind == .png || kind == .jpeg || kind == .progressive ? "png" : "jpg"
    var (counted, led) = (0, 0)
    for (name, range) in parts(of: whole) where !range.isEmpty {
      var damaged = whole
      damaged.resetBytes(in: range)
      guard damaged != whole else { continue }
      counted += 1
      let file = try folder.write(damaged, to: "damaged-\(kind.rawValue)")
      let (repaired, rebuilt) = (
        folder.path("repaired-\(kind.rawValue)"), folder.path("like-\(kind.rawValue)")
      )
      for path in [repaired, rebuilt] { try? FileManager.default.removeItem(atPath: path) }
      let verify = try Program.boxwalk("verify", file, "--quiet")
      let repair = try Program.boxwalk("repair", file, "-o", repaired)
      let words = verify.output + repair.output + repair.errors
      #expect([1, 2].contains(repair.code) || repair.code == 0, "\(name): \(words)")
      let after =
        FileManager.default.fileExists(atPath: repaired)
        ? try Program.boxwalk("verify", repaired, "--quiet").code : 2
      if words.contains("repair --like") || words.contains("with --like") {
        led += 1
        let result = try Program.boxwalk("repair", file, "--like", like, "-o", rebuilt)
        #expect(result.code <= 1, "\(name): \(result.output)\(result.errors)")
        #expect(!result.output.contains("repair --like"), "\(name): \(result.output)")
        let verified = try Program.boxwalk("verify", rebuilt, "--quiet")
        #expect(verified.code <= 1, "\(name): \(verified.output)\(result.output)")
      } else if repair.output.contains("--rescue") || repair.errors.contains("--rescue") {
        led += 1
        let rest = folder.path("rest.\(other == "jpg" ? "png" : "jpg")")
        let result = try Program.boxwalk("convert", file, "--rescue", "-o", rest, "--force")
        #expect(result.code <= 1, "\(name): \(result.output)\(result.errors)")
      } else if after > 1 {
        #expect(words.contains("look for another copy"), "\(name): \(words)")
      }
    }
    #expect(counted > 8 && led > 2)
  }
}
