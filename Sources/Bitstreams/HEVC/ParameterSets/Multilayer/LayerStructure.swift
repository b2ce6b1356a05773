/// The values derived from the fields of a VPS, which decide which further fields exist (ITU-T H.265 §F.7.4.3.1.1).
/// Layers are identified by their index in the VPS, not by their ID.
struct LayerStructure {
  let layerCount: Int
  /// 0, or 1 if the base layer is not in this stream.
  let firstInternalLayer: Int
  /// `layer_id_in_nuh`
  private(set) var layerIDs: [UInt8]
  private(set) var viewCount = 1
  /// The layers that each layer depends on directly.
  private var references: [[Int]] = []
  /// All layers that each layer depends on.
  private var allReferences: [Set<Int>] = []
  /// `LayerSetLayerIdList`
  private(set) var layerSets: [[Int]] = []
  /// `vps_num_layer_sets_minus1 + 1`
  let statedLayerSetCount: Int
  private let statedLayerSets: [UInt64]
  private var maxSubLayersMinus1: [Int]
  var outputLayerSets: [OutputLayers] = []

  init(of set: VideoParameterSet) {
    // Layer 63 is reserved: `MaxLayersMinus1 = Min( 62, vps_max_layers_minus1 )`.
    layerCount = min(62, Int(set.maxLayersMinus1)) + 1
    firstInternalLayer = set.isBaseLayerInternal ? 0 : 1
    layerIDs = (0..<layerCount).map { UInt8($0) }
    statedLayerSetCount = set.layerSets.count + 1
    let bits = UInt64(set.maxLayerID)
    // `layer_id_included_flag`: layer 0 is the highest bit. Here it becomes the lowest.
    statedLayerSets = set.layerSets.map { flags in
      (0...bits).reduce(0) { $0 | (flags >> (bits - $1) & 1) << $1 }
    }
    maxSubLayersMinus1 = Array(repeating: Int(set.maxSubLayersMinus1), count: layerCount)
  }

  // MARK: Layers

  mutating func setLayers(of part: VideoParameterSetExtension) {
    if part.statesLayerIDs { layerIDs = [0] + part.layers.map(\.id) }
    let views = (0..<layerCount).map { viewOrderIndex(of: $0, part) }
    viewCount = Set(views).count
  }

  /// `ViewOrderIdx`: the dimension of the second kind.
  private func viewOrderIndex(of layer: Int, _ part: VideoParameterSetExtension) -> Int {
    let kinds = part.scalabilityMask.indices.filter { part.scalabilityMask[$0] == 1 }
    guard let dimension = kinds.firstIndex(of: 1), layer > 0, layer <= part.layers.count else {
      return 0
    }
    guard part.splitsLayerIDs else {
      let dimensions = part.layers[layer - 1].dimensionIDs
      return dimension < dimensions.count ? Int(dimensions[dimension]) : 0
    }
    let lengths = part.dimensionIDLengthsMinus1.map { Int($0) + 1 }
    let start = lengths.prefix(dimension).reduce(0, +)
    let end = min(6, dimension < lengths.count ? start + lengths[dimension] : 6)
    guard start < end else { return 0 }
    return Int(layerIDs[layer]) % (1 << end) / (1 << start)
  }

  // MARK: Dependencies

  mutating func setDependencies(_ flags: [[UInt8]]) {
    references =
      [[]]
      + flags.enumerated().map { index, flags in
        flags.prefix(index + 1).indices.filter { flags[$0] == 1 }
      }
    allReferences = []
    for direct in references {
      allReferences.append(direct.reduce(into: Set(direct)) { $0.formUnion(allReferences[$1]) })
    }
  }

  func directReferences(of layer: Int) -> [Int] { references[layer] }
  func directUsers(of layer: Int) -> [Int] {
    references.indices.filter { $0 > layer && references[$0].contains(layer) }
  }
  var independentLayers: [Int] { references.indices.filter { references[$0].isEmpty } }

  /// `TreePartitionLayerIdList`: each independent layer with those that depend on it and were not
  /// in a list before.
  var treePartitions: [[Int]] {
    var isListed: Set<Int> = []
    return independentLayers.map { root in
      let users = references.indices.filter {
        allReferences[$0].contains(root) && !isListed.contains($0)
      }
      isListed.formUnion(users)
      return [root] + users
    }
  }

