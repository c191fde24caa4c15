import { CompiledQuery, sql } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { problem } from '#contract/problem.ts'
import { type Database, markPrepared } from '#server/db/client.ts'
import { buildJoinedJson, selectRecordJson } from '#server/db/record-json.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { ConcurrencyLimit } from '#server/tasks/concurrency-limit.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { WriteRequest, WriteResponse } from '#server/writes/write-request.ts'
import type { OpClaim } from './claim-op.ts'
import { planPlainEdit } from './single-statement-update.ts'
import { buildApplied, readInput } from './write-input.ts'

/**
 * Writes an ordinary edit together with others. Undefined as in `updateAtOnce`: nothing was
 * written, and `applyUpdate` decides this edit alone.
 */
export type UpdateTogether = (
  book: WritableBook,
  request: WriteRequest & { claim: OpClaim | undefined },
) => Promise<WriteResponse | undefined>

/** Edits per statement. Several statements may run in parallel. */
const maxBatchSize = 25

/**
 * `updateAtOnce` for batches: concurrent edits of one collection share the two round trips and the
 * commit, which cost more than the writes. Only edits sure to succeed are written together. All
 * others, and all of them if the statement fails, go through `applyUpdate` one by one, so each edit
 * has its own outcome. The response's body is id and version; the whole row is stored with the
 * opId.
 */
export function createUpdateTogether(db: Database, limit: ConcurrencyLimit): UpdateTogether {
  const waiting = new Map<WritableBook, QueuedEdit[]>()
  function writeQueued(book: WritableBook): void {
    const all = waiting.get(book) ?? []
    waiting.delete(book)
    for (const group of groupEdits(all)) void limit.run(() => settleGroup(db, book, group))
  }
  return (book, request) =>
    new Promise((resolve, reject) => {
      const input = readInput(book, 'update', request)
      if (!input.ok || !request.claim) return resolve(undefined)
      const { id, fields } = input
      const queuedEdits = waiting.get(book)
      if (!queuedEdits) setImmediate(() => writeQueued(book))
      waiting.set(book, [...(queuedEdits ?? []), { id, fields, request, claim: request.claim, resolve, reject }])
    })
}

interface QueuedEdit {
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly request: WriteRequest
  readonly claim: OpClaim
  resolve(response: WriteResponse | undefined): void
  reject(error: Error): void
}

/** At most one edit per record in each group. */
function groupEdits(all: readonly QueuedEdit[]): QueuedEdit[][] {
  const groups: QueuedEdit[][] = []
  for (const queued of all) {
    const group = groups.find(
      (candidate) => candidate.length < maxBatchSize && candidate.every(({ id }) => id !== queued.id),
    )
    if (group) group.push(queued)
    else groups.push([queued])
  }
  return groups
}

/** Settles every edit in the group. */
async function settleGroup(db: Database, book: WritableBook, group: readonly QueuedEdit[]): Promise<void> {
  const startable = group.filter(({ request }) => request.batch?.canStart() ?? true)
  for (const queued of group) if (!startable.includes(queued)) queued.reject(new HttpProblem(problem('unavailable')))
  // On any error, a lost connection included, `applyUpdate` finds out by opId what became of each
  // edit.
  const responses = await writeGroup(db, book, startable).catch(() => new Map<QueuedEdit, WriteResponse>())
  for (const queued of startable) queued.resolve(responses.get(queued))
}

async function writeGroup(
  db: Database,
  book: WritableBook,
  startable: readonly QueuedEdit[],
): Promise<Map<QueuedEdit, WriteResponse>> {
  const statements = getStatements(db, book)
  const ids = startable.map(({ id }) => id)
  const opIds = startable.map(({ claim }) => claim.opId)
  const readResult = await db.executeQuery<FoundRow>(CompiledQuery.raw(statements.read, [ids, opIds]))
  const answered = new Set(readResult.rows.flatMap(({ answered: opId }) => opId ?? []))
  const rows = new Map(readResult.rows.flatMap(({ row }) => (row ? [[row.id, row] as const] : [])))
  const edits = new Map<string, { queued: QueuedEdit; edit: unknown }>()
  for (const queued of startable) {
    const planned = answered.has(queued.claim.opId) ? undefined : planEdit(book, queued, rows.get(queued.id))
    if (planned) edits.set(queued.id, { queued, edit: planned })
  }
  const responses = new Map<QueuedEdit, WriteResponse>()
  if (edits.size === 0) return responses
  const planned = JSON.stringify([...edits.values()].map((edit) => edit.edit))
  const writeResult = await db.executeQuery<WrittenRow>(CompiledQuery.raw(statements.write, [planned, book.name]))
  for (const { id, version, change_seq: seq } of writeResult.rows) {
    const edit = edits.get(id)
    if (edit) responses.set(edit.queued, toWriteResponse(edit.queued, { version, seq }))
  }
  return responses
}

