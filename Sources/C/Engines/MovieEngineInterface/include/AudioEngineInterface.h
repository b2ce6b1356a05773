#ifndef BOXWALK_AUDIOENGINEINTERFACE_H
#define BOXWALK_AUDIOENGINEINTERFACE_H

// A part of `MovieEngineInterface.h`, which defines the types used here.

/// Converts audio to one rate and one layout, and keeps it until an encoder takes it.
typedef struct boxwalk_audio_mixer boxwalk_audio_mixer;

/// How the audio of a track is coded. Numbers of 0 are not known.
typedef struct {
  /// FFmpeg's name of the decoder: `pcm_s16le`.
  const char *decoder;
  /// The headers, which containers store separately from the samples.
  const uint8_t *configuration;
  size_t configuration_size;
  /// Samples per second.
  int rate;
  int channels;
  int bits_per_sample;
  /// Bytes of a packet, where all are equally long.
  int packet_size;
  /// The position of each channel (`enum AVChannel`); none if the decoder knows them, or nothing does.
  const uint8_t *positions;
  int position_count;
} boxwalk_audio_coding;

/// Audio in the memory of a decoder: samples of all channels.
typedef struct {
  /// Samples per second.
  int rate;
  int channels;
  /// Samples of each channel.
  int count;
  /// The number that came with its packet; -1 for later samples of the same packet.
  int64_t time;
} boxwalk_audio_piece;

/// The level of some samples, with full scale at 1. Samples that are NaN or far too loud count as silent.
typedef struct {
  /// The greatest distance from 0.
  float peak;
  /// The sum of the squares of the samples of all channels.
  double squares;
} boxwalk_audio_level;

/// The functions of a module for audio. Data is sent to its decoders and encoders, and they are ended and freed, like
/// those of pictures. Functions return 0, or -1 with the reason in `message`, which has `BOXWALK_MOVIE_MESSAGE` bytes.
typedef struct {
  /// A decoder, for one thread at a time; NULL, with the reason in `message`.
  boxwalk_movie_decoder *(*decoder_new)(const boxwalk_audio_coding *, char *message);
  /// 1 and audio, valid until the next call; 0 if there is none yet, or if there is no more; -1 if some is lost.
  int (*decoder_receive)(boxwalk_movie_decoder *, boxwalk_audio_piece *);
  /// Measures samples of the audio that the decoder gave last: `count` of each channel, from the one of a
  /// number on. Those that it has not are left out.
  void (*decoder_level)(boxwalk_movie_decoder *, int first, int count, boxwalk_audio_level *);

  /// Makes an encoder by FFmpeg's name; NULL, with the reason in `message`.
  ///
  /// `bit_rate` is for all channels, in bits per second. `packet_length` is set to the samples of a packet, and
  /// `priming` to the samples that come out before the first one of the source.
  boxwalk_movie_encoder *(*encoder_new)(
    const char *name, int rate, int channels, int64_t bit_rate, int *packet_length, int *priming,
    char *message);
  /// Encodes the first `count` samples that a mixer has ready, and removes them from it: those of one packet, or
  /// fewer at the end.
  int (*encoder_send)(
    boxwalk_movie_encoder *, boxwalk_audio_mixer *, int count, int64_t time, char *message);

  /// Mixes to this rate and to the usual layout of this number of channels; NULL, with the reason in `message`.
  boxwalk_audio_mixer *(*mixer_new)(int rate, int channels, char *message);
  void (*mixer_free)(boxwalk_audio_mixer *);
  /// Prepares for audio like the last decoded one; the earlier audio is converted first.
  int (*mixer_begin)(boxwalk_audio_mixer *, boxwalk_movie_decoder *, char *message);
  /// Adds the audio that the decoder gave last, without its first samples.
  int (*mixer_add)(
    boxwalk_audio_mixer *, boxwalk_movie_decoder *, int without, char *message);
  /// Adds this number of samples of silence, at the rate of the added audio.
  int (*mixer_add_silence)(boxwalk_audio_mixer *, int count, char *message);
  /// The number of samples that are ready.
  int (*mixer_ready)(boxwalk_audio_mixer *);
} boxwalk_audio_engine;

#endif
