#include "rerank.h"

#include <algorithm>
#include <cstring>

#include "fetch.h"
#include "positions.h"
#include "word-window.h"

namespace signpost {

namespace {

/** Size that most blocks of positions do not exceed. */
constexpr uint32_t kUsualBlockBytes = 192;

/** Numbers that the labels of most pages do not exceed. */
constexpr uint32_t kUsualLabels = 128;

/** Whether a word begins or ends at a byte of a normalised title. */
bool isBoundary(const uint8_t* bytes, uint32_t start, uint32_t end, uint32_t at) {
  return at == start || at == end || bytes[at] == 0x20 || bytes[at - 1] == 0x20;
}

}  // namespace

Reranker::Reranker(const Constants& constants, ClassTable classes)
    : constants_(constants), classes_(classes), queryBytes_(kMaxTitleUnits * 3), gramMarks_(65536 / 64) {}

void Reranker::begin(const Index& index, const Plan& plan, Units title, const uint32_t* pages, uint32_t pageCount) {
  clearMarks();
  index_ = &index;
  plan_ = &plan;
  pages_ = pages;
  pageCount_ = pageCount;
  for (uint32_t i = 0; i < pageCount; i++) {
    const uint32_t partition = index.partitionCount == 1 ? 0 : pages[i] / index.partitionPages;
    homes_[i] = {partition, pages[i] - partition * index.partitionPages};
    fetchLine(&index.gramStarts.data[pages[i]]);
    fetchLine(&index.titleStarts.data[pages[i]]);
    fetchLine(&index.titleTermStarts.data[pages[i]]);
    fetchLine(&index.labelStarts.data[pages[i]]);
    fetchLine(&index.sectionStarts.data[pages[i]]);
  }
  readQuery(title);
  for (uint32_t i = 0; i < pageCount; i++) {
    const uint32_t page = pages[i];
    fetchLine(&index.grams.data[index.gramStarts[page]]);
    fetchLine(&index.titleBytes.data[index.titleStarts[page]]);
    fetchLine(&index.titleTerms.data[index.titleTermStarts[page]]);
    const uint32_t labels = index.labelStarts[page];
    fetchLines(index.labels.data + labels, std::min(index.labelStarts[page + 1] - labels, kUsualLabels) * sizeof(uint32_t));
    fetchLine(&index.sectionPositions.data[index.sectionStarts[page]]);
    const auto [partition, local] = homes_[i];
    for (uint32_t term : usedTerms_) {
      if (term < index.bitTermCount) fetchLine(index.bitsOf(partition, term) + local / 32);
    }
  }
  locateStopWords();
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
      if (groupOfTerm_[group.terms[i]] != 0) continue;
      groupOfTerm_[group.terms[i]] = uint8_t(g + 1);
      usedTerms_.push_back(group.terms[i]);
    }
    groupWeights_[g] = group.weight * group.idf;
    allGroupWeight_ += group.weight * group.idf;
    wordOfGroup_[g] = -1;
    if (group.word == kNoWord || group.stop) continue;
    for (uint32_t i = 0; i < group.length; i++) terms_.push_back({group.terms[i], g});
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
  areWordsWhole_ = true;
  for (uint32_t w = 0; w < wordCount_; w++) {
    allWordIdf_ += words_[w].idf;
    areWordsWhole_ = areWordsWhole_ && words_[w].count == 1;
  }
  sectionWeight_ = constants_.bestSection * gainOf(wordCount_ - constants_.fewWords);
  spanWeight_ = constants_.closeness * gainOf(wordCount_ - constants_.fewCloseWords);
  knownValues_ = 0;
  queryGrams_ = 0;
  visitGrams(title, classes_, [this](uint16_t gram) {
    if ((gramMarks_[gram >> 6] >> (gram & 63) & 1) != 0) return;
    gramMarks_[gram >> 6] |= uint64_t(1) << (gram & 63);
    usedGrams_.push_back(gram);
    queryGrams_++;
  });
}

/** Gain of what many words say together, by the words beyond a few. */
double Reranker::gainOf(double more) const { return std::max(1.0, std::min(constants_.manyWordsGain, more)); }

/** Finds the stop words, which the first pass left out (`compilePlan`), on all pages. */
void Reranker::locateStopWords() {
  stopWords_.clear();
  stopPostings_.clear();
  if (plan_->onlyStopWords) return;
  for (uint32_t g = 0; g < plan_->groupCount; g++) {
    const Group& group = plan_->groups[g];
    if (!group.stop || group.length == 0) continue;
    stopWords_.push_back({factorOf(*index_, group, 0), bonusOf(constants_, group)});
    PostingFinder postings(*index_, group.terms[0]);
    for (uint32_t i = 0; i < pageCount_; i++) {
      const uint32_t posting = postings.find(homes_[i].partition, homes_[i].local);
      stopPostings_.push_back(posting);
      if (posting != kNoPosting) fetchLine(index_->postingImpacts.data + posting);
    }
  }
}

