import FieldCoding
import ISOBMFF
import Movie
import WorkerClient
import WorkerProtocol

/// A track of audio.
struct AudioSource {
  let track: Track
  let entry: AudioSampleEntry
  /// The type of the sample entry.
  let type: FourCC
  /// The coding; nil if there is no decoder for it.
  let coding: AudioCoding?

  /// Nil if the track has no audio.
  init?(_ track: Track) {
    guard track.handlerType == "soun", track.sampleCount > 0,
      let box = track.sampleEntries.first, let entry = box[AudioSampleEntry.self]
    else { return nil }
    self.track = track
    self.entry = entry
    type = box.type
    var coding = track.sampleEntries.count == 1 ? AudioCoding(box.type, entry) : nil
    // If the rate does not fit into the entry, it is the timescale.
    if coding?.sampleRate == 0 { coding?.sampleRate = track.timescale }
    self.coding = coding
  }

  /// Whether all players support it: AAC-LC with one or two channels.
  var isPlayedEverywhere: Bool {
    guard type == "mp4a", track.sampleEntries.count == 1,
      let descriptor = entry.elementaryStream, let audio = descriptor.audioConfiguration
    else { return false }
    return audio.audioObjectType == 2 && !audio.hasSBR && !audio.hasPS
      && audio.channelCount.map { $0 <= 2 } ?? false
  }

  /// What is lost if this many channels become `mixed`, as a phrase; nil if nothing is.
  func lostChannels(_ count: UInt16?, mixed: UInt16 = 2) -> String? {
    guard let count, count > mixed else { return nil }
    return
      "surround sound (track \(track.id)): its \(count) channels become \(mixed == 1 ? "mono" : "stereo")"
  }

  /// The most packets: four days of audio have as many.
  fileprivate static let mostPackets = 1 << 24

  /// Why it cannot be decoded.
  var obstacle: String {
    track.sampleEntries.count > 1
      ? "track \(track.id) changes its coding on the way, which cannot be converted yet"
      : "track \(track.id) is audio that is coded as \(type.name), for which there is no decoder"
  }

  /// The job for the worker, without the encoding; nil if the audio cannot be decoded.
  func job() throws(ConversionError) -> AudioJob? {
    guard let coding else { return nil }
    var job = AudioJob()
    job.coding = coding
    job.timescale = max(1, track.timescale)
    let frame = AudioCoding.pcmFrame(coding)
    var isFirst = true
    // The iterator continues from chunk to chunk, because a search for the first sample of each chunk is slow.
    var samples = track.samples.from(0)
    var sample = samples.next()
    for chunk in track.samples.chunks where chunk.sampleCount > 0 {
      guard chunk.location == .file(0), let range = chunk.fileRange else {
        throw ConversionError(.input, "samples of track \(track.id) are in another file")
      }
      if sample?.index != chunk.index {
        samples = track.samples.from(chunk.index)
        sample = samples.next()
      }
      guard let first = sample else { continue }
      if isFirst { job.start = first.compositionTime }
      isFirst = false
      if let frame, chunk.byteCount == UInt64(chunk.sampleCount) * UInt64(frame) {
        job.addFrames(of: chunk, at: range.lowerBound, frame, first)
      } else {
        while let packet = sample, packet.index < chunk.index + chunk.sampleCount,
          job.packets.count <= AudioSource.mostPackets
        {
          job.addPacket(packet)
          sample = samples.next()
        }
      }
      guard job.packets.count <= AudioSource.mostPackets else {
        throw ConversionError(.input, "track \(track.id) has more packets than any real audio")
      }
    }
    return job
  }
}

extension AudioJob {
  /// The number of PCM samples that are decoded at a time.
  private static let framesPerPacket = 1024

  /// Adds the samples of a chunk of PCM. Each sample has `frame` bytes.
  fileprivate mutating func addFrames(
    of chunk: SampleChunk, at offset: Int, _ frame: Int, _ first: Sample
  ) {
    // All PCM samples of a file usually have the same duration. If not, the next chunk starts at its own time.
    var done = 0
    while done < chunk.sampleCount {
      let count = min(AudioJob.framesPerPacket, chunk.sampleCount - done)
      let time = first.compositionTime.addingSaturating(
        Int64(done).multipliedSaturating(by: first.duration))
      add(offset + done * frame, count * frame, time)
      done += count
      end(at: time.addingSaturating(Int64(count).multipliedSaturating(by: first.duration)))
    }
  }

  /// Adds a packet.
  fileprivate mutating func addPacket(_ sample: Sample) {
    if !sample.fileRange.isEmpty {
      add(sample.fileRange.lowerBound, sample.fileRange.count, sample.compositionTime)
    }
    end(at: sample.compositionTime.addingSaturating(sample.duration))
  }

  private mutating func add(_ offset: Int, _ count: Int, _ time: Int64) {
    var packet = CodedSample()
    packet.offset = UInt64(offset)
    packet.byteCount = UInt32(clamping: count)
    packet.time = time
    packet.isSync = true
    packets.append(packet)
  }

  private mutating func end(at time: Int64) {
    duration = max(duration, UInt64(clamping: time.subtractingSaturating(start)))
  }
}
