import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { AnswerPart, SiteLink } from '#contract/chat/answer.ts'
import type { ChatRequest } from '#contract/chat/calls.ts'
import type { Query } from '#contract/records/query.ts'
import type { GroupedRecords, Grouping } from '#contract/records/row-source.ts'
import type { Office } from '#domain/office/office-texts.ts'

/** A step of an answer: more text, a lookup in progress, or a complete part. */
export type EngineStep =
  | { readonly kind: 'delta'; readonly text: string }
  | { readonly kind: 'tool'; readonly name: string; readonly label: string }
  | { readonly kind: 'part'; readonly part: AnswerPart }

export interface ChatQuestion {
  readonly question: string
  /** Earlier messages, oldest first. */
  readonly history: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[]
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
  readonly contact?: Pick<Office, 'scrivener_title' | 'scrivener' | 'telephone' | 'hours'> &
    Partial<Pick<Office, 'fax' | 'address' | 'email' | 'registration_number'>>
}

/** An attached sheet or text in parsed form. Its contents are data and never instructions. */
export interface AttachedTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: 'text' | 'number' | 'date' | 'empty' }[]
  /** Rows of totals that were left out, because they would count twice. */
  readonly totals?: number
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** Search over the office's public texts: pages, FAQ and posts. */
export interface PageSearch {
  /**
   * The best passages first; none when nothing fits, so that nothing is guessed. `earlier`: the
   * questions before it, which may name the matter.
   */
  search(question: string, limit: number, earlier?: readonly string[]): Promise<readonly FoundPassage[]>
}

export interface FoundPassage {
  readonly link: SiteLink
  readonly heading: string
  /** Plain text of one section or one answered question. */
  readonly text: string
  /** 0 to 1. */
  readonly score: number
  /** Says how a mistyped question was read, or which of several questions this answers. */
  readonly note?: string
  /** Answers one of several questions asked at once; all of them are shown. */
  readonly isReply?: boolean
  /** What the question asks too, but no page says. */
  readonly missing?: readonly string[]
  /** About the matter in general, because no page answers the question itself. */
  readonly isGeneral?: boolean
}

/**
 * The question of a chat request with the earlier messages as text; parts that are not text are
 * left out.
 */
export function toChatQuestion({ prompt, messages = [] }: Pick<ChatRequest, 'prompt' | 'messages'>): ChatQuestion {
  const history = messages.flatMap(({ role, content }) =>
    typeof content === 'string'
      ? [{ role: role === 'user' ? ('user' as const) : ('assistant' as const), text: content }]
      : [],
  )
  return { question: prompt, history }
}

/**
 * The data the chat's tools read. The server answers from the database with the asker's rights, a
 * device from its offline copy; both find the same records for the same query. Nothing here writes.
 */
export interface OfficeData {
  /** The day of the office, `YYYY-MM-DD`. */
  readonly today: string
  /** The asker, by the name used in records. */
  readonly asker: { readonly name: string; readonly isSuperuser: boolean }
  /** Collections the asker may read. */
  readonly collections: ReadonlySet<CollectionName>
  /**
   * Whether the book has records whose processing is stopped 처리정지; the methods below ignore those.
   */
  hasStoppedRecords(collection: CollectionName): Promise<boolean>
  /**
   * The first `limit` records in the query's order, the number of all, and the sums of the fields
   * `sums` over all.
   */
  find(
    collection: CollectionName,
    query: Query,
    options: { readonly limit: number; readonly sums: readonly string[] },
  ): Promise<FoundRecords>
  /** One record by id; null when there is none this reader may see. */
  findRecord(collection: CollectionName, id: string): Promise<OfficeRecord | null>
  /**
   * Count and sums of the fields `sums` over all results, with one group per value of `by`; no
   * groups without it.
   */
  sum(
    collection: CollectionName,
    query: Query,
    options: { readonly sums: readonly string[]; readonly by: Grouping | null },
  ): Promise<GroupedRecords>
  /**
   * The distinct values of a text field, possibly half a minute old; used to recognize words of a
   * question.
   */
  listValues(collection: CollectionName, field: string): Promise<readonly string[]>
  /** The asker's own leave of this year; null when unknown (on a device that never received it). */
  readLeaveBalance(): Promise<LeaveBalance | null>
}

export interface FoundRecords {
  readonly rows: readonly OfficeRecord[]
  /** Exact number of all results. */
  readonly count: number
  /** In the order of the request. */
  readonly sums: readonly number[]
}

export interface OfficeRecord {
  readonly record: AnyRecord
  /** The names of referenced records, by field key. */
  readonly names: Readonly<Record<string, string>>
}

/** In days. */
export interface LeaveBalance {
  readonly granted: number
  readonly used: number
  readonly left: number
}
