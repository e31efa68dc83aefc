import { AI_SDK } from './ai-sdk.ts'
import { CLAUDE_CODE } from './claude-code.ts'
import { CODEX } from './codex.ts'
import type { Driver } from './driver.ts'
import { GEMINI_CLI } from './gemini-cli.ts'
import { INSPECTOR } from './inspector.ts'
import { LANGCHAIN } from './langchain.ts'
import { MCP_REMOTE } from './mcp-remote.ts'
import { MCPORTER } from './mcporter.ts'
import { OPENAI_AGENTS } from './openai-agents.ts'
import { OPENCODE } from './opencode.ts'
import { SDK_1 } from './sdk-1.ts'
import { SDK_2, SDK_2_LEGACY } from './sdk-2.ts'

/** The clients of the matrix, in the order of the table: agents first, then what others are built with. */
export const DRIVERS: readonly Driver[] = [
  CLAUDE_CODE,
  CODEX,
  OPENCODE,
  GEMINI_CLI,
  OPENAI_AGENTS,
  AI_SDK,
  LANGCHAIN,
  SDK_1,
  SDK_2,
  SDK_2_LEGACY,
  MCP_REMOTE,
  MCPORTER,
  INSPECTOR,
]
