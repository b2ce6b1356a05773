public import FieldCoding
public import HEIF

/// The job of ``WorkerTask/transcode``: decode the frames of a track, and
/// re-encode them.
///
/// The worker reads the job from standard input. The movie is descriptor 3. Descriptor 4 is the file for
/// the coded pictures, one after the other. The worker writes the number of frames that it has taken to
/// descriptor 5.
public struct TranscodeJob: FieldCodable {
  /// The descriptor under which the worker has the movie.
  public static let movieDescriptor: Int32 = 3
  /// The descriptor under which the worker has the file to write.
  public static let outputDescriptor: Int32 = 4
  /// The descriptor of the file of eight bytes in which it says how far it is, the lowest byte first.
  public static let progressDescriptor: Int32 = 5

  /// The codings of the samples: more than one if the coding changes within the track.
  public var codings: [SampleCoding] = []
  /// The samples in decoding order.
  public var samples: [CodedSample] = []
  /// The times of the frames that are coded: others are decoded as these need them.
  public var firstTime = Int64.min
  public var endTime = Int64.max
  /// How the frames are coded.
  public var encoding = VideoEncoding()
  /// Whether frames may consist of two fields, which are deinterlaced.
  public var mayBeInterlaced = false
  /// The numbers of decoding and of encoding threads; 0 is one for each core.
  public var threads: UInt16 = 0
  /// The most samples that a frame may have.
  public var largestFrame: UInt64 = 8_192 * 8_192

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.list("codings", &codings, count: .bits(16, "codingCount"))
    try f.list("samples", &samples, count: .bits(32, "sampleCount"))
    try f.int(64, "firstTime", &firstTime)
    try f.int(64, "endTime", &endTime)
    try encoding.fields(&f)
    try f.flag("mayBeInterlaced", &mayBeInterlaced)
    try f.reserved(7)
    try f.uint(16, "threads", &threads)
    try f.uint(64, "largestFrame", &largestFrame)
  }

  /// Whether a frame is coded.
  public func isCoded(_ time: Int64) -> Bool { time >= firstTime && time < endTime }
}

/// The decoder configuration of samples.
public struct SampleCoding: FieldCodable, Equatable {
  /// FFmpeg's name of the decoder: `hevc`.
  public var decoder: Text = ""
  /// The decoder configuration record, or other data that the decoder needs besides the samples; empty if
  /// there is none.
  public var configuration = Bytes()
  /// The size in the sample entry; 0 if it states none.
  public var width: UInt16 = 0
  public var height: UInt16 = 0
  public var bitsPerPixel: UInt16 = 0
  /// The type of the sample entry.
  public var entryType: UInt32 = 0
  /// The field that the container says is shown first: 1 for the top one, 2 for the bottom one; 0 if it says nothing
  /// of fields.
  public var firstField: UInt8 = 0
  /// The colours of the pixel values, with red in bits 16 to 23, then green and blue; empty if the container
  /// has no palette.
  public var palette: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("decoder", &decoder)
    try f.bytes("configuration", &configuration, count: .bits(32, "configurationSize"))
    try f.uint(16, "width", &width)
    try f.uint(16, "height", &height)
    try f.uint(16, "bitsPerPixel", &bitsPerPixel)
    try f.uint(32, "entryType", &entryType)
    try f.uint(8, "firstField", &firstField)
    try f.list(32, "palette", &palette, count: .bits(16, "paletteSize"))
  }
}

/// A coded picture of a movie.
public struct CodedSample: FieldCodable {
  /// Its offset in the movie.
  public var offset: UInt64 = 0
  /// The bytes that it takes.
  public var byteCount: UInt32 = 0
  /// The number of its coding, from 0.
  public var coding: UInt16 = 0
  /// The composition time, in the track's timescale.
  public var time: Int64 = 0
  /// Whether decoding can start with it.
  public var isSync = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(64, "offset", &offset)
    try f.uint(32, "byteCount", &byteCount)
    try f.uint(16, "coding", &coding)
    try f.int(64, "time", &time)
    try f.flag("isSync", &isSync)
    try f.reserved(7)
  }
}

