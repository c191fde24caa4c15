import type { Transaction } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { Tables } from '../schema/tables/tables.ts'
import type { AuditEntry } from '../audit/audit.ts'
import { destroyRecord } from '../destruction/destroy-record.ts'
import { writeLedger } from '../destruction/write-ledger.ts'
import { inquiryCollection } from './books.ts'

/** An inquiry as it was when it was locked. */
export interface DoomedInquiry {
  readonly id: string
  readonly received_at: string
}

/** Who destroys the inquiries and why, in Korean; without a person, the server itself. */
export interface InquiryDestruction {
  readonly by: AuditEntry['user']
  readonly address: string | null
  readonly reason: string
  /** Defaults to the ground in the retention table. */
  readonly ground?: string
  readonly now: Date
}

/**
 * Destroys inquiries that the transaction has locked, with every trace of their contents, and
 * records it in 파기 대장.
 */
export async function destroyInquiries(
  trx: Transaction<Tables>,
  rows: readonly DoomedInquiry[],
  why: InquiryDestruction,
): Promise<void> {
  if (rows.length === 0) return
  const id = randomUUID()
  const days = rows.map(({ received_at }) => received_at.slice(0, 10)).toSorted()
  await writeLedger(trx, {
    id,
    kind: 'inquiries',
    asked: rows.length,
    by: why.by,
    at: why.now,
    ended: { from: days[0] ?? null, to: days.at(-1) ?? null },
    ...(why.ground !== undefined && { ground: why.ground }),
  })
  for (const row of rows) await destroyRecord(trx, { collection: inquiryCollection.name, id: row.id }, { ...why, id })
}
