import FieldCoding
import ISOBMFF
import Movie
import NALUnits

/// Puts PES packets together, and notes the samples in them.
struct ElementaryStream {
  private(set) var track: TransportStream.Track
  private let type: StreamType
  /// The necessary part of the PES packet that is not complete yet.
  private var unit: [UInt8]?
  private var isRandomAccess = false

  /// The most bytes of a PES packet: its start has the parameter sets and the first slice of a frame; PES packets of
  /// audio are not longer.
  private var mostBytes: Int { type.isVideo ? 1 << 14 : 1 << 16 }
  /// The most samples that are kept: an hour of audio has fewer.
  private static let mostSamples = 1 << 18

  init(_ type: StreamType, pid: Int) {
    self.type = type
    track = TransportStream.Track(pid: pid, isVideo: type.isVideo)
  }

  mutating func add(_ packet: TransportPacket, _ clock: inout TransportClock) {
    if packet.startsUnit {
      endUnit(&clock)
      (unit, isRandomAccess) = ([], packet.isRandomAccess)
    }
    // Scrambled packets are ignored.
    guard let count = unit?.count, count < mostBytes, !packet.isScrambled else { return }
    unit?.append(contentsOf: packet.payload)
  }

  /// No packet follows.
  mutating func end(_ clock: inout TransportClock) {
    endUnit(&clock)
    guard type != .aac else { return }
    // A sample lasts until the next one is decoded; the last one has the duration of the one before it.
    for index in track.samples.indices.dropLast() {
      track.samples[index].duration = max(
        0, track.samples[index + 1].decodeTime - track.samples[index].decodeTime)
    }
    if let last = track.samples.indices.last, last > 0 {
      track.samples[last].duration = track.samples[last - 1].duration
    }
    if let usual = usualDuration, track.isVideo {
      track.coded?.frameRate = Double(TransportStream.timescale) / Double(usual)
    }
  }

  /// The average duration of frames, because times are rounded to ticks.
  private var usualDuration: Double? {
    let samples = track.samples.prefix(1000)
    guard let first = samples.first, let last = samples.last, last.decodeTime > first.decodeTime
    else { return nil }
    return Double(last.decodeTime - first.decodeTime) / Double(samples.count - 1)
  }

  private mutating func endUnit(_ clock: inout TransportClock) {
    defer { unit = nil }
    guard let unit, let header = PESHeader(unit), track.samples.count < ElementaryStream.mostSamples
    else { return }
    let decodeTime = clock.time(header.decodeTime)
    let offset = TransportClock.distance(from: header.decodeTime, to: header.presentationTime)
    var sample = TransportStream.Sample(
      decodeTime: decodeTime, presentationTime: decodeTime + offset, duration: 0, isKey: true)
    let data = Bytes(Array(unit.dropFirst(header.count)))
    switch type {
    case .avc:
      let picture = ElementaryAVCPicture(nalUnits(data), describes: track.coded == nil)
      sample.isKey = picture.isKey
      track.coded = track.coded ?? picture.coded
    case .hevc:
      let picture = ElementaryHEVCPicture(nalUnits(data), describes: track.coded == nil)
      sample.isKey = picture.isKey
      track.coded = track.coded ?? picture.coded
    case .video(let codec):
      sample.isKey = isRandomAccess
      track.coded = track.coded ?? StreamedTrack(entry: "mp4v", codec: codec)
    case .aac: return addFrames(data, sample)
    case .audio(let codec): track.coded = track.coded ?? StreamedTrack(entry: "mp4a", codec: codec)
    case .other: return
    }
    track.samples.append(sample)
  }

  private func nalUnits(_ data: Bytes) -> [Bytes] { (try? AnnexB.nalUnits(in: data)) ?? [] }

  /// Frames of AAC, each with a header before it (ADTS).
  private mutating func addFrames(_ data: Bytes, _ first: TransportStream.Sample) {
    var position = 0
    var count: Int64 = 0
    while let bytes = data.part(position..<position + 7),
      let header = try? ADTSHeader(decoding: bytes),
      Int(header.frameLength) >= header.byteCount
    {
      let configuration = header.configuration
      guard let rate = configuration.samplesPerSecond, rate > 0 else { return }
      if track.coded == nil {
        track.coded = StreamedTrack(
          entry: "mp4a", codec: "mp4a.40.\(configuration.audioObjectType)",
          channels: Int(configuration.channelCount ?? 0), samplesPerSecond: Double(rate))
      }
      func ticks(_ frames: Int64) -> Int64 {
        frames * 1024 * TransportStream.timescale / Int64(rate)
      }
      var sample = first
      sample.decodeTime += ticks(count)
      sample.presentationTime += ticks(count)
      sample.duration = ticks(count + 1) - ticks(count)
      track.samples.append(sample)
      count += 1
      position += Int(header.frameLength)
    }
  }
}
