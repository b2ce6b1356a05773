import Conversion
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Movie
import Text
import Verification
import WorkerClient

extension InspectCommand {
  /// Inspects a file on all cores. Boxes are written while the rest is still being computed.
  func inspectOnAllCores(
    _ job: InputJob, _ output: TextOutput, _ console: Console
  ) async -> ExitStatus {
    guard !samples, json || isTree, !(showsStream && console.isStream(job)) else {
      return inspect(job, output, console)
    }
    guard let input = console.input(job, segmentOptions, limit) else { return .badInput }
    let (bytes, name, limits) = (input.bytes, input.name, DecodeLimits(limit))
    let treeOptions = treeOptions(for: bytes, limits)
    if json {
      let inspection = await FileInspection.writeJSON(
        of: bytes, name: name, limits: limits, to: output, tree: treeOptions, nalUnits: nal,
        plays: plays, inflate: Zlib.inflate
      ) { RemoteInputs.transfer(of: job.paths) }
      output.line()
      return finish(inspection, output, console, unlisted: inspection.unlistedUnits)
    }
    writeHeading(name, output, console)
    let (inspection, isShown) = await FileInspection.writeTree(
      of: bytes, name: name, limits: limits, to: output, treeOptions ?? TreeOptions(),
      console.style,
      inflate: Zlib.inflate)
    return finishTree(inspection, isShown, output, console)
  }

  /// Inspects a file in this thread only.
  func inspect(_ job: InputJob, _ output: TextOutput, _ console: Console) -> ExitStatus {
    if showsStream, console.isStream(job) {
      guard let stream = console.stream(job) else { return .badInput }
      let listing = StreamListing(stream)
      if json {
        listing.writeJSON(to: output, more: RemoteInputs.transfer(of: job.paths))
      } else {
        listing.write(to: output, segments: segments, console.style)
      }
      return .done
    }
    guard let input = console.input(job, segmentOptions, limit) else { return .badInput }
    let (bytes, name, limits) = (input.bytes, input.name, DecodeLimits(limit))
    if samples { return listSamples(of: bytes, name: name, limits, output, console) }
    if pages.isUsed {
      do { return try draw(input, of: job, output, console) } catch {
        console.message("\(error)")
        return .badInput
      }
    }
    let treeOptions = treeOptions(for: bytes, limits)
    let inspection = FileInspection(bytes, name: name, limits: limits, inflate: Zlib.inflate)
    _ = console.hasReadAll
    if json {
      let unlisted = inspection.writeJSON(
        to: output, tree: treeOptions, nalUnits: nal, plays: plays
      ) {
        RemoteInputs.transfer(of: job.paths)
      }
      output.line()
      return finish(inspection, output, console, unlisted: unlisted)
    } else if nal {
      writeHeading(name, output, console)
      let list = inspection.writeNALUnits(to: output, tree: unitOptions, console.style)
      return list.isEmpty
        ? finishEmpty(inspection, "has no images or video of NAL units", output, console)
        : finish(inspection, output, console, unlisted: list.ends)
    } else if let treeOptions {
      writeHeading(name, output, console)
      let isShown = inspection.writeTree(to: output, treeOptions, console.style)
      return finishTree(inspection, isShown, output, console)
    } else if plays {
      if !inspection.writePlayability(to: output, console.style) {
        return finishEmpty(
          inspection, "has neither an image nor audio that can be played by itself", output,
          console)
      }
    } else {
      let missing = preview ? showPreview(of: input.path, output, console) : nil
      inspection.writeSummary(to: output, console.style, columns: console.columns)
      if let missing {
        output.flush()
        console.message(missing)
        return max(.warnings, finish(inspection, output, console))
      }
    }
    return finish(inspection, output, console)
  }

  /// - Parameter words: why a list is empty, if the file was read.
  private func finishEmpty(
    _ inspection: FileInspection, _ text: String, _ output: TextOutput, _ console: Console
  ) -> ExitStatus {
    output.flush()
    let file = BoxFile(inspection.bytes, limits: DecodeLimits(limit))
    let reason = MovieFile(file, inflate: Zlib.inflate)?.reasonForNoTracks
    if inspection.refusal == nil { console.message("\(inspection.name): \(reason ?? text)") }
    return max(reason == nil ? .warnings : .badInput, finish(inspection, output, console))
  }

