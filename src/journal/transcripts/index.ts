import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { geminiCli } from './gemini-cli.ts'
import { qwenCode } from './qwen-code.ts'
import type { TranscriptFormat } from './transcript.ts'

export const TRANSCRIPT_FORMATS: readonly TranscriptFormat[] = [claudeCode, codex, geminiCli, qwenCode]

export function transcriptFormat(agent: string): TranscriptFormat | undefined {
  return TRANSCRIPT_FORMATS.find((format) => format.agent === agent)
}
