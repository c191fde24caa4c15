import { useState } from 'react'
import type { ReviewMonth } from '#contract/trail/trail-reviews.ts'
import { monthText } from '#domain/trail/review-words.ts'
import { AnswerPlace } from '#app/session/answer-states.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import type { useReviewMonths } from './use-trail-standing.ts'

interface ReviewsDialogProps {
  months: ReturnType<typeof useReviewMonths>
  onClose(): void
}

/** 월별 점검: finished months, with unreviewed ones marked. */
export function ReviewsDialog({ months, onClose }: ReviewsDialogProps) {
  const [open, setOpen] = useState<string | null>(null)
  if (open !== null) return <ReviewDialog month={open} onClose={() => setOpen(null)} />
  return (
    <Dialog
      open
      title="월별 점검"
      description="개인정보의 안전성 확보조치 기준에 따라 지난달의 접속기록을 매달 점검하고, 점검한 사람과 결과를 남깁니다."
      onClose={onClose}
      actions={<Button onClick={onClose}>닫기</Button>}
    >
      <div className="mt-4">
        <AnswerPlace
          answer={months.data}
          noun="점검 목록은"
          isBusy={months.isFetching}
          onRetry={() => void months.refetch()}
        >
          {({ results }) =>
            results.length === 0 ? (
              <p className="border-b py-4 text-ink-2">아직 끝난 달이 없습니다. 이번 달이 끝나면 점검할 수 있습니다.</p>
            ) : (
              <ul aria-label="월별 점검 목록">
                {results.map((month) => (
                  <MonthLine key={month.month} month={month} onOpen={() => setOpen(month.month)} />
                ))}
              </ul>
            )
          }
        </AnswerPlace>
      </div>
    </Dialog>
  )
}

function MonthLine({ month: { month, reviewed_at, user_name }, onOpen }: { month: ReviewMonth; onOpen(): void }) {
  const text = monthText(month)
  return (
    <li className="flex flex-wrap items-center gap-3 border-b py-2">
      <div className="tabular flex min-w-0 flex-1 flex-wrap items-center gap-2">
        <span className="font-semibold">{text}</span>
        {reviewed_at === null ? <Badge tone="seal">점검 필요</Badge> : <Badge tone="good">점검 완료</Badge>}
        {reviewed_at === null ? null : (
          <span className="text-ink-2">{`${momentText(Date.parse(reviewed_at))} · ${user_name ?? ''}`}</span>
        )}
      </div>
      <Button size="sm" aria-label={`${text} ${reviewed_at === null ? '점검' : '점검 결과'}`} onClick={onOpen}>
        {reviewed_at === null ? '점검' : '결과'}
      </Button>
    </li>
  )
}
