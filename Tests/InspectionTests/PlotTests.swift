import Foundation
import HEIF
import ISOBMFF
import Movie
import TestSupport
import Testing

@testable import Inspection

@Suite struct PlotTests {
  private func file(_ name: String) throws -> BoxFile {
    BoxFile(Bytes([UInt8](try Data(contentsOf: URL(fileURLWithPath: Sample.path(name))))))
  }

  private func map(_ file: BoxFile) -> ByteMap {
    ByteMap(file, photo: HEIFFile(file), movie: MovieFile(file))
  }

  @Test func sparklines() {
    #expect(TerminalPlots.sparkline([]) == "")
    #expect(TerminalPlots.sparkline([0, 0]) == "  ")
    #expect(TerminalPlots.sparkline([1, 2, 3, 4, 5, 6, 7, 8]) == "▁▂▃▄▅▆▇█")
    #expect(TerminalPlots.sparkline([0, 0.001, 8, 4]) == " ▁█▄")
    #expect(TerminalPlots.sparkline([.infinity, 3, .nan]).count == 3)
    #expect(
      TerminalPlots.rate(1_234) == "1 kbit/s" && TerminalPlots.rate(8_360_000) == "8.4 Mbit/s")
  }

  /// The bytes of all samples are in some part of time, and those of each second where ffprobe has them.
  @Test(.needs("ffprobe"), arguments: Sample.movies)
  func ratesAreThoseOfThePackets(name: String) throws {
    let movie = try #require(MovieFile(try file(name)))
    let video = try #require(movie.tracks.first { $0.handlerType == "vide" })
    let rate = try #require(RateBins([video], parts: 4))
    let found = try OtherProgram.json(
      "ffprobe", "-v", "quiet", "-select_streams", "v:0", "-show_entries",
      "packet=dts_time,size,flags", "-of", "json", Sample.path(name))["packets"].array
    let times = found.compactMap { $0["dts_time"].string.flatMap { Double($0) } }
    let first = try #require(times.first)
    var counts = [0, 0, 0, 0]
    var keys = counts
    for (packet, time) in zip(found, times) {
      // Times of ffprobe have six digits: those at a border stay on their side.
      let part = min(3, Int((time - first) / rate.seconds + 1e-4))
      counts[part] += Int(packet["size"].string ?? "") ?? 0
      if packet["flags"].string?.hasPrefix("K") == true { keys[part] += 1 }
    }
    #expect(rate.byteCounts == counts && rate.syncCounts == keys)
    #expect(rate.rates[0] == Double(counts[0]) * 8 / rate.seconds)
  }

  @Test(arguments: Sample.names.filter { !$0.hasSuffix(".jpg") })
  func aMapCoversTheFile(name: String) throws {
    let file = try file(name)
    let map = map(file)
    var end = 0
    var last: ByteMap.Use?
    for part in map.parts {
      #expect(part.range.lowerBound == end && !part.range.isEmpty && part.use != last)
      (end, last) = (part.range.upperBound, part.use)
    }
    #expect(end == file.bytes.count)
    let movie = MovieFile(file)
    func media(_ type: FourCC) -> Int {
      (movie?.tracks ?? []).filter { $0.handlerType == type }
        .reduce(0) { $0 + Int($1.byteCount ?? 0) }
    }
    if name.hasPrefix("clip") {
      #expect(map.byteCount(.video) == media("vide") && map.byteCount(.sound) == media("soun"))
      #expect(map.byteCount(.video) > 1000)
    } else {
      #expect(map.byteCount(.items) > 1000)
    }
  }

  /// Free space, data that nobody refers to, and bytes behind the last box.
  @Test func whatIsNotUsedIsSeen() throws {
    var bytes = Array(try file("clip-h264.mp4").bytes)
    let used = bytes.count
    bytes += [0, 0, 0, 16] + Array("free".utf8) + [UInt8](repeating: 0, count: 8)
    bytes += [0, 0, 0, 20] + Array("mdat".utf8) + [UInt8](repeating: 7, count: 12)
    bytes += [0, 0, 0]
    let parts = map(BoxFile(Bytes(bytes))).parts.drop { $0.range.lowerBound < used }
    #expect(
      Array(parts) == [
        .init(range: used..<used + 16, use: .free),
        .init(range: used + 16..<used + 24, use: .description),
        .init(range: used + 24..<used + 39, use: .unused),
      ])
  }

  @Test func aBarHasAPieceForEachUse() throws {
    let file = try file("clip-h264.mp4")
    let map = map(file)
    for width in [1, 10, 60] {
      #expect(TerminalPlots.bar(map, width: width, Style()).count == width)
    }
    let legend = TerminalPlots.legend(map, Style())
    #expect(legend.hasPrefix("█ video "))
    #expect(legend.contains("≡ description"))
    #expect(!legend.contains("\u{1B}"))
    #expect(TerminalPlots.legend(map, Style(isColoured: true)).contains("\u{1B}[34m█\u{1B}[0m"))
    let empty = ByteMap(BoxFile(Bytes()), photo: nil, movie: nil)
    #expect(TerminalPlots.bar(empty, width: 10, Style()) == "")
    let tiny = BoxFile(Bytes([0, 0, 0, 8] + Array("free".utf8)))
    #expect(
      TerminalPlots.bar(self.map(tiny), width: 20, Style()) == String(repeating: "·", count: 20))
  }

  @Test func plotsAreForTerminalsAlone() throws {
    let movie = try Sample.inspection("clip-hevc.mov")
    let plain = movie.summaryText
    #expect(!plain.contains("█"))
    let shown = Collected { movie.writeSummary(to: $0, Style(), columns: 80) }.text
    let lines = shown.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  Rate ") && $0.contains("bit/s, each ") })
    #expect(lines.contains { $0.hasPrefix("  Bytes ") })
    // All other lines are there as they were.
    #expect(plain.split(separator: "\n").allSatisfy { line in lines.contains(line) })
    let photo = try Sample.inspection("portrait-single.heic")
    #expect(
      Collected { photo.writeSummary(to: $0, Style(), columns: 80) }.text == photo.summaryText)
  }

  @Test func aTreeInColourHasALegend() throws {
    let photo = try Sample.inspection("portrait-single.heic")
    let text = Collected { _ = photo.writeTree(to: $0, TreeOptions(), Style(isColoured: true)) }
      .text
    let legend = try #require(text.split(separator: "\n").last)
    #expect(legend.contains("media data") && legend.contains("unknown box"))
    #expect(text.contains("\u{1B}[1;32mmdat\u{1B}[0m"))
    #expect(!photo.treeText().contains("unknown box"))
  }
}
