#include "rerank.h"

#include <algorithm>
#include <cstring>

namespace signpost {

namespace {

constexpr uint32_t kNoPosting = UINT32_MAX;

uint32_t findPosting(const Index& index, uint64_t row, uint32_t local) {
  const uint16_t* pages = index.postingPages.data;
  uint32_t low = index.postingStarts[row];
  const uint32_t end = index.postingStarts[row + 1];
  uint32_t size = end - low;
  // Halves the range without a branch that could be mispredicted.
  while (size > 1) {
    const uint32_t half = size / 2;
    low += pages[low + half - 1] < local ? half : 0;
    size -= half;
  }
  return size == 1 && pages[low] == local ? low : kNoPosting;
}

inline void prefetch(const void* at) { __builtin_prefetch(at); }

/** The sum of a few dozen bytes, eight at a time. */
uint32_t sumBytes(const uint8_t* from, const uint8_t* to) {
  uint32_t sum = 0;
  for (; to - from >= 8; from += 8) {
    uint64_t eight;
    std::memcpy(&eight, from, sizeof eight);
    const uint64_t pairs = (eight & 0x00ff00ff00ff00ffull) + ((eight >> 8) & 0x00ff00ff00ff00ffull);
    sum += uint32_t((pairs * 0x0001000100010001ull) >> 48);
  }
  while (from < to) sum += *from++;
  return sum;
}

/** Whether a word begins or ends at a byte of a normalised title. */
bool isBoundary(const uint8_t* bytes, uint32_t start, uint32_t end, uint32_t at) {
  return at == start || at == end || bytes[at] == 0x20 || bytes[at - 1] == 0x20;
}

}  // namespace

Reranker::Reranker(const Constants& constants, ClassTable classes)
    : constants_(constants), classes_(classes), queryBytes_(kMaxTitleUnits * 3), gramMarks_(65536) {}

void Reranker::begin(const Index& index, const Plan& plan, Units title, const uint32_t* pages, uint32_t pageCount) {
  clearMarks();
  index_ = &index;
  plan_ = &plan;
  pages_ = pages;
  pageCount_ = pageCount;
  for (uint32_t i = 0; i < pageCount; i++) {
    prefetch(&index.gramStarts.data[pages[i]]);
    prefetch(&index.titleStarts.data[pages[i]]);
    prefetch(&index.titleTermStarts.data[pages[i]]);
    prefetch(&index.sectionStarts.data[pages[i]]);
  }
  readQuery(title);
  for (uint32_t i = 0; i < pageCount; i++) {
    const uint32_t page = pages[i];
    prefetch(&index.grams.data[index.gramStarts[page]]);
    prefetch(&index.titleBytes.data[index.titleStarts[page]]);
    prefetch(&index.titleTerms.data[index.titleTermStarts[page]]);
    prefetch(&index.sectionPositions.data[index.sectionStarts[page]]);
  }
}

void Reranker::readQuery(Units title) {
  const Index& index = *index_;
  const Plan& plan = *plan_;
  queryLength_ = encodeUtf8(title, queryBytes_.data());
  inverseScore_ = 1 / (constants_.scoreDivisor * std::max(plan.totalWeight, 1e-9));
  allGroupWeight_ = 0;
  wordCount_ = 0;
  if (groupOfTerm_.size() < index.termCount) groupOfTerm_.resize(index.termCount);
  terms_.clear();
  for (uint32_t g = 0; g < plan.groupCount; g++) {
    const Group& group = plan.groups[g];
    for (uint32_t i = 0; i < group.length; i++) {
      terms_.push_back({group.terms[i], g});
      if (groupOfTerm_[group.terms[i]] != 0) continue;
      groupOfTerm_[group.terms[i]] = uint8_t(g + 1);
      usedTerms_.push_back(group.terms[i]);
    }
    groupWeights_[g] = group.weight * group.idf;
    allGroupWeight_ += group.weight * group.idf;
    wordOfGroup_[g] = -1;
    if (group.word == kNoWord || group.stop) continue;
    uint32_t number = 0;
    while (number < wordCount_ && words_[number].number != group.word) number++;
    if (number == wordCount_) words_[wordCount_++] = {0, 0, 0, group.word};
    wordOfGroup_[g] = int32_t(number);
    Word& word = words_[number];
    word.mask |= 1u << g;
    word.count++;
    word.idf = std::max(word.idf, group.idf);
  }
  allWordIdf_ = 0;
  for (uint32_t w = 0; w < wordCount_; w++) allWordIdf_ += words_[w].idf;
  queryGrams_ = 0;
  visitGrams(title, classes_, [this](uint16_t gram) {
    if (gramMarks_[gram] != 0) return;
    gramMarks_[gram] = 1;
    usedGrams_.push_back(gram);
    queryGrams_++;
  });
}

uint32_t Reranker::postingOf(uint32_t i, uint32_t term) const {
  const uint64_t row = uint64_t(pages_[i] / kPartitionPages) * index_->termCount + term;
  return findPosting(*index_, row, pages_[i] % kPartitionPages);
}

// What is read next is fetched beforehand, for all pages together: postings and positions lie far apart, and waiting for
// memory would cost more than all work on them.
void Reranker::locate(const uint32_t* some, uint32_t count) {
  const Index& index = *index_;
  const size_t terms = terms_.size();
  positions_.resize(pageCount_ * terms);
  for (size_t t = 0; t < terms; t++) {
    for (uint32_t s = 0; s < count; s++) {
      const uint32_t posting = postingOf(some[s], terms_[t].term);
      positions_[some[s] * terms + t].posting = posting;
      if (posting == kNoPosting) continue;
      prefetch(&index.positionBlocks.data[posting / kPositionBlock]);
      prefetch(&index.positionSizes.data[posting / kPositionBlock * kPositionBlock]);
    }
  }
  // Positions are the one part of an index that was not checked when it was opened.
  const uint64_t limit = index.positionBytes.length;
  const uint8_t* sizes = index.positionSizes.data;
  for (uint32_t s = 0; s < count; s++) {
    for (size_t t = 0; t < terms; t++) {
      Positions& positions = positions_[some[s] * terms + t];
      positions.byteCount = 0;
      if (positions.posting == kNoPosting) continue;
      const uint32_t block = positions.posting / kPositionBlock;
      positions.at = index.positionBlocks[block] + uint64_t(sumBytes(sizes + block * kPositionBlock, sizes + positions.posting));
      if (positions.at >= limit) continue;
      positions.byteCount = uint32_t(std::min<uint64_t>(sizes[positions.posting], limit - positions.at));
      prefetch(index.positionBytes.data + positions.at);
    }
  }
}

void Reranker::clearMarks() {
  for (uint32_t term : usedTerms_) groupOfTerm_[term] = 0;
  for (uint16_t gram : usedGrams_) gramMarks_[gram] = 0;
  usedTerms_.clear();
  usedGrams_.clear();
}

double Reranker::base(uint32_t i, double score) const {
  const uint32_t page = pages_[i];
  const uint32_t shared = sharedGrams(page);
  const uint32_t titleGrams = index_->gramStarts[page + 1] - index_->gramStarts[page];
  const double dice = queryGrams_ + titleGrams == 0 ? 0 : (2.0 * shared) / double(queryGrams_ + titleGrams);
  const double contains = queryGrams_ == 0 ? 0 : double(shared) / queryGrams_;
  return (score + stopWordScore(i)) * inverseScore_ + constants_.titlePhrase * titlePhrase(page) +
         constants_.titleDice * dice + constants_.titleContains * contains +
         constants_.titleCoverage * (1 - titleCoverage(page)) + (startsTitle(page) ? constants_.titleStart : 0);
}

/** What the first pass left out (`compilePlan`). */
double Reranker::stopWordScore(uint32_t i) const {
  if (plan_->onlyStopWords) return 0;
  double sum = 0;
  for (uint32_t g = 0; g < plan_->groupCount; g++) {
    const Group& group = plan_->groups[g];
    if (!group.stop || group.length == 0) continue;
    const uint32_t posting = postingOf(i, group.terms[0]);
    if (posting == kNoPosting) continue;
    sum += index_->postingImpacts[posting] * factorOf(*index_, group, 0) + bonusOf(constants_, group);
  }
  return sum;
}

uint32_t Reranker::sharedGrams(uint32_t page) const {
  uint32_t shared = 0;
  for (uint32_t i = index_->gramStarts[page]; i < index_->gramStarts[page + 1]; i++) shared += gramMarks_[index_->grams[i]];
  return shared;
}

/** How well the query stands in the title as one piece: whole words count more than a part of one. */
double Reranker::titlePhrase(uint32_t page) const {
  const uint8_t* bytes = index_->titleBytes.data;
  const uint32_t start = index_->titleStarts[page];
  const uint32_t end = index_->titleStarts[page + 1];
  if (queryLength_ == 0 || queryLength_ > end - start) return 0;
  double found = 0;
  for (uint32_t at = start; at + queryLength_ <= end; at++) {
    if (bytes[at] != queryBytes_[0] || std::memcmp(bytes + at, queryBytes_.data(), queryLength_) != 0) continue;
    if (isBoundary(bytes, start, end, at) && isBoundary(bytes, start, end, at + queryLength_)) {
      found = 1;
      break;
    }
    found = 0.7;
  }
  return found == 0 ? 0 : found * (0.4 + 0.6 * std::min(1.0, double(queryLength_) / double(end - start)));
}

double Reranker::titleCoverage(uint32_t page) const {
  if (allGroupWeight_ == 0) return 0;
  uint32_t mask = 0;
  for (uint32_t i = index_->titleTermStarts[page]; i < index_->titleTermStarts[page + 1]; i++) {
    const uint32_t group = groupOfTerm_[index_->titleTerms[i]];
    if (group != 0) mask |= 1u << (group - 1);
  }
  double sum = 0;
  for (uint32_t g = 0; g < plan_->groupCount; g++) {
    if ((mask & (1u << g)) != 0) sum += groupWeights_[g];
  }
  return sum / allGroupWeight_;
}

bool Reranker::startsTitle(uint32_t page) const {
  const uint32_t start = index_->titleTermStarts[page];
  return start != index_->titleTermStarts[page + 1] && groupOfTerm_[index_->titleTerms[start]] == 1;
}

double Reranker::closeness(uint32_t i) {
  const uint32_t hits = gatherHits(i);
  uint32_t pageMask = 0;
  const double best = bestSection(pages_[i], hits, pageMask);
  uint32_t matchedWords = 0;
  for (uint32_t w = 0; w < wordCount_; w++) {
    if ((pageMask & words_[w].mask) != 0) matchedWords++;
  }
  if (matchedWords < 2) return constants_.bestSection * best;
  sortHits(hits);
  const uint32_t window = smallestWindow(hits, matchedWords);
  const double matched = matchedWords;
  const double span = (matched / wordCount_) * (matched / std::max(matched, double(window)));
  return constants_.bestSection * best + constants_.closeness * span;
}

/** The value of the best single section; `pageMask` gets the groups that the page has. Needs every run of hits in order. */
double Reranker::bestSection(uint32_t page, uint32_t hits, uint32_t& pageMask) {
  const uint32_t first = index_->sectionStarts[page];
  const uint32_t sections = index_->sectionStarts[page + 1] - first;
  const uint16_t* ends = index_->sectionPositions.data + first;
  // One more for what stands behind the last known end.
  if (sectionMasks_.size() < sections + 1) sectionMasks_.resize(sections + 1);
  std::fill_n(sectionMasks_.begin(), sections + 1, 0);
  for (size_t run = 0; run < runs_.size(); run++) {
    const uint32_t end = run + 1 < runs_.size() ? runs_[run + 1] : hits;
    uint32_t section = 0;
    for (uint32_t h = runs_[run]; h < end; h++) {
      const uint32_t position = hitKeys_[h] >> kGroupBits;
      while (section < sections && position > ends[section]) section++;
      sectionMasks_[section] |= 1u << (hitKeys_[h] & kGroupMask);
    }
  }
  double best = 0;
  uint32_t before = 0;
  for (uint32_t section = 0; section <= sections; section++) {
    const uint32_t mask = sectionMasks_[section];
    if (mask == 0 || mask == before) continue;
    before = mask;
    pageMask |= mask;
    best = std::max(best, sectionValue(mask));
  }
  return best;
}

/** Fills `hitKeys_` with the places of all terms of the plan on the page, a run for each; returns how many there are. */
uint32_t Reranker::gatherHits(uint32_t i) {
  const Positions* positions = positions_.data() + i * terms_.size();
  uint32_t hits = 0;
  runs_.clear();
  for (size_t t = 0; t < terms_.size(); t++) {
    if (positions[t].posting == kNoPosting) continue;
    runs_.push_back(hits);
    hits = decodePositions(positions[t], terms_[t].group, hits);
  }
  return hits;
}

uint32_t Reranker::decodePositions(const Positions& positions, uint32_t group, uint32_t from) {
  const uint8_t* at = index_->positionBytes.data + positions.at;
  const uint8_t* const end = at + positions.byteCount;
  uint32_t position = 0;
  uint32_t hits = from;
  while (at < end && hits < kMaxHits) {
    uint32_t byte = *at++;
    uint32_t distance = byte & 127;
    for (uint32_t shift = 7; byte > 127 && at < end && shift < 32; shift += 7) {
      byte = *at++;
      distance |= (byte & 127) << shift;
    }
    position += distance;
    hitKeys_[hits++] = (position << kGroupBits) | group;
  }
  return hits;
}

/** Merges neighbouring runs until one is left. */
void Reranker::sortHits(uint32_t hits) {
  uint32_t* from = hitKeys_;
  uint32_t* to = mergedKeys_;
  while (runs_.size() > 1) {
    size_t merged = 0;
    for (size_t run = 0; run < runs_.size(); run += 2) {
      const uint32_t start = runs_[run];
      const uint32_t middle = run + 1 < runs_.size() ? runs_[run + 1] : hits;
      const uint32_t end = run + 2 < runs_.size() ? runs_[run + 2] : hits;
      std::merge(from + start, from + middle, from + middle, from + end, to + start);
      runs_[merged++] = start;
    }
    runs_.resize(merged);
    std::swap(from, to);
  }
  if (from != hitKeys_) std::copy(from, from + hits, hitKeys_);
}

double Reranker::sectionValue(uint32_t mask) const {
  double sum = 0;
  for (uint32_t w = 0; w < wordCount_; w++) {
    const Word& word = words_[w];
    const uint32_t matched = mask & word.mask;
    if (matched == 0) continue;
    const double share = word.count == 1 ? 1 : double(__builtin_popcount(matched)) / word.count;
    sum += word.idf * share * share;
  }
  return allWordIdf_ == 0 ? 0 : sum / allWordIdf_;
}

/** Tokens in the smallest window that holds some part of every matched word. */
uint32_t Reranker::smallestWindow(uint32_t hits, uint32_t matchedWords) {
  constexpr uint32_t kNever = UINT32_MAX;
  uint32_t lastPosition[kMaxGroups];
  std::fill(lastPosition, lastPosition + wordCount_, kNever);
  uint32_t seen = 0;
  uint32_t best = 0x7fffffff;
  for (uint32_t i = 0; i < hits; i++) {
    const int32_t word = wordOfGroup_[hitKeys_[i] & kGroupMask];
    if (word == -1) continue;
    const uint32_t position = hitKeys_[i] >> kGroupBits;
    if (lastPosition[word] == kNever) seen++;
    lastPosition[word] = position;
    if (seen < matchedWords) continue;
    uint32_t oldest = kNever;
    for (uint32_t w = 0; w < wordCount_; w++) oldest = std::min(oldest, lastPosition[w]);
    best = std::min(best, position - oldest + 1);
  }
  return best;
}

}  // namespace signpost
