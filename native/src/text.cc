#include "text.h"

#include <cstring>

namespace signpost {

namespace {

uint32_t avalanche(uint32_t hash) {
  hash = (hash ^ (hash >> 16)) * 0x7feb352du;
  hash = (hash ^ (hash >> 15)) * 0x846ca68bu;
  return hash ^ (hash >> 16);
}

}  // namespace

bool Units::operator==(Units other) const {
  return length == other.length && (length == 0 || std::memcmp(data, other.data, length * sizeof(uint16_t)) == 0);
}

uint32_t hashUnits(const uint16_t* units, int32_t start, int32_t end, int32_t skipA, int32_t skipB) {
  uint32_t hash = 0x811c9dc5u;
  for (int32_t i = start; i < end; i++) {
    if (i != skipA && i != skipB) hash = (hash ^ units[i]) * 0x01000193u;
  }
  return avalanche(hash);
}

uint32_t hashText(Units text) {
  return hashUnits(text.data, 0, static_cast<int32_t>(text.length), -1, -1);
}

uint32_t fingerprintText(Units text) {
  uint32_t hash = 0x9e3779b9u;
  for (uint32_t i = 0; i < text.length; i++) {
    hash = (hash ^ text[i]) * 0x85ebca6bu;
    hash ^= hash >> 13;
  }
  const uint32_t mixed = avalanche(hash);
  return mixed == 0 ? 1 : mixed;
}

uint32_t encodeUtf16(uint32_t code, uint16_t* out) {
  if (code <= 0xffff) {
    out[0] = static_cast<uint16_t>(code);
    return 1;
  }
  out[0] = static_cast<uint16_t>(0xd800 + ((code - 0x10000) >> 10));
  out[1] = static_cast<uint16_t>(0xdc00 + ((code - 0x10000) & 0x3ff));
  return 2;
}

uint32_t encodeUtf8(Units text, uint8_t* out) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < text.length; i++) {
    uint32_t code = text[i];
    if (code >= 0xd800 && code <= 0xdbff && i + 1 < text.length && text[i + 1] >= 0xdc00 && text[i + 1] <= 0xdfff) {
      code = 0x10000 + ((code - 0xd800) << 10) + (text[++i] - 0xdc00u);
    } else if (code >= 0xd800 && code <= 0xdfff) {
      code = 0xfffd;
    }
    if (code < 0x80) {
      out[at++] = static_cast<uint8_t>(code);
    } else if (code < 0x800) {
      out[at++] = static_cast<uint8_t>(0xc0 | (code >> 6));
      out[at++] = static_cast<uint8_t>(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
      out[at++] = static_cast<uint8_t>(0xe0 | (code >> 12));
      out[at++] = static_cast<uint8_t>(0x80 | ((code >> 6) & 0x3f));
      out[at++] = static_cast<uint8_t>(0x80 | (code & 0x3f));
    } else {
      out[at++] = static_cast<uint8_t>(0xf0 | (code >> 18));
      out[at++] = static_cast<uint8_t>(0x80 | ((code >> 12) & 0x3f));
      out[at++] = static_cast<uint8_t>(0x80 | ((code >> 6) & 0x3f));
      out[at++] = static_cast<uint8_t>(0x80 | (code & 0x3f));
    }
  }
  return at;
}

}  // namespace signpost
