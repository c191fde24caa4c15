import type { Kysely } from 'kysely'
import type { FeeExample } from '#contract/office/office-settings.ts'
import { rateDataSchema, type RateData } from '#contract/office/rates.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import { feeExamples } from '#domain/rates/fee-examples.ts'
import type { Tables } from '../../schema/tables/tables.ts'

/** Examples by the 보수기준 in force, if somebody of the office has written it: that of a new database is nobody's price. */
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
