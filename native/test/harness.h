// Shared parts of the engine's test and the fuzzers. They read indexes and requests as files (scripts/native-dump.ts
// writes them), and damage them. A complete query writes into memory of exactly the promised size.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "../src/engine.h"

namespace harness {

using namespace signpost;
using File = std::vector<uint8_t>;

[[noreturn]] inline void fail(const std::string& what) {
  std::fprintf(stderr, "FAILED: %s\n", what.c_str());
  std::abort();
}

inline void expect(bool holds, const std::string& what) {
  if (!holds) fail(what);
}

inline File readFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  expect(in.good(), "cannot read " + path);
  return File(std::istreambuf_iterator<char>(in), {});
}

/** Random numbers, the same for the same seed on every machine (splitmix64). */
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t mixed = state_ += 0x9e3779b97f4a7c15ull;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ull;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebull;
    return mixed ^ (mixed >> 31);
  }
  uint64_t below(uint64_t bound) { return bound == 0 ? 0 : next() % bound; }

 private:
  uint64_t state_;
};

/** Content of `engine.bin`: the constants, and the classes of all code units. */
struct Setup {
  Constants constants;
  std::vector<uint8_t> classes;

  explicit Setup(const std::string& folder) {
    const File file = readFile(folder + "/engine.bin");
    expect(file.size() == sizeof constants + 65536, "engine.bin has another size; write it anew");
    std::memcpy(&constants, file.data(), sizeof constants);
    classes.assign(file.begin() + sizeof constants, file.end());
  }
};

constexpr size_t kElementBytes[] = {
#define SIGNPOST_SIZE(name, type) sizeof(type),
    SIGNPOST_INDEX_ARRAYS(SIGNPOST_SIZE)
#undef SIGNPOST_SIZE
};
constexpr size_t kArrays = sizeof kElementBytes / sizeof kElementBytes[0];

// An index file holds pages, pages of a partition, partitions, terms, dense terms, terms with bits, and kind. Offset
// and length of each array follow in the engine's order, then the bytes of the index. All numbers have 32 bits, in this
// machine's byte order. The kind encodes the language, and whether there are synonyms.
constexpr size_t kCounts = 7;
constexpr size_t kCountBytes = kCounts * sizeof(uint32_t);
constexpr size_t kImageHeader = kCountBytes + kArrays * 2 * sizeof(uint32_t);