function toWriteResponse({ id, claim }: QueuedEdit, { version, seq }: { version: number; seq: string }): WriteResponse {
  const response = buildApplied({ version, changeSeq: seq, body: { id, version } })
  return { ...response, headers: { ...response.headers, 'op-id': claim.opId } }
}

/**
 * The statement's input for an edit; undefined when the edit is not ordinary (see `updateAtOnce`).
 */
function planEdit(
  book: WritableBook,
  { id, fields: supplied, request, claim }: QueuedEdit,
  current: AnyRecord | undefined,
): Record<string, unknown> | undefined {
  const edit = planPlainEdit(book, supplied, { current, request })
  if (!current || !edit) return undefined
  const { changes, derived, fields, trail } = edit
  return {
    id,
    version: current.version,
    fields,
    op_id: claim.opId,
    request_hash: claim.requestHash,
    written: { ...changes, ...derived },
    user_id: request.writer.userId,
    user_name: request.writer.userName,
    address: trail.address,
    subject: trail.subject,
    detail: { fields: Object.keys(fields) },
  }
}

/** A requested row, or an opId that already has a response. */
interface FoundRow {
  readonly row: AnyRecord | null
  readonly answered: string | null
}

interface WrittenRow {
  readonly id: string
  readonly version: number
  readonly change_seq: string
}

interface BatchStatements {
  /** $1 record ids, $2 opIds. */
  readonly read: string
  /** $1 the edits as JSON, $2 collection. */
  readonly write: string
}

const statementCache = new WeakMap<WritableBook, BatchStatements>()

/** The statement texts are constant per collection, so that each connection plans them once. */
function getStatements(db: Database, book: WritableBook): BatchStatements {
  const cachedStatements = statementCache.get(book)
  if (cachedStatements) return cachedStatements
  const row = (builder: ReturnType<typeof selectRecordJson>) => builder.compile(db).sql
  const table = sql`${sql.table(book.table)}`.compile(db).sql
  const keys = [...book.fields.map(({ key }) => key), ...Object.keys(book.derive({}))]
  const columns = sql.join(keys.map((key) => sql.ref(key))).compile(db).sql
  const statements = {
    read: markPrepared(`
      select ${row(selectRecordJson(book, 't'))} as row, null as answered from ${table} t where t.id = any($1::uuid[])
      union all select null, op_id from op where op_id = any($2::uuid[])`),
    // Skips rows locked by others: one lock must not delay the whole batch, and no two statements
    // may deadlock.
    write: markPrepared(`
      with given as (
        select * from jsonb_to_recordset($1::jsonb) as one (id uuid, version integer, written jsonb, fields jsonb,
          op_id uuid, request_hash text, user_id uuid, user_name text, address text, subject text, detail jsonb)
      ), locked as (
        select t.id from ${table} t join given on given.id = t.id where t.version = given.version
        for update of t skip locked
      ), written as (
        update ${table} as t set version = t.version + 1, updated_at = now(),
          (${columns}) = (select ${columns} from jsonb_populate_record(t, given.written))
        from locked join given on given.id = locked.id where t.id = locked.id
        returning t.id, t.version, ${row(buildJoinedJson(book, 't'))} as row
      ), changed as (
        insert into change (collection, record_id, version, kind, fields, user_id, user_name, op_id)
        select $2::text, id, w.version, 'update', fields, user_id, user_name, op_id from written w join given using (id)
        returning record_id as id, txid::text || '.' || seq as change_seq
      ), trail as (
        insert into audit (user_id, user_name, address, act, collection, record_id, subject, detail)
        select user_id, user_name, address, 'update', $2::text, id, subject, detail from written join given using (id)
      ), kept as (
        insert into op (op_id, user_id, request_hash, status, headers, answer)
        select op_id, user_id, request_hash, 200,
          jsonb_build_object('etag', '"' || w.version || '"', 'change-seq', change_seq, 'op-id', op_id::text), w.row
        from written w join given using (id) join changed using (id)
      ) select id, w.version, change_seq from written w join changed using (id)`),
  }
  statementCache.set(book, statements)
  return statements
}
