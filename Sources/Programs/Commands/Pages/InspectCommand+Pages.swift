import FieldCoding
import Files
import ISOBMFF
import Inspection
import Rendering
import Text
import Verification

extension InspectCommand {
  /// Writes a page or a drawing of a file.
  func draw(
    _ input: CommandInput, of job: InputJob, _ output: TextOutput, _ console: Console
  ) throws -> ExitStatus {
    let limits = DecodeLimits(limit)
    let name = input.name
    let file = ExaminedFile(input.bytes, name: name, limits: limits, inflate: Zlib.inflate)
    if let plot = pages.svg {
      guard let drawing = plot.drawing(of: file) else {
        console.message("\(name): has no \(plot.need), which --svg \(plot.rawValue) draws")
        return .badInput
      }
      try PageOutput.write(
        to: pages.output, inputs: job.read(input.bytes), isForced: pages.force, drawing.write)
      return .done
    }
    let shown = PagePictures().show(input.path, file)
    let audio = PageAudio().levels(input.path, file)
    let page = FilePage(
      file, preview: shown.preview, frames: shown.frames, audio: audio.view, limits: limits,
      inflate: Zlib.inflate)
    try PageOutput.write(
      to: pages.html, inputs: job.read(input.bytes), isForced: pages.force, page.write)
    if pages.open, let html = pages.html { try showFile(html) }
    let outcome = finish(page.inspection, output, console)
    guard let failure = shown.failure ?? audio.failure else { return outcome }
    console.message("\(name): \(failure)")
    return max(.warnings, outcome)
  }
}
