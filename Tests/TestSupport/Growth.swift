import Foundation

/// The factor by which the processor time grows from work on `make(size)` to work on `make(4 * size)`.
///
/// If the time is linear, that is about 4; if each element is compared with each, it is 16. Both are measured in turn,
/// and the least of several values counts, so that other work of the machine does not matter; two are enough if they
/// show that the time is linear.
public func growth<Input>(
  of size: Int, _ make: (Int) throws -> Input, in work: (Input) throws -> Void
) rethrows -> Double {
  let inputs = try [make(size), make(4 * size)]
  var least = [Double.infinity, .infinity]
  for round in 1...5 {
    for (index, input) in inputs.enumerated() {
      let start = processorTime()
      try work(input)
      least[index] = min(least[index], processorTime() - start)
    }
    if round > 1, least[1] < 5 * least[0] { break }
  }
  return least[1] / least[0]
}

/// The processor time of this thread, in seconds.
private func processorTime() -> Double {
  var time = timespec()
  // The pointer is valid during the call.
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
