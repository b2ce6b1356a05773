import AV1
import FieldCoding
import HEIF
import ISOBMFF
import Movie
import WorkerProtocol

/// An AVIF file of coded pictures: an image sequence, and its first frame as an image for programs that show no
/// sequences (AV1 Image File Format §2 and §3).
struct AnimatedAVIF {
  var size: ImagePlan.Size
  /// Ticks per second.
  var timescale: UInt32
  /// The number of repetitions; 0 for endless.
  var playCount: Int
  /// The payload of an item of Exif metadata; empty for none.
  var exif: [UInt8]

  /// The coded pictures, without temporal delimiters, in the order in which they are shown.
  private let samples: [Bytes]
  /// The duration of each frame, in ticks.
  private let durations: [Int]
  /// The numbers of the samples at which decoding can start, from 1.
  private let syncs: [Int]
  private let record: AV1CodecConfigurationRecord

  /// - Parameters:
  ///   - data: the samples, one after the other, from the encoder.
  ///   - end: the time when the last frame disappears, in ticks.
  init(
    _ samples: [TranscodedSample], _ data: Bytes, _ job: LoopJob, exif: [UInt8]
  ) throws(FieldError) {
    size = ImagePlan.Size(width: Int(job.width), height: Int(job.height))
    timescale = job.timescale
    playCount = Int(job.playCount)
    self.exif = exif
    var (offset, kept, header) = (0, [Bytes](), OpenBitstreamUnit?.none)
    for sample in samples {
      guard let coded = data.part(offset..<offset + Int(sample.byteCount)) else {
        throw FieldError(.invalid("a coded picture is missing"), offset: offset)
      }
      offset += coded.count
      var bytes: [UInt8] = []
      for unit in try OpenBitstreamUnit.units(in: coded) {
        if unit.header.type == .sequenceHeader { header = header ?? unit }
        if unit.header.type != .temporalDelimiter { bytes += try unit.encoded() }
      }
      kept.append(Bytes(bytes))
    }
    guard let header, samples.first?.isSync == true else {
      throw FieldError(.invalid("decoding cannot start at the first frame"), offset: 0)
    }
    record = try AV1CodecConfigurationRecord(units: [header])
    self.samples = kept
    let times = samples.map { Int($0.time) } + [Int(clamping: job.end)]
    durations = zip(times, times.dropFirst()).map { $1 - $0 }
    guard durations.allSatisfy({ $0 > 0 && $0 <= Int(Int32.max) }) else {
      throw FieldError(.invalid("frames are not in the order of their times"), offset: 0)
    }
    syncs = samples.indices.filter { samples[$0].isSync }.map { $0 + 1 }
  }

