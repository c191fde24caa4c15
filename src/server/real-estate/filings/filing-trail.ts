import type { Kysely } from 'kysely'
import { auditRow } from '../../audit/audit.ts'
import type { Tables } from '../../schema/tables/tables.ts'

export interface Requester {
  readonly user: { readonly id: string; readonly name: string }
  readonly address: string
}

/** Logs one trail row per unit, because its filings show the parties' full numbers. */
export async function trailUnits(
  tx: Kysely<Tables>,
  { user, address }: Requester,
  unitIds: readonly string[],
): Promise<void> {
  const units = await tx
    .selectFrom('real_estate_unit')
    .select(['id', 'dongho', 'owner'])
    .where('id', 'in', [...new Set(unitIds)])
    .execute()
  if (units.length === 0) return
  const rows = units.map(({ id, dongho, owner }) =>
    auditRow({
      user,
      address,
      act: 'export',
      collection: 'real-estate-units',
      recordId: id,
      subject: [dongho, owner].filter(Boolean).join(' '),
      detail: { paper: '등기신청서', numbers: true },
    }),
  )
  await tx.insertInto('audit').values(rows).execute()
}
