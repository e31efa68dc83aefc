#include "engine.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "fetch.h"

namespace signpost {

namespace {

/** Steps of a score. Scores are written with four decimals, and the order uses exactly those. */
constexpr double kScoreSteps = 10000;
/** Smallest clear difference. Scores are rounded, so a value lower by less than two steps might still come out equal. */
constexpr double kClearStep = 2 / kScoreSteps;
/** Maximum number of bytes of punctuation, member names and the score of one result. */
constexpr uint64_t kResultRoom = 192;
constexpr uint64_t kFrameRoom = 96;

/** Rounds halves up, as Math.round does. */
double roundHalfUp(double x) {
  const double up = std::ceil(x);
  return up - 0.5 > x ? up - 1 : up;
}

/** Limit that no score approaches; sums of a damaged index may wrap to any value. */
constexpr double kMaxScore = 1e9;

double roundScore(double value) {
  if (!(value >= 0)) return 0;
  return roundHalfUp(std::min(value, kMaxScore) * kScoreSteps) / kScoreSteps;
}

/** Writes a literal: its length is known, so a few moves suffice. */
template <size_t Size>
uint8_t* put(uint8_t* out, const char (&text)[Size]) {
  std::memcpy(out, text, Size - 1);
  return out + Size - 1;
}

uint8_t* put(uint8_t* out, const std::string& text) {
  std::memcpy(out, text.data(), text.size());
  return out + text.size();
}

uint8_t* put(uint8_t* out, const uint8_t* bytes, uint32_t from, uint32_t to) {
  std::memcpy(out, bytes + from, to - from);
  return out + (to - from);
}

/**
 * Writes one text of a page's display, which ends at a line end or at the end of all (src/engine/index/display.ts), and
 * moves `at` past it.
 */
uint8_t* putText(uint8_t* out, const uint8_t*& at, const uint8_t* end) {
  const size_t left = size_t(end - at);
  const void* const stop = left == 0 ? nullptr : std::memchr(at, '\n', left);
  const size_t length = stop == nullptr ? left : size_t(static_cast<const uint8_t*>(stop) - at);
  std::memcpy(out, at, length);
  at += stop == nullptr ? length : length + 1;
  return out + length;
}

uint8_t* putNumber(uint8_t* out, uint64_t number) {
  uint8_t digits[20];
  uint32_t count = 0;
  do digits[count++] = uint8_t('0' + number % 10);
  while ((number /= 10) != 0);
  while (count > 0) *out++ = digits[--count];
  return out;
}

/** Writes at most four decimals, without trailing zeros. */
uint8_t* putScore(uint8_t* out, double score) {
  const uint64_t steps = uint64_t(roundHalfUp(score * kScoreSteps));
  out = putNumber(out, steps / 10000);
  uint32_t fraction = uint32_t(steps % 10000);
  if (fraction == 0) return out;
  *out++ = '.';
  for (uint32_t unit = 1000; fraction > 0; unit /= 10) {
    *out++ = uint8_t('0' + fraction / unit);
    fraction %= unit;
  }
  return out;
}

/** Finds pages whose normalised title is the normalised query. Equal 32-bit hashes count as equal titles. */
void findExactTitles(const Index& index, Units title, std::vector<uint32_t>& out) {
  out.clear();
  if (title.length == 0) return;
  const uint32_t hash = hashText(title);
  const uint32_t row = hash & (index.titleHashStarts.length - 2);
  for (uint32_t i = index.titleHashStarts[row]; i < index.titleHashStarts[row + 1]; i++) {
    const uint32_t page = index.titleHashPages[i];
    if (index.titleHashes[page] == hash) out.push_back(page);
  }
}

}  // namespace

Engine::Engine(const Constants& constants, ClassTable classes)
    : constants_(constants), plan_(constants_), reranker_(constants_, classes), extras_(constants_) {}

void Engine::plan(const Index& index, const Request& request) {
  plan_.make(index, request);
  findExactTitles(index, titleOf(request), exactPages_);
  steps_ = compilePlan(constants_, index, plan_, !exactPages_.empty(), compiled_);
}

const int32_t* Engine::accumulate(const Index& index, uint32_t partition) {
  scorer_.accumulate(index, partition, compiled_, exactPages_.data(), uint32_t(exactPages_.size()));
  return scorer_.sums();
}

void Engine::find(const Index& index, const Request& request, uint32_t limit, const SectionTally* tally) {
  plan(index, request);
  length = 0;
  total = 0;
  // Most answers consist of reranked pages alone.
  const uint32_t reranked = uint32_t(constants_.candidates);
  for (uint32_t wanted = limit <= reranked ? reranked : kCandidates;; wanted = kCandidates) {
    if (tally != nullptr) std::fill_n(tally->counts, tally->sectionCount, 0);
    scorer_.score(index, compiled_, exactPages_.data(), uint32_t(exactPages_.size()), wanted, tally, found_);
    if (found_.length == 0) return;
    const bool settled = order(index, titleOf(request), limit);
    if (settled || wanted == kCandidates || found_.length < wanted) break;
  }
  total = found_.total;
  length = std::min(limit, found_.length);
  for (uint32_t i = 0; i < length; i++) {
    const uint32_t display = index.displayStarts[pages[i]];
    fetchLines(index.display.data + display, index.displayStarts[pages[i] + 1] - display);
    fetchLine(index.paths.data + index.pathStarts[pages[i]]);
    if (index.siteAddressStarts.length > 0) {
      fetchLine(index.siteAddresses.data + index.siteAddressStarts[pages[i]]);
    }
  }
}

/**
 * Sorts the results: the first candidates by their reranked value, the others after them by their score. Pages that
 * cannot come among the first `limit` are left out, since most of the cost of reranking is the distance between words.
 *
 * @returns whether no page after the reranked ones can come among the first `limit`
 */
bool Engine::order(const Index& index, Units title, uint32_t limit) {
  const double unit = 1 / steps_;
  const uint32_t reranked = std::min(uint32_t(constants_.candidates), found_.length);
  reranker_.begin(index, plan_, title, found_.pages, reranked);
  uint32_t byBase[kCandidates];
  for (uint32_t i = 0; i < reranked; i++) {
    bases_[i] = reranker_.base(i, found_.values[i] * unit);
    uint32_t at = i;
    for (; at > 0 && bases_[byBase[at - 1]] < bases_[i]; at--) byBase[at] = byBase[at - 1];
    byBase[at] = i;
  }
  evaluated_ = 0;
  lowest_ = HUGE_VAL;
  const uint32_t first = std::min(limit, reranked);
  evaluate(byBase, first, limit);
  const double bar = lowest_ - kClearStep;
  uint32_t last = first;
  while (last < reranked && bases_[byBase[last]] + reranker_.maxCloseness() >= bar) last++;
  evaluate(byBase + first, last - first, limit);
  if (last < reranked) return true;
  if (limit <= reranked && roundScore(lowest_) < scores[limit - 1]) return true;
  const double lastValue = found_.values[reranked - 1];
  for (uint32_t i = reranked; i < found_.length; i++) {
    insert(i, found_.pages[i], (lowest_ * found_.values[i]) / lastValue);
  }
  return false;
}

/** Inserts some of the reranked pages in order; those that cannot come among the first `limit` go anywhere behind. */
void Engine::evaluate(const uint32_t* some, uint32_t count, uint32_t limit) {
  reranker_.locate(some, count);
  for (uint32_t s = 0; s < count; s++) {
    const uint32_t i = some[s];
    const bool isFull = evaluated_ >= limit;
    const double bar = isFull ? scores[limit - 1] - kClearStep : -HUGE_VAL;
    double value = isFull ? bases_[i] + reranker_.mostCloseness(i) : HUGE_VAL;
    if (value >= bar) value = bases_[i] + reranker_.closeness(i, bases_[i], bar);
    lowest_ = std::min(lowest_, value);
    insert(evaluated_++, found_.pages[some[s]], value);
  }
}

/** Keeps `pages` and `scores` in order: score falling, then page rising. */
void Engine::insert(uint32_t at, uint32_t page, double value) {
  const double score = roundScore(value);
  while (at > 0 && (scores[at - 1] < score || (scores[at - 1] == score && pages[at - 1] > page))) {
    scores[at] = scores[at - 1];
    pages[at] = pages[at - 1];
    at--;
  }
  scores[at] = score;
  pages[at] = page;
}

void Engine::extend(const Index& index, const Extracts* extracts, uint32_t flags) {
  hasExtras_ = flags != 0 && extracts != nullptr;
  if (hasExtras_) extras_.write(index, plan_, reranker_.groupOfTerm(), *extracts, pages, length, flags);
}

uint64_t Engine::resultBytes(const Index& index) const {
  uint64_t bytes = kFrameRoom + index.locale.size() + (hasExtras_ ? extras_.bytes().length() : 0);
  const uint64_t each = kResultRoom + 2 * index.urlPrefix.size() + index.locale.size();
  for (uint32_t i = 0; i < length; i++) {
    const uint32_t page = pages[i];
    bytes += each + (index.displayStarts[page + 1] - index.displayStarts[page]) +
             2 * uint64_t(index.pathStarts[page + 1] - index.pathStarts[page]);
    if (index.siteAddressStarts.length > 0) {
      bytes += index.siteAddressStarts[page + 1] - index.siteAddressStarts[page];
    }
  }
  return bytes;
}

uint64_t Engine::writeResults(const Index& index, uint8_t* const start) const {
  uint8_t* out = start;
  out = put(out, ",\"locale\":\"");
  out = put(out, index.locale);
  out = put(out, "\",\"total\":");
  out = putNumber(out, total);
  out = put(out, ",\"results\":[");
  for (uint32_t i = 0; i < length; i++) {
    const uint32_t page = pages[i];
    const uint32_t pathStart = index.pathStarts[page];
    const uint32_t pathEnd = index.pathStarts[page + 1];
    if (i > 0) *out++ = ',';
    const uint8_t* text = index.display.data + index.displayStarts[page];
    const uint8_t* const end = index.display.data + index.displayStarts[page + 1];
    out = put(out, "{\"title\":\"");
    out = putText(out, text, end);
    out = put(out, "\",\"description\":\"");
    out = putText(out, text, end);
    out = put(out, "\",\"section\":\"");
    out = putText(out, text, end);
    out = put(out, "\",\"locale\":\"");
    out = put(out, index.locale);
    out = put(out, "\",\"url\":\"");
    if (index.siteAddressStarts.length > 0) {
      out = put(out, index.siteAddresses.data, index.siteAddressStarts[page], index.siteAddressStarts[page + 1]);
    } else {
      out = put(out, index.urlPrefix);
      out = put(out, index.paths.data, pathStart, pathEnd);
    }
    out = put(out, "\",\"markdownUrl\":\"");
    out = put(out, index.urlPrefix);
    out = put(out, index.paths.data, pathStart, pathEnd);
    out = put(out, ".md\",\"score\":");
    out = putScore(out, scores[i]);
    if (hasExtras_) {
      const uint64_t from = extras_.startOf(i);
      const uint64_t bytes = extras_.startOf(i + 1) - from;
      std::memcpy(out, extras_.bytes().data() + from, bytes);
      out += bytes;
    }
    *out++ = '}';
  }
  out = put(out, "]}");
  return uint64_t(out - start);
}

}  // namespace signpost
