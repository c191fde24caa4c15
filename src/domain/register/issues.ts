import type { RegisterEntry } from '#contract/books/register-entries.ts'
import { addMonths } from '#domain/dates/calendar.ts'
import { deriveEntry, type RegisteredCase } from './register-entry.ts'

/** What an entry lacks or what is late with it, in the order in which a screen shows it. */
export const registerIssues = {
  waiting: { label: '번호 대기', tone: 'info' },
  late: { label: '1월 지나 기재', tone: 'warn' },
  no_verification: { label: '확인방법 없음', tone: 'danger' },
  no_client: { label: '위임인 없음', tone: 'danger' },
  no_address: { label: '주소 없음', tone: 'warn' },
  no_birth: { label: '생년월일 없음', tone: 'warn' },
  no_matter: { label: '사건명 없음', tone: 'warn' },
  no_fee: { label: '보수액 없음', tone: 'warn' },
  differs: { label: '사건과 다름', tone: 'danger' },
} as const
export type RegisterIssue = keyof typeof registerIssues

type CheckedEntry = Pick<
  RegisterEntry,
  | 'serial'
  | 'mandated_on'
  | 'entered_on'
  | 'matter'
  | 'fee'
  | 'client'
  | 'client_birth'
  | 'client_others'
  | 'client_address'
  | 'verification'
  | 'is_cancelled'
  | 'differs'
>

/** Nothing is asked of a cancelled entry. 생년월일 is asked for where there are several clients. */
export function findRegisterIssues(entry: CheckedEntry): RegisterIssue[] {
  if (entry.is_cancelled) return []
  const found: Record<RegisterIssue, boolean> = {
    waiting: entry.serial === null,
    // Within one month of the mandate (법무사규칙 제35조).
    late: entry.entered_on > addMonths(entry.mandated_on, 1),
    no_verification: entry.verification === null,
    no_client: isBlank(entry.client),
    no_address: isBlank(entry.client_address),
    no_birth: (entry.client_others ?? 0) > 0 && entry.client_birth === null,
    no_matter: isBlank(entry.matter),
    no_fee: entry.fee === null,
    differs: entry.differs,
  }
  return (Object.keys(registerIssues) as RegisterIssue[]).filter((issue) => found[issue])
}

/** The same for a case that the server has not entered yet, such as one made offline. */
export function findWaitingIssues(registered: RegisteredCase, today: string): RegisterIssue[] {
  const values = deriveEntry(registered, today)
  return findRegisterIssues({ ...values, serial: null, entered_on: today, is_cancelled: false, differs: false })
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === ''
}
