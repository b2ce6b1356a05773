import ISOBMFF

/// One sample of a track: a frame, a packet of audio, a text.
///
/// All times are media times in the track's timescale. The edit list (``EditList``) tells when they are
/// presented.
public struct Sample: Sendable {
  /// The index in decoding order among all samples of the track, from 0: first the samples of the
  /// sample tables, then those of the fragments. For a packet of several audio samples, it is the index
  /// of the first of them.
  public let index: Int
  /// The number of audio samples in a packet of audio; 1 for all other samples.
  public let sampleCount: Int
  /// The decoding time (ISO/IEC 14496-12 §8.6.1.2, §8.8.12).
  public let decodeTime: Int64
  /// The composition time minus the decoding time (§8.6.1.3); 0 if the file does not state it.
  public let compositionOffset: Int64
  /// The duration: the time until the next sample is decoded.
  public let duration: Int64
  /// The range of its bytes in the file that ``location`` names. The file may be shorter. An offset that
  /// is too large for any file becomes `Int.max`.
  public let fileRange: Range<Int>
  /// The number of its sample entry, from 1. In a hostile file, the sample entry may not exist.
  public let descriptionIndex: Int
  /// The dependencies of the sample (§8.8.3.1).
  public let flags: SampleFlags
  /// The number of its chunk, or of its track run (`trun`), from 1, counted separately for the sample
  /// tables and for the fragments of the track.
  public let chunkNumber: Int
  /// The index of the first sample of the chunk or run among all samples of the track.
  let chunkStart: Int
  /// The properties that it shares with other samples.
  let group: SampleSource

  /// The number of the sample in the track, from 1.
  public var number: Int { index.addingSaturating(1) }
  /// The composition time: without an edit list, the sample is shown at this time.
  public var compositionTime: Int64 { decodeTime.addingSaturating(compositionOffset) }
  /// Whether it is a sync sample: decoding can start at it (§8.6.2).
  public var isSync: Bool { !flags.isNonSync }
  /// The offset of the `moof` box of its fragment; nil for a sample of the sample tables.
  public var fragmentStart: Int? { group.fragmentStart }
  /// The file that contains its bytes.
  public var location: SampleLocation { group.location(ofDescription: descriptionIndex) }
}

/// The file that contains the bytes of samples (ISO/IEC 14496-12 §8.7.2).
public enum SampleLocation: Equatable, Sendable {
  /// One of the files from which the movie was read: 0 for the first, which has the `moov` box, and
  /// 1 and more for the segments.
  case file(Int)
  /// Another file, with its name or URL, if the movie states it.
  case elsewhere(String?)
}
