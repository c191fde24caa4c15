import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { leaveStates } from '#contract/books/leave.ts'
import { findLeaveError, findOverlappingLeave, formatOverlap, type OtherLeave } from '#domain/leave/leave.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import type { CheckedWrite, WriteDecision } from '#server/writes/write-request.ts'

/**
 * Permissions on leave requests. The requester may change and withdraw a request while it waits
 * (대기). Superusers decide, also on their own requests, with a comment when they refuse. Requests of
 * one person must not overlap, except refused ones.
 */
async function checkLeaveWrite(trx: Transaction<Tables>, write: CheckedWrite): Promise<WriteDecision> {
  const { writer, before } = write
  if (write.after === null) return findChangeRefusal(write, '취소') ?? { set: {} }
  const after = requestSchema.parse(write.after)
  if (before === null) {
    const requester = { requester_id: writer.userId, requester_name: writer.userName }
    const fresh = { ...requester, state: 'pending', comment: null, half: readHalf(after) }
    return (await findRequestRefusal(trx, write, { ...after, ...fresh })) ?? { set: fresh }
  }
  const changed = new Set(Object.keys(after).filter((key) => write.after?.[key] !== before[key]))
  const isRequestChanged = requestFields.some((key) => changed.has(key))
  const refused = isRequestChanged ? findChangeRefusal(write, '수정') : undefined
  if (refused) return refused
  const decision = changed.has('state') || changed.has('comment') ? await checkDecision(trx, write, after) : { set: {} }
  if ('refusal' in decision) return decision
  const set = { ...decision.set, half: readHalf(after) }
  const findTimeRefusal = isRequestChanged ? findRequestRefusal : findOverlapRefusal
  return (await findTimeRefusal(trx, write, { ...after, half: set.half })) ?? { set }
}

const requestFields = ['type', 'half', 'startDate', 'endDate', 'reason'] as const

const nullableText = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
const requestSchema = z.object({
  type: nullableText,
  half: nullableText,
  startDate: nullableText,
  endDate: nullableText,
  reason: nullableText,
  state: nullableText,
  comment: nullableText,
  requester_id: nullableText,
})
type RequestedLeave = z.infer<typeof requestSchema>

/** Only a half day has a half. */
function readHalf({ type, half }: RequestedLeave): string | null {
  return type === 'half_day' ? half : null
}

/** Only the requester may change or withdraw a request, and only until it is decided. */
function findChangeRefusal({ writer, before }: CheckedWrite, act: '수정' | '취소'): WriteDecision | undefined {
  if (before?.['requester_id'] !== writer.userId) {
    return forbid(`다른 사람의 휴가 신청은 ${act}할 수 없습니다.`)
  }
  if (before['state'] === 'pending') return undefined
  return refusal(`이미 ${getStateLabel(before['state'])}된 휴가 신청은 ${act}할 수 없습니다.`)
}

async function checkDecision(
  trx: Transaction<Tables>,
  { writer, before, unseen }: CheckedWrite,
  after: RequestedLeave,
): Promise<WriteDecision> {
  if (writer.isSuperuser !== true) return forbid('휴가 신청의 승인과 반려는 최고관리자만 할 수 있습니다.')
  // Refuses an approval when the decider's screen did not show the latest days.
  if (requestFields.some((key) => unseen.has(key))) {
    return refusal('신청자가 그사이 신청 내용을 바꾸었습니다. 바뀐 내용을 확인한 뒤 다시 결정해 주세요.', 'state')
  }
  if (after.state === null) return refusal('상태를 선택해 주세요.', 'state')
  if (after.state === 'refused' && after.comment === null) return refusal('반려 사유를 입력해 주세요.', 'comment')
  if (after.state === before?.['state']) return { set: {} }
  if (after.state === 'pending') return { set: { decided_by: null, decided_at: null } }
  const { rows } = await sql<{ now: string }>`select now() as now`.execute(trx)
  return { set: { decided_by: writer.userName, decided_at: rows[0]?.now ?? null } }
}

/** Checks the request itself, then its overlap with others of the same person. */
async function findRequestRefusal(
  trx: Transaction<Tables>,
  write: CheckedWrite,
  request: RequestedLeave,
): Promise<WriteDecision | undefined> {
  const error = findLeaveError(request)
  return error ? refusal(error.message, error.field) : await findOverlapRefusal(trx, write, request)
}

async function findOverlapRefusal(
  trx: Transaction<Tables>,
  { id }: CheckedWrite,
  request: RequestedLeave,
): Promise<WriteDecision | undefined> {
  if (request.state === 'refused') return undefined
  const overlap = await findOverlap(trx, { id, request })
  return overlap ? refusal(formatOverlap(overlap), 'startDate') : undefined
}

/**
 * HAZARD: locks the requester's account first, so that of two simultaneous requests the later one
 * sees the earlier. Sign-in does not wait for this lock.
 */
async function findOverlap(
  trx: Transaction<Tables>,
  { id, request }: { id: string; request: RequestedLeave },
): Promise<OtherLeave | null> {
  const { requester_id, startDate, endDate } = request
  if (requester_id === null || startDate === null || endDate === null) return null
  await sql`select 1 from app_user where id = ${requester_id} for no key update`.execute(trx)
  const otherRequests = await trx
    .selectFrom('leave_request')
    .select(['id', 'requester_id', 'requester_name', 'type', 'half', 'startDate', 'endDate', 'state'])
    .where('requester_id', '=', requester_id)
    .where('startDate', '<=', endDate)
    .where('endDate', '>=', startDate)
    .execute()
  return findOverlappingLeave(otherRequests, { ...request, id, requesterId: requester_id })
}

function getStateLabel(state: unknown): string {
  return leaveStates.find(({ value }) => value === state)?.label ?? ''
}

function refusal(message: string, field?: string): WriteDecision {
  return { refusal: { message, ...(field !== undefined && { field }) } }
}

function forbid(message: string): WriteDecision {
  return { refusal: { message, code: 'not_permitted' } }
}

/** Leave requests 휴가신청: users see their own, superusers all. */
export const writableLeaveRequestBook = createWritableBook('leave-requests', {
  owned: { key: 'requester_id', seesAll: ({ isSuperuser }) => isSuperuser },
  checkWrite: checkLeaveWrite,
})
