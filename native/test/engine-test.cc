// Tests the engine without Node, built with sanitizers: sound indexes, damaged ones, and requests of both kinds.
//
//     engine-test <folder written by scripts/native-dump.ts> [rounds]
#include "harness.h"

#include <algorithm>
#include <cmath>

namespace {

using namespace harness;

const char* const kNames[] = {
#define SIGNPOST_NAME(name, type) #name,
    SIGNPOST_INDEX_ARRAYS(SIGNPOST_NAME)
#undef SIGNPOST_NAME
};

const char* const kIndexes[] = {"en", "zh", "ko", "tiny-en", "tiny-zh", "tiny-ko", "parts", "whole", "empty"};
/** Number of indexes to damage: all but the last, which is empty. */
constexpr uint64_t kDamaged = 8;

/** Terms on many pages, some of which are in requests; and a number of postings that makes a row dense. */
constexpr uint32_t kTermsAtEnd = 40;
constexpr uint32_t kPostingsAtEnd = 40;

/** The elements of an array in an index file. */
template <typename T>
struct Elements {
  uint8_t* at;
  uint32_t length;

  T get(uint32_t i) const {
    T value;
    std::memcpy(&value, at + i * sizeof(T), sizeof(T));
    return value;
  }
  void set(uint32_t i, T value) { std::memcpy(at + i * sizeof(T), &value, sizeof(T)); }
};

template <typename T>
Elements<T> elementsOf(File& file, const char* name) {
  for (size_t i = 0; i < kArrays; i++) {
    if (std::strcmp(kNames[i], name) != 0) continue;
    const uint8_t* place = file.data() + kCountBytes + i * 8;
    return {file.data() + kImageHeader + readU32(place), readU32(place + 4)};
  }
  fail(std::string("no such array: ") + name);
}

/** Moves an array to the end of the file, so that a read past it leaves the index. */
void moveToEnd(File& file, const char* name) {
  for (size_t i = 0; i < kArrays; i++) {
    if (std::strcmp(kNames[i], name) != 0) continue;
    uint8_t* const place = file.data() + kCountBytes + i * 8;
    const size_t from = kImageHeader + readU32(place);
    const size_t bytes = readU32(place + 4) * kElementBytes[i];
    while ((file.size() - kImageHeader) % 8 != 0) file.push_back(0);
    const size_t to = file.size();
    file.resize(to + bytes);
    std::memcpy(file.data() + to, file.data() + from, bytes);
    writeU32(file.data() + kCountBytes + i * 8, uint32_t(to - kImageHeader));
  }
}

struct Test {
  Setup setup;
  std::string folder;
  std::vector<Asked> asked;
  Engine engine;

  explicit Test(const std::string& from)
      : setup(from), folder(from), asked(readAllAsked(from + "/requests.bin")), engine(setup.constants, setup.classes.data()) {}

  File image(const std::string& name) const { return readFile(folder + "/" + name + ".index"); }

  const char* open(const File& file, OpenImage& out) const { return openImage(file.data(), file.size(), out); }

