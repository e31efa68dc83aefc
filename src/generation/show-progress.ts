const BAR_CELLS = 24

export interface Progress {
  show(stage: string, done: number, total: number): void
  /** Ends the line of the bar. */
  end(): void
}

/** Creates a progress bar on one line of a terminal. */
export function createBar(terminal: NodeJS.WriteStream): Progress {
  let shown = false
  return {
    show(stage, done, total) {
      const share = total === 0 ? 1 : done / total
      const cells = Math.round(share * BAR_CELLS)
      terminal.write(
        `\r\u001B[2K${stage.padEnd(12)} ${'█'.repeat(cells)}${'░'.repeat(BAR_CELLS - cells)} ${done}/${total}`,
      )
      shown = true
    },
    end() {
      if (shown) terminal.write('\r\u001B[2K')
      shown = false
    },
  }
}

/** Creates progress output without a terminal: one line for every finished stage. */
export function createProgressLines(write: (stage: string, total: number) => void): Progress {
  return {
    show(stage, done, total) {
      if (done === total) write(stage, total)
    },
    end: () => undefined,
  }
}
