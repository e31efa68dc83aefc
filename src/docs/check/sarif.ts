import type { ContentFault } from '../model/content-fault.ts'
import { FAULT_GUIDE, severityOf } from './fault-guide.ts'

const LEVELS = { error: 'error', warning: 'warning', hint: 'note' } as const

/** Faults as SARIF 2.1.0 (OASIS), which tools for code review show beside the lines. */
export function sarifOf(faults: readonly ContentFault[]): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Signpost content:check',
            rules: Object.entries(FAULT_GUIDE).map(([id, { remedy, severity }]) => ({
              id,
              shortDescription: { text: id.replaceAll('_', ' ') },
              help: { text: remedy },
              defaultConfiguration: { level: LEVELS[severity] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: faults.map((fault) => ({
          ruleId: fault.code,
          level: LEVELS[severityOf(fault)],
          message: { text: `${fault.message}. ${FAULT_GUIDE[fault.code].remedy}` },
          locations: [
            {
              physicalLocation: {
                artifactLocation: {
                  uri: fault.file.split('/').map(encodeURIComponent).join('/'),
                  uriBaseId: 'CONTENT_DIR',
                },
                region: { startLine: fault.line, startColumn: fault.column ?? 1 },
              },
            },
          ],
        })),
      },
    ],
  }
}