  /** Asks random requests, so that damaged indexes are asked different ones. */
  uint64_t askSome(const Index& index, Random& random, uint32_t count) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < count; i++) bytes += ask(engine, index, asked[random.below(asked.size())]).size();
    return bytes;
  }

  void soundIndexesAnswer() {
    for (const char* name : kIndexes) {
      OpenImage opened;
      const char* fault = open(image(name), opened);
      expect(fault == nullptr, std::string(name) + ": " + (fault == nullptr ? "" : fault));
      uint64_t answers = 0;
      uint64_t digest = 0xcbf29ce484222325;
      for (const Asked& one : asked) {
        const std::string answer = ask(engine, opened.index, one);
        answers += answer.empty() ? 0 : 1;
        for (const char byte : answer) digest = (digest ^ uint8_t(byte)) * 0x100000001b3;
      }
      expect((answers > 0) == (opened.index.pageCount > 0), std::string(name) + ": no query has an answer");
      std::printf("%s: %zu queries, %llu with results, digest %016llx\n", name, asked.size(),
                  static_cast<unsigned long long>(answers), static_cast<unsigned long long>(digest));
    }
  }

  /** Damages every array of an index in turn, so that none is missed, and then several things at a time. */
  void damagedIndexesAreRefusedOrAnswer(uint64_t rounds) {
    uint64_t refused = 0;
    uint64_t answered = 0;
    for (uint64_t round = 0; round < rounds; round++) {
      Random random(round);
      File file = image(kIndexes[round % kDamaged]);
      const uint64_t changes = 1 + random.below(3);
      for (uint64_t i = 0; i < changes; i++) damageImage(random, file.data(), file.size());
      if (random.below(50) == 0) file.resize(random.below(file.size()));
      OpenImage opened;
      if (open(file, opened) != nullptr) {
        refused++;
        continue;
      }
      answered++;
      askSome(opened.index, random, 6);
    }
    expect(refused > 0 && answered > 0, "damage that is always or never noticed");
    std::printf("damaged indexes: %llu refused, %llu answered\n", static_cast<unsigned long long>(refused),
                static_cast<unsigned long long>(answered));
  }

  void damagedRequestsAreRefusedOrAnswered(uint64_t rounds) {
    OpenImage opened[3];
    for (int i = 0; i < 3; i++) expect(open(image(kIndexes[i]), opened[i]) == nullptr, "a sound index is refused");
    uint64_t refused = 0;
    for (uint64_t round = 0; round < rounds; round++) {
      Random random(round);
      Asked one = asked[random.below(asked.size())];
      const uint64_t changes = 1 + random.below(3);
      for (uint64_t i = 0; i < changes; i++) damageAsked(random, one);
      if (!isWellFormed(one.request())) refused++;
      ask(engine, opened[round % 3].index, one);
    }
    expect(refused > 0 && refused < rounds, "damage that is always or never noticed");
    std::printf("damaged requests: %llu of %llu refused\n", static_cast<unsigned long long>(refused),
                static_cast<unsigned long long>(rounds));
  }

  void refuses(const char* what, File file) {
    OpenImage opened;
    expect(open(file, opened) != nullptr, std::string("opened although ") + what);
  }

  /** Opens a damaged index, and asks every request. */
  void survives(File file) {
    OpenImage opened;
    expect(open(file, opened) == nullptr, "damage is noticed that was thought not to be");
    for (const Asked& one : asked) ask(engine, opened.index, one);
  }

  void knownFaultsAreRefused() {
    File file = image("en");
    elementsOf<float>(file, "termScale").set(3, NAN);
    refuses("a scale is no number", file);

    file = image("en");
    elementsOf<float>(file, "termScale").set(3, -1);
    refuses("a scale is negative", file);

    file = image("en");
    auto fingerprints = elementsOf<uint32_t>(file, "termFingerprints");
    for (uint32_t i = 0; i < fingerprints.length; i++) fingerprints.set(i, fingerprints.get(i) | 1);
    refuses("the table of terms is full, so that a look-up would not end", file);

    file = image("en");
    auto pages = elementsOf<uint16_t>(file, "postingPages");
    pages.set(pages.length - 1, 65535);
    refuses("a posting is of no page", file);

    file = image("en");
    auto starts = elementsOf<uint32_t>(file, "displayStarts");
    starts.set(starts.length / 2, 0xffffff00);
    refuses("starts fall", file);

    file = image("en");
    elementsOf<float>(file, "termScale").set(3, 1e30f);
    refuses("a scale leaves no steps for a score", file);

    file = image("parts");
    auto partitions = elementsOf<uint8_t>(file, "rarePartitions");
    partitions.set(0, 255);
    refuses("a posting is of no partition", file);

    file = image("parts");
    pages = elementsOf<uint16_t>(file, "postingPages");
    pages.set(pages.length - 1, 16383);
    refuses("a posting of a rare term is of no page", file);

    OpenImage opened;
    expect(open(image("en"), opened) == nullptr, "a sound index is refused");
    const File sound = image("en");
    std::vector<Place> places;
    for (size_t i = 0; i < kArrays; i++) {
      const uint8_t* place = sound.data() + kCountBytes + i * 8;
      places.push_back({readU32(place), readU32(place + 4)});
    }
    IndexHeader header = opened.index;
    Index index;
    const size_t length = sound.size() - kImageHeader;
    expect(openIndex(opened.bytes.get(), length, places, header, Synonyms(), index) == nullptr, "a sound header is refused");
    header.locale = std::string(1000, 'a');
    expect(openIndex(opened.bytes.get(), length, places, header, Synonyms(), index) != nullptr, "a locale may have any length");

    for (size_t size = 0; size < kImageHeader + 64; size++) {
      file = image("tiny-en");
      file.resize(size);
      refuses("the file is cut", file);
    }
  }

  /** Tests damage that opening an index cannot detect. */
  void quietDamageDoesNoHarm() {
    // The numbers of empty slots, which a request for the fingerprint 0 would find.
    File file = image("en");
    auto fingerprints = elementsOf<uint32_t>(file, "termFingerprints");
    auto numbers = elementsOf<uint32_t>(file, "termNumbers");
    for (uint32_t i = 0; i < numbers.length; i++) {
      if (fingerprints.get(i) == 0) numbers.set(i, 0xfffffff0);
    }
    survives(file);
    OpenImage opened;
    expect(open(file, opened) == nullptr, "numbers of empty slots are looked at");
    Asked empty;
    empty.ints = {1, 0, kRunWord, 0, 0, 4, 12345, 0};
    empty.units = {'n', 'o', 'n', 'e'};
    ask(engine, opened.index, empty);

    // Positions that never end, with nothing after them.
    file = image("en");
    moveToEnd(file, "positionBytes");
    auto positions = elementsOf<uint8_t>(file, "positionBytes");
    for (uint32_t i = 0; i < positions.length; i++) positions.set(i, 0x80);
    survives(file);
    for (uint32_t i = 0; i < positions.length; i++) positions.set(i, 2);
    survives(file);

    // The same page repeated in each row: its sums wrap.
    for (const char* name : {"en", "parts"}) {
      file = image(name);
      auto pages = elementsOf<uint16_t>(file, "postingPages");
      for (uint32_t i = 0; i < pages.length; i++) pages.set(i, 1);
      survives(file);
      auto impacts = elementsOf<uint8_t>(file, "denseRowImpacts");
      for (uint32_t i = 0; i < impacts.length; i++) impacts.set(i, 0);
      survives(file);
    }

    // Every page has every term that has bits; then each such term in turn has the last postings, with nothing after them.
    file = image("whole");
    moveToEnd(file, "postingImpacts");
    auto bits = elementsOf<uint32_t>(file, "pageBits");
    for (uint32_t i = 0; i < bits.length; i++) bits.set(i, 0xffffffff);
    survives(file);
    auto rowStarts = elementsOf<uint32_t>(file, "postingStarts");
    const uint32_t last = rowStarts.get(rowStarts.length - 1);
    for (uint32_t term = 1; term <= kTermsAtEnd; term++) {
      for (uint32_t i = 1; i < rowStarts.length; i++) rowStarts.set(i, i <= term ? last - kPostingsAtEnd : last);
      survives(file);
    }

    // One page has every title.
    file = image("en");
    auto hashed = elementsOf<uint32_t>(file, "titleHashPages");
    auto hashes = elementsOf<uint32_t>(file, "titleHashes");
    auto rows = elementsOf<uint32_t>(file, "titleHashStarts");
    for (uint32_t i = 0; i < hashed.length; i++) hashed.set(i, 0);
    for (uint32_t i = 1; i < rows.length; i++) rows.set(i, hashed.length);
    for (const Asked& one : asked) {
      if (one.ints.size() < kRequestHeader || one.ints[1] == 0) continue;
      const uint32_t hash = hashText({one.units.data(), uint32_t(one.ints[1])});
      // All titles are in the first row.
      if ((hash & (rows.length - 2)) != 0) continue;
      hashes.set(0, hash);
      OpenImage repeated;
      expect(open(file, repeated) == nullptr, "a title may be named only once");
      ask(engine, repeated.index, one);
    }
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) fail("usage: engine-test <folder> [rounds]");
  const uint64_t rounds = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 4000;
  Test test(argv[1]);
  std::printf("instructions: %s\n", scanInstructions());
  test.soundIndexesAnswer();
  test.knownFaultsAreRefused();
  test.quietDamageDoesNoHarm();
  test.damagedRequestsAreRefusedOrAnswered(rounds);
  test.damagedIndexesAreRefusedOrAnswer(rounds);
  return 0;
}
