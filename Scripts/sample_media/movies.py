"""Movies for the samples: frames that move over a painted picture, sound from noise, FFmpeg for the rest."""

import io
import os
import struct
import subprocess
import wave

import numpy as np
from PIL import Image

from heif import box, full

RATE = 30
QUIET = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"]
STILL_TIME = struct.pack(">IIb", 9, 1, -1)  # a size, a key, and a value without a meaning
EXACT = ["-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a", "+bitexact", "-map_metadata", "-1"]


def window(whole, width, height, t):
    """The part of a picture that a movie shows: it moves and zooms a little, while t goes from 0 to 1."""
    zoom = 1.18 - 0.18 * t
    w, h = width * zoom, height * zoom
    x = (whole[0] - w) * (0.10 + 0.80 * t) + 1.5 * np.sin(t * 9)
    y = (whole[1] - h) * (0.42 + 0.12 * np.sin(t * 3.1)) + 1.5 * np.cos(t * 11)
    x, y = min(max(x, 0), whole[0] - w), min(max(y, 0), whole[1] - h)
    return x, y, x + w, y + h


def moments(seconds):
    count = int(seconds * RATE)
    return [number / (count - 1) for number in range(count)]


def frames(picture, width, height, seconds, turn=False):
    """The window at each time; turned for a sideways sensor."""
    image = Image.fromarray(picture)
    for t in moments(seconds):
        frame = image.resize((width, height), Image.Resampling.BICUBIC, box=window(image.size, width, height, t))
        if turn:
            frame = frame.transpose(Image.Transpose.ROTATE_90)
        yield frame.tobytes()


def deep_frames(signal, width, height, seconds):
    """The same with 16 bits, of numbers from 0 to 1."""
    planes = [Image.fromarray(np.ascontiguousarray(signal[..., channel])) for channel in range(3)]
    for t in moments(seconds):
        seen = [plane.resize((width, height), Image.Resampling.BICUBIC, box=window(plane.size, width, height, t))
                for plane in planes]
        yield (np.clip(np.stack(seen, axis=-1), 0, 1) * 65535 + 0.5).astype("<u2").tobytes()


def photo(picture, scale, width, height, t, size):
    """A photo of what a movie of the scaled picture shows at that time, with more detail."""
    image = Image.fromarray(picture)
    box = [edge / scale for edge in window([side * scale for side in image.size], width, height, t)]
    return np.asarray(image.resize(size, Image.Resampling.LANCZOS, box=box))


def sound(seconds, seed):
    """Wind and a bird, as the bytes of a WAV file: stereo, 48 kHz."""
    rate = 48000
    rng = np.random.default_rng(seed)
    count = int(seconds * rate)
    t = np.arange(count) / rate
    spectrum = np.fft.rfft(rng.standard_normal((2, count)))
    hertz = np.fft.rfftfreq(count, 1 / rate)
    spectrum *= 1 / (1 + (hertz / 260) ** 1.6)
    wind = np.fft.irfft(spectrum, count)
    wind = wind / np.abs(wind).max() * (0.30 + 0.12 * np.sin(2 * np.pi * 0.45 * t + np.array([[0], [0.6]])))
    bird = np.zeros(count)
    for start, low in ((0.35, 3100), (0.62, 3500), (0.80, 2900), (1.70, 3300), (1.93, 3700)):
        s = t - start
        on = (s > 0) & (s < 0.13)
        sweep = low + 900 * np.sin(np.pi * s / 0.13)
        bird += on * 0.16 * np.sin(2 * np.pi * np.cumsum(sweep * on) / rate) * np.sin(np.pi * np.clip(s / 0.13, 0, 1)) ** 2
    both = np.clip(wind + bird * np.array([[1.0], [0.6]]), -1, 1)
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((both.T * 32767).astype("<i2").tobytes())
    return out.getvalue()


def encode(ffmpeg, out, pictures, width, height, wav, codec, date, muxer):
    """Codes frames and sound into a movie."""
    x265 = "keyint=30:min-keyint=30:info=0:frame-threads=1:pools=2:log-level=error"
    hevc = ["-c:v", "libx265", "-preset", "medium", "-crf", "30", "-tag:v", "hvc1", "-x265-params", x265]
    h264 = ["-c:v", "libx264", "-preset", "medium", "-crf", "28", "-g", "30", "-profile:v", "high", "-threads", "2"]
    given, coded, scaling, matrix, primaries, transfer = "rgb24", "yuv420p", *["bt709"] * 4
    if codec == "hlg":
        given, coded, scaling = "rgb48le", "yuv420p10le", "bt2020"
        matrix, primaries, transfer = "bt2020nc", "bt2020", "arib-std-b67"
    command = [
        ffmpeg, *[q for q in QUIET if q != "-nostdin"],
        "-f", "rawvideo", "-pix_fmt", given, "-s", f"{width}x{height}", "-r", str(RATE), "-i", "-",
        "-i", wav, *EXACT, "-map", "0:v", "-map", "1:a",
        "-vf", f"scale=out_color_matrix={scaling}:out_range=tv,format={coded}",
        "-colorspace", matrix, "-color_primaries", primaries, "-color_trc", transfer, "-color_range", "tv",
        *(h264 if codec == "h264" else hevc), "-c:a", "aac", "-b:a", "64k", "-shortest",
        "-metadata", f"creation_time={date}", *muxer, out,
    ]
    subprocess.run(command, input=b"".join(pictures), check=True)


def remux(ffmpeg, source, out, date, muxer):
    """The same samples in another container."""
    subprocess.run([ffmpeg, *QUIET, "-i", source, *EXACT, "-c", "copy", "-metadata", f"creation_time={date}",
                    *muxer, out], check=True)


