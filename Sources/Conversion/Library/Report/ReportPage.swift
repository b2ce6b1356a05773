import FieldCoding
package import Text
import WorkerClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The results of conversions, as a page in a single file: it needs no script, no font and no other file.
package struct ReportPage {
  let report: ManifestReport
  /// The number of the slowest files that are listed.
  let slowest: Int
  /// Small JPEG images of inputs or outputs, by the names of the inputs.
  let pictures: [String: [UInt8]]
  let output: TextOutput

  package init(
    _ report: ManifestReport, slowest: Int, pictures: [String: [UInt8]] = [:], to output: TextOutput
  ) {
    self.report = report
    self.slowest = slowest
    self.pictures = pictures
    self.output = output
  }

  package func write() {
    var page = Page(title: "Conversion report")
    page.style = [ReportPage.style]
    page.write(to: output) { _ in
      put { $0.element("h1", "Conversion report") }
      summary()
      outcomes()
      groups("Failures", "bad", report.failures)
      pictures("What failed", report.records.filter { $0.outcome == .failed })
      lost()
      groups("Warnings", "s2", report.warnings)
      pictures("What changed most in size", report.mostChanged(ReportPage.pictureCount))
      formats()
      stages()
      work()
      durations()
      slowestFiles()
      pace()
      settings()
    }
  }

  /// The most images of a section: each is a part of the page.
  package static let pictureCount = 12

  // MARK: Parts

  func put(_ write: (inout Markup) -> Void) {
    output.put(Markup(write))
    output.line()
  }

  func section(_ title: String, _ note: String = "", _ write: (inout Markup) -> Void) {
    put { markup in
      markup.element("section") { section in
        section.element("h2", title)
        if !note.isEmpty { section.element("p", note) }
        write(&section)
      }
    }
  }

  private func summary() {
    let (before, after) = (report.inputByteCount, report.outputByteCount)
    var parts = [counted(report.records.count, "file")]
    if before > 0 { parts.append(ReportText.change(before, after)) }
    parts.append("\(ReportText.time(report.seconds)) of work on all files together")
    let times = report.records.compactMap(\.finished)
    if let first = times.min(), let last = times.max() {
      parts.append("from \(ReportPage.date(first)) to \(ReportPage.date(last))")
    }
    put { markup in
      for word in parts { markup.element("p", word) }
      guard report.badLineCount > 0 else { return }
      markup.element(
        "p", ["class": "error"],
        "\(counted(report.badLineCount, "line")) of the manifests could not be read."
      )
    }
  }

  private func outcomes() {
    let outcomes = ManifestRecord.Outcome.allCases.map { outcome in
      (kind: outcome.shape, title: outcome.rawValue, count: report.count(outcome))
    }
    section("What became of the files") { section in
      let whole = Double(max(1, report.records.count))
      section.bar(
        of: outcomes.map { ($0.kind, $0.title, Double($0.count) / whole) },
        label: "Files by outcome")
      section.element("ul", ["class": "legend"]) { list in
        for (kind, title, count) in outcomes where count > 0 {
          list.element("li") {
            $0.element("i", ["class": kind], "")
            $0.text("\(grouped(count)) \(title)")
          }
        }
        if report.warningCount > 0 {
          list.element("li", "\(grouped(report.warningCount)) with warnings")
        }
      }
    }
  }

  private func groups(_ title: String, _ kind: String, _ groups: [ManifestReport.Group]) {
    guard let most = groups.first?.inputs.count else { return }
    section(title) { section in
      for group in groups {
        section.element("details") { details in
          details.element("summary") { summary in
            summary.element("b", grouped(group.inputs.count))
            summary.text(" \(group.reason)")
            summary.bar(Double(group.inputs.count) / Double(most), kind)
          }
          details.element("ul") { list in
            for input in group.inputs { list.element("li") { $0.name(input) } }
          }
        }
      }
    }
  }

  private func pictures(_ title: String, _ records: [ManifestRecord]) {
    let shown = records.filter { pictures[$0.input] != nil }.prefix(ReportPage.pictureCount)
    guard !shown.isEmpty else { return }
    section(title) { section in
      section.element("div", ["class": "pictures"]) { all in
        for record in shown {
          all.element("figure") { figure in
            let data = Base64.text(pictures[record.input] ?? [])
            figure.empty("img", ["src": "data:image/jpeg;base64,\(data)", "alt": record.input])
            figure.element("figcaption") { caption in
              caption.name(record.input)
              caption.element("span", ["class": "faint"], record.reason ?? record.change)
            }
          }
        }
      }
    }
  }

  private func formats() {
    let formats = report.formats
    let most = Double(
      max(1, formats.flatMap { [$0.inputByteCount, $0.outputByteCount] }.max() ?? 1))
    guard !formats.isEmpty else { return }
    section("Bytes before and after, by the format of the names") { section in
      table("Bytes by format", ["", "files", "", "bytes"], &section) { table in
        for format in formats {
          let (before, after) = (format.inputByteCount, format.outputByteCount)
          let percent =
            before > 0 ? ", \(grouped(Int(Double(after) / Double(before) * 100)))%" : ""
          table.element("tr") { row in
            row.element("th", ["rowspan": "2"]) {
              if format.name.isEmpty { $0.text("none") } else { $0.name(format.name) }
            }
            row.element("td", ["rowspan": "2"], grouped(format.count))
            row.element("td", ["class": "half"]) { $0.bar(Double(before) / most, "s6") }
            row.element("td", "\(ReportText.bytes(before)) before")
          }
          table.element("tr") { row in
            row.element("td", ["class": "half"]) { $0.bar(Double(after) / most) }
            row.element("td", "\(ReportText.bytes(after)) after\(percent)")
          }
        }
      }
    }
  }

  private func durations() {
    let durations = report.durations
    guard let last = durations.last else { return }
    let note = "Files that took so long; each step is about twice the one before."
    section("Time for a file", note) {
      let names = (durations.map(\.range.lowerBound) + [last.range.upperBound])
        .map { $0 == 0 ? "0" : ReportText.time($0) }
      let most = durations.map(\.count).max() ?? 0
      let label = "Files by the time that they took"
      var chart = Chart(
        label, Axis(.names(names), from: 0, to: Double(durations.count)),
        Axis(.count(""), from: 0, to: Double(most)))
      let columns = durations.map { duration in
        let (from, to) = (duration.range.lowerBound, duration.range.upperBound)
        let files = counted(duration.count, "file")
        return (
          Double(duration.count), "\(ReportText.time(from)) to \(ReportText.time(to)): \(files)"
        )
      }
      chart.columns(columns, "s1")
      $0.plot(label, chart.drawing)
    }
  }

  private func pace() {
    let parts = 60
    guard let pace = report.pace(parts: parts) else { return }
    let length = pace.seconds * Double(parts)
    // The number of files in a second says nothing of a run that only waited now and then.
    let (unit, seconds) = length < 7200 ? ("second", 1.0) : ("hour", 3600.0)
    section(
      "Files in \(unit == "hour" ? "an hour" : "a second")",
      "Of the last run, from \(ReportPage.date(pace.start)) on."
    ) {
      let values = pace.counts.map { Double($0) / pace.seconds * seconds }
      let label = "Files in \(unit == "hour" ? "an hour" : "a second") over the run"
      var chart = Chart(
        label, Axis(.time, from: 0, to: length),
        Axis(.count(""), from: 0, to: values.max() ?? 0))
      chart.area(values, "s1 soft")
      $0.plot(label, chart.drawing)
    }
  }

  // MARK: Looks

  /// A table that scrolls by itself where the page is narrow.
  func table(
    _ label: String, _ titles: [String], _ markup: inout Markup, _ rows: (inout Markup) -> Void
  ) {
    markup.wide(label) { wide in
      wide.element("table") { table in
        if !titles.isEmpty {
          table.element("tr") { row in
            for title in titles { row.element("th", title) }
          }
        }
        rows(&table)
      }
    }
  }

  /// `2026-05-03 12:30:08 UTC`
  static func date(_ nanoseconds: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(nanoseconds / 1_000_000_000))
    return date.formatted(.iso8601.dateTimeSeparator(.space)).replacing("Z", with: " UTC")
  }

  private static let style = StyleSheet(
    """
    body { max-width: 46rem } p { margin: .2rem 0 }
    .parts { width: 100%; height: 1.6rem } .bar { width: 100%; min-width: 4rem; height: .7rem }
    table { width: 100%; overflow-wrap: normal } td, th { vertical-align: middle }
    .half { width: 50% } .half + td, .time { white-space: nowrap } .third { width: 30% }
    .key { display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem; border-radius: 2px }
    td .faint { font-size: .85rem } .stage, .stage ~ td { white-space: nowrap }
    details { margin: .5rem 0 } summary .bar { margin-top: .2rem }
    details ul { font-size: .9rem; margin: .4rem 0 .8rem }
    .pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 9rem), 1fr)); gap: .8rem }
    .pictures figure { margin: 0; font-size: .8rem } .pictures img { display: block; margin-bottom: .2rem }
    .pictures span { display: block }

    """)
}

