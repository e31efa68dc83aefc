#include "snippet.h"

#include <algorithm>

#include "fetch.h"

namespace signpost {

namespace {

/** Text that may be removed at a cut so that words stay whole, where there are spaces. */
constexpr uint32_t kWordBytes = 24;
constexpr uint32_t kNoUnit = UINT32_MAX;
constexpr uint32_t kLengthMask = 255;
constexpr uint32_t kTermShift = 8;
/** Entries before and behind a match that most snippets read. */
constexpr uint32_t kUsualBefore = 24;
constexpr uint32_t kUsualBehind = 56;

}  // namespace

Snippet::Snippet(const PageExtract& extract, uint32_t section, uint32_t entry, const CutShape& shape)
    : extract_(extract), shape_(shape), match_(entry) {
  const SectionNumbers numbers = extract.section(section);
  begin_ = numbers.textEntry;
  stop_ = extract.section(section + 1).headingEntry;
  textStart_ = numbers.textStart;
  if (begin_ >= stop_) return;
  const uint32_t matched = entry == kNoEntry ? begin_ : std::max(entry, begin_);
  const uint32_t from = matched - std::min(matched - begin_, kUsualBefore);
  const uint32_t to = std::min(stop_, matched + kUsualBehind);
  fetchLines(extract.gapBytes + begin_, to - begin_);
  fetchLines(extract.gapUnits + from, to - from);
  fetchLines(extract.entries + from, (to - from) * sizeof(uint32_t));
}

bool Snippet::isSentence(uint32_t entry) const { return (extract_.entries[entry] & kLengthMask) == 0; }

/** Finds the beginning of a part around the entry `matched`, which begins at `byte`. */
void Snippet::findStart(uint32_t matched, uint32_t byte) {
  const bool isFound = match_ != kNoEntry;
  Place word = {matched, byte, 0};
  uint32_t back = 0;
  for (uint32_t entry = matched, at = byte;; entry--) {
    const uint32_t before = back + extract_.gapUnits[entry];
    if (shape_.sentences && entry < matched && isSentence(entry)) {
      first_ = {entry, at, 0};
      start_ = at;
      return;
    }
    if (back <= shape_.back) word = {entry, at, 0};
    if (entry == begin_ && (!isFound || before <= shape_.lead)) {
      first_ = {entry, at, extract_.gapUnits[entry]};
      start_ = textStart_;
      return;
    }
    if (entry == begin_ || before > shape_.lead) {
      first_ = word;
      start_ = word.byte;
      cutBefore_ = true;
      return;
    }
    back = before;
    at -= extract_.gapBytes[entry];
  }
}

void Snippet::cut() {
  if (begin_ >= stop_) return;
  const uint32_t matched = match_ == kNoEntry ? begin_ : std::max(match_, begin_);
  uint32_t byte = textStart_;
  for (uint32_t entry = begin_; entry <= matched; entry++) byte += extract_.gapBytes[entry];
  findStart(matched, byte);
  Place at = first_;
  Place sentence = {kNoEntry, 0, 0};
  if (at.entry == stop_ - 1) sentence = at;
  while (at.entry + 1 < stop_ && at.unit + extract_.gapUnits[at.entry + 1] <= shape_.total) {
    at.entry++;
    at.unit += extract_.gapUnits[at.entry];
    at.byte += extract_.gapBytes[at.entry];
    if (at.entry > matched && isSentence(at.entry) && (shape_.sentences || at.entry == stop_ - 1)) sentence = at;
  }
  if (sentence.entry != kNoEntry) at = sentence;
  // Only a damaged extract needs the limits.
  start_ = std::min(start_, extract_.textBytes);
  end_ = std::max(start_, std::min(at.byte, extract_.textBytes));
  fetchLines(extract_.text + start_, end_ - start_);
  last_ = at.entry;
  cutAfter_ = sentence.entry == kNoEntry;
  units_ = cutAfter_ ? at.unit : kNoUnit;
  // Only a damaged extract needs these as well.
  first_.byte = std::min(first_.byte, end_);
  matchByte_ = std::min(byte, end_);
}

void Snippet::write(JsonBytes& out, const Marks& marks, const Plan& plan) const {
  if (begin_ >= stop_) {
    out.put("\",\"ranges\":[]");
    return;
  }
  if (cutBefore_) out.put("…");
  const uint32_t end = trimmedEnd();
  out.put(extract_.text + start_, end - start_);
  if (cutAfter_) out.put("…");
  out.put("\",\"ranges\":");
  writeRanges(out, marks, plan, end);
}

/** The end without a space or a part of a word. */
uint32_t Snippet::trimmedEnd() const {
  if (!cutAfter_) return end_ > start_ && extract_.text[end_ - 1] == ' ' ? end_ - 1 : end_;
  for (uint32_t i = end_ - 1; end_ > 0 && i > matchByte_ && i + kWordBytes > end_; i--) {
    if (extract_.text[i] == ' ') return i;
  }
  return end_;
}

/** Writes merged ranges of neighbours and overlapping pairs; a range never begins with a stop word. */
void Snippet::writeRanges(JsonBytes& out, const Marks& marks, const Plan& plan, uint32_t stop) const {
  const uint32_t shift = cutBefore_ ? 1 : 0;
  const uint32_t* const entries = extract_.entries;
  bool isOpen = false;
  bool isFirst = true;
  uint32_t from = 0;
  uint32_t to = 0;
  out.put("[");
  uint32_t byte = first_.byte;
  uint32_t unit = first_.unit;
  for (uint32_t entry = first_.entry; entry < last_ && byte < stop;) {
    const uint32_t group = marks.groupOf(entries[entry] >> kTermShift);
    if (group != 0) {
      const uint32_t end = unit + (entries[entry] & kLengthMask);
      const bool touches = isOpen && (unit <= to || (unit == to + 1 && byte > 0 && extract_.text[byte - 1] == ' '));
      if (touches && end <= units_) {
        to = std::max(to, end);
      } else if (end <= units_ && (!plan.groups[group - 1].stop || plan.onlyStopWords)) {
        if (isOpen) {
          out.putRange(from + shift, to + shift, isFirst);
          isFirst = false;
        }
        isOpen = true;
        from = unit;
        to = end;
      }
    }
    if (++entry >= extract_.entryCount) break;
    byte += extract_.gapBytes[entry];
    unit += extract_.gapUnits[entry];
  }
  if (isOpen) out.putRange(from + shift, to + shift, isFirst);
  out.put("]");
}

void writeTitleRanges(JsonBytes& out, const PageExtract& extract, const Marks& marks, const Plan& plan) {
  Snippet title;
  title.extract_ = extract;
  title.last_ = extract.titleEntries;
  title.units_ = kNoUnit;
  if (extract.titleEntries > 0) title.first_ = {0, extract.gapBytes[0], extract.gapUnits[0]};
  title.writeRanges(out, marks, plan, extract.textBytes);
}

}  // namespace signpost