  // MARK: Layer sets

  mutating func setLayerSets(of part: VideoParameterSetExtension) {
    if let counts = part.maxSubLayersMinus1 { maxSubLayersMinus1 = counts.map { Int($0) } }
    layerSets = [[0]]
    for flags in statedLayerSets {
      layerSets.append(
        layerIDs.indices.filter { flags >> UInt64(layerIDs[$0]) & 1 == 1 }
          .sorted { layerIDs[$0] < layerIDs[$1] })
    }
    let trees = treePartitions
    for counts in part.additionalLayerSets {
      layerSets.append(
        zip(trees.dropFirst(), counts).flatMap { tree, count in tree.prefix(Int(count)) })
    }
  }

  /// `MaxSubLayersInLayerSetMinus1`
  func maxSubLayersMinus1(of layers: [Int]) -> Int {
    layers.map { maxSubLayersMinus1[$0] }.max() ?? 0
  }

  func dependsOn(_ layer: Int, _ other: Int) -> Bool { allReferences[layer].contains(other) }

  /// The number of layers of a set that have pictures in the buffers of this stream.
  func bufferedLayers(of set: OutputLayers) -> Int {
    zip(set.layers, set.necessary)
      .filter { layer, isNecessary in isNecessary && layer >= firstInternalLayer }.count
  }
}

/// The layers of an output layer set.
struct OutputLayers {
  let layers: [Int]
  /// `NecessaryLayerFlag`: the output layers, and the layers on which they depend.
  let necessary: [Bool]
  /// The number of output layers.
  let count: Int
  /// The last that is put out.
  let highest: Int?

  init(of layers: [Int], flags: [UInt8], _ structure: LayerStructure) {
    self.layers = layers
    let outputs = zip(layers, flags).filter { $1 == 1 }.map { $0.0 }
    count = outputs.count
    highest = outputs.last
    necessary = layers.map { layer in
      outputs.contains(layer) || outputs.contains { structure.dependsOn($0, layer) }
    }
  }

  /// `OutputLayerFlag` if it is not stated.
  static func flags(of layers: [Int], onlyHighest: Bool) -> [UInt8] {
    layers.indices.map { !onlyHighest || $0 == layers.count - 1 ? 1 : 0 }
  }
}

extension VideoParameterSet {
  /// The index of a layer in the VPS (`LayerIdxInVps`), with the extension that describes it.
  private func layer(
    _ id: UInt8
  ) -> (index: Int, part: VideoParameterSetExtension, structure: LayerStructure)? {
    guard let part = extensions?.layers else { return nil }
    var structure = LayerStructure(of: self)
    structure.setLayers(of: part)
    structure.setDependencies(part.directDependencies)
    guard let index = structure.layerIDs.firstIndex(of: id) else { return nil }
    return (index, part, structure)
  }

  /// `poc_lsb_not_present_flag`; nil if the layer is not known.
  func lacksPictureOrderCount(inLayer id: UInt8) -> Bool? {
    guard let (index, part, structure) = layer(id) else { return nil }
    let flags = zip(structure.independentLayers.filter { $0 > 0 }, part.pocLSBNotPresent)
    return flags.first { $0.0 == index }?.1 == 1
  }

  /// Size and sample format of a layer.
  ///
  /// - Parameter index: that an SPS states instead.
  func format(ofLayer id: UInt8, index stated: UInt8?) -> RepresentationFormat? {
    guard let (index, part, structure) = layer(id) else { return nil }
    var formatIndex = min(index, part.formats.count - 1)
    if let indices = part.formatIndices {
      let internalIndex = index - structure.firstInternalLayer
      guard indices.indices.contains(internalIndex) else { return nil }
      formatIndex = Int(indices[internalIndex])
    }
    if let stated { formatIndex = Int(stated) }
    guard part.formats.indices.contains(formatIndex) else { return nil }
    var format = part.formats[formatIndex]
    // A format without a sample format has that of the format before.
    format.samples = part.formats[...formatIndex].last { $0.samples != nil }?.samples
    return format
  }
}
