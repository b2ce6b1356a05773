import ISOBMFF
import Inspection
import LivePhotos
import Metadata
import Movie
import Text

extension LiveCheck {
  /// Writes the report as text.
  func write(still stillPath: String, movie moviePath: String, to output: TextOutput) {
    output.text(stillPath)
    output.text("  \(still.format ?? "no photo"), identifier \(still.identifier?.text ?? "none")")
    output.text(moviePath)
    output.text("  \(movie.format ?? "no movie"), identifier \(movie.identifier?.text ?? "none")")
    if !movie.videoCodecs.isEmpty { output.text("  \(movie.contents)") }
    if let frame = movie.stillFrame {
      let number =
        frame.frame.map { "frame \($0 + 1) of \(frame.frameCount)" } ?? "before any frame"
      output.text("  the still is \(number), at \(LiveCheck.number(frame.time)) s")
    }
    if let vitality = movie.vitality { output.text("  vitality \(LiveCheck.number(vitality))") }
    for finding in findings {
      let subject = finding.part == .pair ? "" : "the \(finding.part.rawValue) "
      output.text(
        "\(finding.severity.rawValue): \(subject)\(finding.message) (\(finding.evidence.text))")
    }
    switch worst {
    case .error: output.text("not a Live Photo")
    case .warning: output.text("a Live Photo that some software may refuse")
    case .note, nil: output.text("a Live Photo")
    }
  }

  func json(still stillPath: String, movie moviePath: String) -> JSONValue {
    .object([
      ("schema", .string("boxwalk.live-check/1")), ("verdict", .string(verdict)),
      (
        "still",
        .object([
          ("file", .string(stillPath)), ("format", still.format.map { .string($0) }),
          ("identifier", (still.identifier?.text).map { .string($0) }),
          ("makerNote", (still.makerNoteVendor?.rawValue).map { .string($0) }),
          ("date", still.date.map { .string($0) }),
        ])
      ),
      (
        "movie",
        .object([
          ("file", .string(moviePath)), ("format", movie.format.map { .string($0) }),
          ("identifier", (movie.identifier?.text).map { .string($0) }),
          ("duration", movie.duration.map { .double($0) }),
          ("video", .array(movie.videoCodecs.map { .string("\($0)") })),
          ("audio", .array(movie.audioCodecs.map { .string("\($0)") })),
          (
            "still",
            movie.stillFrame.map {
              .object([
                ("time", .double($0.time)), ("frame", $0.frame.map { .int($0) }),
                ("frames", .int($0.frameCount)),
              ])
            }
          ),
          ("auto", movie.isAuto.map { .bool($0) }),
          ("vitality", movie.vitality.map { .double($0) }),
          (
            "keys",
            .array(
              movie.keys.map { .object([("key", .string($0.key)), ("value", .string($0.value))]) })
          ),
        ])
      ),
      (
        "findings",
        .array(
          findings.map {
            .object([
              ("part", .string($0.part.rawValue)), ("severity", .string($0.severity.rawValue)),
              ("evidence", .string($0.evidence.rawValue)), ("message", .string($0.message)),
            ])
          })
      ),
    ])
  }

  private var verdict: String {
    switch worst {
    case .error: "no"
    case .warning: "perhaps"
    case .note, nil: "yes"
    }
  }

  fileprivate static func number(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded()
    guard abs(thousandths) < 9e15 else { return "\(value)" }
    return "\(thousandths / 1000)"
  }
}

extension LiveMovieCheck {
  /// `2.8 s of hvc1 and lpcm`
  fileprivate var contents: String {
    let codecs = (videoCodecs + audioCodecs).map { "\($0)" }.joined(separator: " and ")
    return (duration.map { "\(LiveCheck.number($0)) s of " } ?? "") + codecs
  }
}

extension LiveFinding.Evidence {
  fileprivate var text: String {
    switch self {
    case .seen: "seen in the file"
    case .strong: "strong evidence"
    case .medium: "medium evidence"
    case .weak: "weak evidence"
    }
  }
}
