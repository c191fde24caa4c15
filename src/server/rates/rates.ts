import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { problem } from '#contract/problem.ts'
import {
  filterKnownRates,
  type rateChangeSchema,
  type rateCreateSchema,
  type RateKind,
  rateKinds,
  type rateRemovalSchema,
  reportWrongData,
} from '#contract/rates/rates.ts'
import type { TrailAct } from '#contract/trail/trail.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem, requireVersion } from '#server/http/http-problem.ts'
import type { StatutoryRateTable, Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'

export interface RateWriter {
  readonly id: string
  readonly name: string
  readonly ipAddress: string
}

type RateRow = Selectable<StatutoryRateTable>

/** All versions by kind, newest first. */
export async function listRates(db: Kysely<Tables>) {
  const rows = await db
    .selectFrom('statutory_rate')
    .selectAll()
    .orderBy('kind')
    .orderBy('effective_from', 'desc')
    .execute()
  return rows.map(toRate)
}

/**
 * Creates a version. Repeating the same id returns the existing version; another id for the same
 * kind and day is refused.
 */
export async function createRate(
  { db }: Pick<Deps, 'db'>,
  { id, kind, effective_from, data, note }: z.output<typeof rateCreateSchema>,
  writer: RateWriter,
) {
  return await db.transaction().execute(async (trx) => {
    const versions = await lockKind(trx, kind)
    const same = versions.find((rate) => rate.id === id)
    if (same) return toRate(same)
    refuseTakenDay(versions, { kind, effective_from })
    const created = await trx
      .insertInto('statutory_rate')
      .values({ id, kind, effective_from, data: JSON.stringify(data), note, updated_by: writer.name })
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeRateTrail(trx, 'create', { rate: created, writer })
    return toRate(created)
  })
}

/**
 * Updates a version if it is still as it was read; otherwise throws `conflict` with who changed it
 * first.
 */
export async function changeRate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, version, effective_from, data, note }: z.output<typeof rateChangeSchema>,
  writer: RateWriter,
) {
  return await db.transaction().execute(async (trx) => {
    const { rate, others } = await lockVersion(trx, { id, version })
    refuseTakenDay(others, { kind: rate.kind, effective_from })
    refuseInvalidData(rate.kind, data)
    const changed = await trx
      .updateTable('statutory_rate')
      .set({
        effective_from,
        data: JSON.stringify(data),
        note,
        version: version + 1,
        updated_by: writer.name,
        updated_at: now().toISOString(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await writeRateTrail(trx, 'update', { rate: changed, writer })
    return toRate(changed)
  })
}

/** Deletes a version under the same condition, except the last one of its kind. */
export async function removeRate(
  { db }: Pick<Deps, 'db'>,
  target: z.output<typeof rateRemovalSchema>,
  writer: RateWriter,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rate, others } = await lockVersion(trx, target)
    if (others.length === 0) {
      const message = `${rateKinds[rate.kind].label} 요율이 하나뿐이어서 삭제할 수 없습니다.`
      throw new HttpProblem(problem('refused', { message }))
    }
    await trx.deleteFrom('statutory_rate').where('id', '=', rate.id).execute()
    await writeRateTrail(trx, 'delete', { rate, writer })
  })
}

/**
 * Locks all versions of a kind until the commit, which serializes adding the same day and deleting
 * the last two.
 */
async function lockKind(trx: Transaction<Tables>, kind: RateKind): Promise<RateRow[]> {
  await sql`select pg_advisory_xact_lock(hashtext('statutory_rate'), hashtext(${kind}))`.execute(trx)
  return await trx.selectFrom('statutory_rate').selectAll().where('kind', '=', kind).execute()
}

async function lockVersion(trx: Transaction<Tables>, { id, version }: { id: string; version: number }) {
  const unlockedRate = await trx.selectFrom('statutory_rate').select('kind').where('id', '=', id).executeTakeFirst()
  const versions = unlockedRate ? await lockKind(trx, unlockedRate.kind) : []
  const rate = await requireVersion(
    versions.find((candidate) => candidate.id === id),
    version,
    { notFoundMessage: '요율을 찾을 수 없습니다.' },
  )
  return { rate, others: versions.filter((other) => other.id !== id) }
}

function refuseTakenDay(versions: readonly RateRow[], target: Pick<RateRow, 'kind' | 'effective_from'>): void {
  if (!versions.some((rate) => rate.effective_from === target.effective_from)) return
  const message = `${rateKinds[target.kind].label}에 ${formatDay(target.effective_from)} 시행 요율이 이미 있습니다.`
  throw new HttpProblem(problem('refused', { message, fields: { effective_from: message } }))
}

function refuseInvalidData(kind: RateKind, data: unknown): void {
  const result = z
    .unknown()
    .superRefine((input, context) => reportWrongData(kind, input, context))
    .safeParse(data)
  if (result.success) return
  const fields = Object.fromEntries(result.error.issues.map(({ path, message }) => [path.join('.'), message]))
  throw new HttpProblem(problem('invalid_request', { fields }))
}

async function writeRateTrail(
  trx: Transaction<Tables>,
  act: TrailAct,
  { rate, writer }: { rate: RateRow; writer: RateWriter },
): Promise<void> {
  await writeTrail(trx, {
    user: { id: writer.id, name: writer.name },
    ipAddress: writer.ipAddress,
    act,
    collection: 'statutory-rates',
    recordId: rate.id,
    detail: { kind: rate.kind, effective_from: rate.effective_from },
  })
}

function toRate({ inserted_at: _insertedAt, ...rate }: RateRow) {
  return rate
}

/** The current rates in the form that cost calculations take. */
export async function readCachedRates(db: Database) {
  return filterKnownRates({ results: await listRates(db) })
}
