package import ISOBMFF
package import Inspection
package import WorkerClient
import WorkerProtocol

extension Worker {
  /// The notes of the cameras in one file, which Exiv2 reads in the worker. Nil if nothing here reads them.
  package func namedNotes(in tiff: Bytes, problem: (ConversionError) -> Void) -> [MetadataTag]? {
    do throws(ConversionError) {
      let values = try notes(in: tiff) ?? []
      return values.isEmpty ? nil : values.map { MetadataTag($0) }
    } catch {
      problem(error)
      return nil
    }
  }
}

extension MetadataTag {
  /// A value of a note, under the names of Exiv2.
  fileprivate init(_ value: NotesReply.Value) {
    self.init(
      value.group.string, value.name.string,
      value.isText ? value.text.string : bytesAsText(Int(value.byteCount)))
  }
}
