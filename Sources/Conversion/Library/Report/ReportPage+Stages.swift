import FieldCoding
import Text
import WorkerClient

// The times of the stages, of all files and of the slowest ones.
extension ReportPage {
  func stages() {
    let stages = report.stages
    let whole = stages.reduce(0) { $0 + $1.seconds }
    guard whole > 0 else { return }
    let note =
      "The time of all files together. While a file is decoded and encoded at once, its time is divided as the threads are busy."
    section("Time by stage", note) { section in
      section.bar(
        of: stages.map { stage in
          (
            kind: stage.stage.shape,
            title: "\(stage.stage.rawValue): \(ReportText.time(stage.seconds))",
            share: stage.seconds / whole
          )
        }, label: "Time of all files by stage")
      table("Time by stage", ["stage", "time", "share", "files", "median"], &section) {
        table in
        for stage in stages {
          table.element("tr") { row in
            row.element("th", ["class": "stage"]) { cell in
              cell.element("i", ["class": "key \(stage.stage.shape)"], "")
              cell.text(stage.stage.rawValue)
            }
            row.element("td", ReportText.time(stage.seconds))
            row.element("td", "\(decimal(stage.seconds / whole * 100, digits: 1))%")
            row.element("td", grouped(stage.count))
            row.element("td", ReportText.time(stage.median))
          }
        }
      }
      section.element("ul", ["class": "faint"]) { list in
        for stage in stages {
          list.element("li", "\(stage.stage.rawValue): \(stage.stage.text)")
        }
      }
      let unknown = report.countWithoutStages
      if unknown > 0 {
        section.element(
          "p", ["class": "note"],
          "\(counted(unknown, "file")) of older versions of Boxwalk \(unknown == 1 ? "has" : "have") no stages."
        )
      }
    }
  }

  func slowestFiles() {
    let records = report.slowest(slowest).filter { $0.seconds > 0 }
    guard let most = records.first?.seconds else { return }
    let hasStages = records.contains { $0.stages != nil }
    section("Slowest files", hasStages ? "With the colours of the stages." : "") { section in
      table("Slowest files", [], &section) { table in
        for record in records {
          table.element("tr") { row in
            row.element("td", ["class": "time"], ReportText.time(record.seconds))
            row.element("td", ["class": "third"]) { cell in
              let parts = record.stageParts(of: most)
              if parts.isEmpty {
                cell.bar(record.seconds / most)
              } else {
                cell.bar(of: parts)
              }
            }
            row.element("td") { cell in
              cell.name(record.input)
              if let text = record.stageText {
                cell.element("span", ["class": "faint"], " \(text)")
              }
            }
          }
        }
      }
    }
  }
}

extension ManifestRecord {
  fileprivate func stageParts(
    of most: Double
  ) -> [(kind: String, title: String, share: Double)] {
    guard let stages else { return [] }
    return WorkStage.allCases.filter { stages[$0] > .zero }.map { stage in
      let seconds = stages[stage] / .seconds(1)
      return (stage.shape, "\(stage.rawValue): \(ReportText.time(seconds))", seconds / most)
    }
  }

  /// `encoding 1.2 s, decoding 0.4 s`: the stages that took at least a tenth of its time, the longest first.
  package var stageText: String? {
    guard let stages, seconds > 0 else { return nil }
    let times = WorkStage.allCases.map { (stage: $0, seconds: stages[$0] / .seconds(1)) }
    let long = times.filter { $0.seconds >= seconds / 10 }.sorted { $0.seconds > $1.seconds }
    guard !long.isEmpty else { return nil }
    return long.map { "\($0.stage.rawValue) \(ReportText.time($0.seconds))" }
      .joined(separator: ", ")
  }
}
