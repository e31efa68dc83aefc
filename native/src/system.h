// What is asked of the operating system. Where it has nothing of the kind, all is left as it is.
#pragma once

#include <cstddef>

namespace signpost {

/**
 * Asks for pages of 2 MiB behind bytes that nobody has written yet. Queries read here and there, and to find small pages takes
 * time.
 */
void preferLargePages(void* data, size_t length);

/**
 * Gives the calling thread that niceness, and has it wait for others to finish their slices when it wakes up (SCHED_BATCH). One
 * whose niceness is above 0 or as low already, or that has another policy, is left alone: somebody chose that. Threads that it
 * starts later have its policy and a niceness of 0. Returns 0, or -errno with nothing changed.
 */
int favourThread(int nice);

}  // namespace signpost
