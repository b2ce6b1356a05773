import FieldCoding
import Files
import ISOBMFF
import Text
import WorkerClient
import WorkerProtocol

/// The programs and libraries on this computer for decoding and encoding, and how to improve them.
struct Diagnosis: Sendable {
  /// The path of the worker, which decodes; nil if it was not found.
  var worker: String?
  /// Why photos cannot be converted; nil if everything that is necessary works.
  var problem: String?
  /// The libraries that decode and encode.
  var libraries: [Library] = []
  /// The formats that need more libraries than HEIC photos.
  var formats: [Format] = []

  /// A known defect of a library.
  struct Defect: Sendable {
    /// A sentence that says what is wrong.
    var what: String
    /// The source of this information.
    var source: String
    /// Whether a hostile image can take control of the process that decodes.
    var endangers: Bool
  }

  /// A format, and whether it can be converted.
  struct Format: Sendable {
    /// The name of the format: `AVIF`.
    var name: String
    /// The name of the decoder: `libdav1d`; empty if there is none.
    var decoder: String
    /// Why such photos cannot be converted; empty if they can.
    var problem: String
    /// The known defects of the decoder.
    var defects: [Defect] = []
    /// Sentences that say what to do.
    var advice: [String] = []
  }

  /// A library on this computer.
  struct Library: Sendable {
    /// The name that its project uses.
    var name: String
    /// The version; empty if the library is not installed.
    var version: String
    /// The release that the library itself states.
    var release: String
    /// The path of the library file.
    var path: String
    /// Its name for `--engine`; empty for a library that encodes.
    var engine: String
    /// Why it cannot be used; empty if it can.
    var problem: String
    /// The known defects of the library.
    var defects: [Defect] = []
    /// Its abilities, and the components for them: `encodes HEVC: x265 HEVC encoder (3.5)`.
    var abilities: [String] = []
    /// Sentences that say what to do, for each system; empty if nothing has to be done.
    var advice: [String] = []
  }

  /// The protections of the worker; nil if the worker does not answer.
  var sandbox: SandboxReply?

  /// Starts the worker, and asks it.
  init(workerProgram: String?) {
    worker = workerProgram
    guard let workerProgram else {
      problem =
        "boxwalk-codec, the program that decodes, is not beside boxwalk; install both together"
      return
    }
    do throws(SystemError) {
      let worker = Worker(workerProgram)
      let outcome = try worker.run(.reportEngines)
      guard outcome.ending == .exited(0),
        let report = try? EngineReply(decoding: Bytes(outcome.answer))
      else {
        // The loader ends a program so whose libraries are missing.
        problem =
          outcome.ending == .exited(127)
          ? "\(workerProgram) does not start: a library that it needs is missing"
          : "\(workerProgram) gives an answer that cannot be read; it may be of another version"
        if outcome.ending == .exited(127) {
          libraries = [Library("libde265", "de265", "it may be missing")]
        }
        return
      }
      sandbox = try Diagnosis.sandbox(worker)
      let packages = DebianPackages()
      libraries = report.libraries.map { Library($0, packages) }
      formats = report.formats.map { Format($0, packages) }
    } catch {
      problem = "\(workerProgram) cannot be started: \(error)"
      return
    }
    guard let first = libraries.first(where: { $0.engine == "de265" }) else {
      problem = "\(workerProgram) was built without the trait Codecs"
      return
    }
    if !first.problem.isEmpty { problem = "\(first.name): \(first.problem)" }
  }
}

extension Diagnosis.Defect {
  init(_ known: DecoderDefect) {
    let mended = known.mended.first.map { " Debian has fixed it from \($0) on." } ?? ""
    self.init(what: known.what + mended, source: known.source, endangers: known.isVulnerability)
  }
}

extension Diagnosis {
  private static func sandbox(_ worker: Worker) throws(SystemError) -> SandboxReply? {
    let outcome = try worker.run(.reportSandbox)
    return outcome.ending == .exited(0)
      ? try? SandboxReply(decoding: Bytes(outcome.answer)) : nil
  }
}

extension Diagnosis.Format {
  fileprivate init(_ found: EngineReply.Format, _ packages: DebianPackages) {
    name = found.name.string
    decoder = found.decoder.string
    problem = found.problem.string
    if !found.noticesDamage { defects = [Diagnosis.Defect(DecoderDefect.blindDav1d)] }
    // Decoders within libavcodec do not say their versions, but packages do.
    if let package = packages.version(of: decoder) {
      defects += DecoderDefect.of(decoder, String(package.upstream), package: package)
        .map { Diagnosis.Defect($0) }
    }
    if !problem.isEmpty { advice = Diagnosis.Library.packages["libavcodec"] ?? [] }
  }
}

