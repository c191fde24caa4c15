import type { AnswerPart } from '#contract/chat/answer.ts'
import type { AttachedTable } from './attached-table.ts'
import type { Office } from '../office/office-words.ts'
import type { OfficeData } from './office-data.ts'
import type { PageSearch } from './page-search.ts'

/** A step of an answer: more text, a lookup in progress, or a complete part. */
export type EngineStep =
  | { readonly kind: 'delta'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string; readonly label: string }
  | { readonly kind: 'part'; readonly part: AnswerPart }

export interface ChatQuestion {
  readonly question: string
  /** Earlier messages, oldest first. */
  readonly before: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[]
}

/** Everything an answer may use; neither texts nor a model can extend it. */
export interface Knowledge {
  /** The day of the office, `YYYY-MM-DD`. */
  readonly today: string
  readonly pages: PageSearch
  /** Null for visitors, who only get answers from public pages. */
  readonly office: OfficeData | null
  /** The attached file in parsed form. */
  readonly table: AttachedTable | null
  /** Who answers a visitor when the pages don't; absent on a device of the office. */
  readonly person?: Pick<Office, 'scrivener_title' | 'scrivener' | 'telephone' | 'hours'>
}
