// Searches the documentation with the client and prints what it finds, or what the service says is wrong.
import { createDocsClient, SignpostError } from '../../clients/typescript/src/index.ts'

const [query = '', baseUrl = 'http://localhost:4000'] = process.argv.slice(2)

const docs = createDocsClient({ baseUrl })
try {
  const { results, total } = await docs.search({ q: query, limit: 3 }, { signal: AbortSignal.timeout(5000) })
  console.log(`${total} pages`)
  for (const { title, url } of results) console.log(`${title}  ${new URL(url).pathname}`)
} catch (error) {
  if (!(error instanceof SignpostError)) throw error
  console.log(`${error.status} ${error.code}: ${error.message}`)
}
