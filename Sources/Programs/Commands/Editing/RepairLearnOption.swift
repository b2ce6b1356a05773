import Editing
import FieldCoding
import Files
import Text

/// Writes what is learned from good recordings (`boxwalk repair --learn`), a file for each.
struct RepairLearnOption {
  let inputs: Inputs
  let options: EditOptions
  let camera: String?
  private let console: Console
  private let results: TextOutput

  private let outputs = EditedOutputs()

  init(inputs: Inputs, options: EditOptions, camera: String?) {
    (self.inputs, self.options, self.camera) = (inputs, options, camera)
    console = Console()
    results = console.output
  }

  func run() throws -> ExitStatus {
    var outcomes: [ExitStatus] = []
    let files = inputs.files(Inputs.media) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    let output = try options.output.map { try OutputOption($0, for: inputs, of: files.count) }
    for file in files {
      do {
        try learn(file, output)
        outcomes.append(.done)
      } catch let error as ByteSourceError {
        console.message("\(error)")
        outcomes.append(.badInput)
      } catch {
        console.message("\(file.path): \(error)")
        outcomes.append(.badInput)
      }
    }
    return ExitStatus(of: outcomes)
  }

  private func learn(_ file: Inputs.File, _ output: OutputOption?) throws {
    let learned = try LearnedRecording(of: ByteSource(mapping: file.path).bytes)
    let (stem, ending) = file.path.splitAtExtension
    let named = try camera.map { try CameraTable().path(of: $0, ending: ending) }
    let path = named ?? output.map { $0.file(file.relativePath) } ?? "\(stem)-learned\(ending)"
    try outputs.take(path, for: file.path)
    let written = try CommandOutput.file(path, inputs: [file.path], isForced: options.force)
    try written.write(learned.bytes)
    try written.commit(replacing: options.force, of: nil)
    report(file.path, path, learned)
  }

  private func report(_ path: String, _ output: String, _ learned: LearnedRecording) {
    defer { results.flush() }
    guard !options.isJSON else {
      return JSONValue.object([
        ("file", .string(path)), ("outcome", .string("learned")), ("output", .string(output)),
        ("notes", .array(learned.notes.map { .string($0) })), ("bytes", .int(learned.bytes.count)),
      ]).writeLine(to: results)
    }
    results.text(output)
    for note in learned.notes { results.text("  not learned: \(note)") }
  }
}
