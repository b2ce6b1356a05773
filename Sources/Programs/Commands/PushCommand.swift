import ArgumentParser
import Editing
import FieldCoding
import ISOBMFF
import Movie
import Packaging
import Text

/// `boxwalk push`
struct PushCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Publishes a movie by RTMP in real time, without re-encoding.",
    discussion: """
      Video and audio go to the server as a camera would send them: H.264 and AAC as all \
      servers know them, and HEVC, AV1, VP9, Opus, AC-3 and E-AC-3 as Enhanced RTMP defines. Parts \
      of the movie that a stream cannot hold are named. The command needs librtmp, and \
      decodes nothing.

      The last part of the URL is the stream key. Boxwalk never shows it, but other users of \
      this computer can see it among the arguments of programs; --key-file prevents this.

      EXAMPLES
        boxwalk push movie.mp4 rtmp://live.example.org/app/KEY
        boxwalk push movie.mp4 rtmp://live.example.org/app --key-file key.txt
        boxwalk push movie.mp4 rtmp://127.0.0.1/live/test --dry-run    what is lost?

      EXIT CODES
        0  the whole movie is published
        1  published, but a stream cannot hold some parts
        2  the movie cannot be read, or the server refuses it
      """)

  @Argument(
    help: ArgumentHelp("An MP4 or QuickTime movie.", valueName: "file"), completion: .file())
  var input: InputPath

  private var file: String { input.path }

  @Argument(help: "The URL to publish to: rtmp://HOST[:PORT]/APP/KEY.")
  var url: String

  @Option(help: "A file with the key, which is then not in the URL.", completion: .file())
  var keyFile: String?

  @Flag(
    name: [.customLong("dry-run"), .customShort("n")],
    help: "Name the parts that a stream cannot hold, and connect to no server.")
  var isDryRun = false

  @Flag(name: [.customLong("json"), .customShort("j")], help: "The result as JSON.")
  var isJSON = false

  @OptionGroup(title: "Files at URLs") var remote: RemoteReading

  init() {}

  func validate() throws {
    let isURL =
      keyFile == nil
      ? PublishingURL(url) != nil : PublishingURL(url, key: "key") != nil
    guard isURL else {
      throw ValidationError(
        "The URL has to be rtmp://HOST/APP/KEY, without spaces"
          + (url.lowercased().hasPrefix("rtmps:")
            ? "; librtmp does not check the server of an rtmps URL, and could send the key to anybody."
            : ".")
      )
    }
  }

  func run() throws {
    let console = Console()
    var server = ""
    do {
      guard let target = try PublishingURL(url, key: key()) else {
        throw PushRefusal("the key has characters that a key cannot have")
      }
      server = "\(target)"
      var edit = Edit(try ByteSource(mapping: file).bytes)
      var leftOut = try edit.makeContinuous()
      leftOut +=
        isDryRun ? try FLVWriter(edit.file).leftOut : try publish(edit.file, to: target, console)
      leftOut += MovieDeclarations(edit.original).leftOut(in: .flash)
      report(leftOut, target, console)
      if !leftOut.isEmpty { throw ExitCode(ExitStatus.warnings.rawValue) }
    } catch let error as ExitCode {
      throw error
    } catch let error as PublishError {
      let reason = withOurText(error.message)
      console.message(
        error.kind == .library ? reason : "\(error.kind == .input ? file : server): \(reason)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    } catch let error as ByteSourceError {
      console.message("\(error.path): \(error.reason.text)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    } catch {
      console.message("\(file): \(error)")
      throw ExitCode(ExitStatus.badInput.rawValue)
    }
  }

  private func key() throws -> String? {
    guard let keyFile else { return nil }
    let bytes = try ByteSource(mapping: keyFile).bytes.prefix(4096)
    return String(decoding: bytes.prefix { !$0.isNewline }, as: UTF8.self)
  }

  private func publish(
    _ movie: BoxFile, to target: PublishingURL, _ console: Console
  ) throws(PublishError) -> [String] {
    let duration = MovieFile(movie)?.duration ?? 0
    defer { console.clearProgress() }
    var shown = -1
    return try StreamPublisher(target).publish(movie) { progress in
      guard Int(progress.seconds) != shown else { return }
      shown = Int(progress.seconds)
      console.progress(
        "\(file): \(shown) of \(Int(duration)) s, \(progress.byteCount / 1000) kB to \(target)")
    }
  }

  private func report(_ leftOut: [String], _ target: PublishingURL, _ console: Console) {
    let output = console.output
    guard isJSON else {
      for part in leftOut { console.message("\(file): not carried over: \(part)") }
      output.text("\(file): \(isDryRun ? "would be sent" : "was sent") to \(target)")
      return output.flush()
    }
    let members: [(String, JSONValue?)] = [
      ("file", .string(file)), ("server", .string("\(target)")),
      ("published", .bool(!isDryRun)), ("leftOut", .array(leftOut.map { .string($0) })),
    ]
    JSONValue.object(members + RemoteInputs.transfer(of: file)).writeLine(to: output)
    output.flush()
  }
}

extension UInt8 {
  fileprivate var isNewline: Bool { self == 10 || self == 13 }
}

/// Why a movie is not published.
private struct PushRefusal: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
