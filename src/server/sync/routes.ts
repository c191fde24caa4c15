import { promisify } from 'node:util'
import { constants, gzip, zstdCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { problem } from '#contract/problem.ts'
import { idSchema } from '#contract/records/values.ts'
import {
  changedCollectionsSchema,
  changeSeqSchema,
  changesPageSchema,
  type Checksums,
  checksumsSchema,
  type KnownOpsResponse,
  knownOpsResponseSchema,
  knownOpsSchema,
  probeSchema,
  rowsPageSchema,
  startOfLog,
  syncHeaders,
} from '#contract/sync/sync.ts'
import type { Database } from '#server/db/client.ts'
import { buildReaderEpoch, buildVisibleCondition, type Reader } from '#server/db/owned-rows.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem, refuseOutdatedClient } from '#server/http/http-problem.ts'
import { isLoopback } from '#server/http/loopback.ts'
import { requireStaff, type SignedInUser } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { WritableBook } from '#server/writes/writable-book.ts'
import { type ChangeListener, createChangeListener } from './reads/change-listener.ts'
import { registerDeletedRecords } from './reads/deleted-records.ts'
import { streamEvents } from './reads/events.ts'
import { registerHistory } from './reads/history.ts'
import {
  createChangeTexts,
  createRowCounter,
  onSnapshot,
  readCursor,
  readRowsPage,
  type ToReaderEpoch,
} from './reads/read-changes.ts'
import { createStreamSlots } from './reads/stream-slots.ts'
import { registerViewReports } from './reads/view-reports.ts'
import { registerBatch } from './writes/batch.ts'
import { registerMissingOps } from './writes/missing-ops.ts'
import { registerTraces } from './writes/traces.ts'

/** A copy counts as continued if the same session began it within a day. */
const copyWindowMs = dayMs

/**
 * A first copy puts everybody's data on a device. One trail row per copy, not per page, also for a
 * copy that starts in the middle: another device of the same person gets a row of its own.
 * `collection` null: a copy by the change log.
 */
async function writeCopyTrail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  request: FastifyRequest,
  { collection, isBegun }: { collection: CollectionName | null; isBegun: boolean },
): Promise<void> {
  const { id, name } = requireStaff(request)
  const session = request.sessionId
  const earlierRow =
    isBegun &&
    (await db
      .selectFrom('audit')
      .select('seq')
      .where('user_name', '=', name)
      .where('at', '>', new Date(now().getTime() - copyWindowMs).toISOString())
      .where('user_id', '=', id)
      .where('act', '=', 'copy')
      .where('collection', collection === null ? 'is' : '=', collection)
      .where(sql`detail->>'session'`, '=', session)
      .limit(1)
      .executeTakeFirst())
  if (earlierRow) return
  const copied = collection === null ? { detail: { changes: 'all', session } } : { collection, detail: { session } }
  await writeTrail(db, { user: { id, name }, ipAddress: request.ip, act: 'copy', ...copied })
}

type SyncDeps = Deps & Pick<RouteDeps, 'replica'>

/**
 * The endpoints that keep a device's mirror current. Staff only; each collection decides who may
 * copy it.
 */
export function syncRoutes(
  app: App,
  deps: SyncDeps & Pick<RouteDeps, 'writableBooks' | 'batchCalls'> & { heartbeatMs?: number },
): void {
  const { writableBooks, heartbeatMs = 15_000 } = deps
  const listener = createChangeListener({
    databaseUrl: deps.databaseUrl,
    onLost: (error) => app.log.info({ err: error }, 'lost the LISTEN connection'),
  })
  app.addHook('onClose', () => listener.close())
  registerRows(app, deps, writableBooks)
  registerChanges(app, deps, { books: writableBooks, listener })
  registerChecksums(app, deps, writableBooks)
  registerEvents(app, deps, { listener, heartbeatMs })
  registerHistory(app, deps, (name, user) => requireReadable(writableBooks, name, user))
  registerDeletedRecords(app, deps, (name, user) => requireReadable(writableBooks, name, user))
  registerTraces(app, deps)
  registerViewReports(app, deps, writableBooks)
  registerKnownOps(app, deps, async (user) =>
    createView(writableBooks, user).toReaderEpoch((await readCursor(deps.db)).epoch),
  )
  registerBatch(app, deps)
  registerMissingOps(app, deps)
  app.route({
    method: 'GET',
    url: '/api/sync/probe',
    schema: { tags, response: { 200: probeSchema } },
    onRequest: guards,
    handler: async (request) => ({
      ok: true as const,
      user_id: requireStaff(request).id,
      epoch: (await readCursor(deps.db)).epoch,
    }),
  })
}

