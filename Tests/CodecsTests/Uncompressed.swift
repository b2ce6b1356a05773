import FieldCoding
import HEIF
import ISOBMFF

@testable import Codecs

/// An uncompressed image in the making.
struct Uncompressed {
  var width: Int
  var height: Int
  /// `component_type` of each component.
  var meanings: [UInt16] = []
  var configuration = UncompressedFrameConfigBox()
  /// Other properties than `cmpd` and `uncC`.
  var properties: [Box] = []

  /// - Parameters:
  ///   - components: the type and the bits of each.
  ///   - interleave: 0 component, 1 pixel, 2 mixed, 3 row, 4 tile-component, 5 multi-Y.
  ///   - sampling: 0 none, 1 4:2:2, 2 4:2:0, 3 4:1:1.
  init(
    _ width: Int, _ height: Int, _ components: [(UInt16, UInt8)], interleave: UInt8 = 1,
    sampling: UInt8 = 0
  ) {
    (self.width, self.height) = (width, height)
    configuration.interleaveType = interleave
    configuration.samplingType = sampling
    for (meaning, bits) in components {
      var component = UncompressedFrameConfigBox.Component()
      component.index = UInt16(meanings.count)
      component.bitDepthMinusOne = bits - 1
      meanings.append(meaning)
      configuration.components.append(component)
    }
  }

  /// The same with other fields of `uncC`.
  func with(_ change: (inout UncompressedFrameConfigBox) -> Void) -> Uncompressed {
    var copy = self
    change(&copy.configuration)
    return copy
  }

  /// The picture that these bytes are.
  func decoded(
    _ data: [UInt8], isAlpha: Bool = false, budget: Int = 1 << 24
  ) throws -> PlanarImage {
    var definitions = ComponentDefinitionBox()
    definitions.components = meanings.map {
      var component = ComponentDefinitionBox.Component()
      component.componentType = $0
      return component
    }
    var file = BoxFile(Bytes())
    file.boxes = [Box(definitions), Box(configuration)] + properties
    var plan = ImagePlan()
    plan.codec = .uncompressed
    plan.configurations = [ImagePlan.DecoderConfiguration()]
    plan.configurations[0].parameterSets = [Array(try file.encoded().bytes)]
    plan.configurations[0].isAlpha = isAlpha
    var image = ImagePlan.CodedImage()
    image.extents = [0..<data.count]
    plan.tiles = [image]
    plan.tileSize = ImagePlan.Size(width: width, height: height)
    plan.canvas = plan.tileSize
    return try plan.decode(from: MemoryReader(bytes: data), threads: 1, budget: budget).image
  }
}
