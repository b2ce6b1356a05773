import CodecJob
import FieldCoding
import ISOBMFF
import Movie
import WorkerClient

/// A track of sound.
struct SoundSource {
  let track: Track
  let entry: AudioSampleEntry
  /// The type of the sample entry.
  let type: FourCC
  /// How it is coded; nil if there is no decoder for it.
  let coding: SoundCoding?

  /// Nil if the track has no sound.
  init?(_ track: Track) {
    guard track.handlerType == "soun", track.sampleCount > 0,
      let box = track.sampleEntries.first, let entry = box[AudioSampleEntry.self]
    else { return nil }
    self.track = track
    self.entry = entry
    type = box.type
    var coding = track.sampleEntries.count == 1 ? SoundCoding(box.type, entry) : nil
    // Rates that the entry has no room for are the units of time.
    if coding?.sampleRate == 0 { coding?.sampleRate = track.timescale }
    self.coding = coding
  }

  /// Whether it is what everything plays: AAC-LC of one or two channels.
  var isPlayedEverywhere: Bool {
    guard type == "mp4a", track.sampleEntries.count == 1,
      let descriptor = entry.elementaryStream, let sound = descriptor.audioConfiguration
    else { return false }
    return sound.audioObjectType == 2 && !sound.hasSBR && !sound.hasPS
      && sound.channelCount.map { $0 <= 2 } ?? false
  }

  /// Those of four days.
  fileprivate static let mostPackets = 1 << 24

  /// Why it cannot be decoded.
  var obstacle: String {
    track.sampleEntries.count > 1
      ? "track \(track.id) changes its coding on the way, which cannot be converted yet"
      : "track \(track.id) is sound that is coded as \(type), for which there is no decoder"
  }

  /// What the worker is asked, but for the encoding; nil if it cannot be decoded.
  func job() throws(ConversionError) -> SoundJob? {
    guard let coding else { return nil }
    var job = SoundJob()
    job.coding = coding
    job.timescale = max(1, track.timescale)
    let frame = SoundCoding.pcmFrame(coding)
    var isFirst = true
    for chunk in track.samples.chunks where chunk.sampleCount > 0 {
      guard chunk.location == .file(0), let place = chunk.fileRange else {
        throw ConversionError(.input, "samples of track \(track.id) are in another file")
      }
      guard let first = track.samples.sample(at: chunk.index) else { continue }
      if isFirst { job.start = first.compositionTime }
      isFirst = false
      if let frame, chunk.byteCount == UInt64(chunk.sampleCount) * UInt64(frame) {
        job.addFrames(of: chunk, at: place.lowerBound, frame, first)
      } else {
        job.addPackets(of: chunk, in: track)
      }
      guard job.packets.count <= SoundSource.mostPackets else {
        throw ConversionError(.input, "track \(track.id) has more packets than any real sound")
      }
    }
    return job
  }
}

extension SoundJob {
  /// Samples of PCM are decoded so many at a time.
  private static let framesPerPacket = 1024

  /// Adds the samples of a chunk of PCM, each of which has `frame` bytes.
  fileprivate mutating func addFrames(
    of chunk: SampleChunk, at place: Int, _ frame: Int, _ first: Sample
  ) {
    // All last equally long in any file of sound; where not, the next chunk is at its time again.
    var done = 0
    while done < chunk.sampleCount {
      let count = min(SoundJob.framesPerPacket, chunk.sampleCount - done)
      let time = first.compositionTime.addingSaturating(
        Int64(done).multipliedSaturating(by: first.duration))
      add(place + done * frame, count * frame, time)
      done += count
      end(at: time.addingSaturating(Int64(count).multipliedSaturating(by: first.duration)))
    }
  }

  /// Adds the packets of a chunk.
  fileprivate mutating func addPackets(of chunk: SampleChunk, in track: Track) {
    for sample in track.samples.from(chunk.index) {
      guard sample.index < chunk.index + chunk.sampleCount,
        packets.count <= SoundSource.mostPackets
      else { return }
      if !sample.fileRange.isEmpty {
        add(sample.fileRange.lowerBound, sample.fileRange.count, sample.compositionTime)
      }
      end(at: sample.compositionTime.addingSaturating(sample.duration))
    }
  }

  private mutating func add(_ place: Int, _ count: Int, _ time: Int64) {
    var packet = CodedSample()
    packet.offset = UInt64(place)
    packet.byteCount = UInt32(clamping: count)
    packet.time = time
    packets.append(packet)
  }

  private mutating func end(at time: Int64) {
    duration = max(duration, UInt64(clamping: time.subtractingSaturating(start)))
  }
}
