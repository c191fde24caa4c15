import type { Kysely } from 'kysely'
import type { FeeExample } from '#contract/office/office-settings.ts'
import { rateDataSchema, type RateData } from '#contract/office/rates.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import { feeExamples } from '#domain/rates/fee-examples.ts'
import type { Tables } from '../schema/tables/tables.ts'

/**
 * Fee examples by the current 보수기준, only if the office has edited it: the default prices of a new
 * database are not the office's.
 */
export async function readFees(db: Kysely<Tables>, now: Date): Promise<FeeExample[]> {
  const day = officeDay(now.getTime())
  const rate = await db
    .selectFrom('statutory_rate')
    .select(['data', 'updated_by'])
    .where('kind', '=', 'fee_standard')
    .where('effective_from', '<=', day)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!rate || rate.updated_by === '') return []
  const { data } = rateDataSchema('fee_standard').safeParse(rate.data)
  return data === undefined ? [] : feeExamples(data as RateData<'fee_standard'>, day)
}
