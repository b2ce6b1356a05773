import FieldCoding
package import JSON

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How conversions went, as a page that needs nothing but itself: no script, no font, no other file.
package struct ReportPage {
  let report: ManifestReport
  /// How many of the slowest files are listed.
  let slowest: Int
  private let output: Output

  package init(_ report: ManifestReport, slowest: Int, to output: Output) {
    self.report = report
    self.slowest = slowest
    self.output = output
  }

  package func write() {
    output.line("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")
    output.line(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        + "style-src 'unsafe-inline'\">")
    output.line("<meta name=\"viewport\" content=\"width=device-width\">")
    output.line("<title>Conversion report</title>\n<style>\(ReportPage.style)</style>\n</head>")
    output.line("<body>\n<h1>Conversion report</h1>")
    summary()
    outcomes()
    groups("Failures", "bad", report.failures)
    groups("Warnings", "odd", report.warnings)
    formats()
    durations()
    slowestFiles()
    pace()
    output.line("</body>\n</html>")
  }

  // MARK: Parts

  private func section(_ title: String, _ note: String = "", _ content: () -> Void) {
    output.line("<section>\n<h2>\(html(title))</h2>")
    if !note.isEmpty { output.line("<p>\(html(note))</p>") }
    content()
    output.line("</section>")
  }

  private func summary() {
    let (before, after) = (report.inputByteCount, report.outputByteCount)
    var words = [counted(report.records.count, "file", digits: grouped)]
    if before > 0 { words.append(ReportWords.change(before, after)) }
    words.append("\(ReportWords.time(report.seconds)) of work on all files together")
    let times = report.records.compactMap(\.finished)
    if let first = times.min(), let last = times.max() {
      words.append("from \(ReportPage.date(first)) to \(ReportPage.date(last))")
    }
    output.line("<p>\(words.map(html).joined(separator: "<br>"))</p>")
    if report.badLineCount > 0 {
      output.line(
        "<p class=\"note\">\(counted(report.badLineCount, "line", digits: grouped)) of the manifests could not be read."
          + "</p>")
    }
  }

  private func outcomes() {
    let outcomes = ManifestRecord.Outcome.allCases.map { outcome in
      (kind: outcome.rawValue, title: outcome.rawValue, count: report.count(outcome))
    }
    section("What became of the files") {
      output.line(Plot.parts(outcomes, label: "Files by outcome"))
      output.line("<ul class=\"legend\">")
      for (kind, title, count) in outcomes where count > 0 {
        output.line("<li><i class=\"\(kind)\"></i>\(grouped(count)) \(title)</li>")
      }
      if report.warningCount > 0 {
        output.line("<li>\(grouped(report.warningCount)) with warnings</li>")
      }
      output.line("</ul>")
    }
  }

  private func groups(_ title: String, _ kind: String, _ groups: [ManifestReport.Group]) {
    guard let most = groups.first?.inputs.count else { return }
    section(title) {
      for group in groups {
        let share = Double(group.inputs.count) / Double(most)
        output.line(
          "<details><summary><b>\(grouped(group.inputs.count))</b> \(html(group.reason))"
            + Plot.bar(share, kind) + "</summary>\n<ul>")
        for input in group.inputs { output.line("<li>\(htmlName(input))</li>") }
        output.line("</ul></details>")
      }
    }
  }

  private func formats() {
    let formats = report.formats
    let most = Double(
      max(1, formats.flatMap { [$0.inputByteCount, $0.outputByteCount] }.max() ?? 1))
    guard !formats.isEmpty else { return }
    section("Bytes before and after, by the format of the names") {
      output.line("<table><tr><th></th><th>files</th><th class=\"wide\"></th><th>bytes</th></tr>")
      for format in formats {
        let (before, after) = (format.inputByteCount, format.outputByteCount)
        output.line(
          "<tr><th rowspan=\"2\">\(format.name.isEmpty ? "none" : htmlName(format.name))</th>"
            + "<td rowspan=\"2\">\(grouped(format.count))</td>"
            + "<td>\(Plot.bar(Double(before) / most, "linked"))</td>"
            + "<td>\(ReportWords.bytes(before)) before</td></tr>")
        let percent = before > 0 ? ", \(grouped(Int(Double(after) / Double(before) * 100))) %" : ""
        output.line(
          "<tr><td>\(Plot.bar(Double(after) / most))</td>"
            + "<td>\(ReportWords.bytes(after)) after\(percent)</td></tr>")
      }
      output.line("</table>")
    }
  }

  private func durations() {
    let durations = report.durations
    guard let last = durations.last else { return }
    section("Time for a file", "Files that took so long; each step is about twice the one before.")
    {
      output.line(
        Plot.columns(
          durations.map(\.count),
          titles: durations.map {
            "\(ReportWords.time($0.range.lowerBound)) to \(ReportWords.time($0.range.upperBound)): "
              + counted($0.count, "file", digits: grouped)
          },
          marks: (durations.map(\.range.lowerBound) + [last.range.upperBound])
            .map { $0 == 0 ? "0" : ReportWords.time($0) },
          label: "Files by the time that they took"))
    }
  }

  private func slowestFiles() {
    let records = report.slowest(slowest).filter { $0.seconds > 0 }
    guard let most = records.first?.seconds else { return }
    section("Slowest files") {
      output.line("<table>")
      for record in records {
        output.line(
          "<tr><td>\(ReportWords.time(record.seconds))</td>"
            + "<td class=\"bars\">\(Plot.bar(record.seconds / most))</td>"
            + "<td class=\"name\">\(htmlName(record.input))</td></tr>")
      }
      output.line("</table>")
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
      output.line(
        Plot.curve(
          pace.counts.map { Double($0) / pace.seconds * seconds },
          marks: (0...6).map { $0 == 0 ? "0" : ReportWords.time(length * Double($0) / 6) },
          label: "Files in a \(unit) over the run"))
    }
  }

  // MARK: Looks

  /// `2026-05-03 12:30:08 UTC`
  private static func date(_ nanoseconds: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(nanoseconds / 1_000_000_000))
    return date.formatted(.iso8601.dateTimeSeparator(.space)).replacing("Z", with: " UTC")
  }

  private static let style = """

    :root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fff; --line: #d8d8dc;
      --converted: #2f6fbf; --copied: #3a9d8f; --linked: #9a9aa2; --failed: #c43c32; --odd: #b77a12 }
    @media (prefers-color-scheme: dark) {
      :root { --ink: #e8e8ea; --paper: #18181a; --line: #3c3c41; --converted: #6ea8ef;
        --copied: #5cc4b4; --linked: #77777f; --failed: #f0776c; --odd: #e0aa4a } }
    body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
      max-width: 46rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
    h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin: 2.2rem 0 .5rem }
    p { margin: .3rem 0 } .note { color: var(--failed) }
    svg { display: block; width: 100% } .parts { height: 1.6rem } .bar { height: .7rem }
    .plot text { font-size: 12px; fill: var(--ink) }
    .line { stroke: var(--line); fill: none }
    .fill, .converted { fill: var(--converted); background: var(--converted) }
    .soft { fill-opacity: .75 }
    .copied { fill: var(--copied); background: var(--copied) }
    .linked, .place { fill: var(--linked); background: var(--linked) }
    .failed, .bad { fill: var(--failed); background: var(--failed) }
    .odd { fill: var(--odd) }
    .legend { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .2rem 1.4rem }
    .legend i { display: inline-block; width: .8rem; height: .8rem; margin-right: .4rem }
    table { border-collapse: collapse; width: 100% } th { text-align: left; font-weight: 600 }
    td, th { padding: .15rem .6rem .15rem 0; vertical-align: middle }
    td, th { white-space: nowrap } .name { white-space: normal }
    .wide { width: 50% } .bars { width: 30% }
    details { margin: .5rem 0 } summary { cursor: pointer } summary .bar { margin-top: .2rem }
    details ul { font-size: .9rem; margin: .4rem 0 .8rem }

    """
}
