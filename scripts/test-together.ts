import { pathToFileURL } from 'node:url'

/**
 * Runs the test files that are its arguments in this process, one after another. Each file is one test with the file's path
 * as its title. Node, tap and shared sources are loaded once, and loading them is most of the cost of a short file.
 */

/** What files call on tap's root. Within a file it means the file's own test, so that what a file starts ends with it. */
const OF_FILE = ['test', 'teardown', 'beforeEach', 'afterEach', 'setTimeout'] as const

// Tap names the folders of tests after the arguments, and those of many files are too long for a name.
const files = process.argv.splice(2)
const { default: t } = await import('tap')

const addFile = t.test.bind(t)
for (const file of files) {
  void addFile(file, async (test) => {
    for (const name of OF_FILE) Object.defineProperty(t, name, { configurable: true, value: test[name].bind(test) })
    Object.defineProperty(t, 'jobs', {
      configurable: true,
      set(jobs: number) {
        test.jobs = jobs
      },
    })
    await import(pathToFileURL(file).href)
  })
}
