import { sql, type Transaction } from 'kysely'
import type { OfficeAnswer, OfficeSettings } from '#contract/office/office-settings.ts'
import { officeSealPath } from '#contract/office/office-words.ts'
import { problem } from '#contract/problem.ts'
import { newOffice } from '#domain/office/office.ts'
import { hasDemoData } from '../demo/demo-mark.ts'
import { readFees } from '../office-profile/read-fees.ts'
import { officeKeys, officeOf, readOfficeAnswer } from '../office-profile/read-office.ts'
import type { Deps } from '../deps.ts'
import { requireVersion } from '../http/require-version.ts'
import { audit } from '../audit/audit.ts'
import type { SignedInUser } from '../plugins/bearer.ts'
import { Refusal } from '../http/refusal.ts'
import type { Tables } from '../schema/tables/tables.ts'

/**
 * Updates the office if it is still at the version that was read; otherwise throws `conflict` with
 * who changed it first and the current office.
 */
export async function changeOffice(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { version, ...fields }: OfficeSettings,
  writer: SignedInUser & { address: string },
): Promise<OfficeAnswer> {
  return await db.transaction().execute(async (trx) => {
    const before = await lockOffice(trx, { version, now: now() })
    await refuseLostSeal(trx, fields.seal_image)
    await refuseFiction(trx, fields.name)
    const after = { ...fields, version: version + 1 }
    const keys = officeKeys.filter((key) => key !== 'version' && before[key] !== after[key])
    await trx
      .updateTable('office_settings')
      .set({ ...after, updated_by: writer.name, updated_at: now().toISOString() })
      .execute()
    await audit(trx, {
      user: { id: writer.id, name: writer.name },
      address: writer.address,
      act: 'update',
      collection: 'office',
      detail: { fields: keys },
    })
    return { ...officeOf(after), fees: await readFees(trx, now()) }
  })
}

/** Creates the row on the first change. */
async function lockOffice(trx: Transaction<Tables>, { version, now }: { version: number; now: Date }) {
  await trx
    .insertInto('office_settings')
    .values({ ...newOffice, updated_by: '' })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const row = await trx.selectFrom('office_settings').selectAll().forUpdate().executeTakeFirst()
  return await requireVersion(row, version, {
    missing: '사무소 정보를 찾을 수 없습니다.',
    current: async () => await readOfficeAnswer(trx, now),
  })
}

/** Refuses the demo data's fictional name, which counts as no name (domain/office/office.ts). */
async function refuseFiction(trx: Transaction<Tables>, name: string): Promise<void> {
  if (name !== newOffice.name || (await hasDemoData(trx))) return
  const message = '데모에 쓰는 가상의 이름입니다. 사무소의 이름을 입력해 주세요.'
  throw new Refusal(problem('refused', { message, fields: { name: message } }))
}

async function refuseLostSeal(trx: Transaction<Tables>, path: string | null): Promise<void> {
  if (path === null) return
  const { rows } = await sql`select from office_picture where ${officeSealPath} || id = ${path}`.execute(trx)
  const message = '이미지를 찾을 수 없습니다. 다시 올려 주세요.'
  if (rows.length === 0) throw new Refusal(problem('refused', { message, fields: { seal_image: message } }))
}
