import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Field } from '#contract/books/field.ts'
import { buildFieldSchema } from '#contract/books/record-schema.ts'
import { type RegisterEntry, registerEntryBook } from '#contract/books/register-entries.ts'
import { problem } from '#contract/problem.ts'
import type { CorrectableKey, correctionCreateSchema, RegisterCorrection } from '#contract/register/register.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import type { RegisterKeeper } from './closings.ts'
import { readClosedMonths, updateCases, updateWithin, writeUpdates } from './update-register.ts'

/** The corrections of a year's entries, or of one month's, newest first. */
export async function readCorrections(
  db: Kysely<Tables>,
  { year, month }: { readonly year: number; readonly month?: number | undefined },
): Promise<RegisterCorrection[]> {
  const rows = await db
    .selectFrom('register_correction as c')
    .innerJoin('register_entry as e', 'e.id', 'c.entry_id')
    .select(['c.id', 'c.entry_id', 'e.year', 'e.serial', 'c.field', 'c.old_value', 'c.new_value'])
    .select(['c.reason', 'c.user_name', 'c.at'])
    .where('e.year', '=', year)
    .$if(month !== undefined, (query) => query.where(sql<number>`extract(month from e.entered_on)`, '=', month ?? 0))
    .orderBy('c.at', 'desc')
    .orderBy('c.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, serial: row.serial ?? 0, field: row.field as CorrectableKey }))
}

/**
 * Corrects one value of an entry in a closed month, once per id. The old value stays in the list of
 * corrections; the case is not changed.
 */
export async function correctEntry(
  deps: Pick<Deps, 'db' | 'newId' | 'now'>,
  { id, entry_id, field: key, value, reason }: z.output<typeof correctionCreateSchema>,
  keeper: RegisterKeeper,
): Promise<RegisterCorrection> {
  return await deps.db.transaction().execute(async (trx) => {
    await updateWithin(trx, deps)
    const entry = await trx.selectFrom('register_entry').selectAll().where('id', '=', entry_id).executeTakeFirst()
    if (!entry) throw new HttpProblem(problem('not_found'))
    const made = await trx.selectFrom('register_correction').select('id').where('id', '=', id).executeTakeFirst()
    if (!made) {
      if (!(await readClosedMonths(trx)).has(entry.entered_on.slice(0, 7)))
        throw new HttpProblem(problem('refused', { message: notClosedText }))
      const corrected = parseValue(key, value)
      if (corrected === entry[key]) throw new HttpProblem(problem('refused', { message: '바뀐 내용이 없습니다.' }))
      await writeUpdates(trx, [{ entry, changes: { [key]: corrected, corrections: (entry.corrections ?? 0) + 1 } }])
      await trx
        .insertInto('register_correction')
        .values({
          id,
          entry_id,
          field: key,
          old_value: toText(entry[key]),
          new_value: toText(corrected),
          reason,
          user_id: keeper.id,
          user_name: keeper.name,
          at: deps.now().toISOString(),
        })
        .execute()
      await writeTrail(trx, {
        user: keeper,
        ipAddress: keeper.ipAddress,
        act: 'update',
        collection: registerEntryBook.name,
        recordId: entry_id,
        subject: entry.client ?? '',
        detail: { fields: [key], correction: id },
      })
      // Decides again whether entry and case differ.
      await updateCases(trx, deps, [entry.case_id])
    }
    const [found] = (await readCorrections(trx, { year: entry.year })).filter((correction) => correction.id === id)
    if (!found) throw new HttpProblem(problem('not_found'))
    return found
  })
}

const notClosedText = '마감하지 않은 달입니다. 사건을 수정하면 사건부도 바뀝니다.'

function parseValue(key: CorrectableKey, value: unknown): RegisterEntry[CorrectableKey] {
  const field = registerEntryBook.fields.find((candidate: Field) => candidate.key === key)
  if (!field) throw new HttpProblem(problem('invalid_request'))
  const parsed = buildFieldSchema(field).safeParse(value)
  if (parsed.success) return parsed.data as RegisterEntry[CorrectableKey]
  throw new HttpProblem(problem('invalid_request', { fields: { value: parsed.error.issues[0]?.message ?? '' } }))
}

function toText(value: string | number | null): string | null {
  return value === null ? null : String(value)
}
