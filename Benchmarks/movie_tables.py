"""Reads and cuts the sample tables of QuickTime and ISO movies, for Benchmarks/recordings.

It is written from ISO/IEC 14496-12 and does not use boxwalk, because it judges what boxwalk writes.
"""

import struct


def boxes(data, start=0, end=None):
    """Type, start, size of the header, and size of each box."""
    end = len(data) if end is None else end
    while start + 8 <= end:
        size, kind = struct.unpack_from(">I4s", data, start)
        header = 8
        if size == 1:
            size, header = struct.unpack_from(">Q", data, start + 8)[0], 16
        elif size == 0:
            size = end - start
        if size < header:
            return
        yield kind, start, header, min(size, end - start)
        start += size


def find(data, path, start=0, end=None):
    """The start and end of the content of the first box of a path; None if there is none."""
    for kind, place, header, size in boxes(data, start, end):
        if kind == path[0]:
            inner = (place + header, place + size)
            return inner if len(path) == 1 else find(data, path[1:], *inner)
    return None


class Track:
    """Its samples, in decoding order: place, size, decoding time, composition time."""

    def __init__(self, data, start, end):
        self.table = find(data, [b"mdia", b"minf", b"stbl"], start, end)
        handler = find(data, [b"mdia", b"hdlr"], start, end)
        self.handler = data[handler[0] + 8:handler[0] + 12].decode("latin1")
        header = find(data, [b"mdia", b"mdhd"], start, end)[0]
        self.timescale = struct.unpack_from(">I", data, header + (20 if data[header] == 1 else 12))[0]
        entry = self.find(data, b"stsd")[0] + 8
        self.coding = data[entry + 4:entry + 8].decode("latin1")
        self.chunks = self.read_chunks(data)
        sizes = self.read_sizes(data)
        # Uncompressed sound has very many samples of the same few bytes: one entry for each chunk is enough.
        self.block = sizes[0] if sizes and self.handler == "soun" and len(set(sizes)) == 1 and sizes[0] <= 64 else 0
        self.samples = self.read_samples(sizes, self.read_times(data, len(sizes)))

    def find(self, data, kind):
        return find(data, [kind], *self.table)

    def numbers(self, data, kind, form):
        """The rows of a table that starts with the number of them."""
        place = self.find(data, kind)
        if not place:
            return []
        count = struct.unpack_from(">I", data, place[0] + 4)[0]
        return list(struct.iter_unpack(form, data[place[0] + 8:place[0] + 8 + count * struct.calcsize(form)]))

    def read_chunks(self, data):
        offsets = [row[0] for row in self.numbers(data, b"stco", ">I") or self.numbers(data, b"co64", ">Q")]
        runs = self.numbers(data, b"stsc", ">III")
        chunks = []
        for run, (first, count, _) in enumerate(runs):
            last = runs[run + 1][0] - 1 if run + 1 < len(runs) else len(offsets)
            chunks += [(offsets[number - 1], count) for number in range(first, min(last, len(offsets)) + 1)]
        return chunks

    def read_sizes(self, data):
        place = self.find(data, b"stsz")[0]
        size, count = struct.unpack_from(">II", data, place + 4)
        return [size] * count if size else [row[0] for row in self.numbers_at(data, place + 12, count)]

    @staticmethod
    def numbers_at(data, place, count):
        return struct.iter_unpack(">I", data[place:place + 4 * count])

    def read_times(self, data, count):
        """Decoding time and composition offset of each sample."""
        times, time = [], 0
        for number, duration in self.numbers(data, b"stts", ">II"):
            for _ in range(min(number, count - len(times))):
                times.append(time)
                time += duration
        offsets = []
        for number, offset in self.numbers(data, b"ctts", ">Ii"):
            offsets += [offset] * min(number, count - len(offsets))
        offsets += [0] * (count - len(offsets))
        return list(zip(times + [time] * (count - len(times)), offsets))

    def read_samples(self, sizes, times):
        samples, number = [], 0
        for place, count in self.chunks:
            count = min(count, len(sizes) - number)
            if self.block and count > 0:
                samples.append((place, count * self.block, times[number][0], times[number][0]))
                number += count
                continue
            for _ in range(max(0, count)):
                time, offset = times[number]
                samples.append((place, sizes[number], time, time + offset))
                place += sizes[number]
                number += 1
        return samples


