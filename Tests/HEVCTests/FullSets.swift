import HEVC

/// Parameter sets with all optional parts, and with a different value in each field that is large enough.
enum FullSets {
  static let video = make(VideoParameterSet()) { set in
    set.id = 9
    set.maxLayersMinus1 = 0
    set.maxSubLayersMinus1 = 2
    set.hasTemporalIDNesting = false
    set.profileTierLevel = profileTierLevel
    set.subLayerOrdering = ordering
    set.maxLayerID = 0
    set.layerSets = []
    set.timing = make(VideoParameterSet.Timing()) { timing in
      timing.information.unitsInTick = 1001
      timing.information.timeScale = 60000
      timing.information.ticksPOCDiffOneMinus1 = 4
      timing.hrds = [
        make(VideoParameterSet.LayerSetHRD()) { hrd in
          hrd.parameters = bufferModel
          hrd.layerSetIndex = 0
        }
      ]
    }
  }

  static let sequence = make(SequenceParameterSet()) { set in
    set.videoParameterSetID = 9
    set.maxSubLayersMinus1 = 2
    set.hasTemporalIDNesting = false
    set.profileTierLevel = profileTierLevel
    set.id = 11
    set.chromaFormatIDC = 2
    set.width = 1928
    set.height = 1096
    set.conformanceWindow = make(ConformanceWindow()) {
      $0.left = 1
      $0.right = 3
      $0.top = 5
      $0.bottom = 11
    }
    set.bitDepthLumaMinus8 = 2
    set.bitDepthChromaMinus8 = 1
    set.log2MaxPictureOrderCountLSBMinus4 = 7
    set.subLayerOrdering = ordering
    set.log2DiffMaxMinLumaCodingBlockSize = 3
    set.log2MinLumaTransformBlockSizeMinus2 = 0
    set.log2DiffMaxMinLumaTransformBlockSize = 2
    set.maxTransformHierarchyDepthInter = 1
    set.maxTransformHierarchyDepthIntra = 2
    set.scalingLists = make(.init()) { $0.data = scalingLists }
    set.usesAsymmetricMotionPartitions = true
    set.usesSampleAdaptiveOffset = false
    set.pcm = make(.init()) {
      $0.bitDepthLumaMinus1 = 6
      $0.bitDepthChromaMinus1 = 5
      $0.log2MinLumaCodingBlockSizeMinus3 = 0
      $0.log2DiffMaxMinLumaCodingBlockSize = 2
      $0.isLoopFilterDisabled = true
    }
    set.shortTermReferencePictureSets = referencePictureSets
    set.longTermReferencePictures = [
      make(.init()) { $0.pictureOrderCountLSB = 1234 },
      make(.init()) {
        $0.pictureOrderCountLSB = 567
        $0.isUsedByCurrentPicture = true
      },
    ]
    set.usesTemporalMotionVectorPrediction = true
    set.vui = vui
    set.extensions = make(.init()) { extensions in
      extensions.range = make(.init()) {
        $0.usesTransformSkipRotation = true
        $0.usesExplicitRDPCM = true
        $0.isIntraSmoothingDisabled = true
        $0.usesPersistentRiceAdaptation = true
      }
      extensions.screenContent = make(.init()) { part in
        part.refersToCurrentPicture = true
        part.palette = make(.init()) {
          $0.maxSize = 31
          $0.deltaMaxPredictorSize = 33
          $0.initializers = [[1023, 1, 2], [511, 3, 4], [5, 6, 7]]
        }
        part.motionVectorResolutionControlIDC = 2
        part.isIntraBoundaryFilteringDisabled = true
      }
    }
  }

