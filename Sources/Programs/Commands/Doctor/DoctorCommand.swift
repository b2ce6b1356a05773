import ArgumentParser
import Files
import Inspection
import Library
import Packaging
import RemoteFiles
import Text
import WorkerClient

/// `boxwalk doctor`
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Shows which libraries can decode images here, and their known defects.",
    discussion: """
      The command lists the libraries that it found, with their versions and known defects, and \
      tries each decoder on a small image. Environment variables can name a library: \
      BOXWALK_LIBAVCODEC the module that contains libavcodec or is linked with it, if the module \
      is not beside the worker; BOXWALK_LIBHEIF the file of libheif; BOXWALK_LIBOPENJP2 OpenJPEG; \
      BOXWALK_LIBBROTLIDEC and BOXWALK_ZLIB libraries that decompress; \
      BOXWALK_LIBZIP libzip, which reads and writes bundles of Live Photos; BOXWALK_LIBCRYPTO \
      libcrypto of OpenSSL, which hashes files; BOXWALK_LIBRTMP librtmp, which publishes movies; \
      and BOXWALK_LIBCURL libcurl, which reads files at URLs.
      """)

  @Flag(
    name: .customLong("security"),
    help: "Show what protects this computer from hostile images, and which libraries are unsafe.")
  var isSecurity = false

  @Flag(name: [.customLong("json"), .customShort("j")], help: "One JSON document.")
  var isJSON = false

  init() {}

  func run() throws {
    let diagnosis = Diagnosis.ofThisComputer()
    let output = Console().output
    if isJSON {
      var json = JSONWriter(output)
      value(diagnosis).write(to: &json)
      output.line()
    } else if isSecurity {
      SecurityReport(diagnosis).write(to: output)
    } else {
      show(diagnosis, output)
    }
    output.flush()
    if isSecurity, !SecurityReport(diagnosis).isShutIn {
      throw ExitCode(ExitStatus.warnings.rawValue)
    }
    if diagnosis.problem != nil { throw ExitCode(ExitStatus.badInput.rawValue) }
  }

  private func show(_ diagnosis: Diagnosis, _ output: TextOutput) {
    output.line("boxwalk-codec: \(diagnosis.worker ?? "not found")")
    for library in diagnosis.libraries {
      output.line("")
      let release = library.release.isEmpty ? "" : " (FFmpeg \(library.release))"
      let version = library.version.isEmpty ? "" : " \(library.version)"
      output.line(library.name + version + release)
      if !library.path.isEmpty { output.line("  \(library.path)") }
      if !library.engine.isEmpty {
        let state = library.problem.isEmpty ? "works" : library.problem
        output.line("  --engine \(library.engine): \(state)")
      } else if !library.problem.isEmpty {
        output.line("  \(library.problem)")
      }
      for ability in library.abilities { output.line("  \(ability)") }
      for advice in library.advice { output.line("  install it: \(advice)") }
      for defect in library.defects {
        output.line("  known: \(defect.what)")
        output.line("         \(defect.source)")
      }
    }
    output.line("")
    output.line(
      diagnosis.problem.map { "HEIC photos cannot be converted: \($0)" }
        ?? "HEIC photos can be converted.")
    for format in diagnosis.formats {
      output.line(
        format.problem.isEmpty
          ? "\(format.name) photos can be converted, by \(format.decoder)."
          : "\(format.name) photos cannot be converted: \(format.problem)")
      for advice in format.advice { output.line("  install it: \(advice)") }
      for defect in format.defects {
        output.line("  known: \(defect.what)")
        output.line("         \(defect.source)")
      }
    }
  }

  private func value(_ diagnosis: Diagnosis) -> JSONValue {
    .object([
      ("worker", diagnosis.worker.map { .string($0) }),
      ("works", .bool(diagnosis.problem == nil)),
      ("problem", diagnosis.problem.map { .string($0) }),
      ("security", SecurityReport(diagnosis).value),
      (
        "formats",
        .array(
          diagnosis.formats.map { format in
            .object([
              ("name", .string(format.name)),
              ("decoder", format.decoder.isEmpty ? nil : .string(format.decoder)),
              ("works", .bool(format.problem.isEmpty)),
              ("problem", format.problem.isEmpty ? nil : .string(format.problem)),
              (
                "defects",
                .array(
                  format.defects.map {
                    .object([("what", .string($0.what)), ("source", .string($0.source))])
                  })
              ),
              ("advice", .array(format.advice.map { .string($0) })),
            ])
          })
      ),
      (
        "libraries",
        .array(
          diagnosis.libraries.map { library in
            .object([
              ("name", .string(library.name)),
              ("version", library.version.isEmpty ? nil : .string(library.version)),
              ("release", library.release.isEmpty ? nil : .string(library.release)),
              ("path", library.path.isEmpty ? nil : .string(library.path)),
              ("engine", library.engine.isEmpty ? nil : .string(library.engine)),
              ("works", .bool(library.problem.isEmpty)),
              ("problem", library.problem.isEmpty ? nil : .string(library.problem)),
              (
                "defects",
                .array(
                  library.defects.map {
                    .object([("what", .string($0.what)), ("source", .string($0.source))])
                  })
              ),
              ("abilities", .array(library.abilities.map { .string($0) })),
              ("advice", .array(library.advice.map { .string($0) })),
            ])
          })
      ),
    ])
  }
}

extension Diagnosis {
  /// The diagnosis by the worker that is installed with this program, and by this program itself.
  static func ofThisComputer() -> Diagnosis {
    var diagnosis = Diagnosis(workerProgram: WorkerProgram.path)
    diagnosis.libraries += [libzip, libcrypto, librtmp, libcurl]
    return diagnosis
  }

  private static var librtmp: Library {
    let library = RTMPLibrary.usual
    let problem = if case .failure(let error) = library { error.message } else { "" }
    return Library(
      "librtmp", (try? library.get()).map { ($0.version, $0.path) }, problem: problem,
      abilities: ["publishes movies with boxwalk push"])
  }

  private static var libcurl: Library {
    let library = CurlLibrary.usual
    let problem = if case .failure(let error) = library { error.description } else { "" }
    return Library(
      "libcurl", (try? library.get()).map { ($0.version, $0.path) }, problem: problem,
      abilities: ["reads files at URLs of http and https"])
  }

  /// Four libraries are opened by this program itself.
  private static var libzip: Library {
    let library = ZipLibrary.usual
    let problem = if case .failure(let error) = library { error.message } else { "" }
    return Library(
      "libzip", (try? library.get()).map { ($0.version, $0.path) }, problem: problem,
      abilities: ["reads and writes the bundles of boxwalk live bundle and split that are files"])
  }

  private static var libcrypto: Library {
    Library(
      "libcrypto", ContentHash.libcrypto.map { ($0.version, $0.path) },
      problem: ContentHash.isAvailable
        ? ""
        : "libcrypto is not installed: manifests have no hashes, and files are identified by size and time",
      abilities: ["hashes files for the manifests of boxwalk convert"])
  }
}
