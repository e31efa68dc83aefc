import { pathToFileURL } from 'node:url'
import t from 'tap'

/**
 * Runs the test files that are its arguments in this process, one after another, each as one test with the path of the file as
 * its title. Node, tap and the sources that files have in common are loaded once, which is most of what a short file costs.
 */

const addFile = t.test.bind(t)
for (const file of process.argv.slice(2)) {
  void addFile(file, async (test) => {
    // The tests that a file adds to tap's root belong to the file.
    Object.defineProperty(t, 'test', { configurable: true, value: test.test.bind(test) })
    await import(pathToFileURL(file).href)
  })
}