extension Diagnosis.Library {
  init(_ found: EngineReply.Library, _ packages: DebianPackages) {
    self.init(found.name.string, found.engine.string, found.problem.string)
    version = found.version.string
    release = found.release.string
    path = found.path.string
    abilities = found.abilities
    // An existing library need not be installed.
    if !path.isEmpty { advice = [] }
    let isOfPackage = ["/lib/", "/usr/lib/"].contains { path.hasPrefix($0) }
    let package = packages.version(of: name)
    var known = DecoderDefect.of(name, version, package: isOfPackage ? package : nil)
    if path.hasSuffix("/libavcodec-boxwalk.so"), let package {
      known += DecoderDefect.outdated(name, release: release, package: package).map { [$0] } ?? []
    }
    defects = known.map { Diagnosis.Defect($0) }
  }

  fileprivate init(_ name: String, _ engine: String, _ problem: String) {
    self.name = name
    self.engine = engine
    self.problem = problem
    version = ""
    release = ""
    path = ""
    if problem.contains("without the headers") {
      advice = ["Build Boxwalk again: Scripts/setup installs the headers."]
    } else if !problem.isEmpty {
      advice = Diagnosis.Library.packages[name] ?? []
    }
  }

  /// A library that is not the worker's, but of this program.
  init(
    _ name: String, _ found: (version: String, path: String)?, problem: String,
    abilities: [String]
  ) {
    self.init(name, "", problem)
    guard let found else { return }
    version = found.version
    path = found.path
    self.abilities = abilities
  }

  /// The packages of the libraries by system.
  fileprivate static let packages: [String: [String]] = [
    "libde265": [
      "Debian, Ubuntu: apt install libde265-0", "Fedora: dnf install libde265",
      "macOS: brew install libde265",
    ],
    "lcms2": [
      "Debian, Ubuntu: apt install liblcms2-2", "Fedora: dnf install lcms2",
      "macOS: brew install little-cms2",
    ],
    "openjpeg": [
      "Debian, Ubuntu: apt install libopenjp2-7", "Fedora: dnf install openjpeg2",
      "macOS: brew install openjpeg",
    ],
    "libavcodec": [
      "Debian 12: apt install libavcodec59; elsewhere, install the FFmpeg that Boxwalk was built with, build it"
        + " with the headers of yours (Scripts/setup), or have one inside (Scripts/make-libavcodec)",
      "Fedora, with RPM Fusion: dnf install ffmpeg-libs", "macOS: brew install ffmpeg",
    ],
    "libboxwalk-ffmpeg": [
      "Debian 12: apt install libavcodec59 libswscale6 libswresample4; elsewhere, install the FFmpeg"
        + " that Boxwalk was built with, or build it with the headers of yours (Scripts/setup)",
      "macOS: brew install ffmpeg",
    ],
    "libboxwalk-loops": [
      "Debian 12: apt install libavfilter8 libwebpmux3; elsewhere, install the FFmpeg and the libwebp"
        + " that Boxwalk was built with, or build it with the headers of yours (Scripts/setup)",
      "macOS: brew install ffmpeg webp",
    ],
    "libboxwalk-containers": [
      "Debian 12: apt install libavformat59; elsewhere, install the FFmpeg that Boxwalk was built with, or"
        + " build it with the headers of yours (Scripts/setup)",
      "macOS: brew install ffmpeg",
    ],
    "libboxwalk-notes": [
      "Debian 12: apt install libexiv2-27; elsewhere, install the Exiv2 that Boxwalk was built with, or build it"
        + " with the headers of yours (Scripts/setup)",
      "macOS: brew install exiv2",
    ],
    "libheif": [
      "Debian, Ubuntu: apt install libheif1, and from Debian 13 on libheif-plugin-x265 and"
        + " libheif-plugin-aomenc; Debian 12 has version 1.15, which encodes and is not used to decode",
      "Fedora, with RPM Fusion: dnf install libheif libheif-freeworld",
      "macOS: brew install libheif",
    ],
    "libcrypto": [
      "Debian, Ubuntu: apt-get install libssl3, or libssl3t64 in newer releases",
      "Fedora: dnf install openssl-libs",
    ],
    "librtmp": [
      "Debian, Ubuntu: apt-get install librtmp1", "Fedora, with RPM Fusion: dnf install librtmp",
      "macOS: brew install rtmpdump",
    ],
    "libcurl": [
      "Debian, Ubuntu: apt-get install libcurl4, or libcurl4t64 in newer releases",
      "Fedora: dnf install libcurl",
    ],
    "libzip": [
      "Debian 12, Ubuntu 22.04: apt-get install libzip4; Ubuntu 24.04: libzip4t64; Debian 13: libzip5",
      "Fedora: dnf install libzip", "macOS: brew install libzip",
    ],
  ]
}

