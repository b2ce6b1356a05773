import CWorker
import FieldCoding
package import Files
import Platform
import Synchronization
package import WorkerProtocol

/// The results of a job, one by one, while it runs. Nothing is stored in between, so the worker is only as fast
/// as the reader.
package final class WorkerStream: Sendable {
  /// Nil if everything was read, or if reading has ended.
  private let end: Mutex<Int32?>

  init(_ end: consuming OpenFile) { self.end = Mutex(end.released()) }

  deinit { stop() }

  /// Reads something as a whole, while others wait; nil when nothing more comes. After an error, nothing more comes:
  /// nobody knows where the next result begins.
  package func next<Result>(
    _ body: (Reader) throws(ConversionError) -> Result?
  ) throws(ConversionError) -> Result? {
    try end.withLock { (end) throws(ConversionError) in
      guard let descriptor = end else { return nil }
      do throws(ConversionError) { return try body(Reader(descriptor: descriptor)) } catch {
        close(descriptor)
        end = nil
        throw error
      }
    }
  }

  /// Reads no more: the worker, which cannot write any more, ends.
  func stop() {
    end.withLock { end in
      if let descriptor = end { close(descriptor) }
      end = nil
    }
  }

  /// Reads the next results.
  package struct Reader {
    fileprivate let descriptor: Int32

    /// This number of bytes; nil if fewer arrive.
    package func bytes(_ count: Int) throws(ConversionError) -> [UInt8]? {
      var all: [UInt8] = []
      while all.count < count {
        guard let some = try some(count - all.count) else { return nil }
        all += some
      }
      return all
    }

    /// Copies this number of bytes to a file; returns whether all arrived.
    package func copy(
      _ count: Int, to file: borrowing OutputFile
    ) throws(ConversionError) -> Bool {
      var left = count
      while left > 0 {
        guard let some = try some(left) else { return false }
        try ConversionError.output { () throws(SystemError) in try file.write(Bytes(some)) }
        left -= some.count
      }
      return true
    }

    /// At least one byte; nil at the end.
    private func some(_ most: Int) throws(ConversionError) -> [UInt8]? {
      var buffer = [UInt8](repeating: 0, count: min(most, 1 << 18))
      while true {
        // The array has the size that is stated.
        let count = unsafe read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0 {
          var error = ConversionError(
            .output, "the connection to the decoder failed: \(systemErrorText(errno))")
          error.isTransient = true
          throw error
        }
        guard count > 0 else { return nil }
        return count == buffer.count ? buffer : Array(buffer.prefix(count))
      }
    }
  }
}

extension Worker {
  /// Does a job whose results arrive one by one.
  ///
  /// If its process does not get to its end, the error is ``ConversionError/isTransient``: only the caller knows which
  /// results are still missing.
  ///
  /// - Parameters:
  ///   - descriptors: the worker's descriptors 3, 4, ...; the next one is for the results.
  ///   - reads: the ranges of the first file that are read; nil if any may be.
  ///   - readers: the number of threads that call `read`.
  ///   - read: reads until no more results arrive.
  package func ask<Reply: WorkerReply>(
    _ task: WorkerTask, _ job: [UInt8], _ descriptors: [Int32], reads: [Range<Int>]? = nil,
    within limits: WorkerLimits, timeLimit: Double? = nil, advice: String = "", readers: Int,
    _ read: @Sendable (WorkerStream) -> Void
  ) throws(ConversionError) -> Reply {
    let stream: WorkerStream
    let other: Int32
    do throws(SystemError) {
      let pair = try SocketPair()
      other = try OpenFile(copying: pair.other.descriptor).released()
      stream = WorkerStream(pair.closingOther())
    } catch {
      throw ConversionError(.output, error)
    }
    let answer = Mutex<Result<Reply, ConversionError>?>(nil)
    let isRun = Threads.run(readers + 1, needsAnother: true) { index in
      guard index == 0 else {
        read(stream)
        return stream.stop()
      }
      let result = Result { () throws(ConversionError) -> Reply in
        try ask(
          task, job, descriptors + [other], reads: reads, within: limits, timeLimit: timeLimit,
          advice: advice, isRepeatable: false)
      }
      // No other process has this end now, so the readers see the end of the results.
      close(other)
      answer.withLock { $0 = result }
    }
    guard isRun, let result = answer.withLock({ $0 }) else {
      close(other)
      throw ConversionError(.output, "the system allows no more threads")
    }
    return try result.get()
  }
}

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
