import Foundation
import TestSupport

/// The output of ffprobe about the packets of a file: those of the demuxer, without edit lists, and without the changes
/// of parsers.
struct Probe {
  struct Packet {
    var pts: Int64?
    var dts: Int64?
    var duration: Int64?
    var size: Int
    var position: Int?
    var isKey: Bool
  }

  /// The packets by the ID of the track.
  private(set) var packets: [UInt32: [Packet]] = [:]
  /// `audio`, `video`, `data`, ...
  private(set) var kinds: [UInt32: String] = [:]
  private(set) var codecs: [UInt32: String] = [:]

  /// Nil if ffprobe cannot read the file.
  init?(_ path: String) throws {
    let data = try Probe.output(
      path,
      [
        "-ignore_editlist", "1", "-fflags", "+noparse+nofillin", "-show_entries",
        "packet=stream_index,pts,dts,duration,size,pos,flags:stream=index,id,codec_type,codec_name",
      ])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    guard let document = try? decoder.decode(Document.self, from: data) else { return nil }
    var ids: [Int: UInt32] = [:]
    for stream in document.streams ?? [] {
      let id = stream.id.flatMap { UInt32($0.dropFirst(2), radix: 16) } ?? 0
      ids[stream.index] = id
      kinds[id] = stream.codecType
      codecs[id] = stream.codecName
    }
    for packet in document.packets ?? [] {
      // Pictures of albums are shown as streams, and have no track.
      guard let id = ids[packet.streamIndex], id > 0 else { continue }
      packets[id, default: []].append(
        Packet(
          pts: packet.pts, dts: packet.dts, duration: packet.duration,
          size: Int(packet.size) ?? 0, position: packet.pos.flatMap { Int($0) },
          isKey: packet.flags.hasPrefix("K")))
    }
  }

  /// The JSON output of ffprobe; nil if there is no ffprobe.
  private static func output(_ path: String, _ options: [String]) throws -> Data {
    try InstalledProgram.run("ffprobe", ["-v", "quiet"] + options + ["-of", "json", path]).data
  }

  /// The same as a dictionary; nil if ffprobe cannot read the file.
  static func json(_ path: String, _ options: [String]) throws -> [String: Any]? {
    let data = try output(path, options)
    return try? JSONSerialization.jsonObject(with: data) as? [String: Any]
  }

  private struct Document: Decodable {
    struct Stream: Decodable {
      var index: Int
      var id: String?
      var codecType: String?
      var codecName: String?
    }
    struct Packet: Decodable {
      var streamIndex: Int
      var pts: Int64?
      var dts: Int64?
      var duration: Int64?
      var size: String
      var pos: String?
      var flags: String
    }
    var streams: [Stream]?
    var packets: [Packet]?
  }
}
