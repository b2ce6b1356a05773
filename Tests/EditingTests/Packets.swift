import Foundation
import TestSupport

/// The packets of a movie as ffprobe finds them, edit lists applied.
struct Packets: Equatable {
  struct Packet: Equatable {
    /// The presentation time, in ticks of its stream; nil if ffprobe does not print it.
    var time: Int64?
    var hash: String
    var isKey: Bool
  }

  /// The packets by the index of the stream, in the order of the file.
  var streams: [Int: [Packet]] = [:]

  init(_ path: String) throws {
    let result = try InstalledProgram.run(
      "ffprobe",
      [
        "-v", "quiet", "-fflags", "+noparse+nofillin", "-show_packets", "-show_data_hash", "MD5",
        "-show_entries", "packet=stream_index,pts,flags,data_hash", "-of", "csv=print_section=0",
        path,
      ])
    for line in result.output.split(separator: "\n") {
      // `0,1024,K_,MD5:...`
      let fields = line.split(separator: ",").map(String.init)
      guard fields.count >= 4, let index = Int(fields[0]) else { continue }
      streams[index, default: []].append(
        Packet(time: Int64(fields[1]), hash: fields[3], isKey: fields[2].hasPrefix("K")))
    }
  }

  /// The same with times that count from the earliest of a stream.
  var fromTheStart: Packets {
    var packets = self
    for (index, stream) in streams {
      let first = stream.compactMap(\.time).min() ?? 0
      for packet in stream.indices { packets.streams[index]?[packet].time? -= first }
    }
    return packets
  }
}
