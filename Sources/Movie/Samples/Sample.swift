import ISOBMFF

/// One sample of a track: a picture, a packet of sound, a text.
///
/// Times are in the track's timescale, and are those of the media: an edit list (``EditList``) says
/// when they are presented.
public struct Sample: Sendable {
  /// Its place in decoding order among all samples of the track, from 0: first come those of the
  /// sample tables, then those of the fragments. Of samples of sound that are coded together, it is
  /// that of the first.
  public let index: Int
  /// How many samples it stands for: 1, but for sound that is coded in packets.
  public let sampleCount: Int
  /// When it is decoded (ISO/IEC 14496-12 §8.6.1.2, §8.8.12).
  public let decodeTime: Int64
  /// How much later than it is decoded it is composed (§8.6.1.3); 0 where nothing says it.
  public let compositionOffset: Int64
  /// How long it lasts, until the next one is decoded.
  public let duration: Int64
  /// Where its bytes are in the file that ``location`` names. Nothing says that the file is so long;
  /// places that no file can have end at `Int.max`.
  public let fileRange: Range<Int>
  /// The number of its sample entry, from 1. A hostile file can name one that is not there.
  public let descriptionIndex: Int
  /// What others need of it, and it of others (§8.8.3.1).
  public let flags: SampleFlags
  /// The chunk or the run of a fragment that has it, from 1 among those of its kind in the track.
  public let chunkNumber: Int
  /// The first sample of that, among all of the track, from 0.
  let chunkStart: Int
  /// What else is said of it and of those beside it.
  let group: SampleSource

  /// The number as people count: from 1.
  public var number: Int { index.addingSaturating(1) }
  /// When it is composed, and shown if no edit list says otherwise.
  public var compositionTime: Int64 { decodeTime.addingSaturating(compositionOffset) }
  /// Whether decoding can start at it (§8.6.2).
  public var isSync: Bool { !flags.isNonSync }
  /// Where the `moof` box of its fragment starts; nil for a sample of the sample tables.
  public var fragmentStart: Int? { group.fragmentStart }
  /// Which file its bytes are in.
  public var location: SampleLocation { group.location(ofDescription: descriptionIndex) }
}

/// Which file the bytes of samples are in (ISO/IEC 14496-12 §8.7.2).
public enum SampleLocation: Equatable, Sendable {
  /// One of the files that the movie was read from: 0 for the first, which has the `moov` box, and
  /// from 1 on the segments that were given with it.
  case file(Int)
  /// Another file; its name or address, as far as the movie says it.
  case elsewhere(String?)
}
