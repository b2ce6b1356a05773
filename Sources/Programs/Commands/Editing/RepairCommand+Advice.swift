import Editing
import FieldCoding
import ISOBMFF
import Movie
import Rescue
import Verification

extension RepairCommand {
  /// What can be done for a file in which something is still wrong: another command that helps, or that none does.
  ///
  /// - Parameter findings: what is wrong.
  func advice(for file: ExaminedFile, _ findings: [Finding]) -> String {
    let bytes = file.bytes
    let canAsk = !hasModel
    if FileKind(bytes) == .jpeg {
      return canAsk && !Edit.isIntact(bytes)
        ? "boxwalk repair --like, with another photo of the same camera and settings, can replace the headers and tables that are lost"
        : RepairCommand.rescue
    }
    // Nothing is found in zeros.
    guard let region = MediaRegion(file.boxes), region.data.contains(where: { $0 != 0 }) else {
      return RepairCommand.end
    }
    if StatedKind(file.boxes) == .photo || file.heif != nil && file.movie == nil {
      guard canAsk, !Edit.isDescribed(bytes) else {
        return file.heif == nil ? RepairCommand.end : RepairCommand.rescue
      }
      return
        "boxwalk repair --like, with another photo of the same camera and settings, can replace what it has lost"
    }
    guard canAsk else { return RepairCommand.end }
    let isOfMovie = findings.contains { finding in
      finding.severity == .error && !RepairCommand.dataRules.contains(finding.rule.id)
        && finding.path.steps.first?.type == "moov"
    }
    guard let movie = file.movie, !isOfMovie else {
      return
        "boxwalk repair --like, with another recording of the same camera, can replace what it has lost"
    }
    return movie.isFragmented || movie.tracks.allSatisfy { $0.leadsToSamples(in: bytes) }
      ? RepairCommand.end
      : "the tables of its moov box lead to bytes that are no samples: if these are not lost, boxwalk repair --like finds them with another recording of the same camera"
  }

  var adviceForLoss: String? {
    hasModel ? nil : "boxwalk repair --like can keep it, with another file of the same camera"
  }

  var adviceForUnknown: String? {
    hasModel
      ? nil
      : "if it is a recording that has lost its head, boxwalk repair --like finds its samples with another one of the same camera"
  }

  /// The rules about coded data, which no description brings back.
  private static let dataRules: Set<String> = [
    "sample-data-damaged", "item-data-damaged", "jpeg-data-damaged",
  ]

  static let rescue = "boxwalk convert --rescue makes an image of what is left"
  static let end =
    "no command brings back what is lost: look for another copy of the file; boxwalk verify --decode says what can be decoded of this one"
}
