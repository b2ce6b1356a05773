import CWorker
import Files
import Platform

/// Two connected sockets: data that is written to one is read from the other.
struct SocketPair: ~Copyable {
  let own: OpenFile
  let other: OpenFile

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    // The array has the two elements that are filled.
    guard unsafe boxwalk_worker_socket(&ends) == 0 else {
      throw SystemError(what: "socket", code: errno)
    }
    own = OpenFile(owning: ends[0])
    other = OpenFile(owning: ends[1])
  }

  /// The one, when another process has the other.
  consuming func closingOther() -> OpenFile { own }
}

extension OpenFile {
  /// Writes all bytes, if the other end reads them in time. There is no other check: if the other end is closed, the
  /// missing answer shows this.
  func writeAll(_ bytes: [UInt8], until deadline: Deadline, whileWaiting: () -> Void = {}) {
    var rest = bytes[...]
    while !rest.isEmpty, waits(for: POLLOUT, until: deadline, whileWaiting) {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe boxwalk_worker_send(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(Int(count))
    }
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// The bytes that arrive until the other end is closed; nil if the time ends before that, and none if they cannot be
  /// read.
  ///
  /// - Parameter whileWaiting: is called five times a second while no bytes arrive.
  func readAll(
    limit: Int, until deadline: Deadline, whileWaiting: () -> Void = {}
  ) -> [UInt8]? {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while all.count < limit {
      guard waits(for: POLLIN, until: deadline, whileWaiting) else { return nil }
      let count = unsafe read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return [] }
      guard count > 0 else { break }
      all += buffer.prefix(count)
    }
    return all
  }

  /// Whether something can be read or written before the time is over. What can be when it is over counts: this
  /// program may have been stopped in between.
  private func waits(
    for event: Int32, until deadline: Deadline, _ whileWaiting: () -> Void = {}
  ) -> Bool {
    while true {
      let left = deadline.left
      let milliseconds = left > .zero ? Int32(min(left / .milliseconds(1), 200)) + 1 : 0
      var state = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      // `state` outlives the call, which changes it.
      if unsafe poll(&state, 1, milliseconds) > 0 { return true }
      guard left > .zero else { return false }
      whileWaiting()
    }
  }
}
