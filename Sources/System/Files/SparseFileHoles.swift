import CSystem
import Platform

/// The ranges of an open file that have no data on the disk, and read as zeros; empty if they are unknown.
///
/// - Parameter limit: the most ranges that are searched for.
func holes(in descriptor: Int32, limit: Int = 4096) -> [Range<Int>] {
  var status = stat()
  // `status` outlives the call, which fills it.
  guard unsafe fstat(descriptor, &status) == 0 else { return [] }
  let count = Int(status.st_size)
  var holes: [Range<Int>] = []
  var position = 0
  while position < count, holes.count < limit {
    let start = Int(system_data_start(descriptor, Int64(position)))
    guard start >= 0 else {
      if errno == ENXIO { holes.append(position..<count) }
      break
    }
    if start > position { holes.append(position..<min(start, count)) }
    let end = Int(system_data_end(descriptor, Int64(start)))
    guard end > start else { break }
    position = end
  }
  return holes
}
