#include "plan.h"

#include <algorithm>
#include <cmath>

#include "logarithm.h"

namespace signpost {

namespace {

// The same bounds as in src/engine/query/plan.ts.
constexpr uint32_t kTwoEditsFrom = 9;
constexpr uint32_t kMinJoinedPart = 2;
constexpr uint32_t kMinTypoLetters = 4;

void expand(Group& group, uint32_t term, double weight) {
  for (uint32_t i = 0; i < group.length; i++) {
    if (group.terms[i] != term) continue;
    if (group.weights[i] < weight) group.weights[i] = weight;
    return;
  }
  if (group.length == kMaxGroupTerms) return;
  group.terms[group.length] = term;
  group.weights[group.length++] = weight;
}

double idfOf(const Index& index, uint32_t term) {
  return inverseDocumentFrequency(index.pageCount, index.termPages[term]);
}

/** Number of code units of the character at `i`. A low surrogate belongs to the high surrogate before it. */
uint32_t signLength(Units text, uint32_t i) {
  const bool isPair = text[i] >= 0xd800 && text[i] <= 0xdbff && i + 1 < text.length && text[i + 1] >= 0xdc00 && text[i + 1] <= 0xdfff;
  return isPair ? 2 : 1;
}

}  // namespace

void Plan::make(const Index& index, const Request& request) {
  index_ = &index;
  request_ = &request;
  groupCount = 0;
  word_ = 0;
  units_.clear();
  const double* weights = request.weights;
  const int32_t* at = request.ints + kRequestHeader;
  for (int32_t run = 0; run < request.ints[0]; run++) {
    if (at[0] == kRunWord) {
      addWord({request.units + at[2], uint32_t(at[3])}, uint32_t(at[4]), uint32_t(at[5]), at[1]);
      at += kWordInts;
    } else {
      addSigns(at, weights);
      weights += at[4];
      at += kSignsInts + at[4] * kPairInts;
    }
  }
  if (index.synonyms.longest > 0) addSynonyms();
  settleWeights();
  totalWeight = 0;
  onlyStopWords = true;
  for (uint32_t g = 0; g < groupCount; g++) {
    totalWeight += groups[g].weight * groups[g].idf;
    onlyStopWords = onlyStopWords && groups[g].stop;
  }
}

int32_t Plan::find(Units key) const {
  for (uint32_t g = 0; g < groupCount; g++) {
    if (groups[g].key == key) return int32_t(g);
  }
  return -1;
}

/** Adds a group with its exact term; null when the query has it already, which then keeps the larger weight. */
Group* Plan::add(Units key, uint32_t term, double weight, int32_t word, bool stop, bool loneSign) {
  const int32_t known = find(key);
  if (known != -1) {
    groups[known].weight = std::max(groups[known].weight, weight);
    return nullptr;
  }
  if (groupCount == kMaxGroups) return nullptr;
  Group& group = groups[groupCount++];
  group.key = key;
  group.length = 0;
  if (term != kNoTerm) {
    group.terms[0] = term;
    group.weights[0] = 1;
    group.length = 1;
  }
  group.weight = weight;
  group.idf = 0;
  group.stop = stop;
  group.loneSign = loneSign;
  group.countable = true;
  group.word = word;
  return &group;
}

void Plan::addWord(Units surface, uint32_t hash, uint32_t fingerprint, int32_t flags) {
  const bool stop = (flags & kStop) != 0;
  Group* group = add(surface, findTerm(*index_, hash, fingerprint), stop ? constants_.stopWordWeight : 1, word_, stop, false);
  if (index_->synonyms.longest > 0) units_.push_back({surface, find(surface), false});
  word_++;
  if (group == nullptr) return;
  const bool exact = group->length > 0;
  if (!stop) expandWord(*group, surface, flags, exact);
  settleIdf(*group, exact);
  if (group->length == 0) split(surface);
}

/** Adds longer words that begin with the word, and words that it may be a typo of. */
void Plan::expandWord(Group& group, Units surface, int32_t flags, bool exact) {
  const bool last = (flags & kLast) != 0;
  const bool mayBeTypo = surface.length >= kMinTypoLetters && (flags & kNumeric) == 0;
  if (!last && !mayBeTypo) return;
  const uint32_t at = lowerBound(*index_, surface);
  if (last) {
    const double weight = constants_.prefixWeight * (exact ? constants_.prefixBesideExact : 1);
    TermList list;
    termsWithPrefix(*index_, at, surface, uint32_t(constants_.prefixLimit), list);
    for (uint32_t i = 0; i < list.length; i++) expand(group, list.terms[i], weight);
  }
  if (mayBeTypo && (exact || group.length == 0) && surfacePagesAt(*index_, at, surface) <= 1) addTypos(group, surface);
}

void Plan::addTypos(Group& group, Units surface) {
  TermList list;
  termsNear(*index_, surface, 1, uint32_t(constants_.typoLimit), list);
  if (list.length == 0 && surface.length >= kTwoEditsFrom) {
    termsNear(*index_, surface, 2, uint32_t(constants_.typoLimit), list);
  }
  for (uint32_t i = 0; i < list.length; i++) expand(group, list.terms[i], constants_.typoWeight);
}

/** Replaces the last group, an unknown word, by two known words that were written together: `fontsize`. */
void Plan::split(Units surface) {
  uint32_t bestAt = 0;
  uint32_t bestPages = 1;
  uint32_t bestParts[2] = {0, 0};
  for (uint32_t at = kMinJoinedPart; at + kMinJoinedPart <= surface.length; at++) {
    const uint32_t none = index_->surfaceTerms.length;
    const uint32_t first = findSurface(*index_, {surface.data, at});
    if (first == none || index_->surfacePages[first] <= bestPages) continue;
    const uint32_t second = findSurface(*index_, {surface.data + at, surface.length - at});
    if (second == none) continue;
    const uint32_t pages = std::min(index_->surfacePages[first], index_->surfacePages[second]);
    if (pages <= bestPages) continue;
    bestAt = at;
    bestPages = pages;
    bestParts[0] = first;
    bestParts[1] = second;
  }
  if (bestAt == 0) return;
  groupCount--;
  if (index_->synonyms.longest > 0) units_.pop_back();
  addPart({surface.data, bestAt}, index_->surfaceTerms[bestParts[0]]);
  addPart({surface.data + bestAt, surface.length - bestAt}, index_->surfaceTerms[bestParts[1]]);
}

/** Adds a part that is known to occur on several pages, so it is no stop word, has a term, and is no typo. */
void Plan::addPart(Units surface, uint32_t term) {
  Group* group = add(surface, term, 1, word_, false, false);
  if (index_->synonyms.longest > 0) units_.push_back({surface, find(surface), false});
  word_++;
  if (group != nullptr) settleIdf(*group, true);
}

void Plan::addSigns(const int32_t* run, const double* weights) {
  const bool last = (run[1] & kLast) != 0;
  Units text{request_->units + run[2], uint32_t(run[3])};
  const int32_t* pairs = run + kSignsInts;
  if ((run[1] & kMayBeShortNoun) != 0 && findTerm(*index_, text) == kNoTerm) {
    addPair(uint32_t(pairs[0]), -1, weights[0], pairs[2], last);
    text.length = 1;
  } else {
    for (int32_t i = 0; i < run[4]; i++) {
      const int32_t* pair = pairs + i * kPairInts;
      if (pair[2] == kAcross) word_++;
      addPair(uint32_t(pair[0]), pair[1], weights[i], pair[2], last);
    }
  }
  if (index_->synonyms.longest > 0) addSignUnits(text);
  word_++;
}

void Plan::addPair(uint32_t first, int32_t second, double weight, int32_t place, bool last) {
  uint16_t text[4];
  uint32_t length = encodeUtf16(first, text);
  if (second != -1) length += encodeUtf16(uint32_t(second), text + length);
  const int32_t word = place == kAcross ? kNoWord : word_;
  const bool stop = place == kLittle;
  Group* group = add({text, length}, findTerm(*index_, Units{text, length}), weight, word, stop, second == -1);
  if (group == nullptr) return;
  std::copy(text, text + length, group->own);
  group->key = {group->own, length};
  const bool exact = group->length > 0;
  if (second == -1 && last && !stop) {
    uint32_t from, to;
    termsWithSign(*index_, first, from, to);
    const double prefix = constants_.prefixWeight * (exact ? constants_.prefixBesideExact : 1);
    for (uint32_t i = from; i < to; i++) expand(*group, index_->signTerms[i], prefix);
  }
  settleIdf(*group, exact);
}

void Plan::addSignUnits(Units text) {
  const bool pair = text.length > signLength(text, 0);
  for (uint32_t i = 0; i < text.length;) {
    const uint32_t width = signLength(text, i);
    const uint32_t next = i + width;
    const uint32_t both = pair && next < text.length ? width + signLength(text, next) : width;
    units_.push_back({{text.data + i, width}, find({text.data + i, both}), pair});
    i = next;
  }
}

void Plan::addSynonyms() {
  for (size_t first = 0; first < units_.size(); first++) {
    key_.clear();
    for (size_t last = first; last < units_.size() && last - first < index_->synonyms.longest; last++) {
      if (!key_.empty()) key_.push_back(0x20);
      key_.insert(key_.end(), units_[last].text.data, units_[last].text.data + units_[last].text.length);
      const std::vector<uint32_t>* terms = index_->synonyms.find({key_.data(), uint32_t(key_.size())});
      if (terms == nullptr) continue;
      for (size_t i = first; i <= last; i++) {
        if (units_[i].group == -1 || (units_[i].pair && i == last)) continue;
        Group& group = groups[units_[i].group];
        const bool exact = group.length > 0 && group.weights[0] == 1;
        for (uint32_t term : *terms) expand(group, term, constants_.synonymWeight);
        settleIdf(group, exact);
      }
    }
  }
}

/** Sets the idf. A word that is found only through expansions counts as much as all of them together. */
void Plan::settleIdf(Group& group, bool exact) const {
  const double pageCount = index_->pageCount;
  if (group.length == 0) {
    group.idf = naturalLog(1 + 2 * pageCount);
  } else if (exact) {
    group.idf = idfOf(*index_, group.terms[0]);
  } else {
    double pages = 0;
    for (uint32_t i = 0; i < group.length; i++) pages += index_->termPages[group.terms[i]];
    group.idf = inverseDocumentFrequency(pageCount, std::min(pageCount, pages));
  }
}

void Plan::settleWeights() {
  bool content = false;
  bool longer = false;
  bool whole = false;
  uint32_t known = 0;
  double rarest = 0;
  for (uint32_t g = 0; g < groupCount; g++) {
    const Group& group = groups[g];
    content = content || !group.stop;
    longer = longer || (!group.stop && !group.loneSign);
    whole = whole || (!group.stop && group.word != kNoWord);
    if (group.stop || group.length == 0) continue;
    known++;
    rarest = std::max(rarest, group.idf);
  }
  const bool isLong = known >= constants_.longQuery && rarest > 0;
  for (uint32_t g = 0; g < groupCount; g++) {
    Group& group = groups[g];
    if (group.loneSign && longer && !group.stop) group.weight = constants_.loneSignWeight;
    if (isLong && !group.stop && group.length > 0) group.weight *= std::sqrt(group.idf / rarest);
    group.countable = (!content || !group.stop) && (!whole || group.word != kNoWord);
  }
}

double factorOf(const Index& index, const Group& group, uint32_t i) {
  const uint32_t term = group.terms[i];
  const double weight = group.weights[i];
  const bool capped = group.length > 1 || weight < 1;
  const double cap = capped ? std::min(1.0, group.idf / idfOf(index, term)) : 1;
  return weight * group.weight * cap * double(index.termScale[term]);
}

double bonusOf(const Constants& constants, const Group& group) { return constants.matchBonus * group.idf * group.weight; }

double compilePlan(const Constants& constants, const Index& index, const Plan& plan, bool hasExactPages, CompiledPlan& out) {
  auto isLeftOut = [&plan](const Group& group) { return group.stop && !plan.onlyStopWords; };
  const double exactBonus = hasExactPages ? constants.exactTitleBonus * plan.totalWeight : 0;
  double largest = exactBonus;
  double factors[kMaxGroups * kMaxGroupTerms];
  uint32_t at = 0;
  out.groupCount = 0;
  out.countableCount = 0;
  for (uint32_t g = 0; g < plan.groupCount; g++) {
    const Group& group = plan.groups[g];
    if (isLeftOut(group)) continue;
    double factor = 0;
    for (uint32_t i = 0; i < group.length; i++) {
      out.terms[at + i] = group.terms[i];
      factors[at + i] = factorOf(index, group, i);
      factor = std::max(factor, factors[at + i]);
    }
    largest += 255 * factor + bonusOf(constants, group);
    if (group.length == 0) {
      if (group.countable) out.countableCount = -1;
      continue;
    }
    if (group.countable && out.countableCount != -1) out.countableCount++;
    out.starts[out.groupCount++] = at;
    at += group.length;
  }
  out.starts[out.groupCount] = at;
  const double steps = std::floor(kMaxValue / std::max(largest * 1.001, 1e-9));
  out.exactBonus = int32_t(std::floor(exactBonus * steps)) * kValueUnit;
  for (uint32_t i = 0; i < at; i++) out.factors[i] = int32_t(std::floor(factors[i] * steps)) * kValueUnit;
  uint32_t row = 0;
  for (uint32_t g = 0; g < plan.groupCount; g++) {
    const Group& group = plan.groups[g];
    if (isLeftOut(group) || group.length == 0) continue;
    // The bonus is at least one unit: a word on every page is worth next to nothing, but its pages are matches.
    const int32_t units = int32_t(std::max(1.0, std::floor(bonusOf(constants, group) * steps)));
    out.bonuses[row++] = units * kValueUnit + (group.countable ? 1 : 0);
  }
  return steps * kValueUnit;
}

}  // namespace signpost
