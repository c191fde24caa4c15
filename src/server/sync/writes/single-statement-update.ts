import { CompiledQuery, sql } from 'kysely'
import type { AnyRecord } from '#contract/books/field.ts'
import { type Database, markPrepared } from '#server/db/client.ts'
import { buildJoinedJson, selectRecordJson } from '#server/db/record-json.ts'
import { buildTrailRow } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import type { WriteRequest, WriteResponse } from '#server/writes/write-request.ts'
import type { OpClaim } from './claim-op.ts'
import { mergeFields } from './merge.ts'
import { diffFields } from './record-log.ts'
import { addFollowing, buildApplied, findFirstViolation, listNamedFields, readInput } from './write-input.ts'

/**
 * An ordinary edit in two round trips: one statement reads the row, one writes everything (row,
 * change row, trail row, op row with its response) as one transaction. It writes only if the row
 * still has the version that was read, so nothing is locked in between.
 *
 * Undefined for anything else (repeated opId, stale If-Match, nothing to change, another record
 * referenced, a refusal, a concurrent write): then nothing was written, and `applyUpdate` decides.
 */
export async function updateAtOnce(
  db: Database,
  book: WritableBook,
  request: WriteRequest & { claim: OpClaim | undefined },
): Promise<WriteResponse | undefined> {
  const input = readInput(book, 'update', request)
  if (!input.ok) return undefined
  const current = await readIfNew(db, book, { id: input.id, opId: request.claim?.opId ?? null })
  const edit = planPlainEdit(book, input.fields, { current, request })
  return current && edit ? await writeUpdate(db, book, { request, current, edit }) : undefined
}

/** The current row; undefined when there is none or the opId already has a response. */
async function readIfNew(
  db: Database,
  book: WritableBook,
  { id, opId }: { id: string; opId: string | null },
): Promise<AnyRecord | undefined> {
  const statement = getStatements(db, book)
  const { rows } = await db.executeQuery<{ row: AnyRecord }>(CompiledQuery.raw(statement.read, [id, opId]))
  return rows[0]?.row
}

async function writeUpdate(
  db: Database,
  book: WritableBook,
  {
    request: { claim, writer },
    current,
    edit: { changes, derived, fields, trail },
  }: { request: WriteRequest & { claim: OpClaim | undefined }; current: AnyRecord; edit: PlainEdit },
): Promise<WriteResponse | undefined> {
  const values = [
    current.id,
    current.version,
    JSON.stringify({ ...changes, ...derived }),
    book.name,
    JSON.stringify(fields),
    writer.userId,
    writer.userName,
    trail.address,
    trail.subject,
    trail.detail,
    ...(claim ? [claim.opId, claim.requestHash] : []),
  ]
  const statements = getStatements(db, book)[Object.keys(derived).length > 0 ? 'derived' : 'alone']
  try {
    const query = CompiledQuery.raw(claim ? statements.writeOnce : statements.write, values)
    const [writtenRow] = (await db.executeQuery<{ row: AnyRecord; change_seq: string }>(query)).rows
    if (!writtenRow) return undefined
    const response = buildApplied({
      version: writtenRow.row.version,
      changeSeq: writtenRow.change_seq,
      body: writtenRow.row,
    })
    return claim ? { ...response, headers: { ...response.headers, 'op-id': claim.opId } } : response
  } catch (error) {
    if (isOvertaken(error)) return undefined
    throw error
  }
}

/**
 * unique_violation: the same opId was settled meanwhile. deadlock_detected: it is being settled by
 * `applyUpdate`. OF001: the record is blocked, which `applyUpdate` reports properly.
 */
function isOvertaken(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === '23505' || code === '40P01' || code === 'OF001'
}

interface UpdateStatements {
  /** $1 record id, $2 opId or null. */
  readonly read: string
  readonly alone: Writes
  /** The columns that the server derives, included. */
  readonly derived: Writes
}

interface Writes {
  /**
   * $1 id, $2 version, $3 changes, $4 collection, $5 changed fields, $6 user id, $7 user name, $8
   * address, $9 subject, $10 detail.
   */
  readonly write: string
  /** The same, plus $11 opId and $12 request hash. */
  readonly writeOnce: string
}

const statementCache = new WeakMap<WritableBook, UpdateStatements>()

/** The statement texts are constant per collection, so that each connection plans them once. */
function getStatements(db: Database, book: WritableBook): UpdateStatements {
  const cachedStatements = statementCache.get(book)
  if (cachedStatements) return cachedStatements
  const { sql: tableName } = sql.table(book.table).compile(db)
  const row = selectRecordJson(book, 't').compile(db).sql
  const fields = book.fields.map(({ key }) => key)
  const statements = {
    read: markPrepared(
      `select ${row} as row from ${tableName} t
       where t.id = $1::uuid and not exists (select 1 from op where op_id = $2::uuid)`,
    ),
    alone: buildWrites(db, book, fields),
    derived: buildWrites(db, book, [...fields, ...Object.keys(book.derive({}))]),
  }
  statementCache.set(book, statements)
  return statements
}

function buildWrites(db: Database, book: WritableBook, writtenKeys: readonly string[]): Writes {
  const { sql: tableName } = sql.table(book.table).compile(db)
  const { sql: row } = buildJoinedJson(book, 't').compile(db)
  const columns = sql.join(writtenKeys.map((column) => sql.ref(column))).compile(db).sql
  const effect = `
    with written as (
      update ${tableName} as t set version = t.version + 1, updated_at = now(),
        (${columns}) = (select ${columns} from jsonb_populate_record(t, $3::jsonb))
      where t.id = $1::uuid and t.version = $2::integer
      returning t.version, ${row} as row
    ), changed as (
      insert into change (collection, record_id, version, kind, fields, user_id, user_name, op_id)
      select $4::text, $1::uuid, version, 'update', $5::jsonb, $6::uuid, $7::text, OP from written returning txid::text || '.' || seq as place
    ), trail as (
      insert into audit (user_id, user_name, address, act, collection, record_id, subject, detail)
      select $6::uuid, $7::text, $8::text, 'update', $4::text, $1::uuid, $9::text, $10::jsonb from written
    )`
  return {
    write: markPrepared(`${effect.replace('OP', 'null')} select row, place as change_seq from written, changed`),
    writeOnce: markPrepared(`${effect.replace('OP', '$11::uuid')}, kept as (
      insert into op (op_id, user_id, request_hash, status, headers, answer)
      select $11::uuid, $6::uuid, $12::text, 200,
        jsonb_build_object('etag', '"' || version || '"', 'change-seq', place, 'op-id', $11::text), row
      from written, changed
    ) select row, place as change_seq from written, changed`),
  }
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
 * Plans an ordinary edit for the statements that write without a lock, one or many at a time.
 * Undefined for anything else (no such row, stale If-Match, nothing to change, another record
 * referenced, a refusal), which `applyUpdate` decides.
 */
export function planPlainEdit(
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
