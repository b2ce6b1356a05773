import ArgumentParser
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Movie
import Text

/// `boxwalk extract`
struct ExtractCommand: StandardInputReader {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Extracts parts of a photo or movie: images, metadata, tracks, boxes.",
    discussion: """
      Without options, the command lists the parts that it can extract. Coded images and video \
      become streams that decoders read: HEVC, AVC and VVC with start codes and their parameter \
      sets, AV1 with temporal delimiters, AAC with ADTS headers. Subtitles become a SubRip file \
      (.srt), or WebVTT if the output is named .vtt. Exif becomes a TIFF file. --raw writes the \
      data as it is in the file.

      EXAMPLES
        boxwalk extract IMG_1234.HEIC
        boxwalk extract IMG_1234.HEIC --exif -o IMG_1234.tif
        boxwalk extract IMG_1234.HEIC --thumbnail -o thumbnail.hevc
        boxwalk extract IMG_1234.HEIC --aux depth -o depth.hevc
        boxwalk extract IMG_1234.HEIC --item 12 -o tile.hevc
        boxwalk extract IMG_1234.MOV --track 1 -o - | ffprobe -f hevc -
        boxwalk extract IMG_1234.MOV --track 1 --config -o hvcC.bin
        boxwalk extract DJI_0001.MP4 --track 3 -o subtitles.srt
        boxwalk extract IMG_1234.MOV --box moov/udta -o udta.bin
        boxwalk extract --init init.mp4 *.m4s --track 1 -o pictures.h264

      --item and --track say whose --exif, --xmp, --icc, --thumbnail, --aux or --config to \
      extract; the default is the primary item, or the movie. The command refuses a part that is \
      not whole. No file is replaced without --force, and no file appears before it is complete.
      """)

  @Argument(
    help: ArgumentHelp(
      "A photo, movie, playlist or manifest; - is standard input. With --init, segments.",
      valueName: "input"),
    completion: .file())
  var files: [InputPath]

  @OptionGroup(title: "Segments and streams") var segmentOptions: SegmentOptions

  var inputs: [String] { files.map(\.path) }

  @Option(
    help: "The payload of the box at this path, such as moov/udta or //hvcC.",
    completion: BoxPatternArgument.completion, transform: BoxPatternArgument.init)
  var box: BoxPatternArgument?

  @Flag(help: "With --box: also the header of the box.")
  var whole = false

  @Option(help: "The item with this number.")
  var item: UInt32?

  @Option(help: "The samples of the track with this number.")
  var track: UInt32?

  @Flag(help: "Exif, as a TIFF file.")
  var exif = false

  @Flag(help: "The XMP packet.")
  var xmp = false

  @Flag(help: "The ICC profile.")
  var icc = false

  @Flag(help: "The thumbnail; the largest if there are several.")
  var thumbnail = false

  @Option(help: "An auxiliary image: alpha, depth, gainmap, portrait, hair, skin, sky, ...")
  var aux: String?

  @Flag(help: "The decoder configuration: what is in hvcC, avcC, av1C, esds, ...")
  var config = false

  @Flag(help: "The data of items and tracks, unchanged.")
  var raw = false

  @Option(
    name: .shortAndLong, help: "The file to write; with -, the part goes to standard output.",
    completion: .file())
  var output: String?

  @Flag(name: .shortAndLong, help: "Replace a file that exists.")
  var force = false

  @Flag(name: .shortAndLong, help: "The list as JSON.")
  var json = false

  @Option(
    help: "Raise a limit that protects against hostile files: depth=N, elements=N, input=BYTES.")
  var limit: [LimitOption] = []

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  init() {}

  func validate() throws {
    let kinds = [exif, xmp, icc, thumbnail, config, aux != nil, box != nil].count { $0 }
    if segmentOptions.initialization == nil, inputs.count != 1 {
      throw ValidationError(
        "Name one file; with --init, name the segments that follow it.")
    }
    try segmentOptions.check(inputs)
    if kinds > 1 {
      throw ValidationError(
        "Use only one of --box, --exif, --xmp, --icc, --thumbnail, --aux and --config.")
    }
    if item != nil, track != nil { throw ValidationError("Use either --item or --track.") }
    if box != nil, item != nil || track != nil {
      throw ValidationError("--box cannot be used with --item or --track.")
    }
    if track != nil, exif || xmp || thumbnail || aux != nil {
      throw ValidationError("Tracks have only --icc and --config; the other parts belong to items.")
    }
    if whole, box == nil { throw ValidationError("--whole is for --box.") }
    let isList = kinds == 0 && item == nil && track == nil
    if isList, output != nil || raw || force {
      throw ValidationError(
        "Name the part to extract; without options, the command lists the parts.")
    }
    if !isList, output == nil {
      throw ValidationError("Name the output: -o FILE, or -o - for standard output.")
    }
    if !isList, json { throw ValidationError("--json is for the list.") }
  }

  /// The part that was chosen; nil for the list.
  private var part: Extraction.Part? {
    let owner: Extraction.Owner? = item.map { .item($0) } ?? track.map { .track($0) }
    if let pattern = box?.pattern { return .box(pattern, isWhole: whole) }
    if exif { return .exif(of: item) }
    if xmp { return .xmp(of: item) }
    if icc { return .profile(of: owner) }
    if thumbnail { return .thumbnail(of: item) }
    if let aux { return .auxiliary(aux, of: item) }
    if config { return .configuration(of: owner) }
    return owner.map { .data($0) }
  }

  func run() throws {
    let console = Console()
    guard let job = InputJob(inputs, segmentOptions, console),
      let input = console.input(job, segmentOptions, limit)
    else {
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    let (bytes, name) = (input.bytes, input.name)
    if let refusal = FileKind(bytes).refusalAsBoxes(of: bytes) {
      console.message("\(name): \(refusal)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
    let extraction = Extraction(bytes, limits: DecodeLimits(limit))
    guard let part, let output else {
      list(extraction, name, console)
      if let reason = extraction.movie?.reasonForNoTracks {
        console.message("\(name): \(reason)")
        throw ExitCode(ExitStatus.badInput.rawValue)
      }
      return
    }
    do {
      try write(part, of: extraction, to: output)
    } catch let error as SystemError {
      console.message("\(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    } catch {
      console.message("\(name): \(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
  }

  private func write(
    _ part: Extraction.Part, of extraction: Extraction, to output: String
  ) throws {
    let console = Console()
    let texts =
      raw
      ? nil
      : try extraction.texts(part, for: output) { console.message("\(inputs[0]): \($0)") }
    func pass(_ put: (Bytes) throws -> Void) throws {
      if let texts { return try put(Bytes(texts)) }
      var pieces = PieceBuffer()
      try extraction.extract(part, asStored: raw) { try pieces.put($0, put) }
      try pieces.flush(put)
    }
    if output == "-" { return try pass { try console.pass($0) } }
    try checkName(output, part, of: extraction)
    let file = try CommandOutput.file(output, inputs: inputs, isForced: force)
    try pass { try file.write($0) }
    try file.commit(replacing: force, of: nil)
    try CommandOutput.announce(output)
  }

  /// The names of formats that parts have, or could be taken for.
  private static let known = MediaExtensions.all.union(MediaExtensions.audio).union([
    "hevc", "h265", "265", "h264", "264", "vvc", "obu", "ivf", "m2v", "aac", "mp2", "mp3", "ac3",
    "eac3", "ec3", "dts", "amr", "wav", "pcm", "caf", "aif", "aiff", "au", "flac", "ogg", "opus",
    "icc", "srt", "vtt",
  ])

  private static let same = [
    "jpeg": "jpg", "tiff": "tif", "265": "hevc", "h265": "hevc", "264": "h264", "vtt": "srt",
    "ec3": "eac3",
  ]

  /// Throws for the name of another format than that of the part. Names that mean nothing are allowed.
  private func checkName(
    _ output: String, _ part: Extraction.Part, of extraction: Extraction
  ) throws {
    let ending = MediaExtensions.of(output)
    guard Self.known.contains(ending) else { return }
    let right = extraction.parts.first { $0.part == part }.map(extraction.fileExtension) ?? ""
    let isNamed = !right.isEmpty && (Self.same[ending] ?? ending) == (Self.same[right] ?? right)
    guard isNamed || right.isEmpty else {
      throw OutputRefusal(
        "\(output) is the name of another format: this part becomes a .\(right) file")
    }
    // Photos and movies promise their first bytes.
    if isNamed, !MediaExtensions.all.contains(ending) { return }
    guard try start(of: part, extraction).extensions.contains(ending) else {
      throw OutputRefusal(
        "\(output) promises a file of another kind than this part is: name a .bin file")
    }
  }

  /// What a part is by its first bytes.
  private func start(of part: Extraction.Part, _ extraction: Extraction) throws -> FileKind {
    struct Enough: Error {}
    var start: [UInt8] = []
    do {
      try extraction.extract(part, asStored: raw) { piece in
        start += piece.prefix(4096)
        if start.count >= 4096 { throw Enough() }
      }
    } catch is Enough {}
    return FileKind(Bytes(start))
  }

  // MARK: The list

  private func list(_ extraction: Extraction, _ name: String, _ console: Console) {
    let parts = extraction.parts
    let output = console.output
    if json {
      var writer = JSONWriter(output)
      JSONValue.object(
        [
          ("schema", .string("boxwalk.extract/1")), ("file", .string(name)),
          (
            "parts",
            .array(
              parts.map { found in
                .object([
                  ("options", .array(found.part.options.map { .string($0) })),
                  ("title", .string(found.title)),
                  ("bytes", found.byteCount.map { .int(Int(clamping: $0)) }),
                  (
                    "extension",
                    extraction.fileExtension(found).isEmpty
                      ? nil : .string(extraction.fileExtension(found))
                  ),
                  ("problem", found.problem.map { .string($0) }),
                ])
              })
          ),
        ] + RemoteInputs.transfer(of: name)
      ).write(to: &writer)
      output.line()
    } else {
      for found in parts.prefix(1000) {
        let size = found.byteCount.map { grouped($0) } ?? ""
        let columns = [
          leftAligned(found.part.options.joined(separator: " "), 16), rightAligned(size, 12),
          leftAligned(
            extraction.fileExtension(found).isEmpty ? "" : "." + extraction.fileExtension(found), 5),
        ]
        output.text(
          columns.joined(separator: "  ") + "  " + found.title
            + (found.problem.map { "; cannot be extracted: \($0)" } ?? ""))
      }
      if parts.count > 1000 {
        output.line("… and \(counted(parts.count - 1000, "more part")); --json lists all")
      }
      output.line(
        leftAligned("--box PATH", 16) + "                       any box; inspect --tree shows them")
    }
    output.flush()
  }
}

extension Extraction.Part {
  /// The options that select this part.
  fileprivate var options: [String] {
    switch self {
    case .box(let path, let isWhole): ["--box", "\(path)"] + (isWhole ? ["--whole"] : [])
    case .data(let owner): owner.options
    case .thumbnail(let id): ["--thumbnail"] + owner(id)
    case .auxiliary(let name, let id): ["--aux", name] + owner(id)
    case .exif(let id): ["--exif"] + owner(id)
    case .xmp(let id): ["--xmp"] + owner(id)
    case .profile(let owner): ["--icc"] + (owner?.options ?? [])
    case .configuration(let owner): ["--config"] + (owner?.options ?? [])
    }
  }

  private func owner(_ id: UInt32?) -> [String] { id.map { ["--item", "\($0)"] } ?? [] }
}

extension Extraction.Owner {
  fileprivate var options: [String] {
    switch self {
    case .item(let id): ["--item", "\(id)"]
    case .track(let id): ["--track", "\(id)"]
    }
  }
}

/// Collects small pieces and passes them on together.
private struct PieceBuffer {
  private var pending: [UInt8] = []
  private static let room = 1 << 18

  mutating func put(_ piece: Bytes, _ write: (Bytes) throws -> Void) throws {
    if pending.count + piece.count > PieceBuffer.room { try flush(write) }
    if piece.count > PieceBuffer.room / 4 {
      try flush(write)
      try write(piece)
    } else {
      pending += piece
    }
  }

  mutating func flush(_ write: (Bytes) throws -> Void) throws {
    guard !pending.isEmpty else { return }
    try write(Bytes(pending))
    pending.removeAll(keepingCapacity: true)
  }
}

extension Extraction {
  /// The texts of a track, as a file of SubRip (`.srt`), or of WebVTT under that name; nil for other parts and tracks.
  ///
  /// Throws if samples are missing, or if the track is not shown at times that cues can state.
  ///
  /// - Parameter lost: is called with what the file does not say of how the texts look.
  func texts(_ part: Part, for output: String, lost: (String) -> Void) throws -> [UInt8]? {
    guard case .data(.track(let id)) = part,
      let track = movie?.tracks.first(where: { $0.id == id }), track.hasTexts
    else { return nil }
    // All samples have to be there.
    try extract(part, asStored: true) { _ in }
    let timescale = movie?.header?.timescale ?? 0
    guard let parts = PresentedParts(track, movieTimescale: timescale),
      let texts = TextTrack(track, in: boxes.bytes, parts)
    else {
      throw ExtractionError(
        "track \(id) has texts at times that subtitles cannot state; --raw extracts its samples")
    }
    let isWebVTT = MediaExtensions.of(output) == "vtt"
    if let looks = TextLook.phrase(texts.lostLooks) { lost("not in the new file: \(looks)") }
    return Array(
      (isWebVTT ? WebVTT.text(of: texts.cues, isSegment: false) : SubRip.text(of: texts.cues)).utf8)
  }

  /// The usual extension of the file that a part becomes.
  func fileExtension(_ found: Found) -> String {
    guard case .data(.track(let id)) = found.part,
      movie?.tracks.first(where: { $0.id == id })?.hasTexts == true
    else { return found.fileExtension }
    return "srt"
  }
}

extension Track {
  /// Whether its samples are texts that become subtitles.
  var hasTexts: Bool {
    !isEncrypted && sampleEntries.allSatisfy { TextTrack.entries.contains($0.type) }
      && !sampleEntries.isEmpty
  }
}
