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
