import ArgumentParser
import Conversion
import Files
import Library
import Metadata
import WorkerProtocol

extension ConvertCommand {
  func validate() throws {
    do { try validateOptions() } catch let error as SystemError {
      // The value of an option that does not exist would be taken for a file.
      let arguments = CommandLine.arguments.dropFirst()
      if let sentence = CommandNames.unknownOption(arguments, of: Boxwalk.self) {
        throw ValidationError(sentence)
      }
      Console().message("\(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
  }

  private func validateOptions() throws {
    try inputs.requireNames()
    if let quality, !(1...100).contains(quality) {
      throw ValidationError("--quality has to be 1 to 100.")
    }
    if quality != nil, outputFormat == .png {
      throw ValidationError("PNG files have no quality: all samples stay as they are.")
    }
    let depths = outputFormat.bitDepths
    if let depth, !depths.contains(depth) {
      throw ValidationError(
        depths.count > 1
          ? "--depth has to be \(depths[0]) or \(depths[1])."
          : "JPEG files have 8 bits; PNG files can have 16.")
    }
    if let timeLimit, !(timeLimit > 0 && timeLimit < 1e6) {
      throw ValidationError("--time-limit has to be a number of seconds above 0.")
    }
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads has to be 1 to 256.")
    }
    if item != nil, all {
      throw ValidationError("Use either --item or --all.")
    }
    if let time, !(0...1e9).contains(time) {
      throw ValidationError("--time has to be a number of seconds from the start.")
    }
    if let thumbnail, !(1...65_535).contains(thumbnail) {
      throw ValidationError("--thumbnail has to be 1 to 65535.")
    }
    if color != .keep, keepsTones {
      throw ValidationError("--color cannot be used with --no-tonemap.")
    }
    if let maxSize, !(1...65_535).contains(maxSize) {
      throw ValidationError("--max-size has to be 1 to 65535.")
    }
    if output == "-", all || aux || isJSON {
      throw ValidationError("With -o -, leave out --all, --aux and --json.")
    }
    if output == "-", try inputs.paths.count > 1 || inputs.isLibrary {
      throw ValidationError("Only one photo can go to standard output: name one.")
    }
    if batch.live == .motionphoto, outputFormat == .png {
      throw ValidationError("PNG files cannot hold a movie; --live keep puts it beside them.")
    }
    if moviePreset != nil, batch.live == .motionphoto || batch.live == .skip {
      throw ValidationError("--movies needs --live keep, with movies beside their photos.")
    }
    if batch.live == .motionphoto, all {
      throw ValidationError("--all cannot be used with --live motionphoto.")
    }
    // A path that does not exist may have been a folder. It is reported later.
    let isOfFiles = try !inputs.isLibrary && inputs.paths.allSatisfy { try PathKind($0) == .file }
    if batch.deletesOriginals, batch.run.manifest == nil, isOfFiles || output == "-" {
      throw ValidationError("--delete-originals is for folders and lists, which have a manifest.")
    }
    if output == "-", batch.run.manifest != nil {
      throw ValidationError("With -o -, there is no folder that a manifest could describe.")
    }
    if batch.run.isWatching, inputs.list != nil || output == "-" {
      throw ValidationError("--watch is for folders, from one to another.")
    }
    if output != "-", try !outputPath.isFolder, try !loopsOnly, try !inputs.lackFiles,
      let refusal = outputFormat.refusal(ofChosenName: output, isStated: format != nil)
    {
      throw ValidationError(refusal)
    }
    try validateLoops()
  }

  var outputPath: OutputOption {
    get throws {
      try OutputOption(output, for: inputs, of: inputs.list == nil ? inputs.paths.count : 2)
    }
  }

  var outputFormat: OutputFormat { format?.picture ?? OutputFormat(path: output) ?? .jpeg }
}
