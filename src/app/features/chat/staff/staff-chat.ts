import { hasStopped } from '#app/records/offline-copy/stopped-records.ts'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { FieldKind } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import { everyRecord, type Query } from '#contract/records/query.ts'
import type { GroupedRecords, Grouping, SourceRow } from '#contract/records/row-source.ts'
import { listAreaCollections } from '#contract/records/work-areas.ts'
import { answerQuestion } from '#domain/chat/answer-question.ts'
import {
  type FoundRecords,
  type Knowledge,
  type OfficeData,
  type OfficeRecord,
  toChatQuestion,
} from '#domain/chat/knowledge.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { type AnswerProgress, applyStep } from '../answer-progress.ts'
import { type ChatOutcome, sendChat, type SendChat } from '../send-chat.ts'
import { noAnswer } from '../server-answer.ts'

/**
 * Asks the server. If it is unreachable, answers questions about records by the same rules from the
 * offline copy; public pages are not available there.
 */
export function createStaffChat(copy: OfflineCopy, asker: { name: string; isSuperuser: boolean }): SendChat {
  return async (request, watch) => {
    const outcome = navigator.onLine ? await sendChat(request, watch) : null
    if (outcome && !(outcome.kind === 'failed' && outcome.isUnreached)) return outcome
    if (request.file_id !== undefined) return { kind: 'failed', message: fileIsAway }
    // Logs that a question was asked, never its text, as the server does.
    copy.viewLog.logView({ act: 'search', about: { place: 'chat' } })
    const today = toOfficeDay(Date.now())
    const knowledge: Knowledge = {
      today,
      pages: { search: () => Promise.resolve([]) },
      office: createDeviceOfficeData(copy, { today, asker }),
      table: null,
    }
    return await answerHere(request, knowledge, watch)
  }
}

const fileIsAway =
  '첨부한 파일은 서버에 있습니다. 네트워크에 연결된 뒤에 물어보시거나, 첨부를 빼고 장부에 관해 물어보세요.'

const notCopied = '네트워크가 없고 이 기기에 아직 사본도 없습니다. 연결되면 다시 시도해 주세요.'

const notSynced = '네트워크가 없고, 이 기기에 두지 않은 업무에 관한 물음입니다. 연결되면 다시 시도해 주세요.'

async function answerHere(
  request: Parameters<SendChat>[0],
  knowledge: Knowledge,
  { signal, onProgress }: Parameters<SendChat>[1],
): Promise<ChatOutcome> {
  let answering: AnswerProgress = { parts: [], activity: '' }
  try {
    for await (const step of answerQuestion(toChatQuestion(request), knowledge)) {
      signal.throwIfAborted()
      answering = applyStep(answering, step)
      onProgress(answering)
    }
    return { kind: 'done', answer: { engine: 'device', replaced: [], question_id: null } }
  } catch (error) {
    if (signal.aborted) throw error
    if (!(error instanceof NoCopyError)) return { kind: 'failed', message: noAnswer }
    return { kind: 'failed', message: error.isDeselected ? notSynced : notCopied }
  }
}

/**
 * Office data from this device's copy, including the user's unsent changes. Throws `NoCopyError` if
 * a book was never copied.
 */
export function createDeviceOfficeData(
  copy: OfflineCopy,
  { today, asker }: Pick<OfficeData, 'today' | 'asker'>,
): OfficeData {
  return {
    today,
    asker,
    collections: new Set(collectionNames),
    hasStoppedRecords: (collection) => Promise.resolve(hasStopped(copy, collection)),
    async find(collection, query, { limit, sums: sumFields }) {
      const [records, { sums }] = await Promise.all([
        findRows(copy, collection, { query, limit }),
        sumFields.length === 0 ? { sums: [] } : groupOnce(copy, collection, { query, sums: sumFields, by: null }),
      ])
      return { ...records, sums }
    },
    async findRecord(collection, id) {
      const row = await copy.getRow(collection, id)
      return row && !row.stopped ? toOfficeRecord(collection, row) : null
    },
    sum: (collection, query, { sums, by }) => groupOnce(copy, collection, { query, sums, by }),
    async listValues(collection, field) {
      const { groups } = await groupOnce(copy, collection, { query: everyRecord, sums: [], by: { field } })
      return groups.flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
    },
    // Only the server knows the granted days.
    readLeaveBalance: () => Promise.resolve(null),
  }
}