  /// The bytes before the samples, and the samples.
  func parts() throws(FieldError) -> [Bytes] {
    let count = samples.reduce(exif.count) { $0 + $1.count }
    var file = BoxFile(Bytes())
    file.boxes = boxes(offset: 0)
    // The size does not change with the offset.
    let start = try file.encoded().count + 8
    guard let size = UInt32(exactly: count + 8), UInt32(exactly: start + count) != nil else {
      throw FieldError(.invalid("the file would be longer than 4 GB"), offset: 0)
    }
    file.boxes = boxes(offset: start)
    let header = (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - $0 * 8)) }
    return [Bytes(try file.encoded().bytes + header + Array("mdat".utf8) + exif)] + samples
  }

  private func boxes(offset: Int) -> [Box] {
    var fileType = FileTypeBox()
    fileType.majorBrand = "avis"
    fileType.compatibleBrands = ["avis", "avif", "mif1", "msf1", "miaf", "iso8"]
    // The Baseline profile has frames of the Main profile up to level 5.1 (§8.2).
    if record.profile == .main, record.level.index <= 13 {
      fileType.compatibleBrands.append("MA1B")
    }
    var still = SingleImageFile("av01", properties, brand: "avif")
    still.exif = exif
    return [
      Box(fileType),
      still.meta(offset: offset + exif.count, count: samples[0].count, exifOffset: offset),
      movie(offset + exif.count),
    ]
  }

  /// sRGB, by the matrix that JPEG has.
  private var colour: Box {
    var points = CodingIndependentCodePoints()
    points.colourPrimaries = 1
    points.transferCharacteristics = 13
    points.matrixCoefficients = 6
    points.isFullRange = true
    return points.property
  }

  private var configuration: Box {
    var configuration = AV1CodecConfigurationBox()
    configuration.record = record
    return Box(configuration)
  }

  private var properties: [Item.Property] {
    var depths = PixelInformationProperty()
    depths.bitsPerChannel = [8, 8, 8]
    return [
      Item.Property(size.property), Item.Property(configuration, isEssential: true),
      Item.Property(Box(depths)), Item.Property(colour),
    ]
  }

  // MARK: The sequence

  private var duration: Int { durations.reduce(0, +) }

  private func movie(_ offset: Int) -> Box {
    // A duration of all ones stands for endless repetition.
    let presented =
      playCount == 0 ? UInt64.max : UInt64(clamping: duration).multipliedSaturating(playCount)
    var header = MovieHeaderBox()
    header.timescale = timescale
    header.setDuration(presented)
    header.nextTrackID = 2
    var track = TrackHeaderBox()
    track.header = FullBoxHeader(flags: 3)
    track.setDuration(presented)
    (track.width, track.height) = (UInt32(size.width) << 16, UInt32(size.height) << 16)
    var media = MediaHeaderBox()
    media.timescale = timescale
    media.setDuration(UInt64(clamping: duration))
    let edits = EditListBox(
      flags: playCount == 1 ? 0 : 1, rows: [[Int64(clamping: duration), 0, 1, 0]])
    return .container(
      "moov",
      [
        Box(header),
        .container(
          "trak",
          [
            Box(track), .container("edts", [Box(edits)]),
            .container(
              "mdia",
              [
                Box(media), Box(HandlerBox()),
                .container(
                  "minf",
                  [
                    Box(VideoMediaHeaderBox()), .dataInformation,
                    .container("stbl", tables(offset)),
                  ]),
              ]),
          ]),
      ])
  }

  private func tables(_ offset: Int) -> [Box] {
    var constraints = CodingConstraintsBox()
    constraints.allRefPicsIntra = false
    var entry = VisualSampleEntry()
    (entry.width, entry.height) = (UInt16(clamping: size.width), UInt16(clamping: size.height))
    entry.compressorName = Text("", form: .counted)
    entry.children = [configuration, colour, Box(constraints)]
    var description = SampleDescriptionBox()
    description.children = [Box(type: "av01", entry, in: .sampleEntries)]
    var times = TimeToSampleBox()
    var runs: [[Int64]] = []
    for duration in durations {
      if let last = runs.last, last[1] == Int64(duration) {
        runs[runs.count - 1][0] += 1
      } else {
        runs.append([1, Int64(duration)])
      }
    }
    times.entries = FieldTable(columns: TimeToSampleBox.columns, rows: runs)
    var chunks = SampleToChunkBox()
    chunks.entries = FieldTable(
      columns: SampleToChunkBox.columns, rows: [[1, Int64(samples.count), 1]])
    var sizes = SampleSizeBox()
    sizes.sampleCount = UInt32(clamping: samples.count)
    sizes.entries = FieldTable(
      columns: SampleSizeBox.columns, rows: samples.map { [Int64($0.count)] })
    var offsets = ChunkOffsetBox()
    offsets.chunkOffsets = FieldTable(columns: ChunkOffsetBox.columns, rows: [[Int64(offset)]])
    var boxes = [Box(description), Box(times), Box(chunks), Box(sizes), Box(offsets)]
    if syncs.count < samples.count {
      var starts = SyncSampleBox()
      starts.entries = FieldTable(
        columns: SyncSampleBox.columns, rows: syncs.map { [Int64($0)] })
      boxes.append(Box(starts))
    }
    return boxes
  }
}

extension UInt64 {
  fileprivate func multipliedSaturating(_ count: Int) -> UInt64 {
    let (product, isTooBig) = multipliedReportingOverflow(by: UInt64(Swift.max(0, count)))
    return isTooBig ? .max - 1 : product
  }
}