// Each step prefetches for all pages together what the next one reads. Postings and positions are scattered, and
// waiting for memory would cost more than all work on them.
void Reranker::locate(const uint32_t* some, uint32_t count) {
  const Index& index = *index_;
  const size_t terms = terms_.size();
  positions_.resize(pageCount_ * terms);
  for (uint32_t s = 0; s < count; s++) located_[some[s]] = {0, 0};
  for (const auto [term, group] : terms_) {
    PostingFinder postings(index, term);
    for (uint32_t s = 0; s < count; s++) {
      const uint32_t posting = postings.find(homes_[some[s]].partition, homes_[some[s]].local);
      // There is no branch, which would be mispredicted half of the time: a missing posting is overwritten.
      const uint32_t isThere = posting != kNoPosting ? 1 : 0;
      Located& located = located_[some[s]];
      positions_[some[s] * terms + located.count] = {posting, 0, group};
      located.count += isThere;
      located.mask |= isThere << group;
      fetchLine(&index.positionBlocks.data[isThere != 0 ? posting / kPositionBlock : 0]);
    }
  }
  for (uint32_t s = 0; s < count; s++) {
    Positions* const positions = positions_.data() + some[s] * terms;
    for (uint32_t t = 0; t < located_[some[s]].count; t++) {
      const uint32_t at = index.positionBlocks[positions[t].posting / kPositionBlock];
      positions[t].at = at;
      const uint32_t end = index.positionBytes.length;
      if (at < end) fetchLines(index.positionBytes.data + at, std::min(end - at, kUsualBlockBytes));
    }
  }
}

void Reranker::clearMarks() {
  for (uint32_t term : usedTerms_) groupOfTerm_[term] = 0;
  for (uint16_t gram : usedGrams_) gramMarks_[gram >> 6] = 0;
  usedTerms_.clear();
  usedGrams_.clear();
}

double Reranker::base(uint32_t i, double score) const {
  const uint32_t page = pages_[i];
  const uint32_t shared = sharedGrams(page);
  const uint32_t titleGrams = index_->gramStarts[page + 1] - index_->gramStarts[page];
  const double dice = queryGrams_ + titleGrams == 0 ? 0 : (2.0 * shared) / double(queryGrams_ + titleGrams);
  const double contains = queryGrams_ == 0 ? 0 : double(shared) / queryGrams_;
  // All grams of a query, except those at its ends, are grams of every title that contains it.
  const double phrase = shared + 2 < queryGrams_ ? 0 : titlePhrase(page);
  return (score + stopWordScore(i)) * inverseScore_ + constants_.titlePhrase * phrase +
         constants_.titleDice * dice + constants_.titleContains * contains +
         constants_.titleCoverage * (1 - titleCoverage(page)) + (startsTitle(page) ? constants_.titleStart : 0) +
         labelValue(page);
}

double Reranker::stopWordScore(uint32_t i) const {
  double sum = 0;
  for (size_t s = 0; s < stopWords_.size(); s++) {
    const uint32_t posting = stopPostings_[s * pageCount_ + i];
    if (posting != kNoPosting) sum += index_->postingImpacts[posting] * stopWords_[s].factor + stopWords_[s].bonus;
  }
  return sum;
}

uint32_t Reranker::sharedGrams(uint32_t page) const {
  uint32_t shared = 0;
  for (uint32_t i = index_->gramStarts[page]; i < index_->gramStarts[page + 1]; i++) {
    const uint32_t gram = index_->grams[i];
    shared += uint32_t(gramMarks_[gram >> 6] >> (gram & 63) & 1);
  }
  return shared;
}

/** Value of the query as one phrase in the title: whole words count more than a part of one. */
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

/** Value of a page by what it is called, and by how much links lead to it (src/engine/query/label-value.ts). */
double Reranker::labelValue(uint32_t page) const {
  const uint32_t* const first = index_->labels.data + index_->labelStarts[page];
  const uint32_t* const end = index_->labels.data + index_->labelStarts[page + 1];
  const uint32_t allGroups = (1u << plan_->groupCount) - 1;
  double best = 0;
  double title = 0;
  uint32_t share = 0;
  double doubt = 1;
  for (const uint32_t* at = first; at < end;) {
    const bool isTitle = at == first;
    const uint32_t head = *at++;
    uint32_t mask = 0;
    uint32_t matched = 0;
    for (const uint32_t* const last = at + (head & kLabelTermMask); at < last; at++) {
      // There is no branch, which would be mispredicted whenever a term matches.
      const uint32_t group = groupOfTerm_[*at >> kLabelTermShift];
      mask |= (1u << group) >> 1;
      matched += group == 0 ? 0 : *at & kLabelWeightMask;
    }
    if (mask == 0) continue;
    double asked = 0;
    for (uint32_t left = mask; left != 0; left &= left - 1) asked += groupWeights_[__builtin_ctz(left)];
    const uint32_t sum = head >> kLabelSumShift;
    const double alike = (asked + matched / kLabelWeightSteps) / (allGroupWeight_ + sum / kLabelWeightSteps);
    const double square = alike * alike;
    const uint32_t shared = head >> kLabelShareShift & kLabelUnits;
    if (isTitle) title = square;
    else doubt *= 1 - (shared * std::min(1.0, square)) / kLabelUnits;
    best = std::max(best, (head >> kLabelGainShift & kLabelUnits) * square);
    if (mask == allGroups && matched == sum) share = std::max(share, shared);
  }
  return constants_.label * (best / kLabelUnits) - constants_.labelTitle * title +
         constants_.labelLinks * (1 - doubt) +
         constants_.labelShare * (double(share) / kLabelUnits) +
         constants_.prominence * (index_->prominences[page] / kProminenceUnits);
}

