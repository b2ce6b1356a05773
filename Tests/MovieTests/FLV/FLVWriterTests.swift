import FieldCoding
import Files
import Foundation
import ISOBMFF
import Movie
import TestSupport
import Testing

@Suite struct FLVWriterTests {
  private static let clips = [
    "clip-h264.mp4", "clip-h264-fragmented.mov", "clip-hevc.mov", "clip-hevc-fragmented.mp4",
  ]

  private func sample(_ name: String) throws -> Bytes {
    let path = try #require(MediaFolder.samples.first { $0.hasSuffix("/\(name)") })
    return try ByteSource(mapping: path).bytes
  }

  private func written(_ bytes: Bytes) throws -> Bytes {
    var file: [UInt8] = []
    try FLVWriter(BoxFile(bytes)).write { file += $0 }
    return Bytes(file)
  }

  /// Read back, each sample has its bytes, its times to the millisecond, and its kind.
  @Test(arguments: clips) func samplesComeBack(_ name: String) throws {
    let bytes = try sample(name)
    let movie = try #require(MovieFile(BoxFile(bytes)))
    let file = try FLVFile(written(bytes))
    #expect(file.header.hasVideo && file.header.hasAudio)
    var tags = file.tags
    var (video, audio): ([(FLVTag, FLVVideoData)], [(FLVTag, FLVAudioData)]) = ([], [])
    while let tag = tags.next() {
      switch tag.type {
      case .video: video.append((tag, try FLVVideoData(decoding: tag.data)))
      case .audio: audio.append((tag, try FLVAudioData(decoding: tag.data)))
      default: _ = try ScriptData(decoding: tag.data)
      }
      #expect(Int(tag.size) == tag.data.count + 11)
      #expect(Bytes(try tag.encoded()).count == tag.data.count + 15)
    }
    #expect(tags.failure == nil)
    let record: FourCC = name.contains("hevc") ? "hvcC" : "avcC"
    for track in movie.tracks {
      let samples = Array(track.samples)
      let media = try #require(
        PresentedMedia(track, movieTimescale: movie.header?.timescale ?? 0))
      if track.handlerType == "vide" {
        let entry = try #require(track.sampleEntries.first)
        #expect(video.first?.1.packetType == .sequenceStart)
        #expect(video.first?.1.body == entry.children.first(record)?.sourcePayload)
        #expect(video.last?.1.packetType == .sequenceEnd)
        let pictures = video.dropFirst().dropLast()
        #expect(pictures.count == samples.count)
        // All times are later by the negative decoding time of the first picture.
        let delay =
          Int64(try #require(pictures.first).0.timestamp)
          - media.time(ofMedia: samples[0].decodeTime, in: 1000)
        for (sample, (tag, data)) in zip(samples, pictures) {
          #expect(data.body == bytes.part(sample.fileRange))
          #expect((data.frameType == .key) == sample.isSync)
          let shown = Int64(tag.timestamp) + Int64(data.compositionOffset ?? 0)
          #expect(shown == media.time(ofMedia: sample.compositionTime, in: 1000) + delay)
        }
      } else {
        #expect(audio.dropFirst().map(\.1.body) == samples.map { bytes.part($0.fileRange) })
        #expect(audio.first?.1.packetType == .sequenceStart)
        // AAC LC (2), 48,000 Hz (3) or 44,100 Hz (4), and its channels.
        let configuration = try #require(audio.first?.1.body)
        let stated = try AudioSpecificConfig(decoding: configuration)
        #expect(stated.audioObjectType == 2)
        #expect(
          stated.samplesPerSecond.map(Double.init)
            == track.sampleEntries.first?[AudioSampleEntry.self]?.samplesPerSecond)
      }
    }
  }

  /// FFmpeg decodes the same pictures and sound; of H.264 each version can.
  @Test(.needs("ffmpeg"), arguments: ["clip-h264.mp4", "clip-h264-fragmented.mov"])
  func ffmpegReadsTheSamePackets(_ name: String) throws {
    let folder = try Folder()
    let path = try folder.write(Data(written(sample(name))), to: "out.flv")
    let movie = try #require(MediaFolder.samples.first { $0.hasSuffix("/\(name)") })
    for stream in ["v", "a"] {
      let ours = try hashes("ffmpeg", path, stream)
      #expect(ours.count >= 75)
      #expect(try hashes("ffmpeg", movie, stream) == ours)
    }
  }

  /// HEVC needs an FFmpeg of 6.1 or later, which `BOXWALK_NEW_FFMPEG` names.
  @Test(
    .needs("a new ffmpeg: set BOXWALK_NEW_FFMPEG") {
      ProcessInfo.processInfo.environment["BOXWALK_NEW_FFMPEG"] != nil
    }, arguments: ["clip-hevc.mov", "clip-hevc-fragmented.mp4"])
  func newFFmpegReadsHEVC(_ name: String) throws {
    let program = try #require(ProcessInfo.processInfo.environment["BOXWALK_NEW_FFMPEG"])
    let folder = try Folder()
    let path = try folder.write(Data(written(sample(name))), to: "out.flv")
    let movie = try #require(MediaFolder.samples.first { $0.hasSuffix("/\(name)") })
    for stream in ["v", "a"] {
      let ours = try hashes(program, path, stream)
      #expect(ours.count >= 75)
      #expect(try hashes(program, movie, stream) == ours)
    }
  }

  /// The hashes of the shown part of the movie, and of the part that its edit list hides: FLV cannot hide it.
  private func hashes(_ program: String, _ path: String, _ stream: String) throws -> [Substring] {
    let arguments = [
      "-v", "error", "-ignore_editlist", "1", "-noautorotate", "-i", path, "-map", "0:\(stream)",
      // Movies say how much of the sound is priming, and then it is not given.
      "-c", stream == "a" ? "copy" : "rawvideo", "-f", "framemd5", "-",
    ]
    let input = path.hasSuffix("flv") ? Array(arguments[0..<2] + arguments[5...]) : arguments
    let result =
      program.hasPrefix("/")
      ? try InstalledProgram.run(URL(fileURLWithPath: program), input)
      : try InstalledProgram.run(program, input)
    try #require(result.code == 0, "\(result.errors)")
    #expect(result.errors.isEmpty, "\(result.errors)")
    return result.output.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").dropFirst(5).first }
  }

  @Test func descriptionsComeBack() throws {
    let tags = try FLVFile(written(sample("clip-hevc.mov"))).tags
    let script = try #require(tags.first { $0.type == .script })
    let data = try ScriptData(decoding: script.data)
    #expect(data.name == AMFValue("onMetaData"))
    let named = Dictionary(
      data.value.properties.map { ($0.name.string, $0.value) }
    ) { first, _ in first }
    #expect(named["videocodecid"]?.number == Double(FourCC("hvc1").rawValue))
    #expect(named["audiocodecid"]?.number == 10)
    #expect((named["width"]?.number ?? 0) > 0)
    #expect(Bytes(try data.encoded()) == script.data)
  }

  @Test func photosAreRefused() throws {
    #expect(throws: FLVError.self) { try FLVWriter(BoxFile(sample("portrait-single.heic"))) }
  }
}
