public import FieldCoding

/// The task of a process of the worker.
public enum WorkerTask: UInt8, Sendable {
  /// ``ConversionJob``
  case convert
  /// The same, but only the samples are written.
  case decode
  /// ``MatchJob``
  case match
  /// ``CompareJob``
  case compare
  /// ``CheckJob``
  case check
  /// ``ConversionJob``: only the tiles of the image are decoded; ``SurveyReply``
  case survey
  /// ``TranscodeJob``
  case transcode
  /// ``AudioJob``
  case transcodeAudio
  /// ``FramesJob``
  case frames
  /// ``LevelsJob``
  case audioLevels
  /// ``LoopJob``
  case loop
  /// ``ReadContainerJob``
  case readContainer
  /// ``WriteContainerJob``
  case writeContainer
  /// ``NotesJob``
  case readNotes
  /// ``EngineReply``, without a job.
  case reportEngines
  /// ``SandboxReply``, without a job.
  case reportSandbox
}

/// The reply of a worker to any job.
public protocol WorkerReply: FieldCodable {
  /// The reason why the job failed; empty if it succeeded.
  var failure: WorkerFailure { get set }
  /// The protections of this computer from the job.
  var sandbox: SandboxReply { get set }
  /// The part of the job's time that encoding took, in nanoseconds. If threads decode and encode in parallel, it is the
  /// encoding threads' share.
  var encodingTime: UInt64 { get }
  /// An empty reply.
  init()
}

extension WorkerReply {
  /// Most jobs encode nothing.
  public var encodingTime: UInt64 { 0 }
}

/// Why a worker could not do its job.
public struct WorkerFailure: FieldCodable {
  /// A sentence; empty if all went well.
  public var message: Text = ""
  /// What caused it.
  public var cause = FailureCause.input

  public init() {}

  /// A failure that a sentence explains.
  public init(_ message: String, _ cause: FailureCause = .input) {
    (self.message, self.cause) = (Text(message), cause)
  }

  public var isEmpty: Bool { message.isEmpty }

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.text("failure", &message)
    var code = cause.rawValue
    try f.uint(8, "cause", &code)
    guard let cause = FailureCause(rawValue: code) else {
      throw f.error(.invalid("\(code) is not a cause"))
    }
    self.cause = cause
  }
}

/// The reply of a worker whose results are in files.
public struct DoneReply: WorkerReply {
  public var failure = WorkerFailure()
  public var sandbox = SandboxReply()

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
  }
}

/// What caused the failure of a job, so that callers know what else they can try.
public enum FailureCause: UInt8, Sendable {
  /// The input is damaged.
  case input
  /// The system could not read the input, which may be intact.
  case unreadable
  /// The encoder cannot write samples of so many bits: it can write those of 8.
  case depth
  /// The output could not be written.
  case output
  /// The input, which may be intact, cannot be decoded here: its form is not supported, or a library is missing.
  case unsupported
}

/// The worker's answer to ``WorkerTask/reportSandbox``: the parts of its sandbox.
public struct SandboxReply: FieldCodable, Equatable, Sendable {
  /// The version of Landlock, which keeps the worker from files and sockets; 0 if there is none.
  public var landlock: UInt8 = 0
  /// Whether seccomp permits only the system calls that decoding needs.
  public var hasSeccomp = false
  /// Whether memory, time, and the size of its file are limited.
  public var hasLimits = false
  /// Whether it gets no rights by starting a program that has them.
  public var hasNoNewPrivileges = false
  /// The forbidden operations that were possible inside: `open a socket`.
  public var breaches: [Text] = []

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try f.uint(8, "landlock", &landlock)
    try f.flag("hasSeccomp", &hasSeccomp)
    try f.flag("hasLimits", &hasLimits)
    try f.flag("hasNoNewPrivileges", &hasNoNewPrivileges)
    try f.reserved(5)
    try f.list("breaches", &breaches, count: .bits(8, "breachCount"), of: "") {
      (breach, f) throws(FieldError) in
      try f.text("breach", &breach)
    }
  }
}

extension SandboxReply {
  /// The protections by their usual names: `Landlock 4`, `seccomp`.
  public var protections: [String] {
    [
      landlock > 0 ? "Landlock \(landlock)" : nil, hasSeccomp ? "seccomp" : nil,
      hasLimits ? "limits" : nil, hasNoNewPrivileges ? "no new privileges" : nil,
    ].compactMap(\.self)
  }

  /// What there is not: `Landlock`.
  public var missing: [String] {
    [
      landlock > 0 ? nil : "Landlock", hasSeccomp ? nil : "seccomp", hasLimits ? nil : "limits",
      hasNoNewPrivileges ? nil : "no new privileges",
    ].compactMap(\.self)
  }

  /// The protections of both jobs.
  public func common(with other: SandboxReply) -> SandboxReply {
    var both = self
    both.landlock = min(landlock, other.landlock)
    both.hasSeccomp = hasSeccomp && other.hasSeccomp
    both.hasLimits = hasLimits && other.hasLimits
    both.hasNoNewPrivileges = hasNoNewPrivileges && other.hasNoNewPrivileges
    return both
  }
}

/// The worker's answer on standard output to ``WorkerTask/survey``: the tiles of an image that cannot be decoded.
public struct SurveyReply: WorkerReply {
  /// Why there is no answer; empty if all went well.
  public var failure = WorkerFailure()
  /// What protected this computer from the job.
  public var sandbox = SandboxReply()
  /// The numbers of the tiles that are lost, from 0.
  public var lostTiles: [UInt32] = []
  /// The problem of the first of them that has data; empty if there is none.
  public var reason: Text = ""

  /// The lost share of an image whose data is truncated, in millionths.
  public var lostShare: UInt32 = 0
  /// What is wrong with what is left of it, as a sentence; empty if there is nothing.
  public var flaw: Text = ""

  public init() {}

  public mutating func fields(_ f: inout FieldCoder) throws(FieldError) {
    try failure.fields(&f)
    try sandbox.fields(&f)
    try f.list("lostTiles", &lostTiles, count: .bits(32, "lostTileCount"), of: 0) {
      (tile, f) throws(FieldError) in
      try f.uint(32, "tile", &tile)
    }
    try f.text("reason", &reason)
    try f.uint(32, "lostShare", &lostShare)
    try f.text("flaw", &flaw)
  }
}
