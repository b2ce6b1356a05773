import CSystem

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where an open file has no data on the disk, and reads as zeros; none where that is not known.
///
/// - Parameter limit: so many are looked for.
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