def children(data, start, end):
    """(type, start, end) of each box in a range."""
    at = start
    while at + 8 <= end:
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if size < 8:
            raise SystemExit("A box of a size that is not expected here.")
        yield kind, at, at + size
        at += size


def set_next_track(data, number):
    """Of the movie header, which is the first box of the movie."""
    moov = [b for b in children(data, 0, len(data)) if b[0] == b"moov"][0]
    data[moov[1] + 112:moov[1] + 116] = struct.pack(">I", number)


def stream(ffmpeg, source, folder, date):
    """An HLS stream of two files: a playlist, and all segments in one fragmented movie."""
    path = os.path.join(folder, "stream.mp4")
    remux(ffmpeg, source, os.path.join(folder, "stream.m3u8"), date,
          ["-f", "hls", "-hls_time", "1", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4",
           "-hls_flags", "single_file+independent_segments", "-hls_segment_filename", path])
    with open(path, "rb+") as file:
        data = bytearray(file.read())
        set_next_track(data, 3)  # FFmpeg writes 2, although track 2 is there.
        file.seek(0)
        file.write(data)


def still_time_track(number, tick, dates, timescale, offset):
    """The track of a Live Photo that says when the still was taken: one sample, at that time, without a meaning."""
    identity = struct.pack(">9i", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
    key = box(struct.pack(">I", 1), box(b"keyd", b"mdtacom.apple.quicktime.still-image-time"),
              box(b"dtyp", struct.pack(">II", 0, 65)))
    table = box(
        b"stbl",
        full(b"stsd", 0, 0, struct.pack(">I", 1), box(b"mebx", bytes(6), struct.pack(">H", 1), box(b"keys", key))),
        full(b"stts", 0, 0, struct.pack(">3I", 1, 1, 1)),
        full(b"stsc", 0, 0, struct.pack(">4I", 1, 1, 1, 1)),
        full(b"stsz", 0, 0, struct.pack(">2I", len(STILL_TIME), 1)),
        full(b"stco", 0, 0, struct.pack(">2I", 1, offset)))
    name = b"\x13Core Media Metadata"
    media = box(
        b"minf", box(b"gmhd", full(b"gmin", 0, 0, struct.pack(">6H", 0x40, 0x8000, 0x8000, 0x8000, 0, 0))),
        full(b"hdlr", 0, 0, b"dhlrurl ", bytes(13)),
        box(b"dinf", full(b"dref", 0, 0, struct.pack(">I", 1), full(b"url ", 0, 1))), table)
    return box(
        b"trak",
        full(b"tkhd", 0, 15, dates, struct.pack(">3I", number, 0, tick + 1), bytes(16), identity, bytes(8)),
        box(b"edts", full(b"elst", 0, 0, struct.pack(">I2iI2iI", 2, tick, -1, 0x10000, 1, 0, 0x10000))),
        box(b"tref", box(b"cdsc", struct.pack(">I", 1))),
        box(b"mdia", full(b"mdhd", 0, 0, dates, struct.pack(">IIHH", timescale, 1, 0x55C4, 0)),
            full(b"hdlr", 0, 0, b"mhlrmeta", b"appl", bytes(8), name), media))


def add_phone_metadata(path, keys, still=None):
    """Turns the picture by 90 degrees in the track header, and adds QuickTime metadata keys to the movie; for a Live
    Photo, also the second at which the still was taken."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    moov = [b for b in children(data, 0, len(data)) if b[0] == b"moov"][0]
    if moov[2] != len(data):
        raise SystemExit("The movie box is expected at the end of the file.")
    for kind, start, end in children(data, moov[1] + 8, moov[2]):
        if kind != b"trak":
            continue
        tkhd = [b for b in children(data, start + 8, end) if b[0] == b"tkhd"][0]
        width, height = struct.unpack(">II", data[tkhd[2] - 8:tkhd[2]])
        if width:  # a picture: shown a quarter turn clockwise
            data[tkhd[2] - 44:tkhd[2] - 8] = struct.pack(
                ">9i", 0, 0x10000, 0, -0x10000, 0, 0, height, 0, 0x40000000)
    # QuickTime's own flavour: `meta` is a plain box here, with no version and flags.
    names = b"".join(struct.pack(">I4s", 8 + len(name), b"mdta") + name.encode() for name in keys)
    values = b"".join(
        box(struct.pack(">I", index), box(b"data", *(
            (struct.pack(">II", 1, 0), value.encode()) if isinstance(value, str)
            else (struct.pack(">II", 22, 0), bytes([value])))))
        for index, value in enumerate(keys.values(), 1))
    meta = box(b"meta",
               full(b"hdlr", 0, 0, bytes(4), b"mdta", bytes(14)),
               full(b"keys", 0, 0, struct.pack(">I", len(keys)), names),
               box(b"ilst", values))
    track = b""
    if still is not None:
        mvhd = moov[1] + 8
        timescale, = struct.unpack(">I", data[mvhd + 20:mvhd + 24])
        track = still_time_track(3, round(still * timescale), data[mvhd + 12:mvhd + 20], timescale, moov[1])
        set_next_track(data, 4)
    data += track + meta
    data[moov[1]:moov[1] + 4] = struct.pack(">I", moov[2] - moov[1] + len(track) + len(meta))
    if still is not None:
        mdat = [b for b in children(data, 0, moov[1]) if b[0] == b"mdat"][0]
        data[mdat[1]:mdat[1] + 4] = struct.pack(">I", mdat[2] - mdat[1] + len(STILL_TIME))
        data[moov[1]:moov[1]] = STILL_TIME
    with open(path, "wb") as file:
        file.write(data)
