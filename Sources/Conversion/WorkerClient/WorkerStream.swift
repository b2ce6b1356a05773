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
