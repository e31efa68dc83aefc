#include "extras.h"

#include "fetch.h"

namespace signpost {

namespace {

/** Largest distance between matches that one extract can show together, in UTF-16 code units. */
constexpr uint32_t kWindowUnits = kExtract.total - kExtract.lead - 24;
/** Above any error of a sum of worths. */
constexpr double kSumError = 1e-6;

/** A text of `names`, which ends before a line end. */
struct Name {
  const uint8_t* from;
  size_t length;
};

Name nameAt(const PageExtract& extract, uint32_t start) {
  const uint8_t* const from = extract.names + start;
  const size_t left = extract.nameBytes - start;
  const void* const end = left == 0 ? nullptr : std::memchr(from, '\n', left);
  return {from, end == nullptr ? left : size_t(static_cast<const uint8_t*>(end) - from)};
}

}  // namespace

void Extras::write(const Index& index, const Plan& plan, const uint8_t* groupOfTerm, const Extracts& extracts,
                   const uint32_t* pages, uint32_t pageCount, uint32_t flags) {
  plan_ = &plan;
  results_.clear();
  planned_.clear();
  snippets_.clear();
  nextSnippet_ = 0;
  bytes_.clear();
  for (uint32_t g = 0; g < plan.groupCount; g++) worths_[g] = plan.groups[g].idf * plan.groups[g].weight;
  marks_.begin(index, plan, groupOfTerm);
  matches_.begin(index, plan, groupOfTerm, extracts, pages, pageCount);
  chooser_.begin(plan);
  for (uint32_t i = 0; i < pageCount; i++) {
    matches_.read(i);
    const PageExtract& extract = matches_.extract;
    Result result = {extract, kNoEntry, 0, {}};
    if ((flags & kHighlights) != 0) {
      const Window best = densestPlace();
      result.section = best.section;
      const uint32_t shown = best.section == kNoEntry ? firstWithText() : best.section;
      planSnippet(i, shown, best.position, kExtract);
    }
    if ((flags & kSections) != 0) {
      result.chosenCount = chooser_.choose(matches_, result.chosen);
      for (uint32_t c = 0; c < result.chosenCount; c++) {
        planSnippet(i, result.chosen[c].section, result.chosen[c].position, kSnippet);
      }
    }
    results_.push_back(result);
  }
  for (const Planned& planned : planned_) {
    const PageExtract& extract = results_[planned.result].extract;
    if (planned.section == kNoEntry) {
      snippets_.emplace_back();
      continue;
    }
    const uint32_t entry = planned.position == 0 ? kNoEntry : matches_.entryAt(extract, planned.section, planned.position);
    snippets_.emplace_back(extract, planned.section, entry, planned.shape);
  }
  for (Snippet& snippet : snippets_) snippet.cut();
  for (uint32_t i = 0; i < pageCount; i++) {
    starts_[i] = bytes_.length();
    if ((flags & kHighlights) != 0) writeHighlights(results_[i]);
    if ((flags & kSections) != 0) writeSections(index, pages[i], results_[i]);
  }
  starts_[pageCount] = bytes_.length();
}

/** Plans a snippet of the page that `matches_` has read, and fetches what tells where it is, its heading and its fragment. */
void Extras::planSnippet(uint32_t result, uint32_t section, uint32_t position, const CutShape& shape) {
  planned_.push_back({result, section, position, shape});
  if (section == kNoEntry) return;
  const PageExtract& extract = matches_.extract;
  const SectionNumbers numbers = extract.section(section);
  const uint32_t end = extract.section(section + 1).headingEntry;
  if (end > numbers.headingEntry) {
    fetchLines(extract.positioned + numbers.headingEntry / 32, (end - numbers.headingEntry) / 32 * sizeof(uint32_t) + 1);
  }
  fetchLine(extract.text + numbers.headingStart);
  fetchLine(extract.names + numbers.nameStart);
}

/** The place of the page that shows the most weight of different words; the section kNoEntry when none has any. */
Extras::Window Extras::densestPlace() const {
  Window best = {kNoEntry, 0, 0};
  for (const MatchedSection& matched : matches_.sections) {
    const double most = sum(matched.headingMask) + sum(matched.textMask);
    if (best.section != kNoEntry && most + kSumError <= best.worth) continue;
    const Window window = densestIn(matched);
    if (best.section == kNoEntry || window.worth > best.worth) best = window;
  }
  return best;
}

uint32_t Extras::firstWithText() const {
  const PageExtract& extract = matches_.extract;
  for (uint32_t s = 0; s < extract.sectionCount; s++) {
    if (extract.section(s).textStart < extract.section(s + 1).headingStart) return s;
  }
  return kNoEntry;
}

void Extras::writeHighlights(const Result& result) {
  bytes_.put(",\"anchor\":\"");
  if (result.section != kNoEntry) {
    const Name anchor = nameAt(result.extract, result.extract.section(result.section).nameStart);
    bytes_.put(anchor.from, anchor.length);
  }
  bytes_.put("\",\"highlights\":{\"title\":");
  writeTitleRanges(bytes_, result.extract, marks_, *plan_);
  bytes_.put(",\"extract\":\"");
  snippets_[nextSnippet_++].write(bytes_, marks_, *plan_);
  bytes_.put("}");
}

double Extras::sum(uint32_t mask) const {
  double all = 0;
  for (; mask != 0; mask &= mask - 1) all += worths_[__builtin_ctz(mask)];
  return all;
}

/** Finds the start of the extract that shows the most weight of different words of a section, its heading included. */
Extras::Window Extras::densestIn(const MatchedSection& matched) const {
  const PageExtract& extract = matches_.extract;
  const uint32_t* const hits = matches_.hits();
  double heading = 0;
  uint32_t inHeading = 0;
  for (uint32_t i = matched.from; i < matched.text; i++) {
    const uint32_t group = groupOf(hits[i]);
    if ((inHeading >> group & 1) == 0) heading += worths_[group];
    inHeading |= 1u << group;
  }
  Window best = {matched.section, 0, heading};
  const SectionNumbers numbers = extract.section(matched.section);
  const uint32_t stop = extract.section(matched.section + 1).headingEntry;
  const uint32_t origin = matches_.positionIn(numbers, matched.section, 0);
  uint32_t starts[PageMatches::kMaxHits];
  uint32_t counts[kMaxGroups + 1] = {};
  uint32_t first = matched.text;
  uint32_t units = 0;
  // The next entry whose gap is not in `units` yet, and from where entries with positions are counted.
  uint32_t next = numbers.textEntry;
  uint32_t counted = numbers.headingEntry;
  uint32_t before = origin;
  double worth = 0;
  for (uint32_t i = matched.text; i < matched.to; i++) {
    const uint32_t position = positionOf(hits[i]);
    const uint32_t entry = extract.entryWithPosition(counted, stop, position - before);
    if (entry == kNoEntry) break;
    counted = entry;
    before = position;
    for (; next <= entry; next++) units += extract.gapUnits[next];
    starts[i - matched.text] = units;
    const uint32_t end = units + (extract.entries[entry] & 255);
    while (end - starts[first - matched.text] > kWindowUnits && first < i) {
      const uint32_t left = groupOf(hits[first++]);
      if (--counts[left] == 0) worth -= worths_[left];
    }
    const uint32_t group = groupOf(hits[i]);
    if (counts[group]++ == 0) worth += worths_[group];
    if (heading + worth > best.worth) best = {matched.section, positionOf(hits[first]), heading + worth};
  }
  return best;
}

void Extras::writeSections(const Index& index, uint32_t page, const Result& result) {
  const PageExtract& extract = result.extract;
  bytes_.put(",\"sections\":[");
  for (uint32_t i = 0; i < result.chosenCount; i++) {
    if (i > 0) bytes_.put(",");
    bytes_.put("{\"headings\":[");
    writeHeadings(extract, result.chosen[i].section);
    const uint32_t nameStart = extract.section(result.chosen[i].section).nameStart;
    const Name anchor = nameAt(extract, nameStart);
    bytes_.put("],\"anchor\":\"");
    bytes_.put(anchor.from, anchor.length);
    bytes_.put("\",\"url\":\"");
    writeAddress(index, page);
    if (anchor.length > 0) {
      const uint32_t behind = uint32_t(std::min<size_t>(extract.nameBytes, nameStart + anchor.length + 1));
      const Name fragment = nameAt(extract, behind);
      bytes_.put("#");
      bytes_.put(fragment.from, fragment.length);
    }
    bytes_.put("\",\"snippet\":\"");
    snippets_[nextSnippet_++].write(bytes_, marks_, *plan_);
    bytes_.put("}");
  }
  bytes_.put("]");
}

/** Writes the headings above a section and its own, outermost first. */
void Extras::writeHeadings(const PageExtract& extract, uint32_t section) {
  constexpr uint32_t kMostLevels = 8;
  SectionNumbers path[kMostLevels];
  uint32_t levels = 0;
  for (uint32_t at = section, below = UINT32_MAX; at < below && at < extract.sectionCount && levels < kMostLevels;) {
    path[levels++] = extract.section(at);
    below = at;
    at = path[levels - 1].parent();
  }
  bool isFirst = true;
  while (levels-- > 0) {
    if (!path[levels].hasHeading()) continue;
    if (isFirst) bytes_.put("\"");
    else bytes_.put(",\"");
    isFirst = false;
    bytes_.put(extract.text + path[levels].headingStart, path[levels].textStart - path[levels].headingStart);
    bytes_.put("\"");
  }
}

void Extras::writeAddress(const Index& index, uint32_t page) {
  if (index.siteAddressStarts.length > 0) {
    const uint32_t start = index.siteAddressStarts[page];
    bytes_.put(index.siteAddresses.data + start, index.siteAddressStarts[page + 1] - start);
    return;
  }
  bytes_.put(reinterpret_cast<const uint8_t*>(index.urlPrefix.data()), index.urlPrefix.size());
  const uint32_t start = index.pathStarts[page];
  bytes_.put(index.paths.data + start, index.pathStarts[page + 1] - start);
}

}  // namespace signpost
