import type { Kysely } from 'kysely'
import type { FeeExample, OfficeResponse, OfficeSettings } from '#contract/office/office-settings.ts'
import { getRateDataSchema, type RateData } from '#contract/office/rates.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { Office } from '#domain/office/office-texts.ts'
import { newOffice, resolveOffice } from '#domain/office/office.ts'
import { listFeeExamples } from '#domain/rates/fees.ts'
import { createLastKnown, type LastKnown } from '#server/db/last-known.ts'
import { hasDemoData } from '#server/demo/demo-rows.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { drawStampStrokes } from './stamp-strokes.ts'

/** The current office; `isUnnamed` until a superuser has entered its name. */
export async function readOffice(db: Kysely<Tables>): Promise<Office> {
  const row = await db.selectFrom('office_settings').select(officeKeys).executeTakeFirst()
  return addSealStrokes(resolveOffice(row, { isDemo: await hasDemoData(db) }))
}

/** Adds the derived fields. */
export function addSealStrokes(settings: OfficeSettings): Office {
  return { ...settings, seal_strokes: drawStampStrokes(settings.seal_letters) }
}

/** The office as the site shows it today. */
export async function readOfficeResponse(db: Kysely<Tables>, now: Date): Promise<OfficeResponse> {
  return { ...(await readOffice(db)), fees: await readFees(db, now) }
}

/** The cached office for every page sent. */
export function createKnownOffice({ db, now }: { db: Kysely<Tables>; now(): Date }): LastKnownOffice {
  return createLastKnown(() => readOfficeResponse(db, now()), { now })
}

export type LastKnownOffice = LastKnown<OfficeResponse>

/** The columns of the office, version first. */
export const officeKeys = Object.keys(newOffice) as (keyof OfficeSettings)[]

/**
 * Fee examples by the current 보수기준, only if the office has edited it: the default prices of a new
 * database are not the office's.
 */
export async function readFees(db: Kysely<Tables>, now: Date): Promise<FeeExample[]> {
  const day = toOfficeDay(now.getTime())
  const rate = await db
    .selectFrom('statutory_rate')
    .select(['data', 'updated_by'])
    .where('kind', '=', 'fee_standard')
    .where('effective_from', '<=', day)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!rate || rate.updated_by === '') return []
  const { data } = getRateDataSchema('fee_standard').safeParse(rate.data)
  return data === undefined ? [] : listFeeExamples(data as RateData<'fee_standard'>, day)
}
