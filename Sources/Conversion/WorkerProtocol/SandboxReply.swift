public import FieldCoding

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
