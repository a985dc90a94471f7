import { type Options, query } from '@anthropic-ai/claude-agent-sdk'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClaudeAdapter, failed, FINISHED, type Framework, type Scene, type Turn } from './stage.ts'