/// How frames are coded.
public struct VideoEncoding: FieldCodable {
  /// FFmpeg's name of the encoder: `libx264`; empty if frames are only decoded.
  public var encoder: Text = ""
  /// Options of the encoder: `crf=20:preset=medium`.
  public var choices: Text = ""
  /// How the encoder writes a frame.
  public var stream = CodedStreamFormat.samples
  /// The most bits of a sample, 8 or 10: frames that have fewer keep those that they have.
  public var mostBits: UInt8 = 8
  /// The maximum of the shorter side of frames; 0 for no limit. Frames are never enlarged.
  public var shorterSide: UInt32 = 0
  /// The colours that the container states; 2 if the bitstream states them.
  public var stated = CodingIndependentCodePoints()
  /// Whether ``stated`` says which range samples have.
  public var statesRange = false
  /// By how many quarters frames are rotated counter-clockwise, before they are mirrored.
  public var quarters: UInt8 = 0
  /// Whether left and right are exchanged then.
  public var isMirrored = false
  /// Whether colours that not every screen shows are brought into BT.709: HDR, and wide primaries.
  public var mapsColours = false
  /// The peak luminance of frames, in cd/m², for that; 0 if it is unknown.
  public var peakLuminance: UInt32 = 0
  /// Whether samples of full range get the range that video usually has.
  public var limitsRange = false
  /// Ticks per second of all times.
  public var timescale: UInt32 = 600
  /// Frames in a thousand seconds, roughly.
  public var rate: UInt32 = 30_000
  /// The most frames from one at which decoding can start to the next.
  public var longestGroup: UInt32 = 250
  /// The interval of forced key frames in ticks: the first frame after each multiple of it is a key frame. 0 for no
  /// forced key frames.
  public var keyInterval: UInt64 = 0
  /// The time from which they count.
  public var firstKeyTime: Int64 = 0
  /// The times of further frames at which decoding can start.
  public var keyTimes: [Int64] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("encoder", &encoder)
    try f.text("choices", &choices)
    try f.uint(8, "mostBits", &mostBits)
    try f.uint(32, "shorterSide", &shorterSide)
    try stated.fields(&f)
    try f.flag("statesRange", &statesRange)
    try f.flag("mapsColours", &mapsColours)
    try f.flag("limitsRange", &limitsRange)
    try f.uint(2, "stream", &stream.rawValue)
    try f.uint(2, "quarters", &quarters)
    try f.flag("isMirrored", &isMirrored)
    try f.uint(32, "peakLuminance", &peakLuminance)
    try f.uint(32, "timescale", &timescale)
    try f.uint(32, "rate", &rate)
    try f.uint(32, "longestGroup", &longestGroup)
    try f.uint(64, "keyInterval", &keyInterval)
    try f.int(64, "firstKeyTime", &firstKeyTime)
    try f.list("keyTimes", &keyTimes, count: .bits(16, "keyTimeCount"), of: 0) {
      (time, f) throws(FieldError) in
      try f.int(64, "keyTime", &time)
    }
  }
}

/// How a coded picture is written by an encoder, where samples of a movie may differ.
public struct CodedStreamFormat: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// As samples are.
  public static let samples = CodedStreamFormat(rawValue: 0)
  /// NAL units with start codes (ISO/IEC 14496-10 and 23008-2, Annex B); samples have lengths instead.
  public static let byteStream = CodedStreamFormat(rawValue: 1)
  /// Open bitstream units with temporal delimiters (AV1 §7.5), which samples have not.
  public static let bitstreamUnits = CodedStreamFormat(rawValue: 2)
}

