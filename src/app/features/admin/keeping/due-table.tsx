import type { Keeping, KindDue } from '#contract/keeping/keeping.ts'
import { retentionKinds } from '#contract/keeping/retention-kinds.ts'
import { countedFrom } from '#domain/keeping/privacy-facts.ts'
import { addDays, formatDay } from '#domain/dates/office-date.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'

interface DueTableProps {
  retention: Keeping
  onOpen(due: KindDue): void
  onLengthen(due: KindDue): void
}

/** Every kind that needs a superuser's confirmation, with its due records. */
export function DueTable({ retention, onOpen, onLengthen }: DueTableProps) {
  return (
    <ul aria-label="보유기간과 파기 대상">
      {retention.due.map((due) => (
        <KindLine key={due.kind} due={due} today={retention.today} onOpen={onOpen} onLengthen={onLengthen} />
      ))}
    </ul>
  )
}

/** Days within which due records must be destroyed. */
const graceDays = 5

function KindLine({
  due,
  today,
  onOpen,
  onLengthen,
}: { due: KindDue; today: string } & Omit<DueTableProps, 'retention'>) {
  const { label, what, ground } = retentionKinds[due.kind]
  const { count, oldest_ended_on, oldest_due_on, held, unended, years } = due
  const isLate = oldest_due_on !== null && addDays(oldest_due_on, graceDays) < today
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-2 border-b py-3">
      <div className="min-w-0 flex-1 basis-80">
        <h3 className="font-semibold">{label}</h3>
        <p className="text-ink-2">{what}</p>
        <p className="mt-1 text-label text-ink-3">
          {countedFrom(retentionKinds[due.kind])} · {ground}
        </p>
      </div>
      <div className="flex basis-40 flex-wrap items-center gap-2">
        <span className="tabular font-semibold">{years}년</span>
        <Button size="sm" aria-label={`${label} 보유기간 연장`} onClick={() => onLengthen(due)}>
          연장
        </Button>
      </div>
      <div className="flex basis-72 flex-col items-start gap-1">
        {count > 0 ? (
          <>
            <span className="flex flex-wrap items-center gap-2">
              <Button
                size="sm"
                tone="primary"
                aria-label={`${label} 파기 대상 ${count.toLocaleString('ko')}건 보기`}
                onClick={() => onOpen(due)}
              >
                파기 대상 {count.toLocaleString('ko')}건
              </Button>
              {isLate ? <Badge tone="seal">5일 지남</Badge> : null}
            </span>
            <span className="tabular text-label text-ink-2">가장 오래된 기록 {formatDay(oldest_ended_on)}</span>
          </>
        ) : (
          <span className="text-ink-2">파기 대상 없음</span>
        )}
        {held > 0 ? <span className="text-label text-ink-2">보존 {held.toLocaleString('ko')}건</span> : null}
        {unended > 0 ? (
          <span className="text-label text-warn">
            2년이 넘도록 끝난 날이 없어 세지 못한 기록 {unended.toLocaleString('ko')}건
          </span>
        ) : null}
      </div>
    </li>
  )
}
