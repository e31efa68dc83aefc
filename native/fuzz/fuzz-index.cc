// libFuzzer: an index file of arbitrary bytes is refused, or answers queries.
#include "../test/harness.h"

namespace {

using namespace harness;

const std::string folder = std::getenv("SIGNPOST_DUMP") == nullptr ? "." : std::getenv("SIGNPOST_DUMP");

}  // namespace

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize) __attribute__((weak));

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned int seed) {
  Random random(seed);
  if (size < kImageHeader || random.below(4) == 0) return LLVMFuzzerMutate(data, size, maxSize);
  damageImage(random, data, size);
  return size;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Setup setup(folder);
  static const std::vector<Asked> asked = readAllAsked(folder + "/few-requests.bin");
  OpenImage opened;
  if (openImage(data, size, opened) != nullptr) return 0;
  Engine engine(setup.constants, setup.classes.data());
  for (const Asked& one : asked) ask(engine, opened.index, one);
  return 0;
}
