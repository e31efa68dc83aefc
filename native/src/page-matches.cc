#include "page-matches.h"

#include <algorithm>

#include "fetch.h"
#include "positions.h"
#include "rows.h"

namespace signpost {

namespace {

/** Size that most blocks of positions do not exceed. */
constexpr uint32_t kUsualBlockBytes = 192;

}  // namespace

// Each step prefetches for all pages together what the next one reads, as in the rerank.
void PageMatches::begin(const Index& index, const Plan& plan, const uint8_t* groupOfTerm, const Extracts& extracts,
                        const uint32_t* pages, uint32_t pageCount) {
  index_ = &index;
  plan_ = &plan;
  groupOfTerm_ = groupOfTerm;
  extracts_ = &extracts;
  pages_ = pages;
  for (uint32_t i = 0; i < pageCount; i++) extracts.fetchStart(pages[i]);
  termsOfPlan_ = 0;
  for (uint32_t g = 0; g < plan.groupCount; g++) {
    if (!plan.groups[g].stop) termsOfPlan_ += plan.groups[g].length;
  }
  located_.resize(size_t(pageCount) * termsOfPlan_ + 1);
  for (uint32_t i = 0; i < pageCount; i++) counts_[i] = 0;
  for (uint32_t g = 0; g < plan.groupCount; g++) {
    const Group& group = plan.groups[g];
    if (group.stop) continue;
    for (uint32_t t = 0; t < group.length; t++) {
      if (groupOfTerm[group.terms[t]] != g + 1) continue;
      PostingFinder postings(index, group.terms[t]);
      for (uint32_t i = 0; i < pageCount; i++) {
        const uint32_t partition = index.partitionCount == 1 ? 0 : pages[i] / index.partitionPages;
        const uint32_t posting = postings.find(partition, pages[i] - partition * index.partitionPages);
        // There is no branch, which would be mispredicted half of the time: a missing posting is overwritten.
        const uint32_t isThere = posting != kNoPosting ? 1 : 0;
        located_[size_t(i) * termsOfPlan_ + counts_[i]] = {posting, 0, g};
        counts_[i] += isThere;
        fetchLine(&index.positionBlocks.data[isThere != 0 ? posting / kPositionBlock : 0]);
      }
    }
  }
  for (uint32_t i = 0; i < pageCount; i++) {
    extracts.fetchPage(pages[i]);
    for (uint32_t t = 0; t < counts_[i]; t++) {
      Located& located = located_[size_t(i) * termsOfPlan_ + t];
      located.block = index.positionBlocks[located.posting / kPositionBlock];
      const uint32_t end = index.positionBytes.length;
      if (located.block < end) {
        fetchLines(index.positionBytes.data + located.block, std::min(end - located.block, kUsualBlockBytes));
      }
    }
  }
}

/** Fills `hits_` with the positions of all words on a page, rising, and returns their number. */
uint32_t PageMatches::gatherHits(uint32_t i) {
  uint32_t count = 0;
  bool isSorted = true;
  for (uint32_t t = 0; t < counts_[i]; t++) {
    const Located& located = located_[size_t(i) * termsOfPlan_ + t];
    const uint32_t read = readPositions(*index_, located.posting, located.block, positions_, kMaxHits - count);
    for (uint32_t p = 0; p < read; p++) {
      hits_[count] = uint32_t(positions_[p]) << kHitGroupBits | located.group;
      isSorted = isSorted && (count == 0 || hits_[count - 1] <= hits_[count]);
      count++;
    }
  }
  if (!isSorted) std::sort(hits_, hits_ + count);
  return count;
}

void PageMatches::read(uint32_t i) {
  const Index& index = *index_;
  const uint32_t page = pages_[i];
  sections.clear();
  if (!extracts_->page(page, extract)) extract = PageExtract{};
  matchTitle(page);
  const uint32_t count = gatherHits(i);
  const uint16_t* const ends = index.sectionPositions.data + index.sectionStarts[page];
  const uint32_t sectionCount =
      std::min(extract.sectionCount, index.sectionStarts[page + 1] - index.sectionStarts[page]);
  uint32_t section = 0;
  for (uint32_t from = 0; from < count;) {
    const uint32_t position = positionOf(hits_[from]);
    while (section < sectionCount && position > ends[section]) section++;
    if (section == sectionCount) break;
    const SectionNumbers numbers = extract.section(section);
    const uint32_t textFrom = positionIn(numbers, section, numbers.headingPositions());
    MatchedSection matched = {section, from, from, from, 0, 0, 0};
    for (; matched.text < count && positionOf(hits_[matched.text]) < textFrom; matched.text++) {
      matched.headingMask |= 1u << groupOf(hits_[matched.text]);
    }
    for (matched.to = matched.text; matched.to < count && positionOf(hits_[matched.to]) <= ends[section]; matched.to++) {
      matched.textMask |= 1u << groupOf(hits_[matched.to]);
    }
    // In a damaged index no hit may belong to the section.
    from = std::max(matched.to, from + 1);
    if (numbers.parent() != kHidden) sections.push_back(matched);
  }
}

void PageMatches::addLabels() {
  size_t next = 0;
  for (uint32_t at = 0; at < extract.labelCount;) {
    const uint32_t section = extract.labels[at] >> 16;
    const uint32_t count = std::min(extract.labels[at] & 0xffff, extract.labelCount - at - 1);
    const uint32_t mask = groupsAmong(extract.labels + at + 1, count);
    at += 1 + count;
    if (mask == 0 || section >= extract.sectionCount || extract.section(section).parent() == kHidden) continue;
    while (next < sections.size() && sections[next].section < section) next++;
    if (next == sections.size() || sections[next].section != section) {
      sections.insert(sections.begin() + ptrdiff_t(next), {section, 0, 0, 0, 0, 0, 0});
    }
    sections[next++].labelMask = mask;
  }
}

/** Groups of some terms. Stop words do not count. */
uint32_t PageMatches::groupsAmong(const uint32_t* terms, uint32_t count) const {
  uint32_t mask = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t group = terms[i] < index_->termCount ? groupOfTerm_[terms[i]] : 0;
    if (group != 0 && !plan_->groups[group - 1].stop) mask |= 1u << (group - 1);
  }
  return mask;
}

void PageMatches::matchTitle(uint32_t page) {
  const Index& index = *index_;
  titleMask = 0;
  titleIdf = 0;
  for (uint32_t i = index.titleTermStarts[page]; i < index.titleTermStarts[page + 1]; i++) {
    const uint32_t group = groupOfTerm_[index.titleTerms[i]];
    if (group == 0 || plan_->groups[group - 1].stop) continue;
    titleMask |= 1u << (group - 1);
    titleIdf += plan_->groups[group - 1].idf;
  }
}

}  // namespace signpost
