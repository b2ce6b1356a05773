package import FieldCoding
import Files
import Platform
package import WorkerProtocol

extension Worker {
  /// Does one job; a failure throws its reason.
  ///
  /// - Parameters:
  ///   - descriptors: the worker's descriptors 3, 4, ...
  ///   - reads: the ranges of the first file that are read; nil if any may be.
  ///   - limits: the limits that the worker sets for itself.
  ///   - timeLimit: the time limit in seconds; a worker that waits uses no processor time.
  ///   - advice: what the user can do if the time limit is exceeded.
  ///   - answerLimit: the most bytes of an answer.
  ///   - isRepeatable: false if the job cannot be done once more with the same descriptors. An error then says whether
  ///     it is worth it: ``ConversionError/isTransient``.
  ///   - whileWaiting: is called now and then until the answer arrives.
  package func ask<Reply: WorkerReply>(
    _ task: WorkerTask, _ job: [UInt8], _ descriptors: [Int32], reads: [Range<Int>]? = nil,
    within limits: WorkerLimits, libraries: JobLibraries = [], timeLimit: Double? = nil,
    advice: String = "",
    answerLimit: Int = 1 << 20, isRepeatable: Bool = true, whileWaiting: () -> Void = {}
  ) throws(ConversionError) -> Reply {
    try Worker.fetch(reads, of: descriptors)
    let timeLimit = timeLimit ?? Double(limits.processorTime) * 4
    let outcome: WorkerOutcome
    do throws(SystemError) {
      outcome = try clock.during(task.stage) { () throws(SystemError) in
        try run(
          task, job, descriptors, libraries: libraries, answerLimit: answerLimit,
          timeLimit: timeLimit, isRepeatable: isRepeatable, whileWaiting: whileWaiting)
      }
    } catch {
      let isMissing = error.what == program && [0, ENOENT, EACCES, ENOEXEC].contains(error.code)
      throw ConversionError(
        isMissing ? .worker : .output, "the decoder could not be started: \(error)")
    }
    if var error = failure(of: outcome.ending, within: limits, timeLimit, advice) {
      error.isTransient = outcome.isTransient
      throw error
    }
    let answer = Bytes(outcome.answer)
    guard let reply = try? Reply(decoding: answer, budget: DecodeBudget(message: answer)) else {
      var error = ConversionError(.worker, "the decoder's answer cannot be read")
      error.isTransient = outcome.isTransient
      throw error
    }
    if requiresSandbox, !reply.sandbox.missing.isEmpty {
      // No fault of the worker: it does what it is told on this system.
      throw ConversionError(.input, reply.failure.message.string)
    }
    note(reply.sandbox)
    clock.moveToEncoding(.nanoseconds(Int64(clamping: reply.encodingTime)))
    guard reply.failure.isEmpty else {
      throw ConversionError(.init(reply.failure.cause), reply.failure.message.string)
    }
    return reply
  }

  /// Why a process was not done; nil if it was.
  private func failure(
    of ending: WorkerEnding, within limits: WorkerLimits, _ timeLimit: Double, _ advice: String
  ) -> ConversionError? {
    switch ending {
    case .timedOut where isCancelled: return ConversionError(.input, "was cancelled")
    case .timedOut:
      return ConversionError(.input, "was not decoded within \(timeLimit.inSeconds)\(advice)")
    case .killed(SIGXCPU):
      return ConversionError(
        .input,
        "needs more than \(limits.processorTime) seconds of processor time, which no real file does"
      )
    case .killed(SIGXFSZ):
      if let most = OutputFile.largestSize, most < limits.fileSize {
        return ConversionError(
          .output, "would become larger than the \(grouped(most)) bytes that ulimit -f allows")
      }
      return ConversionError(
        .input,
        "would become larger than \(grouped(limits.fileSize)) bytes, which no real photo does")
    case .killed(SIGKILL):
      return ConversionError(
        .input, "the decoder was stopped from outside; the memory may not be enough for it")
    case .killed(let signal):
      return ConversionError(.input, "the decoder crashed on it (signal \(signal))")
    case .exited(0): return nil
    case .exited(EX_OSERR):
      return ConversionError(.output, "the system has no process or thread for the decoder")
    case .exited(EX_IOERR):
      return ConversionError(.output, "the connection to the decoder failed")
    case .exited(let code):
      return ConversionError(.worker, "the decoder ended with code \(code)")
    }
  }

  /// Does a job that reads two files.
  package func ask<Reply: WorkerReply>(
    _ task: WorkerTask, _ job: some FieldCodable, reading first: String, _ second: String,
    within limits: WorkerLimits, libraries: JobLibraries
  ) throws(ConversionError) -> Reply {
    do {
      let first = try OpenFile.reading(first)
      let second = try OpenFile.reading(second)
      return try ask(
        task, job.encoded(), [first.descriptor, second.descriptor], within: limits,
        libraries: libraries)
    } catch let error as ConversionError {
      throw error
    } catch {
      throw ConversionError(.unreadable, "\(error)")
    }
  }
}

extension WorkerTask {
  /// The stage of most of its time. Tasks that encode report that time separately.
  fileprivate var stage: WorkStage {
    switch self {
    case .convert, .decode, .match, .survey, .transcode, .transcodeAudio, .frames, .audioLevels,
      .readContainer:
      .decoding
    case .loop, .writeContainer: .encoding
    case .compare, .check: .checking
    case .readNotes: .reading
    case .reportEngines, .reportSandbox: .waiting
    }
  }
}

extension Double {
  /// `1 second`, `0.5 seconds`
  fileprivate var inSeconds: String {
    self == rounded() ? counted(Int(self), "second") : "\(self) seconds"
  }
}