const tags = ['동기화']
const guards = [refuseOutdatedClient, async (request: FastifyRequest) => void requireStaff(request)]
const collectionParams = z.object({ collection: z.enum(collectionNames) })

function registerRows(app: App, deps: SyncDeps, books: readonly WritableBook[]): void {
  const countRows = createRowCounter(deps.replica)
  const limit = z.coerce.number().int().min(1).max(5000).default(2000)
  app.route({
    method: 'GET',
    url: '/api/sync/:collection/rows',
    schema: {
      tags,
      params: collectionParams,
      querystring: z.object({ after: idSchema.optional(), limit }),
      response: { 200: rowsPageSchema },
    },
    onRequest: guards,
    handler: async (request, reply) => {
      const user = requireStaff(request)
      const book = requireReadable(books, request.params.collection, user)
      const { after } = request.query
      await writeCopyTrail(deps, request, { collection: book.name, isBegun: after !== undefined })
      const total = await countRows(book, user)
      const page = await readRowsPage(deps, book, {
        ...createView(books, user),
        after,
        total,
        limit: request.query.limit,
      })
      if (page.next !== null) reply.header(syncHeaders.nextPage, page.next)
      return await sendJson(request, reply, page.text)
    },
  })
}

function registerChanges(
  app: App,
  deps: Deps,
  { books, listener }: { books: readonly WritableBook[]; listener: ChangeListener },
): void {
  const changes = createChangeTexts(deps.db, books, { onDeferred: listener.notifyLater })
  const limit = z.coerce.number().int().min(1).max(5000).default(1000)
  app.route({
    method: 'GET',
    url: '/api/sync/changes',
    schema: {
      tags,
      querystring: z.object({
        after: changeSeqSchema.default(startOfLog),
        limit,
        stopped: z.string().max(64).optional(),
        collections: changedCollectionsSchema.optional(),
      }),
      response: { 200: changesPageSchema },
    },
    onRequest: guards,
    handler: async (request, reply) => {
      const user = requireStaff(request)
      const isBegun = request.query.after !== startOfLog
      const page = await changes.getPage({ ...createView(books, user), ...request.query })
      // From its beginning the log yields everything, and a page that is not the last yields a part
      // of that. A device that reads from the end of its copy gets the last page.
      if (!isBegun || page.hasMore) await writeCopyTrail(deps, request, { collection: null, isBegun })
      return await sendJson(request, reply, page.text)
    },
  })
}

function registerChecksums(app: App, deps: Deps, books: readonly WritableBook[]): void {
  app.route({
    method: 'GET',
    url: '/api/sync/:collection/checksums',
    schema: { tags, params: collectionParams, response: { 200: checksumsSchema } },
    onRequest: guards,
    handler: (request) => {
      const user = requireStaff(request)
      const book = requireReadable(books, request.params.collection, user)
      return readChecksums(deps.db, book, createView(books, user))
    },
  })
}

function registerEvents(
  app: App,
  deps: Deps,
  { listener, heartbeatMs }: { listener: ChangeListener; heartbeatMs: number },
): void {
  const slots = createStreamSlots(deps, { beatMs: heartbeatMs })
  app.addHook('onClose', async () => slots.close())
  app.route({
    method: 'GET',
    url: '/api/sync/events',
    // A HEAD request would never end.
    exposeHeadRoute: false,
    config: { isEndless: true },
    schema: { tags },
    onRequest: guards,
    handler: async (request, reply) => {
      const { epoch } = await readCursor(deps.db)
      const { id: userId } = requireStaff(request)
      const slot = await slots.acquire(userId)
      streamEvents(request, reply, { deps, listener, userId, epoch, heartbeatMs, slot })
    },
  })
}