  static let picture = make(PictureParameterSet()) { set in
    set.id = 42
    set.sequenceParameterSetID = 11
    set.usesDependentSlices = true
    set.extraSliceHeaderBits = 2
    set.usesSignDataHiding = true
    set.defaultReferenceIndexL0CountMinus1 = 3
    set.defaultReferenceIndexL1CountMinus1 = 2
    set.initialQPMinus26 = -7
    set.usesTransformSkip = true
    set.diffCUQPDeltaDepth = 1
    set.cbQPOffset = 4
    set.crQPOffset = -5
    set.hasSliceChromaQPOffsets = true
    set.usesWeightedBiprediction = true
    set.tiles = make(.init()) {
      $0.columnCountMinus1 = 2
      $0.rowCountMinus1 = 1
      $0.spacing = make(.init()) {
        $0.columnWidthsMinus1 = [8, 6]
        $0.rowHeightsMinus1 = [7]
      }
    }
    set.deblocking = make(.init()) {
      $0.canBeOverridden = true
      $0.betaOffsetDiv2 = -3
      $0.tcOffsetDiv2 = 2
    }
    set.scalingLists = scalingLists
    set.modifiesReferenceLists = true
    set.log2ParallelMergeLevelMinus2 = 1
    set.extensions = make(.init()) { extensions in
      extensions.range = make(.init()) {
        $0.log2MaxTransformSkipBlockSizeMinus2 = 2
        $0.usesCrossComponentPrediction = false
        $0.chromaQPOffsets = make(.init()) {
          $0.diffCUChromaQPOffsetDepth = 1
          $0.offsets = [
            make(.init()) {
              $0.cb = 1
              $0.cr = -2
            },
            make(.init()) {
              $0.cb = -3
              $0.cr = 4
            },
          ]
        }
        $0.log2SAOOffsetScaleLuma = 0
        $0.log2SAOOffsetScaleChroma = 0
      }
      extensions.screenContent = make(.init()) {
        $0.refersToCurrentPicture = true
        $0.colourTransform = make(.init()) {
          $0.hasSliceOffsets = true
          $0.yQPOffsetPlus5 = 1
          $0.cbQPOffsetPlus5 = -2
          $0.crQPOffsetPlus3 = 3
        }
        $0.palette = make(.init()) {
          $0.entryCount = 2
          $0.lumaBitDepthMinus8 = 2
          $0.chromaBitDepthMinus8 = 1
          $0.initializers = [[1001, 2], [401, 3], [101, 4]]
        }
      }
    }
  }

  private static let profileTierLevel = make(ProfileTierLevel()) { part in
    part.general = make(Profile()) { profile in
      profile.tier = .high
      profile.idc = 9
      profile.compatibility[9] = true
      profile.compatibility[11] = true
      profile.constraints.isProgressiveSource = true
      profile.constraints.isFrameOnly = true
      profile.constraints.max12Bit = true
      profile.constraints.max422Chroma = true
      profile.constraints.isLowerBitRate = true
    }
    part.generalLevel = Level(idc: 123)
    part.subLayers = [
      make(.init()) {
        $0.profile = make(Profile()) { profile in
          profile.idc = 2
          profile.compatibility[2] = true
          profile.constraints.isNonPacked = true
        }
        $0.level = Level(idc: 63)
      },
      make(.init()) { $0.level = Level(idc: 93) },
    ]
  }

  private static let ordering: [SubLayerOrdering] = [0, 1, 2].map { (layer: UInt32) in
    make(SubLayerOrdering()) {
      $0.maxDecodedPictureBufferingMinus1 = 3 + layer
      $0.maxReorderedPictures = layer
      $0.maxLatencyIncreasePlus1 = 7 - layer
    }
  }

  private static let bufferModel = make(HRDParameters()) { hrd in
    hrd.common = make(.init()) { common in
      common.hasNAL = true
      common.hasVCL = true
      common.subPictures = make(.init()) {
        $0.tickDivisorMinus2 = 98
        $0.duCPBRemovalDelayIncrementLengthMinus1 = 19
        $0.isInPictureTimingSEI = true
        $0.dpbOutputDelayDULengthMinus1 = 13
      }
      common.bitRateScale = 3
      common.cpbSizeScale = 5
      common.cpbSizeDUScale = 6
      common.initialCPBRemovalDelayLengthMinus1 = 23
      common.auCPBRemovalDelayLengthMinus1 = 21
      common.dpbOutputDelayLengthMinus1 = 17
    }
    hrd.subLayers = [
      make(.init()) {
        $0.hasFixedPictureRate = true
        $0.hasFixedPictureRateWithinCVS = true
        $0.elementalDurationMinus1 = 2
        $0.cpbCountMinus1 = 1
        $0.nal = [buffer(100), buffer(200)]
        $0.vcl = [buffer(300), buffer(400)]
      },
      make(.init()) {
        $0.isLowDelay = true
        $0.nal = [buffer(500)]
        $0.vcl = [buffer(600)]
      },
      make(.init()) {
        $0.hasFixedPictureRateWithinCVS = true
        $0.elementalDurationMinus1 = 1
        $0.nal = [buffer(700)]
        $0.vcl = [buffer(800)]
      },
    ]
  }

