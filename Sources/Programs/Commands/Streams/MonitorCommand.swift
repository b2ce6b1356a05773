import ArgumentParser
import FieldCoding
import Files
import Inspection
import Text
import Verification

/// `boxwalk monitor`
struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Follows a live stream, and reports faults as they occur.",
    discussion: """
      The command reads the playlist repeatedly, as players do: after a target duration, or after \
      half of one if nothing is new. Each time, it checks the playlist by the rules of verify for \
      streams, and by the rules for changes of a playlist. It reads each segment once: the last \
      256 of each track at the start, and then the new ones. It reports each finding once. It ends \
      with the stream, after --seconds or --times, or by Ctrl-C, and then prints a summary.

      EXAMPLES
        boxwalk monitor live/master.m3u8
        boxwalk monitor live/video.m3u8 --seconds 600 --json > findings.jsonl
        boxwalk monitor https://example.org/live/master.m3u8 --seconds 60

      EXIT CODES
        0  no findings, or only notes
        1  warnings
        2  errors, or a playlist that cannot be read

      Documentation/streams.md lists the checks.
      """)

  @Argument(
    help: ArgumentHelp(
      "A live HLS playlist: a path or a URL.", valueName: "input"),
    completion: .file())
  var file: InputPath

  @Option(help: "End after this many seconds.")
  var seconds: Double?

  @Option(help: "End after this many readings of the playlist.")
  var times: Int?

  @Option(help: "Read the playlist at this interval in seconds, not at its own.")
  var every: Double?

  @Flag(
    name: .shortAndLong, help: "JSON: a line for each finding, and one for the report at the end.")
  var json = false

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  init() {}

  private var input: String { file.path }

  func validate() throws {
    if let seconds, !(seconds > 0 && seconds < 1e9) {
      throw ValidationError("--seconds has to be a number of seconds.")
    }
    if let times, times < 1 { throw ValidationError("--times has to be at least 1.") }
    if let every, !(every >= 0 && every < 1e6) {
      throw ValidationError("--every has to be a number of seconds.")
    }
  }

  func run() throws {
    let console = Console()
    let output = console.output
    do throws(SystemError) { try EndSignals.hold() } catch { console.message("\(error)") }
    let clock = ContinuousClock()
    let start = clock.now
    var monitor = StreamMonitor(input)
    let remote = RemoteStreamInput(input)
    var failures = 0
    while true {
      let now = (clock.now - start).seconds
      let segments = monitor.segmentCount
      var target = 1.0
      var hasEnded = false
      if let stream = console.playlist(input, remote) {
        failures = 0
        for finding in monitor.observe(stream, at: now) { write(finding, monitor, output, console) }
        target = stream.presentation.tracks.compactMap(\.targetDuration).min() ?? 1
        hasEnded = !stream.presentation.isLive
      } else {
        failures += 1
      }
      // A playlist that is being replaced can be read again the next time, if it was there before.
      if hasEnded || failures > (monitor.observationCount > 0 ? 2 : 0)
        || monitor.observationCount + failures >= times ?? .max
      {
        break
      }
      let pause = every ?? max(0.25, monitor.segmentCount > segments ? target : target / 2)
      if let seconds, now + pause > seconds { break }
      EndSignals.wait(reading: nil, seconds: pause)
      if EndSignals.haveCome { break }
    }
    end(monitor, output, console)
    if monitor.observationCount == 0 { throw ExitCode(ExitStatus.badInput.rawValue) }
    let outcome = failures > 2 ? ExitStatus.badInput : ExitStatus(of: monitor.report)
    if outcome != .done { throw ExitCode(outcome.rawValue) }
  }

  private func write(
    _ finding: Finding, _ monitor: StreamMonitor, _ output: TextOutput, _ console: Console
  ) {
    if json {
      var writer = JSONWriter(output)
      finding.value.write(to: &writer)
      output.line()
    } else {
      monitor.report.write(finding, to: output, console.style)
    }
    output.flush()
  }

  private func end(_ monitor: StreamMonitor, _ output: TextOutput, _ console: Console) {
    let report = monitor.report
    if json {
      var writer = JSONWriter(output)
      JSONValue.object(
        [
          ("schema", .string("boxwalk.monitor/1")), ("file", .string(input)),
          ("observations", .int(monitor.observationCount)),
          ("segments", .int(monitor.segmentCount)),
          ("duration", .double(monitor.duration)), ("errors", .int(report.count(.error))),
          ("warnings", .int(report.count(.warning))), ("notes", .int(report.count(.note))),
        ] + RemoteInputs.transfer(of: input)
      ).write(to: &writer)
      output.line()
    } else if monitor.observationCount > 0 {
      output.line(
        console.style.heading(printable(input))
          + ": read \(counted(monitor.observationCount, "time")), \(counted(monitor.segmentCount, "segment")) of \(decimal(monitor.duration, digits: 3)) s: \(report.tally)"
      )
    }
    output.flush()
  }
}

extension Console {
  /// The current version of a playlist; nil, with a message, if it is not a playlist.
  fileprivate func playlist(_ path: String, _ remote: RemoteStreamInput?) -> ExaminedStream? {
    guard let remote else {
      return bytes(of: path).flatMap { stream(path, $0) }
    }
    do throws(StreamLoadError) { return stream(path, try remote.readDocument(), remote) } catch {
      message("\(path): \(error.message)")
      return nil
    }
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
