import FieldCoding
import Foundation
import HEIF
import HEVC
import TestSupport
import Testing

@testable import Codecs

/// Pictures whose data breaks off.
@Suite struct CutPictureTests {
  /// Two columns and two rows of tiles, of 2 and 1, and of 1 and 1 blocks: the second tile precedes the second row of
  /// the first column.
  @Test func blocksAreCodedTileByTile() {
    let blocks = CodedBlocks(
      of: ImagePlan.Size(width: 40, height: 32), side: 16, tileWidths: [2], tileHeights: [1])
    #expect(blocks.count == 6)
    let origins = (0..<6).map { "\(blocks.origin(of: $0))" }
    #expect(
      origins == [
        "(x: 0, y: 0)", "(x: 16, y: 0)", "(x: 32, y: 0)", "(x: 0, y: 16)", "(x: 16, y: 16)",
        "(x: 32, y: 16)",
      ])
    let columns = CodedBlocks(
      of: ImagePlan.Size(width: 40, height: 32), side: 16, tileWidths: [1])
    #expect((0..<6).map { columns.origin(of: $0).x } == [0, 0, 16, 32, 16, 32])
    for number in 0..<6 {
      let origin = columns.origin(of: number)
      #expect(columns.number(ofBlockAt: origin.x + 7, origin.y + 15) == number)
    }
  }

  #if canImport(CDe265)
    /// A phone's picture of two tiles. The second one is coded after the first.
    @Test(.needsMedia, .needs("ffmpeg"), arguments: [0.1, 0.75])
    func tilesOfHEVC(share: Double) throws {
      let folder = try Folder()
      let path = try #require(MediaFolder.path) + "/motion-photo/motionphoto.heic"
      let photo = try Data(contentsOf: URL(fileURLWithPath: path))
      let start = try #require(photo.range(of: Data("mpvd".utf8))).upperBound
      let movie = try folder.write(photo[start...], to: "movie.mp4")
      let stream = Programs.output(
        "ffmpeg -v error -i \(movie) -map 0:v:0 -c copy -frames:v 1 -f hevc -", [])
      let size = Programs.output(
        "ffprobe -v error -select_streams v:0 -show_entries stream=width,height -of csv=p=0"
          + " \(movie)", [])
      let numbers = String(decoding: size, as: UTF8.self).split { !$0.isNumber }.compactMap {
        Int($0)
      }
      try #require(numbers.count >= 2)
      let picture = try #require(
        CodedPicture(stream: stream, width: numbers[0], height: numbers[1]))
      let whole = try samples(CarefulDecoder.self, picture, picture.data)
      let cut = try samples(
        TruncatedImageDecoder<TruncatedHEVCImage>.self, picture,
        Array(picture.data.prefix(Int(Double(picture.data.count) * share))))
      try #require(whole.rows.count == cut.rows.count)
      #expect((0.05...0.95).contains(cut.lost))
      let sets = picture.plan.configurations[0].parameterSets.map { Bytes($0) }
      let tiles = try #require(
        sets.lazy.compactMap { try? PictureParameterSet(nalUnit: $0) }.first?.tiles)
      #expect(tiles.columnCountMinus1 == 1 && tiles.rowCountMinus1 == 0)
      // In blocks of 32 samples.
      let width = try #require(tiles.spacing?.columnWidthsMinus1.first) + 1
      // The samples of each tile that are as in the whole picture, of those that are not grey in it.
      var (left, right) = (Share(), Share())
      for (row, other) in zip(whole.rows, cut.rows) {
        for x in row.indices where row[x] != 128 {
          if x < Int(width) * 32 {
            left.add(row[x] == other[x])
          } else {
            right.add(row[x] == other[x])
          }
        }
      }
      // No part of the second tile is there before the first one is complete.
      #expect(right.value < 0.02 || left.value > 0.98, "\(left.value) \(right.value)")
      #expect(share < 0.5 || right.value > 0.1)
      let kept = (left.found + right.found) / (left.all + right.all)
      #expect(abs(1 - kept - cut.lost) < 0.05)
    }

    private struct Share {
      private(set) var (found, all) = (0.0, 0.0)
      var value: Double { all > 0 ? found / all : 0 }

      mutating func add(_ isFound: Bool) {
        all += 1
        if isFound { found += 1 }
      }
    }

    /// A small picture whose slice states a gigabyte: none of that is invented.
    @Test(.needs("ffmpeg"), .needs(encoders: "libx265")) func statedLengthsAreBounded() throws {
      let picture = try #require(CodedPicture(format: "yuv420p", width: 64, height: 64))
      let data = [0x3F, 0xFF, 0xFF, 0xFF] + picture.data.dropFirst(4)
      let error = #expect(throws: CodecError.self) {
        try samples(TruncatedImageDecoder<TruncatedHEVCImage>.self, picture, data)
      }
      #expect(error?.message.contains("more than any image of its size has") == true)
    }

    /// The rows of luma, and the share that is lost.
    private func samples<Decoder: TileDecoder & ~Copyable>(
      _: Decoder.Type, _ picture: CodedPicture, _ data: [UInt8]
    ) throws -> (rows: [[UInt8]], lost: Double) {
      var decoder = try Decoder(
        picture.plan.configurations[0], size: picture.plan.canvas, budget: 1 << 30)
      var rows: [[UInt8]] = []
      var lost = 0.0
      try decoder.decode(data) { (tile) throws(CodecError) in
        let luma = PlanarImage(borrowing: tile).planes[0]
        rows = (0..<luma.height).map { y in
          (0..<luma.width).map { UInt8(truncatingIfNeeded: luma[$0, y]) }
        }
        lost = tile.lostShare
      }
      return (rows, lost)
    }
  #endif
}
