#include "extracts.h"

#include "fetch.h"
#include "rows.h"

namespace signpost {

namespace {

constexpr uint32_t kMagic = 0x45504753;
constexpr uint32_t kVersion = 2;
constexpr uint32_t kTrailerBytes = 16;
constexpr uint64_t kAlignment = 8;
constexpr uint32_t kPageNumbers = 8;
/** First bytes of a page that most queries read: its numbers and those of some sections. */
constexpr uint64_t kHeadBytes = 320;

uint32_t readNumber(const uint8_t* at) {
  uint32_t number;
  std::memcpy(&number, at, sizeof number);
  return number;
}

}  // namespace

uint32_t PageExtract::entryWithPosition(uint32_t from, uint32_t to, uint32_t n) const {
  if (from >= to) return kNoEntry;
  uint32_t bits = positioned[from / 32] & (UINT32_MAX << (from % 32));
  for (uint32_t word = from / 32;;) {
    const uint32_t count = countBits(bits);
    if (n < count) {
      for (; n > 0; n--) bits &= bits - 1;
      const uint32_t entry = word * 32 + uint32_t(__builtin_ctz(bits));
      return entry < to ? entry : kNoEntry;
    }
    n -= count;
    if (++word * 32 >= to) return kNoEntry;
    bits = positioned[word];
  }
}

const char* Extracts::open(const uint8_t* bytes, uint64_t length, uint32_t pageCount) {
  const uint64_t behind = kTrailerBytes + (uint64_t(pageCount) + 1) * sizeof(uint32_t);
  if (length < behind) return "the extracts are too short";
  const uint8_t* const trailer = bytes + length - kTrailerBytes;
  if (readNumber(trailer) != kMagic || readNumber(trailer + 4) != kVersion || readNumber(trailer + 8) != pageCount) {
    return "these are not the extracts of this index";
  }
  bytes_ = bytes;
  end_ = length - behind;
  starts_ = bytes + end_;
  return nullptr;
}

uint64_t Extracts::startOf(uint32_t page) const {
  return std::min(end_, readNumber(starts_ + uint64_t(page) * sizeof(uint32_t)) * kAlignment);
}

void Extracts::fetchStart(uint32_t page) const { fetchLine(starts_ + uint64_t(page) * sizeof(uint32_t)); }

void Extracts::fetchPage(uint32_t page) const {
  const uint64_t start = startOf(page);
  fetchLines(bytes_ + start, std::min(end_ - start, kHeadBytes));
}

bool Extracts::page(uint32_t page, PageExtract& out) const {
  const uint64_t start = startOf(page);
  const uint64_t end = startOf(page + 1);
  constexpr uint64_t kHead = kPageNumbers * sizeof(uint32_t);
  if (end < start + kHead) return false;
  const uint8_t* const at = bytes_ + start;
  uint32_t numbers[kPageNumbers];
  std::memcpy(numbers, at, kHead);
  out.sectionCount = numbers[0];
  out.entryCount = numbers[1];
  out.textBytes = numbers[2];
  out.nameBytes = numbers[3];
  out.titleEntries = std::min(numbers[4], numbers[1]);
  out.titleWeight = numbers[6];
  out.labelCount = numbers[7];
  const uint64_t sectionBytes = (uint64_t(out.sectionCount) + 1) * sizeof(SectionNumbers);
  const uint64_t words = (uint64_t(out.entryCount) + 31) / 32;
  const uint64_t labelsAt = kHead + sectionBytes;
  const uint64_t entriesAt = labelsAt + uint64_t(out.labelCount) * sizeof(uint32_t);
  const uint64_t positionedAt = entriesAt + uint64_t(out.entryCount) * sizeof(uint32_t);
  const uint64_t gapsAt = positionedAt + words * sizeof(uint32_t);
  const uint64_t textAt = gapsAt + 2 * uint64_t(out.entryCount);
  const uint64_t namesAt = textAt + out.textBytes;
  if (namesAt + out.nameBytes > end - start) return false;
  out.sections = at + kHead;
  out.labels = reinterpret_cast<const uint32_t*>(at + labelsAt);
  out.entries = reinterpret_cast<const uint32_t*>(at + entriesAt);
  out.positioned = reinterpret_cast<const uint32_t*>(at + positionedAt);
  out.gapBytes = at + gapsAt;
  out.gapUnits = at + gapsAt + out.entryCount;
  out.text = at + textAt;
  out.names = at + namesAt;
  return true;
}

}  // namespace signpost
