#include "system.h"

#include <cerrno>
#include <cstdint>

#if defined(__linux__)
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#endif

namespace signpost {

#if defined(__linux__)

void preferLargePages(void* data, size_t length) {
  constexpr uintptr_t kLargePage = uintptr_t(2) << 20;
  const uintptr_t from = (reinterpret_cast<uintptr_t>(data) + kLargePage - 1) & ~(kLargePage - 1);
  const uintptr_t to = (reinterpret_cast<uintptr_t>(data) + length) & ~(kLargePage - 1);
  if (from < to) madvise(reinterpret_cast<void*>(from), to - from, MADV_HUGEPAGE);
}

int favourThread(int nice) {
  // On Linux 0 is the calling thread, not its process.
  const int before = getpriority(PRIO_PROCESS, 0);
  if (before > 0 || before <= nice || sched_getscheduler(0) != SCHED_OTHER) return 0;
  if (setpriority(PRIO_PROCESS, 0, nice) != 0) return -errno;
  const sched_param plain = {};
  if (sched_setscheduler(0, SCHED_BATCH | SCHED_RESET_ON_FORK, &plain) == 0) return 0;
  const int fault = -errno;
  setpriority(PRIO_PROCESS, 0, before);
  return fault;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) munmap(const_cast<uint8_t*>(data_), length_);
}

int MappedFile::open(int descriptor, uint64_t length) {
  struct stat facts;
  if (fstat(descriptor, &facts) != 0) return -errno;
  if (length == 0 || uint64_t(facts.st_size) < length) return -EINVAL;
  void* const data = mmap(nullptr, length, PROT_READ, MAP_SHARED, descriptor, 0);
  if (data == MAP_FAILED) return -errno;
  // Answers read a few hundred bytes here and there.
  madvise(data, length, MADV_RANDOM);
  data_ = static_cast<const uint8_t*>(data);
  length_ = length;
  return 0;
}

#else

MappedFile::~MappedFile() = default;

int MappedFile::open(int, uint64_t) { return -ENOSYS; }

void preferLargePages(void*, size_t) {}

int favourThread(int) { return -ENOSYS; }

#endif

}  // namespace signpost
