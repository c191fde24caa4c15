import { sql, type Transaction } from 'kysely'
import type { ServedBook } from '#server/books/served-book.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { withoutEmpty } from '#server/trail/write-trail.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import type { CheckedWrite, WriteDecision, Writer } from '#server/writes/write-request.ts'
import { requireInquiryAccess } from './policy.ts'

/** The author of an inquiry: a visitor without an account. Their address is not stored with it. */
export const visitor: Writer = {
  userId: '00000000-0000-0000-0000-000000000000',
  userName: '방문자',
  ipAddress: null,
}

/**
 * Only visitors create inquiries, and only the retention run (destroy-inquiries.ts) and superusers'
 * requests destroy them. Staff may handle an inquiry; the assignee must work here.
 */
async function checkInquiryWrite(
  trx: Transaction<Tables>,
  { before, after, writer }: CheckedWrite,
): Promise<WriteDecision> {
  if (before === null) {
    if (writer.userId !== visitor.userId) return forbid('문의는 누리집의 문의하기에서만 접수됩니다.')
    const { rows } = await sql<{ now: string }>`select now() as now`.execute(trx)
    return { set: { received_at: rows[0]?.now ?? null } }
  }
  if (after === null)
    return forbid('문의는 삭제할 수 없습니다. 접수하고 1년이 지나거나 최고관리자가 파기하면 없어집니다.')
  const assignee = after['assignee'] ?? null
  if (assignee === null || assignee === before['assignee']) return { set: {} }
  const people = await readAssignees(trx)
  if (people.some((name) => name === assignee)) return { set: {} }
  return { refusal: { message: '담당자: 사무소 직원의 이름을 선택해 주세요.', field: 'assignee' } }
}

/** Names of the office's people, sorted. */
export async function readAssignees(db: Pick<Transaction<Tables>, 'selectFrom'>): Promise<string[]> {
  const people = await db
    .selectFrom('app_user')
    .select('nickname')
    .where('is_active', '=', true)
    .where((where) => where.or([where('is_staff', '=', true), where('is_superuser', '=', true)]))
    .groupBy('nickname')
    .orderBy(sql`nickname collate "C"`)
    .execute()
  return people.map(({ nickname }) => nickname)
}

function forbid(message: string): WriteDecision {
  return { refusal: { message, code: 'not_permitted' } }
}

/** Inquiries 문의 for the write pipeline and sync. */
export const writableInquiryBook = createWritableBook('inquiries', { checkWrite: checkInquiryWrite })

/** Inquiries 문의, latest first. They are kept for one year, so there are a few thousand at most. */
const inquiries: ServedBook = {
  book: writableInquiryBook,
  list: { book: writableInquiryBook, defaultOrder: '-received_at' },
  policy: requireInquiryAccess,
  // Search words may be a person's name, which the trail would keep permanently.
  selectForTrail: (params) => withoutEmpty({ ...params, search: params['search'] ? '검색함' : '' }),
}

export const inquiryBooks = [inquiries]
