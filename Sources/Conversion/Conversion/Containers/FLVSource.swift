import FieldCoding
import ISOBMFF
import Movie
import WorkerProtocol

/// The tracks and samples of an FLV file, in the form in which the worker returns them for other containers. The sample
/// bytes are not copied.
struct FLVSource {
  private(set) var reply = ReadContainerReply()
  /// Numbers of the tracks in the reply, by their coding.
  private var numbers: [String: Int] = [:]

  init(_ bytes: Bytes) throws(FieldError) {
    let file = try FLVFile(bytes)
    reply.format = "flv"
    var tags = file.tags
    var size = (width: UInt32(0), height: UInt32(0))
    while let tag = tags.next() {
      // Encrypted or damaged data is skipped, as in players.
      guard !tag.isEncrypted, !tag.data.isEmpty else { continue }
      switch tag.type {
      case .video:
        if let data = try? FLVVideoData(decoding: tag.data) { add(data, at: tag.timestamp) }
      case .audio:
        if let data = try? FLVAudioData(decoding: tag.data) { add(data, at: tag.timestamp) }
      case .script:
        guard let script = try? ScriptData(decoding: tag.data) else { continue }
        for property in script.value.properties {
          take(property, &size)
        }
      default: continue
      }
    }
    for index in reply.tracks.indices where reply.tracks[index].kind == .video {
      (reply.tracks[index].width, reply.tracks[index].height) = size
    }
    if let failure = tags.failure { reply.damage = Text("\(failure)") }
  }

  private mutating func take(
    _ property: AMFProperty, _ size: inout (width: UInt32, height: UInt32)
  ) {
    let number = property.value.number.flatMap { UInt32(exactly: $0.rounded()) }
    switch property.name.string {
    case "width": size.width = number ?? 0
    case "height": size.height = number ?? 0
    default:
      guard let text = property.value.text, !text.bytes.isEmpty, reply.metadata.count < 256 else {
        return
      }
      reply.metadata.append(ContainerMetadata(property.name.string, text.string))
    }
  }

  /// The number of the track with a coding. A coding that MP4 cannot hold gets a track as well, so that its loss is
  /// named.
  private mutating func track(_ kind: ContainerTrack.Kind, _ codec: String) -> Int {
    if let index = numbers[codec] { return index }
    var track = ContainerTrack()
    track.kind = kind
    track.codec = Text(codec)
    track.tickDenominator = 1000
    reply.tracks.append(track)
    numbers[codec] = reply.tracks.count - 1
    return reply.tracks.count - 1
  }

  private mutating func add(_ data: FLVVideoData, at time: Int32) {
    let codecs: [FourCC: String] = [
      "avc1": "h264", "hvc1": "hevc", "av01": "av1", "vp09": "vp9", "vp08": "vp8",
    ]
    // A command to the player is no frame.
    guard data.frameType != .command else { return }
    let stated =
      data.isEnhanced
      ? codecs[data.fourCC] : data.codecID == 7 ? "h264" : data.codecID == 12 ? "hevc" : nil
    guard let codec = stated, !data.isOfSeveralTracks else {
      _ = track(.video, data.codingName)
      return
    }
    let index = track(.video, codec)
    switch data.packetType {
    case .sequenceStart: reply.tracks[index].configuration = data.body
    case .codedFrames, .codedFramesX:
      add(
        data.body, to: index, decoded: time, offset: data.compositionOffset ?? 0,
        isKey: data.frameType == .key)
    default: break
    }
  }

  private mutating func add(_ data: FLVAudioData, at time: Int32) {
    let codecs: [FourCC: String] = [
      "mp4a": "aac", "Opus": "opus", ".mp3": "mp3", "ac-3": "ac3", "ec-3": "eac3",
    ]
    let stated =
      data.isEnhanced
      ? codecs[data.fourCC] : data.format == 10 ? "aac" : data.format == 2 ? "mp3" : nil
    guard let codec = stated, !data.isOfSeveralTracks else {
      _ = track(.audio, data.codingName)
      return
    }
    let index = track(.audio, codec)
    switch data.packetType {
    case .sequenceStart:
      reply.tracks[index].configuration = data.body
      if codec == "aac", let stated = try? AudioSpecificConfig(decoding: data.body) {
        reply.tracks[index].sampleRate = stated.samplesPerSecond ?? 0
        reply.tracks[index].channelCount = UInt16(clamping: stated.channelCount ?? 2)
      } else if codec == "opus", data.body.count > 9 {
        reply.tracks[index].sampleRate = 48_000
        reply.tracks[index].channelCount = UInt16(data.body[9])
      }
    case .codedFrames:
      if codec == "mp3", reply.tracks[index].sampleRate == 0 {
        reply.tracks[index].sampleRate = 5512 << UInt32(data.rate)
        if data.rate > 0 { reply.tracks[index].sampleRate = 11_025 << UInt32(data.rate - 1) }
        reply.tracks[index].channelCount = data.isStereo ? 2 : 1
      }
      add(data.body, to: index, decoded: time, offset: 0, isKey: true)
    default: break
    }
  }

  private mutating func add(
    _ body: Bytes, to track: Int, decoded: Int32, offset: Int32, isKey: Bool
  ) {
    guard !body.isEmpty else { return }
    var sample = ContainerSample()
    sample.track = UInt16(track)
    sample.offset = UInt64(body.fileOffset)
    sample.byteCount = UInt32(clamping: body.count)
    sample.decoded = Int64(decoded)
    sample.shown = Int64(decoded) + Int64(offset)
    sample.isKey = isKey
    reply.samples.append(sample)
  }
}
