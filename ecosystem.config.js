// For pm2: `pm2 start ecosystem.config.js`, `pm2 reload signpost`. One process uses all cores through its threads.
const DRAIN_TIMEOUT_MS = Number(process.env.DRAIN_TIMEOUT_MS || 10_000)

export const apps = [
  {
    name: 'signpost',
    script: 'dist/main.js',
    cwd: import.meta.dirname,
    // Cluster mode is what `pm2 reload` needs to start the new process before it stops the old one.
    exec_mode: 'cluster',
    // Two are better where REDIS_URL and DATABASE_URL are set: one goes on while the other is started again.
    instances: Number(process.env.INSTANCES || 1),
    // Each instance has metrics of its own: 4009, 4010 and so on.
    env: { METRICS_PORT: Number(process.env.METRICS_PORT || 4009) },
    increment_var: 'METRICS_PORT',
    // The process says so itself when all its hosts listen; a first build of much content takes a while. After this time pm2
    // stops the old process all the same.
    wait_ready: true,
    listen_timeout: 120_000,
    // One that ends is started again after 100 ms, 150 ms, … up to 15 s, without an end, since what it lacks may come back. After
    // 30 s without an end the delay is short again. pm2 would give up after `max_restarts` ends within `min_uptime` each.
    exp_backoff_restart_delay: 100,
    min_uptime: 30_000,
    max_restarts: 1_000_000,
    // The status of a process that another one has replaced while pm2 forgot to stop it.
    stop_exit_codes: [3],
    // Longer than the drain, so that pm2 never cuts it short.
    kill_timeout: DRAIN_TIMEOUT_MS + 5000,
    max_memory_restart: '4G',
  },
]
