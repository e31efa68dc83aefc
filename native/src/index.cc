#include "index.h"

#include <algorithm>

namespace signpost {

namespace {

template <typename T>
const char* view(const uint8_t* bytes, uint64_t byteLength, Place place, Array<T>& out) {
  if (place.byteOffset > byteLength || place.length > (byteLength - place.byteOffset) / sizeof(T)) {
    return "an array lies outside of the index";
  }
  if (place.byteOffset % sizeof(T) != 0 || reinterpret_cast<uintptr_t>(bytes) % 8 != 0) return "an array is not aligned";
  if (place.length > UINT32_MAX) return "an array is too long";
  out.data = reinterpret_cast<const T*>(bytes + place.byteOffset);
  out.length = static_cast<uint32_t>(place.length);
  return nullptr;
}

/** Whether `starts` delimits `rows` rows of `values` numbers: it begins at 0, never falls, and ends at their end. */
bool areStarts(Array<uint32_t> starts, uint64_t rows, uint32_t values) {
  if (starts.length != rows + 1 || starts[0] != 0) return false;
  uint32_t before = 0;
  bool rising = true;
  for (uint64_t i = 0; i <= rows; i++) {
    rising &= starts[i] >= before;
    before = starts[i];
  }
  return rising && before == values;
}

template <typename T>
bool areBelow(Array<T> numbers, uint64_t bound) {
  T largest = 0;
  for (uint32_t i = 0; i < numbers.length; i++) largest = std::max(largest, numbers[i]);
  return numbers.length == 0 || largest < bound;
}

/** Largest scale: far above that of any term, and so low that the sums of 31 groups of words fit. */
constexpr float kMaxScale = 1000;

/** Whether the numbers can be part of a score. */
bool areScales(Array<float> scales) {
  bool sound = true;
  for (uint32_t i = 0; i < scales.length; i++) sound &= scales[i] >= 0 && scales[i] <= kMaxScale;
  return sound;
}

bool isPowerOfTwo(uint64_t n) { return n != 0 && (n & (n - 1)) == 0; }

/** Whether the pages of each partition are below its end, so that accumulators are never written outside. */
bool arePagesInPartitions(const Index& index) {
  const uint64_t firstRare = uint64_t(index.partitionCount) * index.denseTermCount;
  const uint32_t denseEnd = index.postingStarts[firstRare];
  uint16_t largest = 0;
  for (uint32_t i = 0; i < denseEnd; i++) largest = std::max(largest, index.postingPages[i]);
  if (denseEnd > 0 && largest >= index.pagesOf(0)) return false;
  // Only the last partition may be smaller than the others.
  const uint32_t last = index.partitionCount - 1;
  for (uint32_t term = 0; last > 0 && term < index.denseTermCount; term++) {
    const uint64_t row = index.denseRow(last, term);
    largest = 0;
    for (uint32_t i = index.postingStarts[row]; i < index.postingStarts[row + 1]; i++) largest = std::max(largest, index.postingPages[i]);
    if (index.postingStarts[row + 1] > index.postingStarts[row] && largest >= index.pagesOf(last)) return false;
  }
  const uint32_t rare = index.postingStarts[firstRare];
  if (index.rarePartitions.length != index.postingPages.length - rare) return false;
  for (uint32_t i = rare; i < index.postingPages.length; i++) {
    const uint32_t partition = index.rarePartitions[i - rare];
    if (partition >= index.partitionCount || index.postingPages[i] >= index.pagesOf(partition)) return false;
  }
  return true;
}

/** Whether the open-addressed hash is sound. It must have free slots, or a look-up of an unknown word would never end. */
bool isTermHash(const Index& index) {
  if (!isPowerOfTwo(index.termFingerprints.length) || index.termNumbers.length != index.termFingerprints.length) return false;
  bool free = false;
  for (uint32_t slot = 0; slot < index.termFingerprints.length; slot++) {
    if (index.termFingerprints[slot] == 0) free = true;
    else if (index.termNumbers[slot] >= index.termCount) return false;
  }
  return free;
}

/** Whether each label ends within its row, and its terms are terms of the index. */
bool areLabels(const Index& index) {
  if (!areStarts(index.labelStarts, index.pageCount, index.labels.length)) return false;
  for (uint32_t page = 0; page < index.pageCount; page++) {
    const uint32_t end = index.labelStarts[page + 1];
    for (uint32_t at = index.labelStarts[page]; at < end;) {
      const uint32_t terms = index.labels[at++] & kLabelTermMask;
      if (terms > end - at) return false;
      for (const uint32_t last = at + terms; at < last; at++) {
        if (index.labels[at] >> kLabelTermShift >= index.termCount) return false;
      }
    }
  }
  return true;
}

const char* check(const Index& index) {
  const uint32_t pages = index.pageCount;
  const uint32_t terms = index.termCount;
  const uint32_t surfaces = index.surfaceTerms.length;
  const uint32_t postings = index.postingPages.length;
  const uint64_t each = index.partitionPages;
  if (each < 1 || each > kPartitionPages || index.partitionCount > kMaxPartitions ||
      index.partitionCount != std::max<uint64_t>(1, (pages + each - 1) / each)) {
    return "the number of partitions does not fit the number of pages";
  }
  if (index.denseTermCount > terms) return "there are more dense terms than terms";
  const uint64_t bitRows = uint64_t(index.partitionCount) * index.bitTermCount;
  if (index.bitTermCount > index.denseTermCount || index.pageBits.length != bitRows * index.bitWords() ||
      index.bitRanks.length != bitRows * index.rankCount()) {
    return "the bits of frequent terms are damaged";
  }
  if (!isTermHash(index)) return "the table of terms is damaged";
  if (index.termPages.length != terms || index.termScale.length != terms) return "the terms are not all described";
  if (!areBelow(index.termPages, uint64_t(pages) + 1) || !areScales(index.termScale)) return "the weight of a term is damaged";
  const uint64_t denseRows = uint64_t(index.partitionCount) * index.denseTermCount;
  if (!areStarts(index.postingStarts, denseRows + (terms - index.denseTermCount), postings)) {
    return "the rows of postings are damaged";
  }
  if (index.postingImpacts.length != postings || index.denseRowImpacts.length != denseRows) {
    return "the postings are not all described";
  }
  if (!arePagesInPartitions(index)) return "a posting is of no page";
  if (index.positionBlocks.length < (uint64_t(postings) + kPositionBlock - 1) / kPositionBlock) return "positions are missing";
  if (surfaces > 65536) return "there are too many forms";
  if (!areStarts(index.surfaceStarts, surfaces, index.surfaceUnits.length)) return "the forms are damaged";
  if (index.surfacePages.length != surfaces || !areBelow(index.surfaceTerms, terms)) return "a form is of no term";
  if (index.nearStarts.length == 0 || !isPowerOfTwo(index.nearStarts.length - 1) ||
      !areStarts(index.nearStarts, index.nearStarts.length - 1, index.nearSurfaces.length) ||
      !areBelow(index.nearSurfaces, surfaces)) {
    return "the near forms are damaged";
  }
  if (index.farStarts.length == 0 || !isPowerOfTwo(index.farStarts.length - 1) ||
      !areStarts(index.farStarts, index.farStarts.length - 1, index.farSurfaces.length) ||
      !areBelow(index.farSurfaces, surfaces)) {
    return "the far forms are damaged";
  }
  if (!areStarts(index.signStarts, index.signCodes.length, index.signTerms.length) || !areBelow(index.signTerms, terms)) {
    return "the signs are damaged";
  }
  if (index.titleHashStarts.length == 0 || !isPowerOfTwo(index.titleHashStarts.length - 1) ||
      !areStarts(index.titleHashStarts, index.titleHashStarts.length - 1, index.titleHashPages.length) ||
      !areBelow(index.titleHashPages, pages) || index.titleHashes.length != pages) {
    return "the table of titles is damaged";
  }
  if (!areStarts(index.titleStarts, pages, index.titleBytes.length)) return "the titles are damaged";
  if (!areStarts(index.titleTermStarts, pages, index.titleTerms.length) || !areBelow(index.titleTerms, terms)) {
    return "the terms of titles are damaged";
  }
  if (!areStarts(index.gramStarts, pages, index.grams.length)) return "the grams of titles are damaged";
  if (!areLabels(index) || index.prominences.length != pages) return "the labels are damaged";
  if (!areStarts(index.sectionStarts, pages, index.sectionPositions.length)) return "the sections are damaged";
  if (!areStarts(index.displayStarts, pages, index.display.length)) return "the display texts are damaged";
  if (!areStarts(index.pathStarts, pages, index.paths.length)) return "the paths are damaged";
  if ((index.siteAddressStarts.length > 0 || index.siteAddresses.length > 0) &&
      !areStarts(index.siteAddressStarts, pages, index.siteAddresses.length)) {
    return "the addresses are damaged";
  }
  for (const auto& entry : index.synonyms.entries) {
    for (uint32_t term : entry.terms) {
      if (term >= terms) return "a synonym is of no term";
    }
  }
  return nullptr;
}

}  // namespace

uint64_t lettersOf(Units text) {
  uint64_t letters = uint64_t(std::min<uint32_t>(text.length, 255)) << kLetterBits;
  for (uint32_t i = 0; i < text.length; i++) letters |= uint64_t(1) << (text[i] % kLetterBits);
  return letters;
}

uint64_t surfaceKey(Units text) {
  uint64_t key = 0;
  for (uint32_t i = 0; i < 4; i++) key = (key << 16) | (i < text.length ? text[i] : 0u);
  return key;
}

const std::vector<uint32_t>* Synonyms::find(Units key) const {
  const uint32_t hash = hashText(key);
  auto at = std::lower_bound(entries.begin(), entries.end(), hash,
                             [](const Entry& entry, uint32_t value) { return entry.hash < value; });
  for (; at != entries.end() && at->hash == hash; ++at) {
    const Units stored{reinterpret_cast<const uint16_t*>(at->key.data()), static_cast<uint32_t>(at->key.size())};
    if (stored == key) return &at->terms;
  }
  return nullptr;
}

const std::vector<const char*>& indexArrayNames() {
#define SIGNPOST_NAME(name, type) #name,
  static const std::vector<const char*> names = {SIGNPOST_INDEX_ARRAYS(SIGNPOST_NAME)};
#undef SIGNPOST_NAME
  return names;
}

const char* openIndex(const uint8_t* bytes, uint64_t byteLength, const std::vector<Place>& places,
                      const IndexHeader& header, Synonyms synonyms, Index& index) {
  if (places.size() != indexArrayNames().size()) return "an array is missing";
  if (header.locale != "en" && header.locale != "zh" && header.locale != "ko") return "there is no such locale";
  static_cast<IndexHeader&>(index) = header;
  index.synonyms = std::move(synonyms);
  std::sort(index.synonyms.entries.begin(), index.synonyms.entries.end(),
            [](const Synonyms::Entry& a, const Synonyms::Entry& b) { return a.hash < b.hash; });
  size_t next = 0;
#define SIGNPOST_VIEW(name, type) \
  if (const char* fault = view<type>(bytes, byteLength, places[next++], index.name)) return fault;
  SIGNPOST_INDEX_ARRAYS(SIGNPOST_VIEW)
#undef SIGNPOST_VIEW
  if (const char* fault = check(index)) return fault;
  index.surfaceLetters.reserve(index.surfaceTerms.length);
  for (uint32_t surface = 0; surface < index.surfaceTerms.length; surface++) {
    const Units text = index.surfaceText(surface);
    if (surface % kSurfaceSample == 0) index.surfaceSamples.push_back(surfaceKey(text));
    index.surfaceLetters.push_back(lettersOf(text));
  }
  return nullptr;
}

}  // namespace signpost
