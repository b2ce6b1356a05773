import ArgumentParser
import Conversion
import FieldCoding
import ISOBMFF
import Inspection
import Text
import WorkerClient

/// Shows what each preset would do with movies.
struct PresetReport {
  private let isJSON: Bool
  private let console: Console

  init(isJSON: Bool, _ console: Console) { (self.isJSON, self.console) = (isJSON, console) }

  func run(_ inputs: Inputs) throws {
    let output = console.output
    guard !inputs.paths.isEmpty || inputs.list != nil else {
      for line in MoviePreset.table.split(separator: "\n") { output.text(String(line)) }
      return output.flush()
    }
    var outcomes: [ExitStatus] = []
    let files = inputs.files(Inputs.movies) { problem in
      console.message(problem)
      outcomes.append(.badInput)
    }
    for file in files {
      guard let bytes = console.bytes(of: file.path) else {
        outcomes.append(.badInput)
        continue
      }
      do throws(ConversionError) {
        write(try MovieForecast.all(of: bytes), of: file.path, to: output)
        outcomes.append(.done)
      } catch {
        console.message("\(file.path): \(error.message)")
        outcomes.append(.badInput)
      }
      output.flush()
    }
    try ExitStatus(of: outcomes).end()
  }

  private func write(_ forecasts: [MovieForecast], of path: String, to output: TextOutput) {
    guard isJSON else {
      output.text(path)
      for forecast in forecasts {
        let name = leftAligned(forecast.preset.name, 12)
        output.text("  \(name)\(forecast.video); \(forecast.audio)")
        if !forecast.lost.isEmpty {
          output.text("              lost: \(forecast.lost.joined(separator: ", "))")
        }
      }
      return
    }
    var json = JSONWriter(output)
    JSONValue.object([
      ("file", .string(path)),
      (
        "presets",
        .array(
          forecasts.map { forecast in
            .object([
              ("preset", .string(forecast.preset.name)), ("video", .string(forecast.video)),
              ("audio", .string(forecast.audio)),
              ("lost", .array(forecast.lost.map { .string($0) })),
            ])
          })
      ),
    ]).write(to: &json)
    output.line()
  }
}
