import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { findParentReference, listBlockingReferences } from '#contract/books/references.ts'
import type { chosenRecordsSchema, destroyedForPersonSchema } from '#contract/retention/person-requests.ts'
import {
  type ConfirmedKindName,
  getRetentionKind,
  type RetentionKindName,
  retentionKindNames,
  retentionKinds,
} from '#contract/retention/retention-kinds.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { Deps } from '#server/deps.ts'
import { destroyRecord, recordDestructionRun } from '#server/destruction/destroy-record.ts'
import { StillReferencedError } from '#server/destruction/destruction-targets.ts'
import { tableByCollection, type Tables } from '#server/schema/tables/tables.ts'
import { computeDueOn, endingRules } from '../find-due.ts'
import { readRetentionYears } from '../periods.ts'
import type { RetentionManager } from '../policy.ts'
import { readRequest } from './write-requests.ts'

type DestroyOutcome = z.output<typeof destroyedForPersonSchema>

const deletionRequestBasis = '개인정보 보호법 제36조 (정보주체의 삭제 요구)'

/**
 * Destroys a person's records at their request unless a law requires them, each in its own
 * transaction. Returns why the others stay.
 */
export async function destroyForPerson(
  deps: Deps,
  chosen: z.output<typeof chosenRecordsSchema>,
  by: RetentionManager,
): Promise<DestroyOutcome> {
  const request = await readRequest(deps.db, chosen.request)
  const left: DestroyOutcome['left'] = []
  let destroyed = 0
  for (const record of chosen.records) {
    const reason = await destroyRequestedRecord(deps, record, { by, request: request.id })
    if (reason === null) destroyed += 1
    else left.push({ id: record.id, reason })
  }
  return { destroyed, left }
}

/** Null when the record was destroyed. */
async function destroyRequestedRecord(
  { db, now, newId }: Deps,
  { collection, id }: { collection: CollectionName; id: string },
  { by, request }: { by: RetentionManager; request: string },
): Promise<string | null> {
  const today = toOfficeDay(now().getTime())
  const parent = findParentReference(collection)
  if (parent) return `속한 ${getBook(parent.to).label} 기록과 함께 삭제합니다.`
  try {
    return await db.transaction().execute(async (trx) => {
      const retained = await findRetentionReason(trx, { collection, id, parent: null }, today)
      if (retained) return retained.reason
      const entry = {
        id: newId(),
        kind: resolveLedgerKind(collection),
        asked: 1,
        by: by.user,
        at: now(),
        ground: deletionRequestBasis,
      }
      await recordDestructionRun(trx, { ...entry, ended: { from: null, to: null } })
      const destruction = {
        id: entry.id,
        by: by.user,
        ipAddress: by.ipAddress,
        reason: `정보주체의 삭제 요구 ${request}`,
        now: now(),
      }
      return (await destroyRecord(trx, { collection, id }, destruction)) ? null : '이미 파기한 기록입니다.'
    })
  } catch (error) {
    if (error instanceof StillReferencedError) return `이 기록을 쓰는 ${error.referringBookLabel} 기록이 남아 있습니다.`
    throw error
  }
}

function resolveLedgerKind(collection: CollectionName): RetentionKindName {
  return collection === 'inquiries' ? 'inquiries' : (findRetentionKind(collection) ?? 'contacts')
}

/** `until`: null when no end is known. */
type RetentionReason = { readonly reason: string; readonly until: string | null } | null

interface RecordRef {
  readonly collection: CollectionName
  readonly id: string
}

/**
 * Why the law or another record requires a record although its person asks for deletion (개인정보
 * 보호법 제36조 제1항), and until when; null when it may be destroyed. A part follows the record it
 * belongs to.
 */
export async function findRetentionReason(
  db: Kysely<Tables>,
  { collection, id, parent }: RecordRef & { parent: RecordRef | null },
  today: string,
): Promise<RetentionReason> {
  if (parent) {
    const retained = await findRetentionReason(db, { ...parent, parent: null }, today)
    return retained ?? { reason: `속한 ${getBook(parent.collection).label} 기록과 함께 삭제합니다.`, until: null }
  }
  const kind = findRetentionKind(collection)
  if (kind === undefined) return await findReferenceReason(db, { collection, id })
  return await findPeriodReason(db, { kind, id, today })
}

/** The retention kind of a book; applications follow their units. */
function findRetentionKind(collection: CollectionName): ConfirmedKindName | undefined {
  const name = retentionKindNames.find((kindName) => getRetentionKind(kindName).collection === collection)
  return name !== undefined && getRetentionKind(name).deletionMode === 'confirmed'
    ? (name as ConfirmedKindName)
    : undefined
}

async function findPeriodReason(
  db: Kysely<Tables>,
  { kind, id, today }: { kind: ConfirmedKindName; id: string; today: string },
): Promise<RetentionReason> {
  if (kind === 'deleted-records') return null
  const { collection, endedOnSql } = endingRules[kind]
  const { periodStart, legalBasis: requiredBy } = retentionKinds[kind]
  const years = await readRetentionYears(db, kind, today)
  const { rows } = await sql<{ ended_on: string | null; due_on: string | null; held: string | null }>`
    select ended_on, ${computeDueOn(sql`ended_on`, periodStart, years)} as due_on, (
      select until from retention_hold where record_id = ${id}::uuid and lifted_at is null and until >= ${today}::date) as held
    from (select ${endedOnSql} as ended_on from ${sql.table(tableByCollection[collection])} t where t.id = ${id}::uuid) ended
  `.execute(db)
  const [row] = rows
  if (!row) return { reason: '없는 기록입니다.', until: null }
  if (row.held !== null) return { reason: '소송 등의 이유로 보존하기로 한 기록입니다.', until: row.held }
  if (row.ended_on === null || row.due_on === null)
    return { reason: `끝나지 않은 사무입니다. ${requiredBy}`, until: null }
  return row.due_on > today ? { reason: requiredBy, until: row.due_on } : null
}

/** No law requires this record, but records that refer to it do. */
async function findReferenceReason(db: Kysely<Tables>, { collection, id }: RecordRef): Promise<RetentionReason> {
  if (collection === 'applications') return { reason: '속한 세대와 함께 삭제합니다.', until: null }
  for (const { from, key } of listBlockingReferences(collection)) {
    const { rows } =
      await sql`select 1 from ${sql.table(tableByCollection[from])} where ${sql.ref(key)} = ${id} limit 1`.execute(db)
    if (rows.length > 0) return { reason: `${getBook(from).label} 기록이 사용하고 있습니다.`, until: null }
  }
  return null
}