/// The worker's answer on standard output.
public struct TranscodeReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// The configuration of the encoder, which is not in the samples: parameter sets with start codes, for AVC and HEVC.
  public var configuration = Bytes()
  /// The size of the frames.
  public var size = ImagePlan.Size()
  /// The colour of their samples.
  public var colour = CodingIndependentCodePoints()
  /// Whether colours that not every screen shows were brought into BT.709.
  public var isMapped = false
  /// Whether frames were partly transparent, which the new ones are not.
  public var losesAlpha = false
  /// The most bits of a sample before.
  public var bitDepth: UInt8 = 0
  /// The bits of a sample that is coded.
  public var codedBitDepth: UInt8 = 0
  /// What had more samples of chroma than 4:2:0, which is coded: `4:4:4`, `RGB`; empty if nothing had.
  public var finerChroma: Text = ""
  /// Whether frames of two fields were deinterlaced.
  public var isDeinterlaced = false
  /// Why frames of two fields were not deinterlaced; empty if they were, or if there are none.
  public var fieldProblem: Text = ""
  public var encodingTime: UInt64 = 0
  /// The coded pictures, in decoding order.
  public var samples: [TranscodedSample] = []
  /// The numbers of samples, from 0, that did not give a complete frame.
  public var lost: [UInt32] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.bytes("configuration", &configuration, count: .bits(32, "configurationSize"))
    try size.fields(&f)
    try colour.fields(&f)
    try f.flag("isMapped", &isMapped)
    try f.flag("losesAlpha", &losesAlpha)
    try f.flag("isDeinterlaced", &isDeinterlaced)
    try f.reserved(5)
    try f.uint(8, "bitDepth", &bitDepth)
    try f.uint(8, "codedBitDepth", &codedBitDepth)
    try f.text("finerChroma", &finerChroma)
    try f.text("fieldProblem", &fieldProblem)
    try f.uint(64, "encodingTime", &encodingTime)
    try f.list("samples", &samples, count: .bits(32, "sampleCount"))
    try f.list(32, "lost", &lost, count: .bits(32, "lostCount"))
  }
}

/// A frame that was re-encoded.
public struct TranscodedSample: FieldCodable {
  /// The bytes that it takes.
  public var byteCount: UInt32 = 0
  /// The time of the sample that it was decoded from.
  public var time: Int64 = 0
  public var isSync = false
  public var isDisposable = false

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(32, "byteCount", &byteCount)
    try f.int(64, "time", &time)
    try f.flag("isSync", &isSync)
    try f.flag("isDisposable", &isDisposable)
    try f.reserved(6)
  }
}

/// Which samples of a track are damaged, and which others may show it, as they are predicted from these.
public struct DamagedSamples {
  /// The presentation time of each sample.
  private let times: [Int64]
  /// The numbers of those at which decoding can start, in order.
  private let syncs: [Int]
  /// The ranges from a damaged sample to the next one at which decoding can start, in order; they do not overlap.
  private var ranges: [Range<Int>] = []

  /// A track in which nothing is damaged.
  ///
  /// - Parameters:
  ///   - times: when each sample is shown, in decoding order.
  ///   - syncs: the numbers of those at which decoding can start, from 0 and in order.
  public init(times: [Int64], syncs: [Int]) { (self.times, self.syncs) = (times, syncs) }

  /// Notes that a sample is damaged.
  public mutating func insert(_ number: Int) {
    let next = syncs.partitioningIndex(where: { $0 > number })
    let end = next < syncs.count ? syncs[next] : times.count
    guard number >= 0, number < end else { return }
    let index = ranges.partitioningIndex(where: { $0.upperBound >= end })
    if index < ranges.count, ranges[index].upperBound == end {
      ranges[index] = min(ranges[index].lowerBound, number)..<end
    } else {
      ranges.insert(number..<end, at: index)
    }
  }

  /// Whether a sample is damaged, or may be predicted from one that is.
  public func contains(_ number: Int) -> Bool {
    guard times.indices.contains(number) else { return false }
    let index = ranges.partitioningIndex(where: { $0.lowerBound > number }) - 1
    guard index >= 0 else { return false }
    let range = ranges[index]
    if number < range.upperBound { return true }
    // Frames that are shown before one at which decoding can start may need those before it.
    let next = syncs.partitioningIndex(where: { $0 > range.upperBound })
    return number > range.upperBound && (next == syncs.count || number < syncs[next])
      && times[number] < times[range.upperBound]
  }
}
