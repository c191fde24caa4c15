import type { z } from 'zod'
import { bookOf, wholeReferenceOf, type CollectionName } from '#contract/books/collections.ts'
import type { destroyedForPersonSchema, namedRecordsSchema } from '#contract/keeping/person-requests.ts'
import type { RetentionKindName } from '#contract/keeping/retention-kinds.ts'
import { officeDay } from '#domain/dates/office-date.ts'
import { destroyRecord } from '../../destruction/destroy-record.ts'
import { StillReferencedError } from '../../destruction/family.ts'
import { writeLedger } from '../../destruction/write-ledger.ts'
import type { Deps } from '../../deps.ts'
import type { KeepingPerson } from '../policy.ts'
import { retentionReason, kindOf } from './retention-reason.ts'
import { readRequest } from './write-requests.ts'

type Outcome = z.output<typeof destroyedForPersonSchema>

const legalBasis = '개인정보 보호법 제36조 (정보주체의 삭제 요구)'

/**
 * Destroys a person's records at their request unless a law requires them, each in its own
 * transaction. Returns why the others stay.
 */
export async function destroyForPerson(
  deps: Deps,
  records: z.output<typeof namedRecordsSchema>,
  by: KeepingPerson,
): Promise<Outcome> {
  const request = await readRequest(deps.db, records.request)
  const left: Outcome['left'] = []
  let destroyed = 0
  for (const record of records.records) {
    const reason = await destroyOne(deps, record, { by, request: request.id })
    if (reason === null) destroyed += 1
    else left.push({ id: record.id, reason })
  }
  return { destroyed, left }
}

/** Null when the record was destroyed. */
async function destroyOne(
  { db, now, newId }: Deps,
  { collection, id }: { collection: CollectionName; id: string },
  { by, request }: { by: KeepingPerson; request: string },
): Promise<string | null> {
  const today = officeDay(now().getTime())
  const parent = wholeReferenceOf(collection)
  if (parent) return `속한 ${bookOf(parent.to).label} 기록과 함께 삭제합니다.`
  try {
    return await db.transaction().execute(async (trx) => {
      const reason = await retentionReason(trx, { collection, id, parent: null }, today)
      if (reason) return reason.reason
      const entry = {
        id: newId(),
        kind: ledgerKindOf(collection),
        asked: 1,
        by: by.user,
        at: now(),
        ground: legalBasis,
      }
      await writeLedger(trx, { ...entry, ended: { from: null, to: null } })
      const why = {
        id: entry.id,
        by: by.user,
        address: by.address,
        reason: `정보주체의 삭제 요구 ${request}`,
        now: now(),
      }
      return (await destroyRecord(trx, { collection, id }, why)) ? null : '이미 파기한 기록입니다.'
    })
  } catch (error) {
    if (error instanceof StillReferencedError) return `이 기록을 쓰는 ${error.holder} 기록이 남아 있습니다.`
    throw error
  }
}

function ledgerKindOf(collection: CollectionName): RetentionKindName {
  return collection === 'inquiries' ? 'inquiries' : (kindOf(collection) ?? 'contacts')
}
