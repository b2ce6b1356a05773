import Movie
import Testing

@testable import Rendering

/// The sentences about the sound of a movie.
@Suite struct SoundViewTests {
  private let level = TrackAudioLevels.Level(peak: -3.25, rootMeanSquare: -20)

  @Test func levels() {
    let sound = TrackAudioLevels(track: 2, span: 0...10, parts: [level, level], whole: level)
    let notes = sound.notes
    #expect(notes.odd.isEmpty && notes.usual.count == 1)
    #expect(
      notes.usual.first?.hasPrefix("Track 2: the peak is -3.3 dB") == true
        || notes.usual.first?.hasPrefix("Track 2: the peak is -3.2 dB") == true, "\(notes.usual)")
  }

  @Test func silence() {
    let silent = TrackAudioLevels.Level(peak: -.infinity, rootMeanSquare: -.infinity)
    let sound = TrackAudioLevels(track: 1, span: 0...1, parts: [silent], whole: silent)
    #expect(sound.notes.usual == ["Track 1 is silent."])
  }

  /// Short gaps are usual, and long ones are not.
  @Test func gaps() {
    let whole = [TrackAudioLevels.Level?](repeating: level, count: 99)
    let short = TrackAudioLevels(track: 1, span: 0...10, parts: whole + [nil], whole: level)
    #expect(short.notes.odd.isEmpty)
    #expect(short.notes.usual.last == "In 1 of 100 parts of the time no audio was decoded.")
    let long = TrackAudioLevels(
      track: 1, span: 0...10, parts: Array(whole.prefix(50)) + [nil, nil, nil], whole: level)
    #expect(long.notes.odd == ["In 3 of 53 parts of the time no audio was decoded."])
  }

  @Test func longSoundIsSampled() {
    let sound = TrackAudioLevels(
      track: 1, span: 0...100, parts: [level, level], whole: level, sampled: 2)
    #expect(sound.notes.usual.first?.contains("of what was decoded") == true)
    #expect(
      sound.notes.usual.last?.contains("of each 50 s, 2 s in the middle") == true,
      "\(sound.notes.usual)")
  }
}
