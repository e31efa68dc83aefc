#include "dictionary.h"

#include <algorithm>

#include "fetch.h"

namespace signpost {

namespace {

// The same bounds as in src/engine/index/dictionary.ts and deletions.ts.
constexpr uint32_t kMaxPrefixScan = 4096;
constexpr uint32_t kMaxCandidates = 2048;
constexpr uint32_t kNearMinLetters = 3;
constexpr uint32_t kFarMinLetters = 7;
constexpr uint32_t kFarPrefixLetters = 7;
constexpr uint32_t kMaxEditLength = 64;
/** Maximum number of texts after deletions in a word: the whole word of kMaxEditLength letters, and one for each deleted letter. */
constexpr uint32_t kMaxDeletions = kMaxEditLength + 1;
static_assert(1 + kFarPrefixLetters + kFarPrefixLetters * (kFarPrefixLetters - 1) / 2 <= kMaxDeletions, "two deletions fit");

int32_t compare(Units a, Units b) {
  const uint32_t shared = std::min(a.length, b.length);
  for (uint32_t i = 0; i < shared; i++) {
    if (a[i] != b[i]) return int32_t(a[i]) - int32_t(b[i]);
  }
  return int32_t(a.length) - int32_t(b.length);
}

bool isDigit(uint16_t code) { return code >= 0x30 && code <= 0x39; }

bool haveSameDigits(Units a, Units b) {
  uint32_t j = 0;
  for (uint32_t i = 0; i < a.length; i++) {
    if (!isDigit(a[i])) continue;
    while (j < b.length && !isDigit(b[j])) j++;
    if (j == b.length || b[j++] != a[i]) return false;
  }
  while (j < b.length) {
    if (isDigit(b[j++])) return false;
  }
  return true;
}

/** False when texts with these letters cannot be within so many edits: an edit removes at most one letter and adds at most one. */
bool mayBeNear(uint64_t letters, uint64_t others, uint32_t edits) {
  const int32_t difference = int32_t(letters >> kLetterBits) - int32_t(others >> kLetterBits);
  if (uint32_t(difference < 0 ? -difference : difference) > edits) return false;
  uint64_t unlike = (letters ^ others) << (64 - kLetterBits);
  for (uint32_t i = 0; i < 2 * edits && unlike != 0; i++) unlike &= unlike - 1;
  return unlike == 0;
}

/** Calls `visit(hash)` for the results of at most one deletion in a word. */
template <typename Visit>
void visitNear(Units word, Visit visit) {
  const int32_t end = static_cast<int32_t>(word.length);
  visit(hashUnits(word.data, 0, end, -1, -1));
  for (int32_t i = 0; i < end; i++) {
    // Deleting either of two equal neighbours leaves the same letters.
    if (i == 0 || word.data[i] != word.data[i - 1]) visit(hashUnits(word.data, 0, end, i, -1));
  }
}

/** Calls `visit(hash)` for the results of at most two deletions among the first letters. */
template <typename Visit>
void visitFar(Units word, Visit visit) {
  const int32_t stop = static_cast<int32_t>(std::min(word.length, kFarPrefixLetters));
  visit(hashUnits(word.data, 0, stop, -1, -1));
  for (int32_t i = 0; i < stop; i++) {
    visit(hashUnits(word.data, 0, stop, i, -1));
    for (int32_t j = i + 1; j < stop; j++) visit(hashUnits(word.data, 0, stop, i, j));
  }
}

}  // namespace

void TermList::insert(uint32_t term, uint32_t count, uint32_t limit) {
  for (uint32_t known = 0; known < length; known++) {
    if (terms[known] != term) continue;
    if (counts[known] >= count) return;
    for (uint32_t i = known; i + 1 < length; i++) {
      terms[i] = terms[i + 1];
      counts[i] = counts[i + 1];
    }
    length--;
    break;
  }
  uint32_t at = length;
  while (at > 0 && counts[at - 1] < count) {
    terms[at] = terms[at - 1];
    counts[at] = counts[at - 1];
    at--;
  }
  terms[at] = term;
  counts[at] = count;
  if (++length > limit) length = limit;
}

uint32_t findTerm(const Index& index, uint32_t hash, uint32_t fingerprint) {
  const uint32_t mask = index.termFingerprints.length - 1;
  for (uint32_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const uint32_t found = index.termFingerprints[slot];
    // The empty slot is checked first, since the numbers of empty slots are not validated.
    if (found == 0) return kNoTerm;
    if (found == fingerprint) return index.termNumbers[slot];
  }
}

uint32_t findTerm(const Index& index, Units text) { return findTerm(index, hashText(text), fingerprintText(text)); }

uint32_t lowerBound(const Index& index, Units text) {
  // Forms before the last sample with a smaller key are smaller, and forms from the first with a larger key onward are larger.
  const auto& samples = index.surfaceSamples;
  const uint64_t key = surfaceKey(text);
  const size_t from = size_t(std::lower_bound(samples.begin(), samples.end(), key) - samples.begin());
  size_t to = from;
  while (to < samples.size() && samples[to] == key) to++;
  uint32_t low = from == 0 ? 0 : uint32_t(from - 1) * kSurfaceSample;
  uint32_t high = std::min(index.surfaceTerms.length, uint32_t(to) * kSurfaceSample);
  while (low < high) {
    const uint32_t middle = (low + high) >> 1;
    if (compare(index.surfaceText(middle), text) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

uint32_t findSurface(const Index& index, Units text) {
  const uint32_t at = lowerBound(index, text);
  const uint32_t none = index.surfaceTerms.length;
  return at == none || compare(index.surfaceText(at), text) != 0 ? none : at;
}

uint32_t surfacePagesAt(const Index& index, uint32_t lowerBound, Units text) {
  const bool known = lowerBound < index.surfaceTerms.length && compare(index.surfaceText(lowerBound), text) == 0;
  return known ? index.surfacePages[lowerBound] : 0;
}

void termsWithPrefix(const Index& index, uint32_t lowerBound, Units prefix, uint32_t limit, TermList& out) {
  out.length = 0;
  const uint32_t end = std::min(index.surfaceTerms.length, lowerBound + kMaxPrefixScan);
  for (uint32_t surface = lowerBound; surface < end; surface++) {
    const Units text = index.surfaceText(surface);
    if (text.length < prefix.length || !(Units{text.data, prefix.length} == prefix)) break;
    const uint32_t count = index.surfacePages[surface];
    if (out.length < limit || count > out.counts[limit - 1]) out.insert(index.surfaceTerms[surface], count, limit);
  }
}

void termsWithSign(const Index& index, uint32_t code, uint32_t& from, uint32_t& to) {
  const uint32_t* begin = index.signCodes.data;
  const uint32_t* end = begin + index.signCodes.length;
  const uint32_t* at = std::lower_bound(begin, end, code);
  from = to = 0;
  if (at == end || *at != code) return;
  from = index.signStarts[at - begin];
  to = index.signStarts[at - begin + 1];
}

void termsNear(const Index& index, Units word, uint32_t edits, uint32_t limit, TermList& out) {
  out.length = 0;
  if (word.length < (edits == 1 ? kNearMinLetters : kFarMinLetters) || word.length > kMaxEditLength) return;
  const Array<uint32_t>& starts = edits == 1 ? index.nearStarts : index.farStarts;
  const Array<uint16_t>& surfaces = edits == 1 ? index.nearSurfaces : index.farSurfaces;
  // The data is scattered, so each step prefetches what the next one reads. One read after another would mostly wait for memory.
  const uint32_t mask = starts.length - 2;
  uint32_t rows[kMaxDeletions];
  uint32_t rowCount = 0;
  auto visit = [&](uint32_t hash) {
    rows[rowCount] = hash & mask;
    fetchLine(&starts.data[rows[rowCount++]]);
  };
  if (edits == 1) visitNear(word, visit);
  else visitFar(word, visit);
  for (uint32_t r = 0; r < rowCount; r++) fetchLine(&surfaces.data[starts[rows[r]]]);

  uint16_t candidates[kMaxCandidates];
  uint32_t count = 0;
  for (uint32_t r = 0; r < rowCount; r++) {
    const uint32_t end = starts[rows[r] + 1];
    for (uint32_t i = starts[rows[r]]; i < end && count < kMaxCandidates; i++) {
      candidates[count++] = surfaces[i];
      fetchLine(&index.surfaceLetters[surfaces[i]]);
    }
  }
  const uint64_t letters = lettersOf(word);
  uint32_t nearCount = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint16_t surface = candidates[i];
    if (!mayBeNear(letters, index.surfaceLetters[surface], edits)) continue;
    candidates[nearCount++] = surface;
    fetchLine(&index.surfaceStarts.data[surface]);
  }
  for (uint32_t i = 0; i < nearCount; i++) fetchLine(index.surfaceText(candidates[i]).data);
  for (uint32_t i = 0; i < nearCount; i++) {
    const uint32_t surface = candidates[i];
    const Units text = index.surfaceText(surface);
    if (isWithinEdits(word, text, edits) && haveSameDigits(word, text)) {
      out.insert(index.surfaceTerms[surface], index.surfacePages[surface], limit);
    }
  }
}

bool isWithinEdits(Units a, Units b, uint32_t edits) {
  const uint32_t difference = a.length > b.length ? a.length - b.length : b.length - a.length;
  if (difference > edits || b.length > kMaxEditLength) return false;
  uint32_t from = 0;
  uint32_t aEnd = a.length;
  uint32_t bEnd = b.length;
  while (from < aEnd && from < bEnd && a[from] == b[from]) from++;
  while (aEnd > from && bEnd > from && a[aEnd - 1] == b[bEnd - 1]) {
    aEnd--;
    bEnd--;
  }
  const uint32_t m = aEnd - from;
  const uint32_t n = bEnd - from;
  if (m == 0 || n == 0) return m + n <= edits;
  // Every edit mends at most two places.
  if (edits == 1 && std::max(m, n) > 2) return false;
  uint8_t rows[3][kMaxEditLength + 1];
  uint8_t* previous = rows[0];
  uint8_t* current = rows[1];
  uint8_t* beforePrevious = rows[2];
  for (uint32_t j = 0; j <= n; j++) previous[j] = static_cast<uint8_t>(j);
  for (uint32_t i = 1; i <= m; i++) {
    current[0] = static_cast<uint8_t>(i);
    uint8_t best = current[0];
    const uint16_t letter = a[from + i - 1];
    for (uint32_t j = 1; j <= n; j++) {
      const uint16_t other = b[from + j - 1];
      uint32_t cost = previous[j - 1] + (letter == other ? 0u : 1u);
      cost = std::min({cost, previous[j] + 1u, current[j - 1] + 1u});
      if (i > 1 && j > 1 && letter == b[from + j - 2] && a[from + i - 2] == other) {
        cost = std::min(cost, beforePrevious[j - 2] + 1u);
      }
      current[j] = static_cast<uint8_t>(cost);
      best = std::min(best, current[j]);
    }
    if (best > edits) return false;
    uint8_t* recycled = beforePrevious;
    beforePrevious = previous;
    previous = current;
    current = recycled;
  }
  return previous[n] <= edits;
}

}  // namespace signpost