  /// Whether a stream is shown as a stream, and not one of its renditions as a movie.
  private var showsStream: Bool {
    !samples && !nal && !plays && !preview && !pages.isUsed && treeOptions == nil
      && segmentOptions.rendition == nil
  }

  private var isTree: Bool { !nal && treeOptions != nil }

  private var isAlone: Bool {
    segmentOptions.initialization != nil
      || inputs.paths.count == 1 && inputs.list == nil
        && (try? PathKind(inputs.paths[0])) != .folder
  }

  private func writeHeading(_ name: String, _ output: TextOutput, _ console: Console) {
    if !isAlone { output.line(console.style.heading("\(printable(name)):")) }
  }

  private func finishTree(
    _ inspection: FileInspection, _ isShown: Bool, _ output: TextOutput, _ console: Console
  ) -> ExitStatus {
    guard !isShown else { return finish(inspection, output, console) }
    output.flush()
    let level = inspection.kind == .jpeg ? "segment" : "box"
    let reason = path?.pattern.map { "there is no \(level) at \($0)" } ?? "has no boxes"
    console.message("\(inspection.name): \(reason)")
    return .badInput
  }

  /// - Returns: the reason if there is no preview, as a sentence.
  private func showPreview(of path: String, _ output: TextOutput, _ console: Console) -> String? {
    guard let columns = console.columns else {
      return "there is no preview: standard output is not a terminal"
    }
    if path == "-" { return "there is no preview of standard input: name the file" }
    output.flush()
    guard let program = WorkerProgram.path else {
      return
        "there is no preview: boxwalk-codec, the program that decodes, is not beside boxwalk; install both together"
    }
    return withTemporaryFolder {
      TerminalPicture(columns: columns).show(path, by: "\($0)/picture.jpg", Worker(program))
    }
  }

  private func listSamples(
    of bytes: Bytes, name: String, _ limits: DecodeLimits, _ output: TextOutput, _ console: Console
  ) -> ExitStatus {
    let file = BoxFile(bytes, limits: limits)
    let list = SampleList(file, limits: limits, inflate: Zlib.inflate)
    guard console.hasReadAll else { return .badInput }
    guard let list else {
      console.message("\(name): has no samples: it contains neither a movie nor a fragment")
      return .badInput
    }
    if !isAlone, !json, !csv { output.line(console.style.heading("\(printable(name)):")) }
    let notes = list.write(
      to: output, as: json ? .json : csv ? .csv : .text, tracks: track,
      name: isAlone && !csv ? nil : name, console.style)
    output.flush()
    for note in notes { console.message("\(name): \(note)") }
    if !track.isEmpty, !list.hasTrack(in: track) { return .badInput }
    return notes.isEmpty ? .done : .warnings
  }

  /// - Parameter unlisted: why not all NAL units are listed.
  func finish(
    _ inspection: FileInspection, _ output: TextOutput, _ console: Console,
    unlisted: [String] = []
  ) -> ExitStatus {
    output.flush()
    for reason in unlisted {
      console.message("\(inspection.name): \(reason); not all NAL units are listed")
    }
    guard let refusal = inspection.refusal else {
      return max(unlisted.isEmpty ? .done : .warnings, ExitStatus(of: inspection.report))
    }
    console.message("\(inspection.name): \(refusal)")
    return .badInput
  }

  /// How the fields of NAL units are shown; nil with a path, which selects boxes.
  private var unitOptions: TreeOptions? { path == nil ? treeOptions : nil }

  /// The options for a file, with its boxes for the paths.
  private func treeOptions(for bytes: Bytes, _ limits: DecodeLimits) -> TreeOptions? {
    guard var options = treeOptions, let pattern = path?.pattern else { return treeOptions }
    options.choose(pattern, in: bytes, limits: limits)
    return options
  }

  var treeOptions: TreeOptions? {
    guard tree || hex || all || depth != nil || path != nil else { return nil }
    var options = TreeOptions()
    options.depth = depth
    options.showsHex = hex
    options.showsAll = all
    return options
  }
}
