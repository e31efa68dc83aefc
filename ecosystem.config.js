// For pm2: `pm2 start ecosystem.config.js`, `pm2 reload signpost`. One process uses all cores through its threads.
const DRAIN_TIMEOUT_MS = Number(process.env.DRAIN_TIMEOUT_MS || 10_000)

export const apps = [
  {
    name: 'signpost',
    script: 'dist/main.js',
    cwd: import.meta.dirname,
    // Cluster mode is what `pm2 reload` needs to start the new process before it stops the old one.
    exec_mode: 'cluster',
    instances: Number(process.env.INSTANCES || 1),
    // The process says so itself when it can answer; a first build of much content takes a while.
    wait_ready: true,
    listen_timeout: 120_000,
    // Longer than the drain, so that pm2 never cuts it short.
    kill_timeout: DRAIN_TIMEOUT_MS + 5000,
    max_memory_restart: '4G',
  },
]
