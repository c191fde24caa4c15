import type { ColumnType, Generated } from 'kysely'
import type { AnswerPart, EngineName } from '#contract/chat/answer.ts'

export interface ChatThreadTable {
  id: string
  user_id: string
  title: string
  asked_at: string
}

export interface ChatMessageTable {
  id: string
  thread_id: string
  seq: Generated<number>
  role: 'user' | 'assistant'
  parts: ColumnType<AnswerPart[], string, never>
  engine: EngineName | null
  created_at: string
}
