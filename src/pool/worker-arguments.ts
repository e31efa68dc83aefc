/**
 * What Node is given for a worker of Piscina, which tries `require` before `import`: a thread that is ended while it loads
 * ES modules by `require` takes the process down with it (seen in Node 20), one that imports them does not.
 */
export const WORKER_ARGUMENTS: readonly string[] = [...process.execArgv, '--no-experimental-require-module']
