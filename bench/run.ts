import { parseOptions, USAGE, UsageError } from './options.ts'

const [question, ...args] = process.argv.slice(2)
try {
  switch (question) {
    case 'search': {
      const { benchSearch } = await import('./search.ts')
      await benchSearch(parseOptions(args))
      break
    }
    case 'http': {
      const { benchHttp } = await import('./http.ts')
      await benchHttp(parseOptions(args))
      break
    }
    case 'mcp': {
      const { benchMcp } = await import('./mcp.ts')
      await benchMcp(args)
      break
    }
    case 'limits': {
      const { benchLimits } = await import('./limits.ts')
      await benchLimits(args)
      break
    }
    case 'tokens': {
      const { benchTokens } = await import('./tokens-host.ts')
      await benchTokens(args)
      break
    }
    case 'icons': {
      const { benchIcons } = await import('./icons.ts')
      await benchIcons(args)
      break
    }
    case 'agents': {
      const { benchAgents } = await import('./agents.ts')
      await benchAgents(args)
      break
    }
    case 'account': {
      const { benchAccount } = await import('./account.ts')
      await benchAccount(args)
      break
    }
    case 'gate': {
      const { benchGate } = await import('./gate.ts')
      await benchGate(args)
      break
    }
    default:
      throw new UsageError(question === undefined ? 'which question?' : `unknown question: ${question}`)
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n${USAGE}`)
  process.exitCode = 2
}
