// Requests to the operating system. On systems without these features nothing changes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace signpost {

/**
 * Requests pages of 2 MiB for memory that has not been written yet. Queries read at scattered places, and finding small
 * pages takes time.
 */
void preferLargePages(void* data, size_t length);

/**
 * Sets the niceness of the calling thread, and makes it wait for others to finish their slices when it wakes up
 * (SCHED_BATCH). A thread with a niceness above 0 or already as low, or with another policy, is left alone: somebody
 * chose that. Threads that it starts later have its policy and a niceness of 0. Returns 0, or -errno with nothing
 * changed.
 */
int favourThread(int nice);

/**
 * A file in the address space, which its descriptor may be closed before. The system reads what is used, and keeps it among the
 * pages of files. The file must not become shorter.
 */
class MappedFile {
 public:
  MappedFile() = default;
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  /** Maps the first bytes of an open file. Returns 0 or -errno. */
  int open(int descriptor, uint64_t length);
  const uint8_t* data() const { return data_; }

 private:
  const uint8_t* data_ = nullptr;
  size_t length_ = 0;
};

}  // namespace signpost
