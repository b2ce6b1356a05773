#include "CLibCurl.h"

#include <string.h>

/// Whether the first `bits` of an address are those of `prefix`.
static int begins(const uint8_t *bytes, const uint8_t *prefix, int bits) {
  const int whole = bits / 8, rest = bits % 8;
  if (memcmp(bytes, prefix, (size_t)whole)) return 0;
  return !rest || (bytes[whole] ^ prefix[whole]) >> (8 - rest) == 0;
}

typedef struct {
  uint8_t prefix[12];
  int bits;
} network;

/// IANA's registry of IPv4 addresses for special purposes, multicast and reserved ones.
static const network private_networks_4[] = {
  {{0}, 8},          {{10}, 8},         {{100, 64}, 10},  {{127}, 8},
  {{169, 254}, 16},  {{172, 16}, 12},   {{192, 0, 0}, 24}, {{192, 0, 2}, 24},
  {{192, 168}, 16},  {{198, 18}, 15},   {{198, 51, 100}, 24}, {{203, 0, 113}, 24},
  {{224}, 4},        {{240}, 4},
};

/// Those of IPv6, without the ones that have an IPv4 address inside.
static const network private_networks_6[] = {
  {{0xFC}, 7}, {{0xFE, 0x80}, 10}, {{0xFE, 0xC0}, 10}, {{0xFF}, 8}, {{0x01}, 8}, {{0x20, 0x01, 0x0D, 0xB8}, 32},
};

/// IPv6 networks with the offset of an IPv4 address in them: mapped, compatible, translated, 6to4.
static const struct {
  network network;
  int offset;
} networks_around_4[] = {
  {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF}, 96}, 12},
  {{{0}, 96}, 12},
  {{{0, 0x64, 0xFF, 0x9B}, 96}, 12},
  {{{0x20, 0x02}, 16}, 2},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

int boxwalk_address_is_private(const uint8_t *bytes, size_t count) {
  if (count == 4) {
    for (size_t i = 0; i < COUNT(private_networks_4); i++) {
      if (begins(bytes, private_networks_4[i].prefix, private_networks_4[i].bits)) return 1;
    }
    return 0;
  }
  if (count != 16) return 1;
  for (size_t i = 0; i < COUNT(private_networks_6); i++) {
    if (begins(bytes, private_networks_6[i].prefix, private_networks_6[i].bits)) return 1;
  }
  for (size_t i = 0; i < COUNT(networks_around_4); i++) {
    if (begins(bytes, networks_around_4[i].network.prefix, networks_around_4[i].network.bits)) {
      return boxwalk_address_is_private(bytes + networks_around_4[i].offset, 4);
    }
  }
  return 0;
}