  private static func buffer(_ base: UInt32) -> HRDBuffer {
    make(.init()) {
      $0.bitRateValueMinus1 = base + 1
      $0.cpbSizeValueMinus1 = base + 2
      $0.cpbSizeDUValueMinus1 = base + 3
      $0.bitRateDUValueMinus1 = base + 4
      $0.hasConstantBitRate = base % 200 == 0
    }
  }

  private static let vui = make(VideoUsabilityInformation()) { vui in
    vui.aspectRatio = make(.init()) {
      $0.idc = 255
      $0.width = 40
      $0.height = 33
    }
    vui.isOverscanAppropriate = true
    vui.videoSignal = make(.init()) {
      $0.format = 1
      $0.isFullRange = true
      $0.colour = make(.init()) {
        $0.colourPrimaries = 12
        $0.transferCharacteristics = 16
        $0.matrixCoefficients = 9
      }
    }
    vui.chromaLocation = make(.init()) {
      $0.topField = 2
      $0.bottomField = 3
    }
    vui.hasFrameFieldInformation = true
    vui.defaultDisplayWindow = make(ConformanceWindow()) {
      $0.left = 2
      $0.right = 4
      $0.top = 6
      $0.bottom = 8
    }
    vui.timing = make(TimingInformation()) {
      $0.unitsInTick = 1001
      $0.timeScale = 24000
      $0.ticksPOCDiffOneMinus1 = 3
    }
    vui.hrd = bufferModel
    vui.restriction = make(.init()) {
      $0.areTilesFixed = true
      $0.minSpatialSegmentationIDC = 77
      $0.maxBytesPerPictureDenominator = 5
      $0.maxBitsPerMinCUDenominator = 6
      $0.log2MaxMotionVectorLengthHorizontal = 11
      $0.log2MaxMotionVectorLengthVertical = 10
    }
  }

  /// The second is made from the first (without one of its pictures), the third from the second.
  private static let referencePictureSets: [ShortTermReferencePictureSet] = [
    make(.init()) {
      $0.negativePictures = [
        make(.init()) { $0.deltaPOCMinus1 = 0 },
        make(.init()) {
          $0.deltaPOCMinus1 = 2
          $0.isUsedByCurrentPicture = true
        },
      ]
      $0.positivePictures = [make(.init()) { $0.deltaPOCMinus1 = 1 }]
    },
    make(.init()) {
      $0.prediction = make(.init()) {
        $0.absoluteDeltaMinus1 = 0
        $0.references = [
          make(.init()) { $0.isUsedByCurrentPicture = true },
          make(.init()) { $0.isKept = false },
          make(.init()) { $0.isUsedByCurrentPicture = true },
          make(.init()) { $0.isKept = true },
        ]
      }
    },
    make(.init()) {
      $0.prediction = make(.init()) {
        $0.isNegative = true
        $0.absoluteDeltaMinus1 = 4
        $0.references = [
          make(.init()) { $0.isUsedByCurrentPicture = true },
          make(.init()) { $0.isKept = false },
          make(.init()) { $0.isKept = true },
        ]
      }
    },
  ]

  private static let scalingLists = make(ScalingListData()) { data in
    data.lists[1].predMatrixIDDelta = 1
    for (index, start) in [(0, -5), (9, 3), (13, 7), (19, -2)] as [(Int, Int32)] {
      data.lists[index].coefficients = make(.init()) {
        $0.dcMinus8 = index < 12 ? 0 : start + 8
        $0.deltas = (0..<(index < 6 ? 16 : 64)).map { (Int32($0) % 7) - 3 + start % 2 }
      }
    }
  }
}
