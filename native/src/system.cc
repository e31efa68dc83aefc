#include "system.h"

#include <cerrno>
#include <cstdint>

#if defined(__linux__)
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
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

#else

void preferLargePages(void*, size_t) {}

int favourThread(int) { return -ENOSYS; }

#endif

}  // namespace signpost
