import Conversion
import Files
import Library
import WorkerClient

extension ConvertCommand {
  /// Converts a photo, and passes the image on when it is complete.
  func pass(
    _ files: [Batch.File], _ conversion: PhotoConverter, _ console: Console
  ) -> ExitStatus {
    guard let file = files.first, files.count == 1 else {
      console.message("only one photo can go to standard output, and \(files.count) were named")
      return .badInput
    }
    return withTemporaryFolder { pass(file, conversion, by: "\($0)/picture", console) }
  }

  /// - Parameter path: where the image is until it is complete.
  private func pass(
    _ file: Batch.File, _ conversion: PhotoConverter, by path: String, _ console: Console
  ) -> ExitStatus {
    do throws(ConversionError) {
      let photo = try PhotoFile(file.path, time: time)
      guard let picture = try photo.pictures(conversion.options).first else {
        throw ConversionError(.input, "has no such image")
      }
      let result = try conversion.convert(picture, of: photo, to: path)
      guard let bytes = console.bytes(of: path) else { return .badInput }
      do throws(SystemError) { try console.pass(bytes) } catch {
        console.message("\(error)")
        return .badInput
      }
      let report = ConvertReport(isJSON: false, console: console)
      report.explain(file.path, result)
      return ExitStatus(result)
    } catch {
      console.message("\(file.path): \(error.message)")
      return ExitStatus(error)
    }
  }
}
