import CommandSupport
import FrameExtraction
import LibraryRun
import SystemAccess
import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Small pictures for the page of a report: of files that failed, if the originals are available, and of those that
/// changed most.
struct ReportCommandPictures {
  /// The folder that was converted; nil if the user did not name it.
  var originals: String?

  /// JPEG files by the names of the inputs. A picture that cannot be decoded has none.
  func make(_ report: ManifestReport) -> [String: [UInt8]] {
    guard let program = WorkerProgram.path else { return [:] }
    let maker = ThumbnailMaker(Worker(program), side: 160)
    return withTemporaryFolder { make(report, maker, by: "\($0)/picture.jpg") }
  }

  private func make(
    _ report: ManifestReport, _ maker: ThumbnailMaker, by file: String
  ) -> [String: [UInt8]] {
    var pictures: [String: [UInt8]] = [:]
    for (input, paths) in sources(report) {
      for path in paths where pictures[input] == nil {
        guard (try? maker.make(of: path, to: file)) != nil,
          let data = FileManager.default.contents(atPath: file)
        else { continue }
        pictures[input] = [UInt8](data)
      }
    }
    return pictures
  }

  /// The files that may show each input.
  private func sources(_ report: ManifestReport) -> [(input: String, paths: [String])] {
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
