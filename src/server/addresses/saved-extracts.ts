import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { extractSchema, type RegistryExtract } from '#contract/registry/extract.ts'
import { compareExtracts, type ExtractChange } from '#domain/registry/compare-extracts.ts'
import type { Database } from '#server/db/client.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import { type IssuedExtract, RegistryError } from '#server/registry/registry-source.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { type ItemContext, ItemError, OvertakenError } from '#server/tasks/task-kind.ts'
import { createWritableBook, type WriteWithin } from '#server/writes/writable-book.ts'
import type { Writer } from '#server/writes/write-request.ts'
import { saveExtractFile, sha256 } from './extract-files.ts'

/** What a task needs to write extracts. */
export interface ExtractContext {
  readonly trx: Transaction<Tables>
  readonly within: WriteWithin
  readonly keys: OfficeKeys
  readonly newId: () => string
  readonly writer: Writer
}

/**
 * Stores an extract: its row with date and hash, its encrypted PDF, and its differences from the
 * previous extract, each to be decided. Returns the comparison. HAZARD: lock the address first
 * (`lockAddress`), so that two of its extracts are compared one after the other.
 */
export async function saveExtract(
  context: ExtractContext,
  addressId: string,
  { source, issued }: { source: string; issued: IssuedExtract },
): Promise<{ id: string; extract: RegistryExtract; changes: readonly ExtractChange[] }> {
  const { trx, within, writer } = context
  const before = await readNewestExtract(trx, addressId)
  const { extract, content } = limitContent(issued.extract)
  const id = context.newId()
  await within(trx, extracts, {
    kind: 'create',
    body: { id, address_id: addressId },
    stored: { issued_at: issued.issuedAt.toISOString(), source, hash: sha256(content), content_json: content },
    writer,
  })
  await saveExtractFile(trx, context.keys, { id, pdf: issued.pdf })
  const changes = before === null ? [] : compareExtracts(before.extract, extract)
  for (const change of changes) await createOpenChange(context, { addressId, extractId: id, change })
  return { id, extract, changes }
}

/** The address data needed to request an extract. */
export interface RequestedAddress {
  readonly num: string | null
  readonly jibun: string
}

