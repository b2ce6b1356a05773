import Files
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

/// The samples of every movie are the packets that ffprobe finds: time, offset, size and key flag.
@Suite struct ProbeTests {
  private static let movies = (MediaFolder.samples + MediaFolder.files).filter { path in
    ["mp4", "mov", "m4a", "m4v", "m4b", "3gp", "3g2", "ismv", "cr3", "m4s"].contains(
      (path as NSString).pathExtension.lowercased())
      && !known.keys.contains { path.hasSuffix($0) }
  }

  /// Files where ffprobe reports something else, and which of the two is right.
  private static let known = [
    "malformed/1414444.mp4":
      "a 'moof' box is inside of 'mdat': ffprobe searches for it there, and boxes do not",
    "fate/wwwq_cut.mp4":
      "'stss' is empty: by ISO/IEC 14496-12 §8.6.2 no sample is a sync sample; ffprobe guesses",
  ]

  @Test(.needs("ffprobe"), arguments: ProbeTests.movies)
  func samplesAreThePackets(_ path: String) throws {
    let file = BoxFile(try ByteSource(mapping: path).bytes)
    guard let movie = MovieFile(file, inflate: Zlib.inflate),
      let probe = try Probe(path)
    else { return }
    for track in movie.tracks {
      guard let packets = probe.packets[track.id] else { continue }
      // ffprobe joins samples of sound that is not compressed, and rewrites closed captions.
      let codec = probe.codecs[track.id] ?? ""
      if codec.hasPrefix("pcm_") {
        compareJoined(track, packets, path)
      } else {
        compare(
          track, of: movie, packets, path, withSizes: codec != "eia_608", probe.kinds[track.id])
      }
    }
  }

  private func compare(
    _ track: Track, of movie: MovieFile, _ packets: [Probe.Packet], _ path: String,
    withSizes: Bool, _ kind: String?
  ) {
    // If offsets are negative, ffprobe starts decoding earlier, so that samples are composed after it; it omits the
    // last two rows of 'ctts' from that.
    let least = track.samples.map(\.compositionOffset).min() ?? 0
    let first = track.samples.first { _ in true }?.decodeTime ?? 0
    let shift = packets.first?.dts.map { first - $0 } ?? 0
    #expect(shift == 0 || shift > 0 && shift <= -least, "\(path), track \(track.id)")
    let hasOffsets = track.samples.contains { $0.compositionOffset != 0 }
    let fileSize = (try? ByteSource(mapping: path).count) ?? 0
    var count = 0
    for (sample, packet) in zip(track.samples, packets) {
      let name = "\(path), track \(track.id), sample \(sample.number)"
      count += 1
      #expect(packet.pts == nil || packet.pts == sample.compositionTime, "\(name)")
      #expect(packet.dts == nil || packet.dts == sample.decodeTime - shift, "\(name)")
      #expect(packet.position == sample.fileRange.lowerBound, "\(name)")
      // It omits the missing part of the last sample of a file.
      let size = sample.fileRange.clamped(to: 0..<fileSize).count
      #expect(!withSizes || packet.size == size, "\(name)")
      // In fragments, it marks all samples as sync samples if they are neither sound nor pictures.
      #expect(kind == "data" || packet.isKey == sample.isSync, "\(name)")
      // It states durations of samples without offsets, and the last one up to the end of the track.
      if let duration = packet.duration, !hasOffsets, count < track.sampleCount {
        #expect(duration == sample.duration, "\(name)")
      }
    }
    #expect(count == packets.count, "\(path), track \(track.id)")
    // It lists all samples, but of a file that is cut off: there it ends at the first that is lost.
    #expect(
      !track.samples.dropFirst(count).contains { _ in true } || isCut(movie, fileSize)
        || isBroken(path), "\(path), track \(track.id): \(count) of \(track.sampleCount)")
  }

  private func isCut(_ movie: MovieFile, _ fileSize: Int) -> Bool {
    movie.tracks.contains { track in
      track.samples.contains { $0.fileRange.upperBound > fileSize }
    }
  }

  /// ffprobe gives up on these: their samples cannot be decrypted, or their boxes are damaged.
  private func isBroken(_ path: String) -> Bool {
    path.contains("malformed/") || path.hasSuffix("encrypted/mp4ff/cbcs.mp4")
      || path.hasSuffix("mp4-atom/av1.mp4")
  }

  /// Each packet consists of whole samples that follow each other.
  private func compareJoined(_ track: Track, _ packets: [Probe.Packet], _ path: String) {
    var samples = track.samples.makeIterator()
    for (number, packet) in packets.enumerated() {
      let name = "\(path), track \(track.id), packet \(number)"
      var size = 0
      var isFirst = true
      while size < packet.size, let sample = samples.next() {
        if isFirst {
          #expect(packet.pts == nil || packet.pts == sample.compositionTime, "\(name)")
          #expect(packet.position == sample.fileRange.lowerBound, "\(name)")
          isFirst = false
        } else {
          #expect(sample.fileRange.lowerBound == (packet.position ?? 0) + size, "\(name)")
        }
        size += sample.fileRange.count
      }
      guard size == packet.size else {
        // The last packet of a file that is cut has a part of a sample.
        #expect(number == packets.count - 1, "\(name)")
        return
      }
    }
  }
}
