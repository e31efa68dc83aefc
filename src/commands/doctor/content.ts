import { checkContent } from '../../docs/check/check-content.ts'
import { severityOf } from '../../docs/check/fault-guide.ts'
import { readContent } from '../../docs/read-content.ts'
import { readSiteConfig } from '../../docs/site/read-site-config.ts'
import type { Config } from '../../config/config.ts'
import { reasonOf } from '../../shared/reason.ts'
import type { Finding } from './finding.ts'

/** Whether the documentation can be read, and with how many faults. */
export async function examineContent({ contentDir, docs, hosts }: Config): Promise<Finding[]> {
  const subject = 'content'
  if (!hosts.includes('docs')) return []
  try {
    const content = await readContent(contentDir, { pageDeadlineMs: docs.pageDeadlineMs })
    const faults = checkContent(content)
    const errors = faults.filter((fault) => severityOf(fault) === 'error').length
    const pages = [...content.locales].map(([locale, { pages }]) => `${pages.length} ${locale}`).join(', ')
    if (pages === '')
      return [
        {
          subject,
          state: 'fault',
          says: `${contentDir} has no page`,
          advice: 'signpost check says what was found instead.',
        },
      ]
    const says = `${contentDir} has pages: ${pages}`
    if (errors === 0) return [{ subject, state: 'ok', says }]
    return [{ subject, state: 'warning', says: `${says}; faults: ${errors}`, advice: 'signpost check lists them.' }]
  } catch (error) {
    const { faults } = await readSiteConfig(contentDir)
    const says = [reasonOf(error), ...faults.map(({ file, line, message }) => `${file}:${line} ${message}`)].join('; ')
    return [
      {
        subject,
        state: 'fault',
        says,
        advice: 'Name another folder (CONTENT_DIR), or mend it. A running service goes on with what it has.',
      },
    ]
  }
}