/** The current address, locked until the transaction ends; undefined: it was deleted. */
export async function lockAddress(trx: Transaction<Tables>, id: string): Promise<RequestedAddress | undefined> {
  return await trx.selectFrom('address').select(['num', 'jibun']).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Creates a difference that awaits a decision. */
export async function createOpenChange(
  { trx, within, newId, writer }: ExtractContext,
  { addressId, extractId, change }: { addressId: string; extractId: string; change: ExtractChange },
): Promise<void> {
  const { kind, before_text, after_text } = change
  await within(trx, changes, {
    kind: 'create',
    body: { id: newId(), address_id: addressId, decision: 'open' },
    stored: { extract_id: extractId, change_kind: kind, before_text, after_text },
    writer,
  })
}

export interface StoredExtract {
  readonly id: string
  readonly issuedAt: string | null
  readonly extract: RegistryExtract
}

/** The newest readable extract of an address; null: there is none. */
export async function readNewestExtract(db: Kysely<Tables>, addressId: string): Promise<StoredExtract | null> {
  return await readExtractSince(db, addressId, '-infinity')
}

/** The newest extract of an address stored at `since` or later, by the database's clock. */
async function readExtractSince(db: Kysely<Tables>, addressId: string, since: string): Promise<StoredExtract | null> {
  const row = await db
    .selectFrom('address_extract')
    .select(['id', 'issued_at', 'content_json'])
    .where('address_id', '=', addressId)
    .where('inserted_at', '>=', since)
    .where('content_json', 'is not', null)
    .orderBy('issued_at', 'desc')
    .orderBy('inserted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return { id: row.id, issuedAt: row.issued_at, extract: extractSchema.parse(JSON.parse(row.content_json ?? '')) }
}

/**
 * The content, limited to the length that devices store. Struck entries are dropped first: the PDF
 * has all of them.
 */
function limitContent(extract: RegistryExtract): { extract: RegistryExtract; content: string } {
  const json = JSON.stringify(extract)
  if (json.length <= maxContentLength) return { extract, content: json }
  const activeEntries = (entries: RegistryExtract['ownership']) => entries.filter(({ is_cancelled }) => !is_cancelled)
  const short = { ...extract, ownership: activeEntries(extract.ownership), rights: activeEntries(extract.rights) }
  const content = JSON.stringify(short)
  if (content.length > maxContentLength)
    throw new RegistryError('등본의 내용이 너무 길어 저장할 수 없습니다. 등기소에서 직접 확인해 주세요.')
  return { extract: short, content }
}

const maxContentLength = 60_000

const extracts = createWritableBook('address-extracts')
const changes = createWritableBook('address-changes')

/**
 * Each extract costs a fee, so overlapping tasks buy only one per address:
 *
 *   start: record when the earliest unfinished task at the same address was created
 *   item:  take the turn of its address ──▶ an extract stored since then? ─┬─▶ yes: share it
 *                                                                          └─▶ no: ask source
 *
 * Only the database's clock and snapshots matter, so any number of processes may work. A turn is a
 * timestamp in the item's row, not a lock: no transaction is open while the source is queried. The
 * turn of a killed process expires, or is taken over by the process that continues its task.
 */
const issuingKinds = ['address-issue', 'address-refresh-owners'] as const
export type IssuingKind = (typeof issuingKinds)[number]

/** Longer than `maxFetchMs`, so that a bought extract is stored before the next task may ask. */
const turnSeconds = 180
/** Aborts a hanging source before the turn expires. */
const maxFetchMs = 150_000
const pollMs = 250

/**
 * Records, per item, when the earliest unfinished task at the same address was created. A
 * concurrent start that is not visible yet is later than this one, so its extracts are newer
 * anyway.
 */
export async function recordOverlaps(trx: Kysely<Tables>, taskId: string): Promise<void> {
  await sql`
    update task_item i set overlaps_since = other.since
    from (
      select own.item_id, min(t.kept_at) as since
      from task_item own
      join task_item o on o.item_id = own.item_id and o.task_id <> own.task_id
      join download_task t on t.id = o.task_id
      where own.task_id = ${taskId} and t.kind in (${sql.join(issuingKinds)}) and t.status in ('pending', 'processing')
      group by own.item_id
    ) other
    where i.task_id = ${taskId} and i.item_id = other.item_id`.execute(trx)
}

/**
 * Calls `requestExtract` unless an overlapping task has bought the extract, which is then shared.
 * Waits while another task requests the same address. `isFitting`: whether an extract is of the
 * parcel as currently recorded.
 */
export async function fetchOncePerAddress<Issued>(
  item: ItemContext<unknown>,
  id: string,
  {
    isFitting,
    requestExtract,
  }: { isFitting: (extract: StoredExtract) => boolean; requestExtract: (signal: AbortSignal) => Promise<Issued> },
): Promise<{ shared: StoredExtract } | { issued: Issued }> {
  const since = await acquireTurn(item, id)
  const extract = await readExtractSince(item.db, id, since)
  if (extract && isFitting(extract)) return { shared: extract }
  const timeout = AbortSignal.timeout(maxFetchMs)
  try {
    return { issued: await requestExtract(AbortSignal.any([item.signal, timeout])) }
  } catch (error) {
    await releaseTurn(item, id)
    if (!timeout.aborted || item.signal.aborted) throw error
    throw new ItemError('등기소가 제시간에 답하지 않았습니다.', { isTransient: true, cause: error })
  }
}

/** Returns the time from which an extract counts as bought by this task or an overlapping one. */
async function acquireTurn(item: ItemContext<unknown>, id: string): Promise<string> {
  for (;;) {
    const turn = await tryAcquireTurn(item.db, item.taskId, id)
    if (turn === undefined) throw new OvertakenError('done by another process, or cancelled')
    if (turn.has_turn) return turn.since
    await wait(pollMs, undefined, { signal: item.signal })
  }
}

/** Undefined: the item is no longer pending. */
async function tryAcquireTurn(db: Database, taskId: string, id: string) {
  return await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`extract ${id}`}, 0))`.execute(trx)
    // A separate statement, so that it sees everything committed before the lock was granted.
    const { rows } = await sql<{ has_turn: boolean; since: string }>`
      with turn as (
        update task_item i set asked_until = clock_timestamp() + make_interval(secs => ${turnSeconds})
        where i.task_id = ${taskId} and i.item_id = ${id} and i.state = 'pending' and not exists (
          select from task_item o
          where o.item_id = i.item_id and o.task_id <> i.task_id and o.state = 'pending' and o.asked_until > clock_timestamp()
        )
        returning 1
      )
      select exists (select from turn) as has_turn, least(i.overlaps_since, t.kept_at) as since
      from task_item i join download_task t on t.id = i.task_id
      where i.task_id = ${taskId} and i.item_id = ${id} and i.state = 'pending'`.execute(trx)
    return rows[0]
  })
}

async function releaseTurn({ db, taskId }: ItemContext<unknown>, id: string): Promise<void> {
  await db
    .updateTable('task_item')
    .set({ asked_until: null })
    .where('task_id', '=', taskId)
    .where('item_id', '=', id)
    .execute()
}
