import Editing
import HEIF
import ISOBMFF

/// The records about a movie in a photo for Samsung's gallery, with their directory.
struct SamsungMotionPhoto {
  typealias Record = SamsungExtendedDataBox.Record

  /// The records of other data, and of the version of the movie.
  private let others: [Record]
  private let version: UInt32
  private let movie: ByteWriter?

  /// - Parameters:
  ///   - old: the records of the photo, which are kept.
  ///   - movie: the movie of a JPEG file, in which the record is the movie itself.
  init(of old: SamsungTrailer?, movie: ByteWriter? = nil) {
    var format = Record()
    format.marker = Record.movieVersion
    format.name = Text("MotionPhoto_Version", form: .plain)
    format.payload = Bytes(Array("mpv3".utf8))
    others = (old?.otherRecords ?? []) + [format]
    version = old?.data.directory?.version ?? 107
    self.movie = movie
  }

  /// The records of a JPEG file: the bytes before the movie, and the bytes after it.
  func encoded() throws(EditError) -> (before: [UInt8], after: [UInt8]) {
    // The records are encoded without the movie, of which only the length is needed.
    let count = movie?.count ?? 0
    guard count < Int(UInt32.max) - (1 << 20) else {
      throw EditError(.unsupported, "is too long for a Samsung record")
    }
    var data = SamsungExtendedDataBox(records: others + [record(Bytes())], version: version)
    let before: [UInt8]
    do throws(FieldError) {
      let directory = data.directory
      data.directory = nil
      before = try data.encoded()
      data.directory = directory
    } catch { throw EditError(error) }
    guard var directory = data.directory else { return (before, []) }
    for index in directory.entries.indices {
      directory.entries[index].distance += UInt32(count)
    }
    directory.entries[directory.entries.count - 1].length += UInt32(count)
    do throws(FieldError) { return (before, try directory.encoded()) } catch {
      throw EditError(error)
    }
  }

  /// The box of a HEIC file, with the offset of the movie.
  func box(movieAt start: Int, count: Int) throws(EditError) -> [UInt8] {
    var range = SamsungExtendedDataBox.MovieRange()
    guard let offset = UInt32(exactly: start), let length = UInt32(exactly: count) else {
      throw EditError(.unsupported, "is too long for a Samsung record")
    }
    range.offset = offset
    range.length = length
    do throws(FieldError) {
      var record = record(Bytes())
      record.movieRange = range
      var file = BoxFile(Bytes())
      file.boxes = [Box(SamsungExtendedDataBox(records: others + [record], version: version))]
      return try file.encoded().bytes
    } catch { throw EditError(error) }
  }

  private func record(_ payload: Bytes) -> Record {
    var record = Record()
    record.marker = Record.movie
    record.name = Text("MotionPhoto_Data", form: .plain)
    record.payload = payload
    return record
  }
}