/** Number of words of the query with some group in the mask. */
uint32_t Reranker::countWords(uint32_t mask) const {
  uint32_t count = 0;
  for (uint32_t w = 0; w < wordCount_; w++) count += (mask & words_[w].mask) != 0 ? 1 : 0;
  return count;
}

double Reranker::mostCloseness(uint32_t i) {
  const uint32_t mask = located_[i].mask;
  const uint32_t matched = countWords(mask);
  const double span = matched < 2 ? 0 : double(matched) / wordCount_;
  return sectionWeight_ * sectionValue(mask) + spanWeight_ * span;
}

double Reranker::closeness(uint32_t i, double base, double bar) {
  gatherHits(i);
  uint32_t pageMask = 0;
  const double best = bestSection(pages_[i], pageMask);
  const uint32_t matchedWords = countWords(pageMask);
  if (matchedWords < 2 || base + sectionWeight_ * best + spanWeight_ < bar) return sectionWeight_ * best;
  const double matched = matchedWords;
  const double span = (matched / wordCount_) * (matched / std::max(matched, double(smallestSpan())));
  return sectionWeight_ * best + spanWeight_ * span;
}

/** The value of the best single section; `pageMask` receives the groups that the page has. */
double Reranker::bestSection(uint32_t page, uint32_t& pageMask) {
  const uint32_t first = index_->sectionStarts[page];
  sections_.begin(index_->sectionPositions.data + first, index_->sectionStarts[page + 1] - first);
  for (const Run& run : runs_) {
    for (uint32_t h = run.from; h < run.to; h++) sections_.mark(hits_[h], 1u << run.group);
  }
  double best = 0;
  sections_.take([&](uint32_t mask) {
    pageMask |= mask;
    best = std::max(best, sectionValue(mask));
  });
  return best;
}

/** Fills `hits_` with the positions of all terms of the plan on the page, a run for each. */
void Reranker::gatherHits(uint32_t i) {
  const Positions* positions = positions_.data() + i * terms_.size();
  uint32_t hits = 0;
  runs_.clear();
  for (uint32_t t = 0; t < located_[i].count; t++) {
    const uint32_t from = hits;
    hits += readPositions(*index_, positions[t].posting, positions[t].at, hits_ + hits, kMaxHits - hits);
    if (hits > from) runs_.push_back({from, hits, positions[t].group});
  }
}

double Reranker::sectionValue(uint32_t mask) {
  if (mask >= kKnownValues) return computeSectionValue(mask);
  if ((knownValues_ >> mask & 1) == 0) {
    knownValues_ |= uint64_t(1) << mask;
    sectionValues_[mask] = computeSectionValue(mask);
  }
  return sectionValues_[mask];
}

double Reranker::computeSectionValue(uint32_t mask) const {
  const double sum = areWordsWhole_ ? wholeWordsIn(mask) : wordPartsIn(mask);
  return allWordIdf_ == 0 ? 0 : sum / allWordIdf_;
}

/** Equals `wordPartsIn` for whole words, without branches, which would often be mispredicted. */
double Reranker::wholeWordsIn(uint32_t mask) const {
  double sum = 0;
  for (uint32_t w = 0; w < wordCount_; w++) {
    const double worth[] = {0, words_[w].idf};
    sum += worth[(mask & words_[w].mask) != 0 ? 1 : 0];
  }
  return sum;
}

double Reranker::wordPartsIn(uint32_t mask) const {
  double sum = 0;
  for (uint32_t w = 0; w < wordCount_; w++) {
    const Word& word = words_[w];
    const uint32_t matched = mask & word.mask;
    if (matched == 0) continue;
    const double share = word.count == 1 ? 1 : double(__builtin_popcount(matched)) / word.count;
    sum += word.idf * share * share;
  }
  return sum;
}

/** Tokens in the smallest window with some part of every matched word, or the number of words when that is larger. */
uint32_t Reranker::smallestSpan() {
  WordPositions words[kMaxGroups];
  uint32_t count = 0;
  // A word's runs are adjacent, as its groups are in a plan; the hits of several runs are sorted in place.
  int32_t word = -1;
  uint32_t mixed = 0;
  for (const Run& run : runs_) {
    if (wordOfGroup_[run.group] == word) mixed |= 1u << (count - 1);
    else words[count++].at = hits_ + run.from;
    words[count - 1].end = hits_ + run.to;
    word = wordOfGroup_[run.group];
  }
  for (; mixed != 0; mixed &= mixed - 1) {
    const WordPositions& several = words[__builtin_ctz(mixed)];
    std::sort(several.at, several.end);
  }
  return smallestWindow(words, count);
}

}  // namespace signpost
