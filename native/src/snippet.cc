#include "snippet.h"

#include <algorithm>

namespace signpost {

namespace {

/** Text that may be removed at a cut so that words stay whole, where there are spaces. */
constexpr uint32_t kWordBytes = 24;
constexpr uint32_t kNoUnit = UINT32_MAX;
constexpr uint32_t kLengthMask = 255;
constexpr uint32_t kTermShift = 8;

/** An entry with the place where it begins: in the bytes of all text, and in code units from the beginning of a cut. */
struct Place {
  uint32_t entry;
  uint32_t byte;
  uint32_t unit;
};

/** Bytes [start, end) of the text of a section; entries [first, last) begin in it, and it has at most `units`. */
struct Cut {
  uint32_t start;
  uint32_t end;
  Place first;
  uint32_t last;
  uint32_t units;
  bool cutBefore;
  bool cutAfter;
};

/** The text of a section as entries [begin, stop). */
struct Field {
  uint32_t begin;
  uint32_t stop;
  uint32_t start;
};

bool isSentence(const PageExtract& extract, uint32_t entry) { return (extract.entries[entry] & kLengthMask) == 0; }

/** The beginning of a cut around the entry `matched`, which begins at `byte`. */
Cut findStart(const PageExtract& extract, const Field& field, uint32_t matched, uint32_t byte, bool isFound, const CutShape& shape) {
  Cut cut = {};
  Place word = {matched, byte, 0};
  uint32_t back = 0;
  for (uint32_t entry = matched, at = byte;; entry--) {
    const uint32_t before = back + extract.gapUnits[entry];
    if (shape.sentences && entry < matched && isSentence(extract, entry)) {
      cut.first = {entry, at, 0};
      cut.start = at;
      return cut;
    }
    if (back <= shape.back) word = {entry, at, 0};
    if (entry == field.begin && (!isFound || before <= shape.lead)) {
      cut.first = {entry, at, extract.gapUnits[entry]};
      cut.start = field.start;
      return cut;
    }
    if (entry == field.begin || before > shape.lead) {
      cut.first = word;
      cut.start = word.byte;
      cut.cutBefore = true;
      return cut;
    }
    back = before;
    at -= extract.gapBytes[entry];
  }
}

/** Cuts the text of a section around an entry; kNoEntry: from its beginning. */
Cut cutText(const PageExtract& extract, const Field& field, uint32_t match, const CutShape& shape) {
  const bool isFound = match != kNoEntry;
  const uint32_t matched = isFound ? std::max(match, field.begin) : field.begin;
  uint32_t byte = field.start;
  for (uint32_t entry = field.begin; entry <= matched; entry++) byte += extract.gapBytes[entry];
  Cut cut = findStart(extract, field, matched, byte, isFound, shape);
  Place at = cut.first;
  Place sentence = {kNoEntry, 0, 0};
  if (at.entry == field.stop - 1) sentence = at;
  while (at.entry + 1 < field.stop && at.unit + extract.gapUnits[at.entry + 1] <= shape.total) {
    at.entry++;
    at.unit += extract.gapUnits[at.entry];
    at.byte += extract.gapBytes[at.entry];
    if (at.entry > matched && isSentence(extract, at.entry) && (shape.sentences || at.entry == field.stop - 1)) sentence = at;
  }
  if (sentence.entry != kNoEntry) {
    const bool endsBySpace = sentence.byte > cut.start && sentence.byte <= extract.textBytes && extract.text[sentence.byte - 1] == ' ';
    cut.end = endsBySpace ? sentence.byte - 1 : sentence.byte;
    cut.last = sentence.entry;
    cut.units = kNoUnit;
  } else {
    cut.end = at.byte;
    for (uint32_t i = at.byte - 1; at.byte <= extract.textBytes && i > byte && i + kWordBytes > at.byte; i--) {
      if (extract.text[i] != ' ') continue;
      cut.end = i;
      break;
    }
    cut.last = at.entry;
    cut.units = at.unit;
    cut.cutAfter = true;
  }
  // Only a damaged extract needs this.
  cut.end = std::min(cut.end, extract.textBytes);
  cut.start = std::min(cut.start, cut.end);
  return cut;
}

/** Writes merged ranges of neighbours and overlapping pairs; a range never begins with a stop word. */
void writeRanges(JsonBytes& out, const PageMatches& matches, const Cut& cut) {
  const PageExtract& extract = matches.extract;
  const Plan& plan = matches.plan();
  const uint8_t* const groupOfTerm = matches.groupOfTerm();
  const uint32_t termCount = std::min(matches.termCount(), kMarkedTerms);
  const uint32_t shift = cut.cutBefore ? 1 : 0;
  bool isOpen = false;
  bool isFirst = true;
  uint32_t from = 0;
  uint32_t to = 0;
  const auto flush = [&] {
    if (!isOpen) return;
    if (!isFirst) out.put(",");
    isFirst = false;
    out.put("[");
    out.putNumber(from + shift);
    out.put(",");
    out.putNumber(to + shift);
    out.put("]");
  };
  out.put("[");
  for (Place at = cut.first; at.entry < cut.last && at.byte < cut.end;) {
    const uint32_t number = extract.entries[at.entry];
    const uint32_t term = number >> kTermShift;
    const uint32_t group = term < termCount ? groupOfTerm[term] : 0;
    const uint32_t end = at.unit + (number & kLengthMask);
    if (group != 0 && end <= cut.units) {
      if (isOpen && (at.unit <= to || (at.unit == to + 1 && at.byte > 0 && extract.text[at.byte - 1] == ' '))) {
        to = std::max(to, end);
      } else if (!plan.groups[group - 1].stop || plan.onlyStopWords) {
        flush();
        isOpen = true;
        from = at.unit;
        to = end;
      }
    }
    if (++at.entry >= extract.entryCount) break;
    at.byte += extract.gapBytes[at.entry];
    at.unit += extract.gapUnits[at.entry];
  }
  flush();
  out.put("]");
}

}  // namespace

void writeSnippet(JsonBytes& out, const PageMatches& matches, uint32_t section, uint32_t position, const CutShape& shape) {
  const PageExtract& extract = matches.extract;
  const SectionNumbers numbers = extract.section(section);
  const Field field = {numbers.textEntry, extract.section(section + 1).headingEntry, numbers.textStart};
  if (field.begin >= field.stop) {
    out.put("\",\"ranges\":[]");
    return;
  }
  const Cut cut = cutText(extract, field, position == 0 ? kNoEntry : matches.entryAt(section, position), shape);
  if (cut.cutBefore) out.put("…");
  out.put(extract.text + cut.start, cut.end - cut.start);
  if (cut.cutAfter) out.put("…");
  out.put("\",\"ranges\":");
  writeRanges(out, matches, cut);
}

void writeTitleRanges(JsonBytes& out, const PageMatches& matches) {
  const PageExtract& extract = matches.extract;
  Cut whole = {};
  whole.end = extract.textBytes;
  whole.last = extract.titleEntries;
  whole.units = kNoUnit;
  if (extract.titleEntries > 0) whole.first = {0, extract.gapBytes[0], extract.gapUnits[0]};
  writeRanges(out, matches, whole);
}

}  // namespace signpost