/** This device has no copy of the requested records. */
export class NoCopyError extends Error {
  override readonly name = 'NoCopyError'
  /** The user chose not to keep these records on this device. */
  readonly isDeselected: boolean
  constructor(copy: OfflineCopy, collection: CollectionName) {
    super(`no copy of ${collection}`)
    const { syncedAreas } = copy.getStatus()
    this.isDeselected = syncedAreas !== null && !listAreaCollections(syncedAreas).has(collection)
  }
}

/** A list loads only rows around the visible ones; for more than this, all rows are read. */
const maxLoadedRows = 100

async function findRows(
  copy: OfflineCopy,
  collection: CollectionName,
  { query, limit }: { query: Query; limit: number },
): Promise<Omit<FoundRecords, 'sums'>> {
  if (!hasStopped(copy, collection)) {
    const first = await loadFirstRows(copy, collection, { query, limit: Math.min(limit, maxLoadedRows) })
    if (first.rows.length === Math.min(limit, first.count)) return first
  }
  const rows: OfficeRecord[] = []
  await copy.readAll(collection, query, (chunk) => {
    rows.push(...chunk.filter(({ stopped }) => !stopped).map((row) => toOfficeRecord(collection, row)))
  })
  return { count: rows.length, rows: rows.slice(0, limit) }
}

async function loadFirstRows(
  copy: OfflineCopy,
  collection: CollectionName,
  { query, limit }: { query: Query; limit: number },
): Promise<Omit<FoundRecords, 'sums'>> {
  const source = copy.openRows(collection, query)
  const pendingRecords = Promise.withResolvers<Omit<FoundRecords, 'sums'>>()
  const check = () => {
    const { status, total, isComplete, isAtLeast } = source.getState()
    if (status === 'never_fetched' || status === 'error') pendingRecords.reject(new NoCopyError(copy, collection))
    if (status !== 'ready' || !isComplete || isAtLeast) return
    const rows = Array.from({ length: Math.min(limit, total) }, (_, index) => source.rowAt(index))
    if (rows.every((row) => row !== undefined))
      pendingRecords.resolve({ count: total, rows: rows.map((row) => toOfficeRecord(collection, row)) })
  }
  const stop = source.subscribe(check)
  try {
    source.ensureRange(0, limit - 1)
    check()
    return await pendingRecords.promise
  } finally {
    stop()
    source.close()
  }
}

function toOfficeRecord(collection: CollectionName, { record, joined }: SourceRow): OfficeRecord {
  const names = listReferences(collection).map(({ key, labelKey }) => [key, String(joined[key]?.[labelKey] ?? '')])
  return { record, names: Object.fromEntries(names) }
}

async function groupOnce(
  copy: OfflineCopy,
  collection: CollectionName,
  { query, sums, by }: { query: Query; sums: readonly string[]; by: Grouping | null },
): Promise<GroupedRecords> {
  const result = Promise.withResolvers<GroupedRecords>()
  const order = { by: 'name', direction: 'asc' } as const
  const groupQuery = { query, sums, order, by: by ?? { field: pickGroupField(collection) }, withoutStopped: true }
  const stop = copy.watchGroups(collection, groupQuery, ({ status, value }) => {
    if (value) result.resolve(value)
    else if (status === 'never_fetched') result.reject(new NoCopyError(copy, collection))
  })
  try {
    const value = await result.promise
    return by ? value : { ...value, groups: [] }
  } finally {
    stop()
  }
}

/** A field with few values, used for grouping when only totals are wanted. */
function pickGroupField(collection: CollectionName): string {
  const kinds: readonly FieldKind[] = ['enum', 'date', 'reference', 'datetime', 'text']
  const { fields } = getBook(collection)
  const first = kinds.map((kind) => fields.find((field) => field.kind === kind)).find((field) => field !== undefined)
  return first?.key ?? ''
}
