import type { Kysely } from 'kysely'
import type { FeeExample, OfficeResponse, OfficeSettings, TaxExample } from '#contract/office/office-settings.ts'
import { getRateDataSchema, type RateData, type RateKind } from '#contract/rates/rates.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { Office } from '#domain/office/office-texts.ts'
import { newOffice, resolveOffice } from '#domain/office/office.ts'
import { listFeeExamples, listTaxExamples } from '#domain/rates/fees.ts'
import { compareText } from '#domain/text/search-text.ts'
import { type CachedValue, createCachedValue } from '#server/db/cached-value.ts'
import { hasDemoData } from '#server/demo/demo-rows.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { drawStampStrokes } from './stamp-strokes.ts'

/** The current office; `isUnnamed` until a superuser has entered its name. */
export async function readOffice(db: Kysely<Tables>): Promise<Office> {
  const row = await db.selectFrom('office_settings').select(officeKeys).executeTakeFirst()
  return addStampStrokes(resolveOffice(row, { isDemo: await hasDemoData(db) }))
}

/** Adds the derived fields. */
export function addStampStrokes(settings: OfficeSettings): Office {
  return { ...settings, seal_strokes: drawStampStrokes(settings.seal_letters) }
}

/** The office as the site shows it today. */
export async function readOfficeResponse(db: Kysely<Tables>, now: Date): Promise<OfficeResponse> {
  return { ...(await readOffice(db)), ...(await readPriceExamples(db, now)) }
}

/** The cached office for every page sent. */
export function createCachedOffice({ db, now }: { db: Kysely<Tables>; now(): Date }): CachedOffice {
  return createCachedValue(() => readOfficeResponse(db, now()), { now })
}

export type CachedOffice = CachedValue<OfficeResponse>

/** The columns of the office, version first. */
export const officeKeys = Object.keys(newOffice) as (keyof OfficeSettings)[]

/**
 * Price examples by the rates that apply today. Fees only if the office has edited its 보수기준: the
 * default prices of a new database are not the office's. Taxes by law need no edit.
 */
export async function readPriceExamples(
  db: Kysely<Tables>,
  now: Date,
): Promise<{ fees: FeeExample[]; taxes: TaxExample[] }> {
  const rows = await db
    .selectFrom('statutory_rate')
    .select(['kind', 'data', 'updated_by', 'effective_from'])
    .distinctOn('kind')
    .where('kind', 'in', ['fee_standard', 'acquisition_tax', 'local_education_tax', 'rural_tax'])
    .where('effective_from', '<=', toOfficeDay(now.getTime()))
    .orderBy('kind')
    .orderBy('effective_from', 'desc')
    .execute()
  const readRate = <Kind extends RateKind>(kind: Kind) => {
    const row = rows.find((rate) => rate.kind === kind)
    const data = row && getRateDataSchema(kind).safeParse(row.data).data
    return row === undefined || data === undefined ? null : { ...row, data: data as RateData<Kind> }
  }
  const fee = readRate('fee_standard')
  const [acquisition, education, rural] = [
    readRate('acquisition_tax'),
    readRate('local_education_tax'),
    readRate('rural_tax'),
  ]
  return {
    fees: fee && fee.updated_by !== '' ? listFeeExamples(fee.data, fee.effective_from) : [],
    taxes:
      acquisition && education && rural
        ? listTaxExamples(
            { acquisition: acquisition.data, education: education.data, rural: rural.data },
            [acquisition, education, rural]
              .map((rate) => rate.effective_from)
              .toSorted(compareText)
              .at(-1) ?? '',
          )
        : [],
  }
}
