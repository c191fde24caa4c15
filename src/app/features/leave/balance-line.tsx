import { remainingText } from '#domain/leave.ts'
import type { LeaveBalance } from './use-leave-balance.ts'

/** 잔여 연차 of the year at a glance: what is left first, then what it is made of. */
export function BalanceLine({ year, balance }: { year: number; balance: LeaveBalance | null }) {
  if (balance === null) return <p className="text-ink-3">연차를 계산하는 중...</p>
  const { granted, used, waiting } = balance
  const parts = [
    ...(granted === null ? [] : [{ label: '부여', days: granted }]),
    { label: '사용', days: used },
    { label: '신청 중', days: waiting },
  ]
  return (
    <dl aria-label={`${year}년 연차`} className="flex flex-wrap items-baseline gap-x-4">
      {granted === null ? null : (
        <div className="flex basis-full items-baseline gap-2">
          <dt className="text-label font-semibold text-ink-2">{year}년 잔여 연차</dt>
          <dd className={`tabular text-title font-semibold ${granted - used < 0 ? 'text-seal' : ''}`}>
            {remainingText(granted - used)}
          </dd>
        </div>
      )}
      {parts.map(({ label, days }) => (
        <div key={label} className="flex items-baseline gap-1.5 text-ink-2">
          <dt>{label}</dt>
          <dd className="tabular">{days}일</dd>
        </div>
      ))}
      {granted === null ? <div className="text-ink-3">부여된 연차는 서버에 연결되면 표시됩니다.</div> : null}
    </dl>
  )
}
