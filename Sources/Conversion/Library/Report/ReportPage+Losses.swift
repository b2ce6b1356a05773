import FieldCoding
import Text

// Losses, and the software that was used.
extension ReportPage {
  func lost() {
    let groups = report.leftOut
    guard let most = groups.first?.inputs.count else { return }
    section("Not carried over", "What the inputs have, and the outputs do not have.") { section in
      table("Not carried over", ["what", "files", "", "for example"], &section) { table in
        for group in groups {
          table.element("tr") { row in
            row.element("td", group.reason)
            row.element("td", grouped(group.inputs.count))
            row.element("td", ["class": "third"]) {
              $0.bar(Double(group.inputs.count) / Double(most), "s2")
            }
            row.element("td") { $0.name(group.inputs.first ?? "") }
          }
        }
      }
    }
  }

  func work() {
    let work = report.work
    guard let most = work.first?.seconds, most > 0 else { return }
    section("Time by what was done", "The time of all files together.") { section in
      table("Time by what was done", ["", "files", "", "time", "each"], &section) { table in
        for part in work {
          table.element("tr") { row in
            row.element("th") {
              $0.name(part.format.isEmpty ? "none" : part.format)
              $0.text(" \(part.outcome.rawValue)")
            }
            row.element("td", grouped(part.count))
            row.element("td", ["class": "third"]) { $0.bar(part.seconds / most) }
            row.element("td", ReportText.time(part.seconds))
            row.element("td", ReportText.time(part.seconds / Double(max(part.count, 1))))
          }
        }
      }
    }
  }

  func settings() {
    let settings = report.settings
    guard !settings.isEmpty else { return }
    section("Settings and versions") { section in
      table("Settings and versions", ["version", "settings", "files", "last"], &section) { table in
        for setting in settings {
          table.element("tr") { row in
            row.element("td") { $0.name(setting.version.isEmpty ? "unknown" : setting.version) }
            row.element("td") {
              $0.name(setting.settings.isEmpty ? "the usual ones" : setting.settings)
            }
            row.element("td", grouped(setting.count))
            row.element("td", setting.last.map(ReportPage.date) ?? "")
          }
        }
      }
    }
  }
}

extension ManifestRecord {
  /// `1.2 MB became 3.4 MB`
  var change: String { ReportText.change(inputByteCount, outputByteCount) }
}
