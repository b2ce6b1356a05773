import FieldCoding
import ISOBMFF

/// The samples of a track that are decoded, but that an edit list hides. Containers without edit lists show them.
package struct HiddenSamples {
  /// Phrases about hidden samples that follow "not carried over".
  package private(set) var phrases: [String] = []
  /// The most packets with which encoders begin before there is any audio. They are silent, and are not reported.
  private static let mostPriming: Int64 = 4

  /// - Parameter keepsStart: whether the container can state the priming of audio.
  package init(_ track: Track, _ media: PresentedMedia, keepsStart: Bool = false) {
    switch track.handlerType {
    case "vide":
      let first = track.sample(shownAt: media.mediaTime)?.compositionTime ?? media.mediaTime
      let end = media.duration.map(media.mediaTime.addingSaturating) ?? .max
      let count = track.samples.reduce(0) {
        $1.compositionTime < first || $1.compositionTime >= end ? $0 + 1 : $0
      }
      // Frames can be hidden at the start and at the end.
      add(count, "picture", "", "of track \(track.id)")
    case "soun": addAudio(of: track, media, keepsStart)
    default: break
    }
  }

  private mutating func addAudio(of track: Track, _ media: PresentedMedia, _ keepsStart: Bool) {
    guard let first = track.samples.first(where: { _ in true }) else { return }
    let entry = track.sampleEntries.first?[AudioSampleEntry.self]
    let rate = Int64(exactly: (entry?.samplesPerSecond ?? 0).rounded()) ?? 0
    // A rate that does not fit into the entry is the timescale.
    let ticks = max(1, rate > 1 ? rate : Int64(track.timescale))
    let start = media.time(ofMedia: first.compositionTime, in: ticks)
    let packet = PresentedMedia.scaled(
      max(1, first.duration), from: max(1, Int64(track.timescale)), to: ticks)
    if start < -packet.multipliedSaturating(by: HiddenSamples.mostPriming), !keepsStart {
      add(Int(-start), "sample", "first ", "of audio of track \(track.id)")
    }
    guard let duration = media.duration else { return }
    let end = media.mediaTime.addingSaturating(duration)
    guard let last = track.samples.sample(at: track.samples.count - 1),
      // Ends are rounded, and a packet that is partly presented is not hidden.
      last.compositionTime > end.addingSaturating(media.tick)
    else { return }
    let stop = last.compositionTime.addingSaturating(last.duration)
    let hidden = PresentedMedia.scaled(
      stop.subtractingSaturating(end), from: max(1, Int64(track.timescale)), to: ticks)
    add(Int(hidden), "sample", "last ", "of audio of track \(track.id)")
  }

  private mutating func add(_ count: Int, _ one: String, _ position: String, _ owner: String) {
    guard count > 0 else { return }
    let verb = count == 1 ? "is" : "are"
    let article = position.isEmpty ? "" : "the "
    phrases.append(
      "that \(article)\(position)\(counted(count, one)) \(owner) \(verb) hidden by an edit list")
  }
}
