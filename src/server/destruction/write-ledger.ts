import type { Kysely } from 'kysely'
import { periodWords, type Period } from '#contract/keeping/period.ts'
import { retentionKind, type RetentionKindName } from '#contract/keeping/retention-kinds.ts'
import type { Tables } from '../schema/tables/tables.ts'

/** An entry of the destruction ledger (파기 대장), written before the first record is destroyed. */
export interface LedgerEntry {
  readonly id: string
  readonly kind: RetentionKindName
  /** Number of records to destroy. */
  readonly asked: number
  /** First and last day on which their matters ended; null if unknown. */
  readonly ended: { readonly from: string | null; readonly to: string | null }
  /** Retention period in force; defaults to the legal minimum of the kind. */
  readonly period?: Period
  /** Legal ground, in Korean; defaults to that of the kind. */
  readonly ground?: string
  /** Who confirmed it; null for the server itself. */
  readonly by: { readonly id: string; readonly name: string } | null
  readonly at: Date
}

/**
 * Adds a row to the destruction ledger (파기 대장, 개인정보 보호법 제21조). The row holds kind, count, period,
 * ground, person, time and method, but none of the data. Does nothing if the id exists.
 */
export async function writeLedger(db: Kysely<Tables>, entry: LedgerEntry): Promise<void> {
  const { ground, least } = retentionKind(entry.kind)
  await db
    .insertInto('destruction')
    .values({
      id: entry.id,
      kind: entry.kind,
      asked: entry.asked,
      way,
      ended_from: entry.ended.from,
      ended_to: entry.ended.to,
      period: periodWords(entry.period ?? least),
      ground: entry.ground ?? ground,
      confirmed_by_id: entry.by?.id ?? null,
      confirmed_by: entry.by?.name ?? '서버(자동)',
      confirmed_at: entry.at.toISOString(),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

const way = '데이터베이스와 보관 파일에서 영구 삭제. 기기의 사본은 다음 동기화 때, 백업은 보관 기간이 지나면 삭제'