inline uint32_t readU32(const uint8_t* at) {
  uint32_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

inline void writeU32(uint8_t* at, uint32_t value) { std::memcpy(at, &value, sizeof value); }

/** An opened index and the memory that it views, of the exact size, so that a read outside is detected. */
struct OpenImage {
  std::unique_ptr<uint8_t[]> bytes;
  Index index;
};

/** Invented synonyms in the form that JavaScript makes of an operator's table: keys of one to three units for a few terms. */
inline Synonyms makeSynonyms(uint32_t termCount) {
  Synonyms synonyms;
  const std::u16string keys[] = {u"font", u"font size", u"a", u"\u8bbe", u"\u8bbe \u7f6e", u"\uc0c9 \uc0c1", u"one two three"};
  uint32_t term = 0;
  for (const auto& key : keys) {
    Synonyms::Entry entry;
    entry.key = key;
    entry.hash = hashText({reinterpret_cast<const uint16_t*>(key.data()), uint32_t(key.size())});
    for (uint32_t i = 0; i < 3 && termCount > 0; i++) entry.terms.push_back(term++ % termCount);
    synonyms.entries.push_back(std::move(entry));
  }
  synonyms.longest = 3;
  return synonyms;
}

/** @returns null, or the reason why the index was refused */
inline const char* openImage(const uint8_t* data, size_t size, OpenImage& out) {
  if (size < kImageHeader) return "the file has no header";
  IndexHeader header;
  header.pageCount = readU32(data);
  header.partitionPages = readU32(data + 4);
  header.partitionCount = readU32(data + 8);
  header.termCount = readU32(data + 12);
  header.denseTermCount = readU32(data + 16);
  header.bitTermCount = readU32(data + 20);
  const uint32_t kind = readU32(data + 24);
  const char* const locales[] = {"en", "zh", "ko"};
  header.locale = locales[kind % 3];
  header.urlPrefix = "https://docs.example/" + header.locale;
  std::vector<Place> places;
  for (size_t i = 0; i < kArrays; i++) {
    const uint8_t* at = data + kCountBytes + i * 8;
    places.push_back({readU32(at), readU32(at + 4)});
  }
  const size_t byteLength = size - kImageHeader;
  out.bytes.reset(new uint8_t[byteLength]);
  if (byteLength > 0) std::memcpy(out.bytes.get(), data + kImageHeader, byteLength);
  Synonyms synonyms = (kind & 4) != 0 ? makeSynonyms(header.termCount) : Synonyms();
  return openIndex(out.bytes.get(), byteLength, places, header, std::move(synonyms), out.index);
}

// A request file holds the numbers of ints, units and weights, the limit, and then these.
struct Asked {
  std::vector<int32_t> ints;
  std::vector<uint16_t> units;
  std::vector<double> weights;
  uint32_t limit = 10;

  Request request() const {
    Request request;
    request.ints = ints.data();
    request.intCount = uint32_t(ints.size());
    request.units = units.data();
    request.unitCount = uint32_t(units.size());
    request.weights = weights.data();
    request.weightCount = uint32_t(weights.size());
    return request;
  }
};

constexpr size_t kAskedHeader = 4 * sizeof(uint32_t);

/** Reads one request from `at` on and moves `at` past it; excessive counts are cut to the available data. */
inline bool readAsked(const uint8_t* data, size_t size, size_t& at, Asked& out) {
  if (at > size || size - at < kAskedHeader) return false;
  const uint32_t counts[3] = {readU32(data + at), readU32(data + at + 4), readU32(data + at + 8)};
  out.limit = readU32(data + at + 12) % (kCandidates + 1);
  at += kAskedHeader;
  auto take = [&](auto& list, uint32_t count) {
    const size_t each = sizeof list[0];
    list.resize(std::min<size_t>(count, (size - at) / each));
    if (!list.empty()) std::memcpy(list.data(), data + at, list.size() * each);
    list.shrink_to_fit();
    at += list.size() * each;
  };
  take(out.ints, counts[0]);
  take(out.units, counts[1]);
  take(out.weights, counts[2]);
  return true;
}

inline std::vector<Asked> readAllAsked(const std::string& path) {
  const File file = readFile(path);
  std::vector<Asked> all;
  Asked asked;
  for (size_t at = 0; readAsked(file.data(), file.size(), at, asked);) all.push_back(asked);
  return all;
}

/** Asks for one of three sections, while the last pages are of none that is counted. */
inline void askBySection(Engine& engine, const Index& index, const Request& request, uint32_t limit) {
  std::vector<uint32_t> ofPage(index.pageCount);
  for (uint32_t page = 0; page < index.pageCount; page++) ofPage[page] = page % 4;
  uint32_t counts[3];
  const SectionTally tally = {ofPage.data(), limit % 3, counts, 3};
  engine.find(index, request, limit, &tally);
  expect(engine.total == counts[tally.wanted], "a total that is not the count of the section");
  for (uint32_t i = 0; i < engine.length; i++) expect(ofPage[engine.pages[i]] == tally.wanted, "a page of another section");
}

/** Asks in the same way as the addon; returns the answer, empty when nothing matches or the request is refused. */
inline std::string ask(Engine& engine, const Index& index, const Asked& asked) {
  const Request request = asked.request();
  if (!isWellFormed(request)) return "";
  askBySection(engine, index, request, asked.limit);
  engine.find(index, request, asked.limit);
  expect(engine.length <= engine.total, "more pages than the total");
  expect(engine.length <= std::min(asked.limit, kCandidates), "more pages than were asked for");
  for (uint32_t i = 0; i < engine.length; i++) expect(engine.pages[i] < index.pageCount, "a page that there is not");
  std::string answer;
  if (engine.length > 0) {
    const uint64_t room = engine.resultBytes(index);
    std::unique_ptr<uint8_t[]> out(new uint8_t[room]);
    const uint64_t written = engine.writeResults(index, out.get());
    expect(written <= room, "more bytes than were promised");
    answer.assign(reinterpret_cast<const char*>(out.get()), written);
  }
  engine.plan(index, request);
  for (uint32_t partition = 0; partition < std::min(index.partitionCount, 3u); partition++) engine.accumulate(index, partition);
  return answer;
}

/** Returns numbers that cause faults when a bound is missing. */
inline uint32_t hostileNumber(Random& random, uint32_t instead) {
  const uint32_t edges[] = {0,          1,          2,          31,         32,         63,         64,        255,  256,
                            16383,      16384,      65535,      65536,      0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  switch (random.below(4)) {
    case 0: return instead + 1;
    case 1: return instead - 1;
    case 2: return uint32_t(random.next());
    default: return edges[random.below(sizeof edges / sizeof edges[0])];
  }
}

/** Changes one thing of an index file, most often one element of one array. */
inline void damageImage(Random& random, uint8_t* data, size_t size) {
  if (size < kImageHeader) return;
  const size_t array = random.below(kArrays);
  uint8_t* const place = data + kCountBytes + array * 8;
  const uint64_t choice = random.below(20);
  if (choice == 0) {
    uint8_t* const count = data + random.below(kCounts) * 4;
    writeU32(count, hostileNumber(random, readU32(count)));
  } else if (choice == 1) {
    uint8_t* const number = place + random.below(2) * 4;
    writeU32(number, hostileNumber(random, readU32(number)));
  } else if (choice == 2) {
    uint8_t other[8];
    uint8_t* const second = data + kCountBytes + random.below(kArrays) * 8;
    std::memcpy(other, second, 8);
    std::memcpy(second, place, 8);
    std::memcpy(place, other, 8);
  } else {
    const uint64_t offset = readU32(place);
    const uint64_t length = readU32(place + 4);
    const size_t each = kElementBytes[array];
    if (length == 0 || offset + length * each > size - kImageHeader) return;
    uint8_t* const values = data + kImageHeader + offset;
    uint8_t* const element = values + random.below(length) * each;
    if (choice < 7) {
      std::memcpy(element, values + random.below(length) * each, each);
      return;
    }
    uint32_t value = 0;
    std::memcpy(&value, element, each);
    value = hostileNumber(random, value);
    std::memcpy(element, &value, each);
  }
}

/** Changes one thing of a request. */
inline void damageAsked(Random& random, Asked& asked) {
  const double weights[] = {0, -1, 1e308, -1e308, 1e-308, __builtin_nan(""), __builtin_inf(), 1.5, 32};
  const uint64_t choice = random.below(10);
  if (choice == 0 && !asked.units.empty()) asked.units[random.below(asked.units.size())] = uint16_t(random.next());
  else if (choice == 1 && !asked.weights.empty()) asked.weights[random.below(asked.weights.size())] = weights[random.below(9)];
  else if (choice == 2) asked.limit = uint32_t(random.below(kCandidates + 1));
  else if (choice == 3 && asked.ints.size() > 1) asked.ints.resize(random.below(asked.ints.size()));
  else if (choice == 4 && asked.units.size() > 1) asked.units.resize(random.below(asked.units.size()));
  else if (!asked.ints.empty()) {
    int32_t& number = asked.ints[random.below(asked.ints.size())];
    number = int32_t(hostileNumber(random, uint32_t(number)));
  }
  asked.ints.shrink_to_fit();
  asked.units.shrink_to_fit();
}

}  // namespace harness
