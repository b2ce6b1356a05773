import FieldCoding
import Foundation
import ISOBMFF
import Movie
import Rescue
import TestSupport
import Testing

/// If only the media data of recordings is left, they are found again, sample by sample, and nothing else is found.
@Suite struct SampleSearchTests {
  private func check(_ recording: Recording, like other: Recording, cutAt parts: [Int]) throws {
    let reference = try #require(ReferenceRecording(other.file))
    #expect(reference.tracks.allSatisfy { $0.whyNot == nil })
    for part in parts {
      let cut = recording.data.count * part / 1000
      let data = Bytes(Array(try #require(recording.data.part(0..<cut))))
      let found = SampleSearch.samples(in: data, like: reference)
      let wanted = recording.samples(before: cut)
      for (index, samples) in found.tracks.enumerated() {
        #expect(samples.flatMap(\.ranges) == wanted[index], "track \(index), cut at \(cut)")
      }
      #expect(found.unknown.isEmpty, "cut at \(cut)")
      // Regions cover all bytes, one behind the other.
      #expect(
        found.regions.first?.range.lowerBound == 0 && found.regions.last?.range.upperBound == cut)
      for (region, next) in zip(found.regions, found.regions.dropFirst()) {
        #expect(region.range.upperBound == next.range.lowerBound)
      }
    }
  }

  private func sample(_ name: String) throws -> Recording {
    try Recording(try #require(MediaFolder.samples.first { $0.hasSuffix(name) }))
  }

  @Test(arguments: ["clip-h264.mp4", "clip-hevc.mov"])
  func samplesBeforeACutAreFound(name: String) throws {
    let recording = try sample(name)
    try check(recording, like: recording, cutAt: [1000, 931, 700, 312, 55])
    // The bytes show all of it.
    let reference = try #require(ReferenceRecording(recording.file))
    let found = SampleSearch.samples(in: recording.data, like: reference)
    #expect(found.guesses(found.timed(like: reference), like: reference) == [])
  }

  /// Nothing but their order distinguishes the samples of two tracks that are coded alike.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264", "aac")) func alikeTracksAreAGuess() throws {
    let folder = try Folder()
    let path = folder.path("two.mp4")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=30", "-f", "lavfi", "-i",
        "sine=300", "-f", "lavfi", "-i", "sine=700", "-map", "0", "-map", "1", "-map", "2", "-t",
        "1", "-c:v", "libx264", "-c:a", "aac", path,
      ])
    #expect(made.code == 0, "\(made.errors)")
    let recording = try Recording(path)
    let reference = try #require(ReferenceRecording(recording.file))
    let found = SampleSearch.samples(in: recording.data, like: reference)
    let guesses = found.guesses(found.timed(like: reference), like: reference)
    #expect(guesses.contains { $0.hasPrefix("tracks 2 and 3 are coded alike") }, "\(guesses)")
  }

  /// Of pictures in which nothing moves, and of silence, each sample has only a few bytes.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264", "aac"))
  func silenceIsFound() throws {
    let folder = try Folder()
    let path = folder.path("still.mp4")
    let made = try InstalledProgram.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "color=gray:size=640x360:rate=30", "-f", "lavfi", "-i",
        "anullsrc=channel_layout=mono:sample_rate=48000", "-t", "30", "-c:v", "libx264", "-bf", "0",
        "-g", "300", "-c:a", "aac", path,
      ])
    #expect(made.code == 0, "\(made.errors)")
    let recording = try Recording(path)
    try check(recording, like: recording, cutAt: [900, 500])
  }

  /// The only sample of a track, of which only the size is known, could be any of the bytes that nothing explains.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264", "aac"))
  func nothingIsTakenForAnOnlySampleBesideAHole() throws {
    let folder = try Folder()
    let recordings = try Recording.made(
      folder, "mov", ["-c:v", "libx264", "-c:a", "aac", "-timecode", "01:02:03:04"])
    let reference = try #require(ReferenceRecording(recordings[0].file))
    let index = try #require(recordings[1].movie.tracks.firstIndex { $0.handlerType == "tmcd" })
    let whole = SampleSearch.samples(in: recordings[1].data, like: reference)
    #expect(whole.tracks[index].count == 1)
    let range = recordings[1].samples(before: .max / 2)[index][0]
    var data = Array(recordings[1].data)
    for hole in range.lowerBound - 3000..<range.upperBound + 3000 where data.indices.contains(hole)
    {
      data[hole] = UInt8(truncatingIfNeeded: hole &* 167) | 0x80
    }
    let found = SampleSearch.samples(in: Bytes(data), like: reference)
    #expect(found.tracks[index].isEmpty)
  }

  static let codings = [
    ["mp4", "-c:v", "libx264", "-g", "20", "-bf", "3", "-c:a", "aac"],
    [
      "mov", "-c:v", "libx265", "-x265-params", "log-level=error", "-g", "25", "-c:a", "aac", "-ac",
      "2",
    ],
    ["mov", "-c:v", "libx264", "-bf", "2", "-x264-params", "slices=4", "-c:a", "pcm_s16le"],
    ["mov", "-c:v", "libx264", "-bf", "0", "-c:a", "pcm_s24be", "-ac", "2"],
    ["mp4", "-c:v", "libx264", "-c:a", "aac", "-ac", "6", "-b:a", "300k"],
    ["mp4", "-c:v", "libx264", "-c:a", "aac", "-ar", "22050", "-ac", "1", "-b:a", "24k"],
    ["mp4", "-c:v", "libx264", "-c:a", "ac3", "-ac", "6"],
    ["mp4", "-c:v", "libx264", "-c:a", "eac3", "-ac", "2", "-b:a", "160k"],
    ["mp4", "-c:v", "libx264", "-c:a", "libmp3lame", "-b:a", "128k", "-ar", "44100"],
    ["mov", "-c:v", "libx264", "-c:a", "alac", "-ac", "2"],
    ["mov", "-c:v", "mjpeg", "-q:v", "5", "-c:a", "pcm_u8", "-ar", "16000"],
    ["mov", "-c:v", "mjpeg", "-q:v", "9", "-c:a", "aac"],
    ["mov", "-c:v", "mjpeg", "-q:v", "7", "-c:a", "pcm_mulaw", "-ar", "16000"],
    ["mov", "-c:v", "libx264", "-c:a", "pcm_alaw", "-ar", "8000"],
    [
      "mp4", "-c:v", "libsvtav1", "-preset", "10", "-svtav1-params", "pred-struct=1", "-c:a", "aac",
    ],
    // Nothing states where these pictures end, and where these packets of sound end.
    ["mp4", "-c:v", "mpeg4", "-q:v", "5", "-c:a", "aac"],
    ["mov", "-c:v", "mpeg4", "-q:v", "5", "-bf", "2", "-c:a", "aac", "-ac", "1"],
    ["mov", "-c:v", "h263", "-s", "352x288", "-c:a", "aac"],
    // All pictures have the same size.
    [
      "mov", "-c:v", "dvvideo", "-s", "720x576", "-r", "25", "-pix_fmt", "yuv420p", "-c:a",
      "pcm_s16be",
    ],
    ["mp4", "-c:v", "libx264", "-c:a", "libopus", "-vbr", "off"],
  ]

  @Test(
    .needs("ffmpeg"),
    .needs(encoders: "libx264", "libx265", "aac", "libmp3lame", "libsvtav1", "libopus"),
    arguments: codings)
  func anotherRecordingTellsHow(coding: [String]) throws {
    let folder = try Folder()
    let recordings = try Recording.made(folder, coding[0], Array(coding.dropFirst()))
    try check(recordings[0], like: recordings[1], cutAt: [900, 481])
    try check(recordings[1], like: recordings[0], cutAt: [650])
  }

  /// Some frames of the recording have bits behind their end that are not 0, as those at the start of a GoPro's have.
  @Test func rareHabitsAreLearned() throws {
    var recording = try sample("clip-h264.mp4")
    let sound = try #require(recording.movie.tracks.first { $0.handlerType == "soun" })
    var bytes = Array(recording.file.bytes)
    let lasts = sound.samples.withBytes.map { $0.fileRange.upperBound - 1 }
    for last in lasts.filter({ bytes[$0] & 1 == 0 }).prefix(2) { bytes[last] |= 1 }
    let folder = try Folder()
    recording = try Recording(try folder.write(Data(bytes), to: "filled.mp4"))
    try check(recording, like: recording, cutAt: [1000, 700])
  }

  /// A phone counts in milliseconds: 33, 33 and 34 of them, in 90 ticks each.
  @Test(.needsMedia) func timesAreRoundedAsTheCameraDoes() throws {
    let recording = try Recording(
      try #require(MediaFolder.files.first { $0.hasSuffix("mp4/ftyp3gp5.mp4") }))
    let reference = try #require(ReferenceRecording(recording.file))
    let found = SampleSearch.samples(in: recording.data, like: reference)
    for timed in found.timed(like: reference) {
      let track = try #require(recording.movie.tracks.first { $0.id == timed.track.id })
      // Nothing shows how long the last sample lasts.
      #expect(
        timed.samples.map(\.duration).dropLast() == track.samples.map(\.duration).dropLast())
    }
  }

  /// Spatial video has messages between the layers of a picture, and encoders fill the last byte of a frame of sound
  /// with what they like.
  @Test(
    .needsMedia,
    arguments: ["mov/fate/multiview.mp4", "mov/fate/mov_stream_shorter_than_movie.mp4"])
  func recordingsWithOtherHabitsAreFound(path: String) throws {
    let recording = try Recording(try #require(MediaFolder.path) + "/" + path)
    try check(recording, like: recording, cutAt: [1000, 803, 410])
  }

  /// If the samples of one track are not known, those of the others are found, and none is found instead of them.
  @Test(
    .needs("ffmpeg"), .needs(encoders: "libx264", "libopus", "qtrle"),
    arguments: [
      ["mp4", "-c:v", "libx264", "-c:a", "libopus"],
      ["mov", "-c:v", "qtrle", "-c:a", "aac", "-chunk_duration", "500000"],
      ["mov", "-c:v", "qtrle", "-c:a", "pcm_s16le"],
    ])
  func tracksBesideAnUnknownOneAreFound(coding: [String]) throws {
    let folder = try Folder()
    let recordings = try Recording.made(folder, coding[0], Array(coding.dropFirst()))
    let reference = try #require(ReferenceRecording(recordings[1].file))
    let known = try #require(reference.tracks.firstIndex { $0.whyNot == nil })
    #expect(reference.tracks.count { $0.whyNot == nil } == 1)
    let cut = recordings[0].data.count * 9 / 10
    let data = Bytes(Array(try #require(recordings[0].data.part(0..<cut))))
    let found = Set(
      SampleSearch.samples(in: data, like: reference).tracks[known].flatMap(\.ranges))
    let wanted = recordings[0].samples(before: cut)[known]
    #expect(found.isSubset(of: wanted))
    // Nothing but their size tells uncompressed samples.
    if !coding.contains("pcm_s16le") { #expect(found.count >= wanted.count * 95 / 100) }
  }

  /// Speech of phones: frames of AMR, whose first byte states the length. ffmpeg makes movies of them, but does not
  /// encode them, so the frames are noise.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264"))
  func speechIsFoundByItsFrames() throws {
    let folder = try Folder()
    var generator = Noise(state: 3)
    let recordings = try [3, 5].map { seconds in
      var speech = Array("#!AMR\n".utf8)
      for _ in 0..<seconds * 50 {
        // The mode of 12.2 kbit/s, and silence (SID).
        let (type, size) = [(7, 31), (8, 5)].randomElement(using: &generator) ?? (7, 31)
        speech.append(UInt8(type << 3 | 4))
        speech += (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      }
      let (sound, path) = (folder.path("\(seconds).amr"), folder.path("\(seconds).3gp"))
      try Data(speech).write(to: URL(filePath: sound))
      let result = try InstalledProgram.run(
        "ffmpeg",
        [
          "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=176x144:rate=15", "-i", sound, "-t",
          "\(seconds)", "-c:v", "libx264", "-c:a", "copy", path,
        ])
      #expect(result.code == 0, "\(result.errors)")
      return try Recording(path)
    }
    try check(recordings[0], like: recordings[1], cutAt: [900, 481])
    try check(recordings[1], like: recordings[0], cutAt: [650])
  }

  /// The order of pictures gives composition times, and durations are those of the reference.
  @Test(
    .needs("ffmpeg"), .needs(encoders: "libx264", "libx265", "aac"), arguments: codings.prefix(3))
  func timesAreThoseThatTheRecordingHad(coding: [String]) throws {
    let folder = try Folder()
    let recordings = try Recording.made(folder, coding[0], Array(coding.dropFirst()))
    let reference = try #require(ReferenceRecording(recordings[1].file))
    let cut = recordings[0].data.count * 3 / 5
    let data = Bytes(Array(try #require(recordings[0].data.part(0..<cut))))
    let found = SampleSearch.samples(in: data, like: reference)
    for timed in found.timed(like: reference) where timed.track.handlerType == "vide" {
      let track = try #require(recordings[0].movie.tracks.first { $0.id == timed.track.id })
      #expect(timed.samples.count > 20)
      for (sample, old) in zip(timed.samples, track.samples) {
        #expect(sample.duration == old.duration && sample.isSync == old.isSync)
        #expect(sample.compositionOffset == old.compositionOffset, "sample \(old.number)")
      }
    }
  }

  /// Whole samples after lost bytes are found, and those bytes are reported.
  @Test func lostBytesCostOnlyWhatTheyAreOf() throws {
    let recording = try sample("clip-h264.mp4")
    let reference = try #require(ReferenceRecording(recording.file))
    let tracks = recording.movie.tracks
    let video = try #require(tracks.firstIndex { $0.handlerType == "vide" })
    // The first bytes of the tenth picture, where its length is.
    let range = recording.samples(before: recording.data.count)[video][9]
    var bytes = Array(recording.data)
    for index in range.lowerBound..<range.lowerBound + 64 { bytes[index] = 0 }
    let found = SampleSearch.samples(in: Bytes(bytes), like: reference)
    #expect(found.unknown.count == 1 && found.unknown.first.map { $0.overlaps(range) } == true)
    let wanted = recording.samples(before: bytes.count)
    for index in tracks.indices {
      let found = Set(found.tracks[index].flatMap(\.ranges))
      #expect(found.isSubset(of: wanted[index]))
      #expect(found.count >= wanted[index].count - (index == video ? 1 : 3))
    }
  }

  /// Pictures between bytes that are of no track are found.
  @Test(arguments: ["clip-h264.mp4", "clip-hevc.mov"])
  func picturesBetweenOtherBytesAreFound(name: String) throws {
    let recording = try sample(name)
    let reference = try #require(ReferenceRecording(recording.file))
    let video = try #require(recording.movie.tracks.firstIndex { $0.handlerType == "vide" })
    let samples = recording.samples(before: recording.data.count)[video]
    let whole = Array(recording.data)
    var generator = Noise(state: 7)
    var (bytes, position) = ([UInt8](), 0)
    var pictures: [Range<Int>] = []
    for (number, range) in samples.enumerated() {
      bytes += whole[position..<range.lowerBound]
      if number % 7 < 3 {
        bytes += (0..<400).map { _ in UInt8.random(in: 0...255, using: &generator) }
      }
      pictures.append(bytes.count..<bytes.count + range.count)
      bytes += whole[range]
      position = range.upperBound
    }
    bytes += whole[position...]
    let found = SampleSearch.samples(in: Bytes(bytes), like: reference)
    #expect(found.tracks[video].flatMap(\.ranges) == pictures)
  }

  /// What is left of a picture is no uncompressed sound, which it would make longer.
  @Test(.needs("ffmpeg"), .needs(encoders: "libx264"))
  func theRestOfAPictureIsNoSound() throws {
    let folder = try Folder()
    let options = ["-c:v", "libx264", "-crf", "1", "-c:a", "pcm_s16le"]
    let recording = try #require(Recording.made(folder, "mov", options).last)
    let reference = try #require(ReferenceRecording(recording.file))
    let tracks = recording.movie.tracks
    let video = try #require(tracks.firstIndex { $0.handlerType == "vide" })
    let sound = try #require(tracks.firstIndex { $0.handlerType == "soun" })
    let samples = recording.samples(before: recording.data.count)
    let range = samples[video][40]
    #expect(range.count > 12 * 512)
    var bytes = Array(recording.data)
    for index in range.lowerBound..<range.lowerBound + 64 { bytes[index] = 0 }
    let found = SampleSearch.samples(in: Bytes(bytes), like: reference)
    let wanted = samples[sound].reduce(0) { $0 + $1.count }
    // A chunk right behind the picture has no start of its own.
    let count = found.tracks[sound].reduce(0) { $0 + $1.byteCount }
    #expect((wanted * 95 / 100...wanted).contains(count))
    #expect(found.unknown.contains { $0.overlaps(range) })
  }

  /// In noise nothing is found, and the time does not grow with the square of its size.
  @Test func noiseIsNoRecording() throws {
    let recording = try sample("clip-hevc.mov")
    let reference = try #require(ReferenceRecording(recording.file))
    var generator = Noise(state: 24)
    for bytes in [
      (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) },
      [UInt8](repeating: 0, count: 300_000), [0], [],
    ] {
      let found = SampleSearch.samples(in: Bytes(bytes), like: reference)
      #expect(found.tracks.allSatisfy { $0.isEmpty })
      #expect(found.unknown.reduce(0) { $0 + $1.count } + 8192 >= bytes.count)
    }
  }

  @Test func aMovieWithoutSamplesIsNoReference() throws {
    let recording = try sample("clip-hevc.mov")
    var file = recording.file
    file.boxes.removeAll { $0.type == "moov" }
    #expect(ReferenceRecording(file) == nil)
  }
}
