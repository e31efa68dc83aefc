import type { BenchOptions } from './options.ts'
export async function benchHttp(_: BenchOptions): Promise<void> {}