/** The rows this person may see, and the epoch their devices get. */
function createView(books: readonly WritableBook[], reader: SignedInUser) {
  return { reader, toReaderEpoch: (epoch: string) => buildReaderEpoch(epoch, books, reader) }
}

function requireReadable(books: readonly WritableBook[], name: string, user: SignedInUser): WritableBook {
  const book = books.find((candidate) => candidate.name === name)
  if (!book) throw new HttpProblem(problem('not_found'))
  if (!book.canRead(user)) throw new HttpProblem(problem('not_permitted'))
  return book
}

/**
 * The number of rows and the xor of their hashes per bucket: the SQL counterpart of `computeBucket`
 * and `hashRow` in domain/devices/row-hash.ts. A test compares them.
 */
async function readChecksums(
  db: Database,
  book: WritableBook,
  { reader, toReaderEpoch }: { reader: Reader; toReaderEpoch: ToReaderEpoch },
): Promise<Checksums> {
  return await onSnapshot(db, async (snapshot) => {
    const position = await readCursor(snapshot, toReaderEpoch)
    const result = await sql<{ bucket: number; count: number; hash: string }>`
      select get_byte(uuid_send(id), 15) as bucket, count(*) as count,
        bit_xor(((('x' || right(id::text, 8))::bit(32)::bigint # version) * 1597334677) & 4294967295)::text as hash
      from ${sql.table(book.table)} t where ${buildVisibleCondition(book, reader, 't')} group by 1 order by 1
    `.execute(snapshot)
    return { ...position, buckets: result.rows }
  })
}

/**
 * `POST /api/sync/known-ops`: which of the person's edits this server has answered; it may have
 * been restored from an older backup. `readEpoch` gives the epoch as shown to this person, the same
 * as with the changes.
 */
function registerKnownOps(app: App, deps: Deps, readEpoch: (user: SignedInUser) => Promise<string>): void {
  app.route({
    method: 'POST',
    url: '/api/sync/known-ops',
    schema: {
      tags: ['동기화'],
      summary: '백업에서 복원된 뒤, 이 서버가 아직 알고 있는 내 작업',
      body: knownOpsSchema,
      response: { 200: knownOpsResponseSchema },
    },
    // Devices send this only after a restore, at most ten times each, but a whole office behind one
    // address does so in the same minute.
    config: { rateLimit: { max: 600, timeWindow: '1 minute' } },
    onRequest: [refuseOutdatedClient, async (request: FastifyRequest) => void requireStaff(request)],
    handler: async (request) => {
      const user = requireStaff(request)
      return {
        user_id: user.id,
        epoch: await readEpoch(user),
        answers: await readKnownAnswers(deps, user.id, request.body.op_ids),
      }
    },
  })
}

async function readKnownAnswers(
  { db }: Deps,
  userId: string,
  opIds: readonly string[],
): Promise<KnownOpsResponse['answers']> {
  const { rows } = await sql<{ op_id: string }>`
    select op_id from op where op_id = any(${sql.val(opIds)}::uuid[]) and user_id = ${userId}
  `.execute(db)
  const knownIds = new Set(rows.map((row) => row.op_id))
  return opIds.map((opId) => ({ op_id: opId, is_known: knownIds.has(opId) }))
}

const minCompressedBytes = 10_000

/**
 * Sends JSON text, lightly compressed when it crosses a network: records shrink to a sixth. On
 * loopback (the same machine or a local proxy) compression would cost more time than it saves. It
 * runs on zlib's thread pool.
 */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  const accepted = request.headers['accept-encoding'] ?? ''
  if (text.length < minCompressedBytes || isSameMachine(request.ip)) return reply.send(text)
  if (/\bzstd\b/.test(accepted)) return reply.header('content-encoding', 'zstd').send(await compress.zstd(text))
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await compress.gzip(text))
  return reply.send(text)
}

const compress = {
  zstd: (text: string) => promisify(zstdCompress)(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 1 }),
}

function isSameMachine(ipAddress: string): boolean {
  return isLoopback(ipAddress.replace(/^::ffff:/, ''))
}
