import { CompiledQuery, sql } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { problem } from '#contract/problem.ts'
import { type Database, markPrepared } from '#server/db/client.ts'
import { buildJoinedJson, selectRecordJson } from '#server/db/record-json.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { ConcurrencyLimit } from '#server/tasks/concurrency-limit.ts'
import { buildTrailRow } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { WriteRequest, WriteResponse } from '#server/writes/write-request.ts'
import type { OpClaim } from './claim-op.ts'
import { mergeFields } from './merge.ts'
import { diffFields } from './record-log.ts'
import { addFollowing, buildApplied, findFirstViolation, listNamedFields, readInput } from './write-input.ts'

/**
 * Writes an ordinary edit in two round trips: one statement reads the row, one writes everything
 * (row, change row, trail row, op row with its response) as one transaction. It writes only if the
 * row still has the version that was read, so nothing is locked in between.
 *
 * Undefined for anything else (repeated opId, stale If-Match, nothing to change, another record
 * referenced, a refusal, a concurrent write, any error): then `applyUpdate` decides this edit
 * alone, and finds out by opId what became of it.
 */
export type PlainUpdate = (
  book: WritableBook,
  request: WriteRequest & { claim: OpClaim | undefined },
) => Promise<WriteResponse | undefined>

/** Edits per statement. Several statements may run in parallel. */
const maxBatchSize = 25

/**
 * Edits of a batch share the statements with others of the same collection, because the round trips
 * and the commit cost more than the writes; an edit sent alone is a batch of one that doesn't wait.
 */
export function createPlainUpdate(db: Database, limit: ConcurrencyLimit): PlainUpdate {
  const waiting = new Map<WritableBook, QueuedEdit[]>()
  function writeQueued(book: WritableBook): void {
    const all = waiting.get(book) ?? []
    waiting.delete(book)
    for (const group of groupEdits(all)) void limit.run(() => settleGroup(db, book, group))
  }
  return (book, request) =>
    new Promise((resolve, reject) => {
      const input = readInput(book, 'update', request)
      if (!input.ok) return resolve(undefined)
      const edit = { id: input.id, fields: input.fields, request, resolve, reject }
      if (!request.batch) return void settleGroup(db, book, [edit])
      const queuedEdits = waiting.get(book)
      if (!queuedEdits) setImmediate(() => writeQueued(book))
      waiting.set(book, [...(queuedEdits ?? []), edit])
    })
}

interface QueuedEdit {
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly request: WriteRequest & { claim: OpClaim | undefined }
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
  const opIds = startable.flatMap(({ request }) => request.claim?.opId ?? [])
  const readResult = await db.executeQuery<FoundRow>(CompiledQuery.raw(statements.read, [ids, opIds]))
  const answered = new Set(readResult.rows.flatMap(({ answered: opId }) => opId ?? []))
  const rows = new Map(readResult.rows.flatMap(({ row }) => (row ? [[row.id, row] as const] : [])))
  const edits = new Map<string, { queued: QueuedEdit; edit: unknown }>()
  for (const queued of startable) {
    const isAnswered = answered.has(queued.request.claim?.opId ?? '')
    const edit = isAnswered ? undefined : buildStatementInput(book, queued, rows.get(queued.id))
    if (edit) edits.set(queued.id, { queued, edit })
  }
  const responses = new Map<QueuedEdit, WriteResponse>()
  if (edits.size === 0) return responses
  const planned = JSON.stringify([...edits.values()].map((edit) => edit.edit))
  const writeResult = await db.executeQuery<WrittenRow>(CompiledQuery.raw(statements.write, [planned, book.name]))
  for (const { row, change_seq: changeSeq } of writeResult.rows) {
    const queued = edits.get(row.id)?.queued
    if (queued) responses.set(queued, addOpId(buildApplied({ version: row.version, changeSeq, body: row }), queued))
  }
  return responses
}

function addOpId(response: WriteResponse, { request: { claim } }: QueuedEdit): WriteResponse {
  return claim ? { ...response, headers: { ...response.headers, 'op-id': claim.opId } } : response
}

function buildStatementInput(
  book: WritableBook,
  { id, fields: supplied, request }: QueuedEdit,
  current: AnyRecord | undefined,
): Record<string, unknown> | undefined {
  const edit = planPlainEdit(book, supplied, { current, request })
  if (!current || !edit) return undefined
  const { changes, derived, fields, trail } = edit
  return {
    id,
    version: current.version,
    fields,
    op_id: request.claim?.opId,
    request_hash: request.claim?.requestHash,
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
  readonly row: AnyRecord
  readonly change_seq: string
}

interface UpdateStatements {
  /** $1 record ids, $2 opIds. */
  readonly read: string
  /** $1 the edits as JSON, $2 collection. */
  readonly write: string
}

const statementCache = new WeakMap<WritableBook, UpdateStatements>()

/** The statement texts are constant per collection, so that each connection plans them once. */
function getStatements(db: Database, book: WritableBook): UpdateStatements {
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
        from written w join given using (id) join changed using (id) where op_id is not null
      ) select w.row, change_seq from written w join changed using (id)`),
  }
  statementCache.set(book, statements)
  return statements
}

/** Everything an edit writes, computed from the row as it was read. */
interface PlainEdit {
  readonly changes: Readonly<Record<string, unknown>>
  readonly derived: Readonly<Record<string, unknown>>
  /** The changed fields as stored in the change log. */
  readonly fields: ReturnType<typeof diffFields>
  readonly trail: ReturnType<typeof buildTrailRow>
}

/**
 * Undefined for an edit that is not ordinary: no such row, stale If-Match, nothing to change,
 * another record referenced, a refusal.
 */
function planPlainEdit(
  book: WritableBook,
  supplied: Readonly<Record<string, unknown>>,
  { current, request }: { current: AnyRecord | undefined; request: WriteRequest },
): PlainEdit | undefined {
  if (!current || (request.baseVersion ?? current.version) !== current.version) return undefined
  const merge = mergeFields({ supplied, current, theirs: new Map() })
  if (merge.kind === 'conflict') return undefined
  const changed = Object.keys(merge.changes)
  if (changed.length === 0 || changed.some((key) => key in book.references || key === book.unique?.key))
    return undefined
  const changes = addFollowing(
    book,
    merge.changes,
    listNamedFields(request, book, { supplied, changed: merge.changes }),
  )
  const after = Object.assign({ ...current }, changes)
  if (findFirstViolation(book, { before: current, after })) return undefined
  const fields = diffFields(book, current, after)
  const trail = buildTrailRow({
    user: { id: request.writer.userId, name: request.writer.userName },
    ipAddress: request.writer.ipAddress,
    act: 'update',
    subject: book.rules.subjectOf(after),
    detail: { fields: Object.keys(fields) },
  })
  return { changes, derived: deriveColumns(book, { changes, after }), fields, trail }
}

/**
 * The derived columns an edit changes. Usually none: sums and dates do not affect the search
 * columns.
 */
function deriveColumns(
  book: WritableBook,
  { changes, after }: { changes: Readonly<Record<string, unknown>>; after: AnyRecord },
): ReturnType<WritableBook['derive']> {
  return book.fields.some(({ key, searched }) => searched && key in changes) ? book.derive(after) : {}
}
