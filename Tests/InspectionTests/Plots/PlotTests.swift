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
    #expect(InspectionPlots.sparkline([]) == "")
    #expect(InspectionPlots.sparkline([0, 0]) == "  ")
    #expect(InspectionPlots.sparkline([1, 2, 3, 4, 5, 6, 7, 8]) == "▁▂▃▄▅▆▇█")
    #expect(InspectionPlots.sparkline([0, 0.001, 8, 4]) == " ▁█▄")
    #expect(InspectionPlots.sparkline([.infinity, 3, .nan]).count == 3)
    #expect(
      InspectionPlots.rate(1_234) == "1 kbit/s" && InspectionPlots.rate(8_360_000) == "8.4 Mbit/s")
  }

  /// The bytes of all samples are in some part of time, and those of each second where ffprobe has them.
  @Test(.needs("ffprobe"), arguments: Sample.movies)
  func ratesAreThoseOfThePackets(name: String) throws {
    let file = try file(name)
    let movie = try #require(MovieFile(file))
    let bins = try #require(MovieBins(movie, in: file, readsFrameTypes: false))
    let video = try #require(bins.videos.first?.track)
    let found = try OtherProgram.json(
      "ffprobe", "-v", "quiet", "-select_streams", "v:0", "-show_entries",
      "packet=dts_time,size,flags", "-of", "json", Sample.path(name))["packets"].array
    let times = found.compactMap { $0["dts_time"].string.flatMap { Double($0) } }
    let parts = TrackBins.count / 4
    let seconds = bins.step * Double(parts)
    let start = try #require(times.first) - (video.span.lowerBound - bins.span.lowerBound)
    var counts = [0, 0, 0, 0]
    var keys = Set<Int>()
    for (packet, time) in zip(found, times) {
      // Times of ffprobe have six digits: those at a border stay on their side.
      let part = min(3, Int((time - start) / seconds + 1e-4))
      counts[part] += Int(packet["size"].string ?? "") ?? 0
      if packet["flags"].string?.hasPrefix("K") == true { keys.insert(part) }
    }
    let rates = bins.rates(of: video, by: parts)
    for (rate, count) in zip(rates, counts) {
      #expect(abs(rate * seconds / 8 - Double(count)) < 1e-6 * Double(count))
    }
    #expect(Set(video.bins.indices.filter { video.bins[$0].hasSync }.map { $0 / parts }) == keys)
    let sums = bins.rates(by: parts)
    let others = bins.tracks.filter { $0.track.id != video.track.id }
    for part in 0..<4 {
      let other = others.reduce(0) { $0 + bins.rates(of: $1, by: parts)[part] }
      #expect(abs(sums[part] - rates[part] - other) < 1e-3)
    }
  }

  @Test(arguments: Sample.names.filter { !$0.hasSuffix(".jpg") })
  func aMapCoversTheFile(name: String) throws {
    let file = try file(name)
    let map = map(file)
    var end = 0
    var last: ByteMap.Use?
    for region in map.regions {
      #expect(region.range.lowerBound == end && !region.range.isEmpty && region.use != last)
      (end, last) = (region.range.upperBound, region.use)
    }
    #expect(end == file.bytes.count && end == map.byteCount)
    let tracks = MovieFile(file)?.tracks ?? []
    let totals = Dictionary(uniqueKeysWithValues: map.totals.map { ($0.use, $0.bytes) })
    if name.hasPrefix("clip") {
      for track in tracks {
        #expect(totals[.track(track.id), default: 0] == Int(track.byteCount ?? 0))
      }
      #expect(totals.keys.contains { if case .track = $0 { true } else { false } })
    } else {
      let items = totals.filter { if case .items = $0.key { true } else { false } }
      #expect(items.values.reduce(0, +) > 1000)
    }
  }

  /// Free space, unreferenced data, and bytes after the last box.
  @Test func whatIsNotUsedIsSeen() throws {
    var bytes = Array(try file("clip-h264.mp4").bytes)
    let used = bytes.count
    bytes += [0, 0, 0, 16] + Array("free".utf8) + [UInt8](repeating: 0, count: 8)
    bytes += [0, 0, 0, 20] + Array("mdat".utf8) + [UInt8](repeating: 7, count: 12)
    bytes += [0, 0, 0]
    let regions = map(BoxFile(Bytes(bytes))).regions.drop { $0.range.lowerBound < used }
    #expect(
      Array(regions) == [
        .init(range: used..<used + 16, use: .free),
        .init(range: used + 16..<used + 24, use: .box("mdat")),
        .init(range: used + 24..<used + 39, use: .lost),
      ])
  }

  @Test func aBarHasAPieceForEachKind() throws {
    let file = try file("clip-h264.mp4")
    let movie = MovieFile(file)
    let map = map(file)
    for width in [1, 10, 60] {
      #expect(InspectionPlots.bar(map, of: movie, width: width, ReportTextStyle()).count == width)
    }
    let legend = InspectionPlots.legend(map, of: movie, ReportTextStyle())
    #expect(legend.hasPrefix("█ video "))
    #expect(legend.contains("≡ description"))
    #expect(!legend.contains("\u{1B}"))
    let coloured = InspectionPlots.legend(map, of: movie, ReportTextStyle(isColoured: true))
    #expect(coloured.contains("\u{1B}[34m█\u{1B}[0m"))
    #expect(
      InspectionPlots.bar(self.map(BoxFile(Bytes())), of: nil, width: 10, ReportTextStyle()) == "")
    let tiny = self.map(BoxFile(Bytes([0, 0, 0, 8] + Array("free".utf8))))
    #expect(
      InspectionPlots.bar(tiny, of: nil, width: 20, ReportTextStyle())
        == String(repeating: "·", count: 20))
  }

  /// One lost byte among many others is visible; otherwise the purpose of most bytes is shown.
  @Test func lostBytesAreSeenInABar() throws {
    let clip = Array(try file("clip-h264.mp4").bytes)
    let size = UInt32(clip.count * 2)
    let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array("free".utf8)
    let bytes = clip + head + [UInt8](repeating: 0, count: Int(size) - 8) + [7]
    let file = BoxFile(Bytes(bytes))
    let (map, movie) = (map(file), MovieFile(file))
    #expect(map.cells(3, size: Double(bytes.count) / 3, by: \.self).suffix(2) == [.free, .lost])
    #expect(InspectionPlots.bar(map, of: movie, width: 6, ReportTextStyle()).hasSuffix("···×"))
  }

  @Test func plotsAreForTerminalsAlone() throws {
    let movie = try Sample.inspection("clip-hevc.mov")
    let plain = movie.summaryText
    #expect(!plain.contains("█"))
    let shown = Collected { movie.writeSummary(to: $0, ReportTextStyle(), columns: 80) }.text
    let lines = shown.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  Rate ") && $0.contains("bit/s, each ") })
    #expect(lines.contains { $0.hasPrefix("  Bytes ") })
    // All other lines are unchanged.
    #expect(plain.split(separator: "\n").allSatisfy { line in lines.contains(line) })
    let photo = try Sample.inspection("portrait-single.heic")
    #expect(
      Collected { photo.writeSummary(to: $0, ReportTextStyle(), columns: 80) }.text
        == photo.summaryText)
  }

  @Test func aTreeInColourHasALegend() throws {
    let photo = try Sample.inspection("portrait-single.heic")
    let text = Collected {
      _ = photo.writeTree(to: $0, TreeOptions(), ReportTextStyle(isColoured: true))
    }
    .text
    let legend = try #require(text.split(separator: "\n").last)
    #expect(legend.contains("media data") && legend.contains("unknown box"))
    #expect(text.contains("\u{1B}[1;32mmdat\u{1B}[0m"))
    #expect(!photo.treeText().contains("unknown box"))
  }
}
