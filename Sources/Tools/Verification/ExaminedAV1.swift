import AV1
import HEIF
import ISOBMFF

/// The data of an AV1 image.
struct ExaminedAV1 {
  let item: Item
  let data: Bytes
  let units: Result<[OpenBitstreamUnit], FieldError>
  /// The first sequence header in the data.
  let sequence: SequenceHeader?
}

extension ExaminedFile {
  func readAV1Uses() -> [ExaminedAV1] {
    guard let heif else { return [] }
    var budget = itemByteBudget
    return heif.items.compactMap { item in
      guard item.type == "av01", item.entry.protectionIndex == 0,
        budget > 0, let data = try? heif.data(of: item.id)
      else { return nil }
      budget -= data.count
      do throws(FieldError) {
        let units = try OpenBitstreamUnit.units(in: data)
        let header = units.first { $0.header.type == .sequenceHeader }
        return ExaminedAV1(
          item: item, data: data, units: .success(units),
          sequence: header.flatMap { try? SequenceHeader($0) })
      } catch {
        return ExaminedAV1(item: item, data: data, units: .failure(error), sequence: nil)
      }
    }
  }
}