class Movie:
    """A movie in memory; `tracks` are those that have samples in it."""

    def __init__(self, data):
        self.data = data
        self.moov = next(((start, size) for kind, start, _, size in boxes(data) if kind == b"moov"), None)
        self.tracks = []
        if self.moov:
            inner = (self.moov[0] + 8, sum(self.moov))
            for kind, start, header, size in boxes(data, *inner):
                if kind == b"trak" and find(data, [b"mdia", b"minf", b"stbl"], start + header, start + size):
                    self.tracks.append(Track(data, start + header, start + size))

    def first_part(self, end):
        """The bytes of a movie that has only the samples before a place, with the tables of this one."""
        before, size = self.moov
        shift = size if before < end else 0
        tracks = iter(self.tracks)

        def rebuilt(start, stop, track):
            result = b""
            for kind, place, header, length in boxes(self.data, start, stop):
                content = self.data[place + header:place + length]
                if kind == b"trak":
                    content = rebuilt(place + header, place + length, next(tracks))
                elif kind in (b"mdia", b"minf", b"stbl"):
                    content = rebuilt(place + header, place + length, track)
                elif track and kind in TABLES:
                    kind, content = TABLES[kind](track, content, end, shift)
                result += struct.pack(">I4s", len(content) + 8, kind) + content
            return result

        moov = rebuilt(before + 8, before + size, None)
        rest = self.data[:before] + self.data[before + size:end] if shift else self.data[:end]
        # The media data ends at the cut, and `moov` follows it.
        place = next(s - (shift if s > before else 0) for k, s, _, _ in boxes(self.data) if k == b"mdat")
        rest = bytearray(rest)
        wide = struct.unpack_from(">I", rest, place)[0] == 1
        struct.pack_into(">Q" if wide else ">I", rest, place + (8 if wide else 0), len(rest) - place)
        return bytes(rest) + struct.pack(">I4s", len(moov) + 8, b"moov") + moov


def kept(track, end):
    """The number of whole chunks before a place, and of their samples."""
    count = samples = 0
    for place, number in track.chunks:
        inside = track.samples[count] if track.block else track.samples[min(samples + number, len(track.samples)) - 1]
        if inside[0] + inside[1] > end:
            break
        count, samples = count + 1, samples + number
    return count, samples


def runs(content, form, samples):
    """The rows of a table of runs that describe this number of samples."""
    rows = []
    for count, value in struct.iter_unpack(form, content[8:8 + 8 * struct.unpack_from(">I", content, 4)[0]]):
        if samples <= 0:
            break
        rows.append(struct.pack(form, min(count, samples), value))
        samples -= count
    return content[:4] + struct.pack(">I", len(rows)) + b"".join(rows)


def cut_sizes(track, content, end, shift):
    count = kept(track, end)[1]
    size = struct.unpack_from(">I", content, 4)[0]
    return b"stsz", content[:8] + struct.pack(">I", count) + (b"" if size else content[12:12 + 4 * count])


def cut_chunks(track, content, end, shift):
    chunks = track.chunks[:kept(track, end)[0]]
    return b"co64", content[:4] + struct.pack(">I", len(chunks)) + b"".join(
        struct.pack(">Q", place - shift) for place, _ in chunks)


def cut_chunk_runs(track, content, end, shift):
    count = kept(track, end)[0]
    rows = [row for row in struct.iter_unpack(">III", content[8:]) if row[0] <= count]
    return b"stsc", content[:4] + struct.pack(">I", len(rows)) + b"".join(struct.pack(">III", *row) for row in rows)


def cut_sync(track, content, end, shift):
    count = kept(track, end)[1]
    rows = [row for row in struct.iter_unpack(">I", content[8:]) if row[0] <= count]
    return b"stss", content[:4] + struct.pack(">I", len(rows)) + b"".join(struct.pack(">I", *row) for row in rows)


TABLES = {
    b"stts": lambda track, content, end, shift: (b"stts", runs(content, ">II", kept(track, end)[1])),
    b"ctts": lambda track, content, end, shift: (b"ctts", runs(content, ">Ii", kept(track, end)[1])),
    b"stsz": cut_sizes, b"stco": cut_chunks, b"co64": cut_chunks, b"stsc": cut_chunk_runs, b"stss": cut_sync,
    # Tables of samples that the search does not use.
    b"sdtp": lambda track, content, end, shift: (b"free", b""),
    b"sbgp": lambda track, content, end, shift: (b"free", b""),
    b"subs": lambda track, content, end, shift: (b"free", b""),
    b"cslg": lambda track, content, end, shift: (b"free", b""),
}