/// The protections of this computer from a hostile image.
struct SecurityReport {
  private let diagnosis: Diagnosis

  init(_ diagnosis: Diagnosis) { self.diagnosis = diagnosis }

  /// Whether an attacker who controls the worker can do nothing with it.
  var isShutIn: Bool {
    diagnosis.sandbox.map { $0.breaches.isEmpty && $0.missing.isEmpty } ?? false
  }

  /// Writes what protects, what an attacker could do, and known vulnerabilities of the libraries.
  func write(to output: TextOutput) {
    output.line("boxwalk-codec: \(diagnosis.worker ?? "not found")")
    guard let sandbox = diagnosis.sandbox else {
      return output.line(
        "  does not answer: \(diagnosis.problem ?? "it may be of another version")")
    }
    output.line("  a separate process for each image, which gets two open files and a message")
    for (name, text, isThere) in protections(sandbox) {
      output.line("  \(isThere ? "✓" : "✗") \(name): \(text)")
    }
    output.line("")
    if sandbox.breaches.isEmpty {
      output.line(
        "In its sandbox, the worker could not look at, read or write a file, see names of files, open a socket, start a\nprocess or a program, send a signal, set a timer, share memory, make code, or have more memory than\nits limit: it tried all of this."
      )
    } else {
      output.line(
        "In its sandbox, it could still: \(sandbox.breaches.map(\.string).joined(separator: ", "))."
      )
      output.line("Linux 5.13 or later with Landlock and seccomp prevents that.")
    }
    output.line("")
    guard !dangers.isEmpty else {
      let names = libraries.map(\.name).joined(separator: ", ")
      return output.line("This version knows of no vulnerability in \(names).")
    }
    for (name, defect) in dangers {
      output.line("\(name): \(defect.what)")
      output.line("  \(defect.source)")
    }
  }

  private var libraries: [(name: String, defects: [Diagnosis.Defect])] {
    diagnosis.libraries.map { ("\($0.name) \($0.version)", $0.defects) }
      + diagnosis.formats.map { ($0.decoder, $0.defects) }.filter { !$0.1.isEmpty }
  }

  /// The defects that a hostile image could exploit.
  private var dangers: [(name: String, defect: Diagnosis.Defect)] {
    libraries.flatMap { name, defects in
      defects.filter(\.endangers).map { (name, $0) }
    }
  }

  private func protections(_ sandbox: SandboxReply) -> [(String, String, Bool)] {
    [
      (
        "Landlock",
        sandbox.landlock > 0
          ? "version \(sandbox.landlock): no files" + (sandbox.landlock >= 4 ? ", no network" : "")
          : "this kernel has none", sandbox.landlock > 0
      ),
      (
        "seccomp",
        sandbox.hasSeccomp
          ? "only the system calls that decoding needs"
          : "this kernel has no filters", sandbox.hasSeccomp
      ),
      ("limits", "of memory, of time, and of the size of the file", sandbox.hasLimits),
      ("no new privileges", "no program gives it more rights", sandbox.hasNoNewPrivileges),
    ]
  }

  /// The same as JSON; nil where the worker gave no answer.
  var value: JSONValue? {
    guard let sandbox = diagnosis.sandbox else { return nil }
    return .object([
      ("shutIn", .bool(isShutIn)), ("landlock", .int(Int(sandbox.landlock))),
      ("seccomp", .bool(sandbox.hasSeccomp)), ("limits", .bool(sandbox.hasLimits)),
      ("noNewPrivileges", .bool(sandbox.hasNoNewPrivileges)),
      ("breaches", .array(sandbox.breaches.map { .string($0.string) })),
      (
        "vulnerabilities",
        .array(
          dangers.map { name, defect in
            .object([
              ("library", .string(name)), ("what", .string(defect.what)),
              ("source", .string(defect.source)),
            ])
          })
      ),
    ])
  }
}
