import { pathToFileURL } from 'node:url'
import t from 'tap'

/**
 * Runs the test files that are its arguments in this process, one after another. Each file is one test with the file's path
 * as its title. Node, tap and shared sources are loaded once, and loading them is most of the cost of a short file.
 */

const addFile = t.test.bind(t)
for (const file of process.argv.slice(2)) {
  void addFile(file, async (test) => {
    // Tests that a file adds to tap's root become subtests of the file's own test.
    Object.defineProperty(t, 'test', { configurable: true, value: test.test.bind(test) })
    await import(pathToFileURL(file).href)
  })
}
