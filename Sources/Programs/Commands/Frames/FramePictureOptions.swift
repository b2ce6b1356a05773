import ArgumentParser
import Conversion
import Metadata
import WorkerClient
import WorkerProtocol

/// The options for how frames become frames; they are those of `convert`.
struct FramePictureOptions: ParsableArguments {
  @Option(
    help: "jpeg, png, heic or avif; by default the format in the name of the output, or jpeg.")
  var format: OutputFormat?

  @Option(
    name: .shortAndLong,
    help: "Quality of the files, 1 to 100; by default 90 for JPEG, 55 for HEIC and 80 for AVIF.")
  var quality: Int?

  @Option(
    help: """
      Bits of a sample: 8 or 16 in PNG files, 8 or 10 in HEIC and AVIF files. The default is the \
      larger number if the movie has more than 8.
      """)
  var depth: Int?

  @Option(help: "Make frames smaller, so that the longer side has at most N samples.")
  var maxSize: Int?

  @Option(help: "The colours of the output: keep, srgb or p3 (Display P3).")
  var color = OutputColour.keep

  @Flag(
    name: .customLong("no-tonemap"),
    help: """
      Keep the values of HDR movies (PQ, HLG), which JPEG files, and files with --depth 8, have mapped \
      to SDR otherwise.
      """)
  var keepsTones = false

  @Option(help: "Metadata to leave out: location, all, or none.")
  var strip = MetadataStripping.nothing

  @Option(help: "Threads that decode and encode; by default one for each core.")
  var threads: Int?

  @Option(
    help: "The most seconds for a frame; by default many times what real frames take.")
  var timeLimit: Double?

  @Option(
    help: """
      The library that decodes: libav (libavcodec), de265 (libde265, only HEVC), or auto, which is libav, \
      and de265 where libav is missing.
      """)
  var engine = Engine.auto

  @OptionGroup var sandbox: SandboxOptions

  init() {}

  /// - Parameter isFile: whether the output is one file.
  func validate(_ output: String, isFile: Bool) throws {
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality has to be 1 to 100.")
    }
    let isStated = format != nil
    let format = outputFormat(output)
    if isFile, let refusal = format.refusal(ofChosenName: output, isStated: isStated) {
      throw ValidationError(refusal)
    }
    let more: Int? = format == .jpeg ? nil : format.isHEIF ? 10 : 16
    if let depth, depth != 8, depth != more {
      throw ValidationError(
        more.map { "--depth has to be 8 or \($0)." } ?? "JPEG has 8 bits; PNG can have 16.")
    }
    if let maxSize, !(1...65_535).contains(maxSize) {
      throw ValidationError("--max-size has to be 1 to 65535.")
    }
    if color != .keep, keepsTones {
      throw ValidationError("--color cannot be used with --no-tonemap.")
    }
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads has to be 1 to 256.")
    }
    if engine == .libheif {
      throw ValidationError("libheif decodes photos; --engine has to be auto, libav or de265.")
    }
    if let timeLimit, !(timeLimit > 0 && timeLimit < 1e6) {
      throw ValidationError("--time-limit has to be a number of seconds.")
    }
  }

  private func outputFormat(_ output: String) -> OutputFormat {
    format ?? OutputFormat(path: output) ?? .jpeg
  }

  /// - Parameter worker: the path of `boxwalk-codec`.
  func options(_ worker: String, _ output: String) -> ConversionOptions {
    var options = ConversionOptions(sandbox.worker(worker))
    options.format = outputFormat(output)
    options.quality = quality
    options.bitDepth = depth
    options.longerSide = maxSize
    options.engine = EngineChoice(engine)
    options.colour = color
    options.mapsTones = !keepsTones
    options.stripping = strip
    options.threads = threads ?? 0
    options.timeLimit = timeLimit
    return options
  }
}
