import AVC
import HEVC
import ISOBMFF
import Movie
import NALUnits

/// A kind of media that Apple's players support, but that no phone puts into a Live Photo. Photos may refuse it; how
/// often is unknown.
struct UnusualLiveMedia {
  /// A part of a sentence that begins with "it".
  let message: String
  let evidence: LiveFinding.Evidence

  /// All doubtful media of the tracks, each kind once.
  static func all(in tracks: [Track]) -> [UnusualLiveMedia] {
    var all: [UnusualLiveMedia] = []
    for track in tracks where ["vide", "soun"].contains(track.handlerType) {
      for entry in track.sampleEntries {
        let found =
          track.handlerType == "vide" ? UnusualLiveMedia(video: entry) : .init(audio: entry)
        if let found, !all.contains(where: { $0.message == found.message }) { all.append(found) }
      }
    }
    return all
  }

  private init(_ kind: String, _ usual: String, _ evidence: LiveFinding.Evidence, _ command: String)
  {
    message =
      "has \(kind), which Photos may refuse, because phones write only \(usual); to make a movie like theirs: \(command)"
    self.evidence = evidence
  }

  private init?(video entry: Box) {
    let command = LivePhotoCodecs.transcoding(video: true, audio: false)
    if LivePhotoCodecs.proRes.contains(entry.type) {
      self.init("video of Apple ProRes ('\(entry.type)')", "H.264 and HEVC", .weak, command)
      return
    }
    guard let chroma = UnusualLiveMedia.chromaFormat(of: entry), chroma.rawValue > 1 else {
      return nil
    }
    self.init("video of \(chroma)", "4:2:0", .medium, command)
  }

  private static func chromaFormat(of entry: Box) -> ChromaFormat? {
    if let record = entry.children.first(HEVCConfigurationBox.self)?.record {
      return record.chromaFormat
    }
    guard let record = entry.children.first(AVCConfigurationBox.self)?.record else { return nil }
    return (try? record.sequence())?.chromaFormat ?? record.highProfile?.chromaFormat
  }

  private init?(audio entry: Box) {
    guard let audio = entry[AudioSampleEntry.self] else { return nil }
    let command = LivePhotoCodecs.transcoding(video: false, audio: true)
    let descriptors = entry.children + entry.children.at("wave")
    let type = descriptors.first(ElementaryStreamDescriptorBox.self)?.objectTypeIndication
    // MPEG-1 and MPEG-2 audio, whose files usually have layer III.
    if LivePhotoCodecs.mp3.contains(entry.type) || type == 0x69 || type == 0x6B {
      self.init("audio of MP3", "AAC and PCM", .weak, command)
      return
    }
    if let name = LivePhotoCodecs.unusualAudio[entry.type] {
      self.init("audio of \(name)", "AAC and PCM", .weak, command)
      return
    }
    guard let bits = LivePhotoCodecs.pcmBits(entry.type, audio), bits != 16 else { return nil }
    self.init("PCM audio of \(bits) bits", "16 bits", .weak, command)
  }
}
