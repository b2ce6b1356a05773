import ArgumentParser
import FieldCoding
import Files
import ISOBMFF
import Inspection
import Service
import Text
import WorkerClient
import WorkerProtocol

/// The options for what `inspect` shows of a file's metadata.
struct MetadataOptions: ParsableArguments {
  @Flag(
    help: """
      All metadata by name and value: Exif, maker notes, XMP, colour profiles, IPTC, and keys and \
      user data of movies; for programs, add --json or --csv.
      """)
  var metadata = false

  @Option(
    help: ArgumentHelp(
      """
      Only the metadata with this name, such as Model or GPS:GPSLatitude; can be repeated. For one \
      file and one name, print only the value. Implies --metadata; the exit code is 1 if nothing \
      is found.
      """, valueName: "name"))
  var tag: [String] = []

  @Flag(
    help: """
      With --metadata, show how the second of two files differs from the first; the exit code is 1 \
      if it differs.
      """)
  var compare = false

  var isUsed: Bool { metadata || !tag.isEmpty || compare }

  func validate() throws {
    if compare, !metadata, tag.isEmpty { throw ValidationError("--compare needs --metadata.") }
  }
}

/// One run of `inspect --metadata`.
struct MetadataInspection {
  var options: MetadataOptions
  var inputs: Inputs
  var json: Bool
  var csv: Bool
  var limit: [LimitOption]
  var console = Console()

  /// The worker starts when there is a maker note.
  private static let worker = WorkerProgram.path.map { Worker($0) }

  func run() -> ExitStatus {
    var outcomes: [ExitStatus] = []
    let files = inputs.files(Inputs.media.union(["png", "webp", "tif", "tiff", "dng"])) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    let output = console.output
    if options.compare { return compare(files.map(\.path), output) }
    let isAlone = inputs.paths.count == 1 && inputs.list == nil && files.count == 1
    let isValue = isAlone && options.tag.count == 1
    var writer = MetadataWriter(
      output, as: json ? .json : csv ? .csv : isValue ? .values : .text,
      heading: console.style.heading)
    var isFound = options.tag.isEmpty
    for file in files {
      let name = Console.name(of: file.path)
      guard let metadata = read(file.path) else {
        outcomes.append(.badInput)
        continue
      }
      let tags = wanted(metadata.tags)
      isFound = isFound || !tags.isEmpty
      // If the file was not read completely, the reason is written first.
      let isShown = console.hasReadAll ? metadata.refusal == nil : !tags.isEmpty
      if isShown || json {
        let isNamed = !isAlone || json || csv
        writer.write(tags, refusal: metadata.refusal, of: isNamed ? name : nil)
      }
      output.flush()
      if let refusal = metadata.refusal { console.message("\(name): \(refusal)") }
      outcomes.append(metadata.refusal == nil ? .done : .badInput)
    }
    let outcome = ExitStatus(of: outcomes)
    if !isFound, outcome == .done {
      console.message(
        "there is no \(listed(options.tag, "or")); inspect --metadata shows the names that there are"
      )
    }
    return isFound ? outcome : max(.warnings, outcome)
  }

  private func compare(_ paths: [String], _ output: TextOutput) -> ExitStatus {
    guard let old = readable(paths[0]), let new = readable(paths[1]) else { return .badInput }
    guard console.hasReadAll else { return .badInput }
    let comparison = NamedMetadataComparison(wanted(old.tags), wanted(new.tags))
    if json {
      comparison.writeJSON(to: output, old: paths[0], new: paths[1])
    } else if csv {
      comparison.writeCSV(to: output)
    } else {
      comparison.writeText(to: output)
    }
    output.flush()
    return comparison.differences.isEmpty ? .done : .warnings
  }

  private func wanted(_ tags: [MetadataTag]) -> [MetadataTag] {
    guard !options.tag.isEmpty else { return tags }
    return tags.filter { tag in options.tag.contains { tag.isNamed($0) } }
  }

  private func read(_ path: String) -> NamedMetadata? {
    guard let bytes = console.bytes(of: path, limit) else { return nil }
    let name = Console.name(of: path)
    return NamedMetadata(
      bytes, limits: DecodeLimits(limit), inflate: { Zlib.inflate($0, upTo: $1) },
      readNote: { [console] tiff in
        MetadataInspection.worker?.namedNotes(in: tiff) { error in
          console.message("\(name): its maker note was not read: \(error)")
        }
      }, decode: ContentEncoding.decoded)
  }

  private func readable(_ path: String) -> NamedMetadata? {
    guard let metadata = read(path) else { return nil }
    guard let refusal = metadata.refusal else { return metadata }
    console.message("\(path): \(refusal)")
    return nil
  }
}
