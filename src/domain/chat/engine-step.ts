import type { AnswerPart } from '#contract/chat/answer.ts'
import type { AttachedTable } from './attached-table.ts'
import type { Office } from '../office/office-words.ts'
import type { OfficeData } from './office-data.ts'
import type { PageSearch } from './page-search.ts'

/** What is given while a question is answered: more text, what is looked up, or a whole part. */
export type EngineStep =
  | { readonly kind: 'delta'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string; readonly label: string }
  | { readonly kind: 'part'; readonly part: AnswerPart }

export interface AskedQuestion {
  readonly question: string
  /** What was said before, the oldest first. */
  readonly before: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[]
}

/** All that an answer may draw on: no text, asked or found, and no model can widen it. */
export interface Knowledge {
  /** The day of the office, `YYYY-MM-DD`. */
  readonly today: string
  readonly pages: PageSearch
  /** Null for visitors, who are told of public pages only. */
  readonly office: OfficeData | null
  /** The attached file, taken apart. */
  readonly table: AttachedTable | null
  /** Who answers a visitor where the pages do not; absent on a device of the office. */
  readonly person?: Pick<Office, 'scrivener_title' | 'scrivener' | 'telephone' | 'hours'>
}