extension ManifestRecord.Outcome {
  /// The class of its shapes.
  fileprivate var shape: String {
    switch self {
    case .converted: "s1"
    case .copied: "s3"
    case .linked: "s6"
    case .inPlace: "s5"
    case .failed: "bad"
    }
  }
}

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

extension Markup {
  /// Adds a bar for a line of a table: a share of its whole width.
  mutating func bar(_ share: Double, _ barClass: String = "s1") {
    element("svg", ["class": "bar", "aria-hidden": "true"]) {
      let percent = decimal(max(0, min(1, share)) * 100, digits: 2)
      $0.empty("rect", ["class": barClass, "width": "\(percent)%", "height": "100%", "rx": "2"])
    }
  }

  /// Adds the parts of a bar one after the other. Each part has its share of the whole width, and a title.
  ///
  /// - Parameter label: the name of the bar; nil if its numbers are shown beside it.
  mutating func bar(
    of parts: [(kind: String, title: String, share: Double)], label: String? = nil
  ) {
    let attributes: Markup.Attributes = [
      "class": label == nil ? "bar" : "parts", "role": label.map { _ in "img" },
      "aria-label": label, "aria-hidden": label == nil ? "true" : nil,
    ]
    element("svg", attributes) { svg in
      var start = 0.0
      for part in parts where part.share > 0 {
        let share = max(0, min(1 - start, part.share))
        svg.element(
          "rect",
          [
            "class": part.kind, "x": "\(decimal(start * 100, digits: 2))%",
            "width": "\(decimal(share * 100, digits: 2))%", "height": "100%",
          ]
        ) { $0.element("title", part.title) }
        start += share
      }
    }
  }
}
