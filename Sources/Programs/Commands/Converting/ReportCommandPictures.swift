import Conversion
import Files
import Library
import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Small images for the page of a report: of files that failed, if the originals are available, and of those that
/// changed most.
struct ReportCommandPictures {
  /// JPEG files by the names of the inputs. An image that cannot be decoded has none.
  private(set) var files: [String: [UInt8]] = [:]
  /// The system's reasons for images that are missing, with the paths of their files.
  private(set) var problems: [String] = []

  /// - Parameter originals: the folder that was converted; nil if the user did not name it.
  init(_ report: ManifestReport, originals: String?) {
    guard let program = WorkerProgram.path else { return }
    let maker = ThumbnailMaker(Worker(program), side: 160)
    withTemporaryFolder { folder in
      for (input, paths) in ReportCommandPictures.sources(report, originals) {
        for path in paths where files[input] == nil {
          add(input, path, maker, by: "\(folder)/picture.jpg")
        }
      }
    }
  }

  private mutating func add(
    _ input: String, _ path: String, _ maker: ThumbnailMaker, by file: String
  ) {
    do throws(ConversionError) {
      guard try ConversionError.input(PathKind(path)) != .nothing else { return }
      _ = try maker.make(of: path, to: file)
      files[input] = FileManager.default.contents(atPath: file).map { [UInt8]($0) }
    } catch {
      if [.unreadable, .output].contains(error.kind) { problems.append("\(path): \(error)") }
    }
  }

  /// The files that may show each input.
  private static func sources(
    _ report: ManifestReport, _ originals: String?
  ) -> [(input: String, paths: [String])] {
    // The outputs are in the folder that contains the folder `.boxwalk` of a manifest.
    let folders = report.manifests.compactMap { manifest -> String? in
      let folder = manifest.splitAtName.folder.withoutLastSlashes
      guard folder.lastPathName == ".boxwalk" else { return nil }
      let outputs = folder.splitAtName.folder
      return outputs.isEmpty ? "./" : outputs
    }
    let failed = report.records.filter { $0.outcome == .failed }.prefix(ReportPage.pictureCount)
    var sources: [(input: String, paths: [String])] = []
    if let originals {
      sources += failed.map { ($0.input, [originals.asFolder + $0.input]) }
    }
    for record in report.mostChanged(ReportPage.pictureCount) {
      let paths = record.outputs.map(\.path).filter { !$0.pathNames.contains("..") }
      sources.append((record.input, folders.flatMap { folder in paths.map { folder + $0 } }))
    }
    return sources
  }
}
