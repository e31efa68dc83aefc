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

/** Whether a word begins or ends at a byte of a normalised title. */
bool isBoundary(const uint8_t* bytes, uint32_t start, uint32_t end, uint32_t at) {
  return at == start || at == end || bytes[at] == 0x20 || bytes[at - 1] == 0x20;
}

}  // namespace

Reranker::Reranker(const Constants& constants, ClassTable classes)
    : constants_(constants), classes_(classes), queryBytes_(kMaxTitleUnits * 3), gramMarks_(65536) {}

void Reranker::begin(const Index& index, const Plan& plan, Units title) {
  clearMarks();
  index_ = &index;
  plan_ = &plan;
  queryLength_ = encodeUtf8(title, queryBytes_.data());
  inverseScore_ = 1 / (constants_.scoreDivisor * std::max(plan.totalWeight, 1e-9));
  allGroupWeight_ = 0;
  wordCount_ = 0;
  if (groupOfTerm_.size() < index.termCount) groupOfTerm_.resize(index.termCount);
  for (uint32_t g = 0; g < plan.groupCount; g++) {
    const Group& group = plan.groups[g];
    for (uint32_t i = 0; i < group.length; i++) {
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

void Reranker::clearMarks() {
  for (uint32_t term : usedTerms_) groupOfTerm_[term] = 0;
  for (uint16_t gram : usedGrams_) gramMarks_[gram] = 0;
  usedTerms_.clear();
  usedGrams_.clear();
}

double Reranker::value(uint32_t page, double score) {
  const uint32_t shared = sharedGrams(page);
  const uint32_t titleGrams = index_->gramStarts[page + 1] - index_->gramStarts[page];
  const double dice = queryGrams_ + titleGrams == 0 ? 0 : (2.0 * shared) / double(queryGrams_ + titleGrams);
  const double contains = queryGrams_ == 0 ? 0 : double(shared) / queryGrams_;
  return (score + stopWordScore(page)) * inverseScore_ + constants_.titlePhrase * titlePhrase(page) +
         constants_.titleDice * dice + constants_.titleContains * contains +
         constants_.titleCoverage * (1 - titleCoverage(page)) + (startsTitle(page) ? constants_.titleStart : 0) +
         closeness(page);
}

/** What the first pass left out (`compilePlan`). */
double Reranker::stopWordScore(uint32_t page) const {
  if (plan_->onlyStopWords) return 0;
  const uint64_t row = uint64_t(page / kPartitionPages) * index_->termCount;
  double sum = 0;
  for (uint32_t g = 0; g < plan_->groupCount; g++) {
    const Group& group = plan_->groups[g];
    if (!group.stop || group.length == 0) continue;
    const uint32_t posting = findPosting(*index_, row + group.terms[0], page % kPartitionPages);
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

/** The best single section, and how near one another the words stand in the text. */
double Reranker::closeness(uint32_t page) {
  const uint32_t hits = gatherHits(page);
  const uint16_t* sectionPositions = index_->sectionPositions.data;
  uint32_t section = index_->sectionStarts[page];
  const uint32_t lastSection = index_->sectionStarts[page + 1];
  uint32_t sectionMask = 0;
  uint32_t pageMask = 0;
  double best = 0;
  for (uint32_t i = 0; i < hits; i++) {
    const uint32_t position = hitKeys_[i] >> kGroupBits;
    if (section < lastSection && position > sectionPositions[section]) {
      best = std::max(best, sectionValue(sectionMask));
      sectionMask = 0;
      while (section < lastSection && position > sectionPositions[section]) section++;
    }
    sectionMask |= 1u << (hitKeys_[i] & kGroupMask);
    pageMask |= sectionMask;
  }
  best = std::max(best, sectionValue(sectionMask));
  uint32_t matchedWords = 0;
  for (uint32_t w = 0; w < wordCount_; w++) {
    if ((pageMask & words_[w].mask) != 0) matchedWords++;
  }
  if (matchedWords < 2) return constants_.bestSection * best;
  const uint32_t window = smallestWindow(hits, matchedWords);
  const double matched = matchedWords;
  const double span = (matched / wordCount_) * (matched / std::max(matched, double(window)));
  return constants_.bestSection * best + constants_.closeness * span;
}

/** Fills `hitKeys_` with the places of all terms of the plan on the page, in order; returns how many there are. */
uint32_t Reranker::gatherHits(uint32_t page) {
  const uint64_t row = uint64_t(page / kPartitionPages) * index_->termCount;
  const uint32_t local = page % kPartitionPages;
  uint32_t hits = 0;
  for (uint32_t g = 0; g < plan_->groupCount; g++) {
    const Group& group = plan_->groups[g];
    for (uint32_t i = 0; i < group.length; i++) {
      const uint32_t posting = findPosting(*index_, row + group.terms[i], local);
      if (posting != kNoPosting) hits = decodePositions(posting, g, hits);
    }
  }
  std::sort(hitKeys_, hitKeys_ + hits);
  return hits;
}

/** Positions are the one part of an index that was not checked when it was opened, so every read is. */
uint32_t Reranker::decodePositions(uint32_t posting, uint32_t group, uint32_t from) {
  const uint8_t* sizes = index_->positionSizes.data;
  const uint8_t* bytes = index_->positionBytes.data;
  const uint32_t block = posting / kPositionBlock;
  uint64_t at = index_->positionBlocks[block];
  for (uint32_t i = block * kPositionBlock; i < posting; i++) at += sizes[i];
  const uint64_t end = std::min<uint64_t>(at + sizes[posting], index_->positionBytes.length);
  uint32_t position = 0;
  uint32_t hits = from;
  while (at < end && hits < kMaxHits) {
    uint32_t byte = bytes[at++];
    uint32_t distance = byte & 127;
    for (uint32_t shift = 7; byte > 127 && at < end && shift < 32; shift += 7) {
      byte = bytes[at++];
      distance |= (byte & 127) << shift;
    }
    position += distance;
    hitKeys_[hits++] = (position << kGroupBits) | group;
  }
  return hits;
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
