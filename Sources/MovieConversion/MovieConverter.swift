import AVC
import CodecJob
package import Editing
import FieldCoding
import HEVC
package import ISOBMFF
import Movie
import NALUnits
package import SystemAccess
public import WorkerClient

/// Codes the pictures of a movie anew. That is an edit of their tracks: everything else of the movie stays
/// as it is.
public struct MovieConverter: Sendable {
  /// What decodes and encodes.
  private let worker: Worker

  /// A converter that has the worker decode and encode.
  public init(_ worker: Worker) { self.worker = worker }

  /// What a conversion is to give.
  public struct Options: Sendable {
    public var preset = MoviePreset.compatible
    /// How like the original pictures are, 1 to 100: 100 cannot be told from it, 70 is what most people
    /// take for the same, 40 is made to be small.
    public var quality = 70
    /// How many threads decode, and how many code; 0 is one for each core.
    public var threads = 0

    public init() {}
  }

  /// Decodes the pictures of a movie, codes them anew, and puts them where the old ones were.
  ///
  /// - Parameters:
  ///   - movie: the descriptor of the open file that `bytes` are read from.
  ///   - scratch: a file for the coded pictures, which the result refers to.
  package func convert(
    _ bytes: Bytes, movie descriptor: Int32, _ options: Options, scratch: borrowing OutputFile
  ) throws(ConversionError) -> EditedFile {
    var edit = Edit(bytes)
    guard let movie = MovieFile(edit.original) else {
      throw ConversionError(.input, "is not a movie: it has no moov box")
    }
    do throws(EditError) {
      if movie.isFragmented { try edit.defragment() }
    } catch {
      throw ConversionError(.input, error.message)
    }
    var sources: [VideoSource] = []
    for track in MovieFile(edit.file)?.tracks ?? [] {
      if let source = try VideoSource(track) { sources.append(source) }
    }
    guard let source = sources.first else {
      throw ConversionError(.input, "has no track of pictures")
    }
    guard sources.count == 1 else {
      throw ConversionError(
        .input, "has \(sources.count) tracks of pictures, of which only one can be converted yet")
    }
    var job = try source.job()
    job.threads = UInt16(clamping: options.threads)
    job.encoding = encoding(of: source, options)
    let reply: TranscodeReply = try worker.ask(
      .transcode, (try? job.encoded()) ?? [], [descriptor, scratch.descriptor], within: job.limits)
    try replace(source, by: reply, in: scratch, options, &edit)
    do throws(EditError) { return try edit.finished() } catch {
      throw ConversionError(.input, error.message)
    }
  }

  private func encoding(of source: VideoSource, _ options: Options) -> PictureEncoding {
    var encoding = PictureEncoding()
    let preset = options.preset
    encoding.encoder = Text(preset.coding.encoder)
    encoding.isByteStream = true
    // The scale of both encoders: 18 for 100 is hardly to be told from the original, 28 for 40 is small.
    let factor = 51.0 - Double(min(max(options.quality, 1), 100)) * 0.35
    let rate = max(1, source.track.sampleRate ?? 30)
    encoding.rate = UInt32(clamping: Int((rate * 1000).rounded()))
    encoding.longestGroup = UInt32(clamping: Int((rate * 2).rounded(.up)))
    encoding.choices = Text(
      preset.coding == .avc
        ? "crf=\(factor):preset=medium:profile=high"
        : "crf=\(factor):preset=medium:x265-params=log-level=none")
    encoding.timescale = source.track.timescale
    encoding.width = UInt32(source.entry.width)
    encoding.height = UInt32(source.entry.height)
    return encoding
  }

  /// Puts the coded pictures into the movie.
  private func replace(
    _ source: VideoSource, by reply: TranscodeReply, in scratch: borrowing OutputFile,
    _ options: Options, _ edit: inout Edit
  ) throws(ConversionError) {
    let track = source.track
    let durations = Dictionary(
      track.samples.map { ($0.compositionTime, $0.duration) },
      uniquingKeysWith: { first, _ in first })
    let samples = reply.samples.map {
      NewSample(
        byteCount: Int($0.byteCount), compositionTime: $0.time,
        duration: durations[$0.time] ?? 0, isSync: $0.isSync, isDisposable: $0.isDisposable)
    }
    guard !samples.isEmpty else {
      throw ConversionError(.input, "none of its pictures can be decoded")
    }
    let data: Bytes
    do throws(ByteSourceError) { data = try scratch.source().bytes } catch {
      throw ConversionError(.output, "the coded pictures cannot be read: \(error)")
    }
    if !reply.lost.isEmpty {
      edit.losesMedia = true
      let first = reply.lost[0] + 1
      edit.notes.append(
        "\(counted(reply.lost.count, "picture")) of track \(track.id) cannot be decoded, the first is sample \(first)"
      )
    }
    do {
      let entry = try sampleEntry(of: source, reply.configuration, options)
      try edit.replaceSamples(
        ofTrack: track.id, by: TrackReplacement(sampleEntry: entry, samples: samples, data: data))
    } catch let error as EditError {
      throw ConversionError(.input, error.message)
    } catch {
      throw ConversionError(.worker, "the encoder's parameter sets cannot be read: \(error)")
    }
  }

  /// The description of the new samples: what the old one says of pictures, and the new configuration.
  private func sampleEntry(
    of source: VideoSource, _ configuration: Bytes, _ options: Options
  ) throws(FieldError) -> Box {
    var entry = VisualSampleEntry()
    entry.dataReferenceIndex = source.entry.dataReferenceIndex
    entry.width = source.entry.width
    entry.height = source.entry.height
    let sets = try AnnexB.nalUnits(in: configuration)
    switch options.preset.coding {
    case .avc:
      var box = AVCConfigurationBox()
      box.record = try AVCDecoderConfigurationRecord(parameterSets: sets)
      entry.children = [Box(box)]
    case .hevc:
      var box = HEVCConfigurationBox()
      box.record = try HEVCDecoderConfigurationRecord(parameterSets: sets)
      entry.children = [Box(box)]
    }
    let kept: Set<FourCC> = ["colr", "pasp", "clap", "fiel", "mdcv", "clli", "taic"]
    entry.children += source.entry.children.filter { kept.contains($0.type) }
    return Box(type: options.preset.coding.sampleEntry, entry, in: .sampleEntries)
  }
}
