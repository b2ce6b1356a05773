import AVC
public import HEIF
import HEVC
public import ISOBMFF
public import Metadata

extension ExaminedFile {
  /// Coded images with length-prefixed NAL units, and the units up to the first invalid length.
  func readCodedUnits() -> [ExaminedUnits] {
    guard let heif else { return [] }
    var budget = itemByteBudget
    return heif.items.compactMap { item in
      let lengthSize: Int
      if let hevc = item.property(HEVCConfigurationBox.self) {
        lengthSize = hevc.record.lengthSize
      } else if let avc = item.property(AVCConfigurationBox.self) {
        lengthSize = avc.record.lengthSize
      } else {
        return nil
      }
      guard ["hvc1", "hev1", "lhv1", "avc1"].contains(item.type), item.entry.protectionIndex == 0,
        budget > 0, let data = try? heif.data(of: item.id)
      else { return nil }
      budget -= data.count
      do throws(FieldError) {
        let units = try LengthPrefixed.nalUnits(in: data, lengthSize: lengthSize)
        return ExaminedUnits(item: item, units: units, error: nil)
      } catch {
        return ExaminedUnits(item: item, units: [], error: error)
      }
    }
  }
}

/// The NAL units of a coded image.
struct ExaminedUnits {
  let item: Item
  let units: [Bytes]
  /// The error at the first invalid length.
  let error: FieldError?

  var isHEVC: Bool { item.type != "avc1" }

  /// The units of an HEVC image that hold the picture.
  var coded: [Bytes] {
    units.filter { HEVC.NALUnit.type(of: $0)?.isVideoCodingLayer ?? false }
  }

  /// Whether all slices of an HEVC image can be decoded without other pictures. Those of further layers refer to
  /// slices of the same image.
  var isIntra: Bool {
    guard let record = item.property(HEVCConfigurationBox.self)?.record else { return false }
    let sets = HEVC.ParameterSets(nalUnits: record.arrays.flatMap(\.nalUnits) + units)
    let coded = coded.filter { (try? HEVC.NALUnitHeader(decoding: $0))?.layerID == 0 }
    return !coded.isEmpty
      && coded.allSatisfy { unit in
        switch PictureType(nalUnit: unit, sets: sets) {
        case .slice(.intra), .idr, .bla, .cra: true
        default: false
        }
      }
  }
}

/// A JPEG file, with the movie that phones write after the image.
public struct ExaminedJPEG: Sendable {
  /// The segments of the file.
  public let segments: JPEGSegments
  /// The motion photo; nil if there is no movie after the image.
  public let motionPhoto: MotionPhoto?
  /// The boxes of the movie; nil if there is none.
  public let motion: BoxFile?

  init(_ bytes: Bytes, motionPhoto: MotionPhoto?, limits: DecodeLimits) {
    segments = motionPhoto?.picture ?? JPEGSegments(bytes)
    self.motionPhoto = motionPhoto
    motion = motionPhoto.map { BoxFile($0.movie, limits: limits) }
  }
}

/// A box with its path in the file.
///
/// It is a class, because rules pass thousands of them, and copying a box is slow. A movie has millions of them.
public final class ExaminedBox: Sendable {
  /// The box itself.
  public let box: Box
  private let parent: ExaminedBox?
  /// The index of the box among those of its type in the same container.
  private let number: Int
  /// Its index in ``ExaminedFile/walk``.
  let index: Int

  private init(_ box: Box, _ number: Int, in parent: ExaminedBox?, index: Int) {
    self.box = box
    self.number = number
    self.parent = parent
    self.index = index
  }

  /// Its bytes in the file, header included.
  public var bytes: Bytes { box.source ?? Bytes() }
  /// The offset of the first byte of its header.
  public var offset: Int { bytes.fileOffset }

  /// The index of the enclosing box in ``ExaminedFile/walk``; nil at the top level.
  var container: Int? { parent?.index }

  /// The type of the box.
  public var type: FourCC { box.type }

  /// Its fields, if it is a `Body`.
  public subscript<Body: BoxBody>(body: Body.Type) -> Body? { box[body] }

  /// The path of the box from the top of the file.
  public var path: BoxPath {
    var path = parent?.path ?? BoxPath(steps: [])
    path.steps.append(BoxPath.Step(type: type, index: number))
    return path
  }

  /// Whether these are the types of the boxes around it and its own.
  func stands(at path: ArraySlice<FourCC>) -> Bool {
    guard let last = path.last, type == last else { return false }
    let around = path.dropLast()
    guard let parent else { return around.isEmpty }
    return parent.stands(at: around)
  }

  /// The offset of the first byte after it.
  public var end: Int { offset + bytes.count }

  /// All boxes below `boxes`, each before those inside it.
  static func walk(_ boxes: [Box]) -> [ExaminedBox] {
    var walk: [ExaminedBox] = []
    func add(_ boxes: [Box], in parent: ExaminedBox?) {
      var seen = TypeCounts()
      for box in boxes where box.source != nil {
        let examined = ExaminedBox(box, seen.next(box.type), in: parent, index: walk.count)
        walk.append(examined)
        add(box.children, in: examined)
      }
    }
    add(boxes, in: nil)
    return walk
  }
}
