import { Printer } from 'lucide-react'
import { useState } from 'react'
import type { TrailReview } from '#contract/trail/trail-reviews.ts'
import { monthText } from '#domain/trail/review-words.ts'
import { AnswerPlace } from '#app/session/answer-states.tsx'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { printPaper } from '#app/ui/print/print-paper.ts'
import { useOwnPrint } from '#app/ui/print/use-own-print.ts'
import { ReviewAlerts, ReviewFacts } from './review-facts.tsx'
import { reviewPaper } from './review-paper.ts'
import { useReview } from './use-trail-standing.ts'

/** One month of the trail: figures, alerts, and the sign-off. */
export function ReviewDialog({ month, onClose }: { month: string; onClose(): void }) {
  const toast = useToast()
  const { user } = useSession()
  const { data, isFetching, refetch, sign } = useReview(month)
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const [remark, setRemark] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const review = data?.ok ? data.value : undefined
  const layout = () => (review ? reviewPaper(review, user?.nickname ?? '') : null)
  const print = () => {
    const paper = layout()
    if (paper) void printPaper(paper)
  }
  useOwnPrint({ printRecord: print, layout })

  async function finish() {
    setBusy(true)
    const writtenNotes = Object.entries(notes).filter(([, note]) => note.trim() !== '')
    const answer = await sign({ remark, notes: Object.fromEntries(writtenNotes) })
    setBusy(false)
    if (answer.ok) toast.success(`${monthText(month)} 점검을 마쳤습니다.`)
    else setError(answer.problem.message)
  }

  return (
    <Dialog
      open
      isSticky={review?.signed === null}
      title={`${monthText(month)} 접속기록 점검`}
      width="wide"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{review?.signed ? '닫기' : '나중에'}</Button>
          {review ? (
            <Button icon={<Printer size={16} strokeWidth={1.5} />} onClick={print}>
              인쇄
            </Button>
          ) : null}
          {review && review.signed === null ? (
            <Button tone="primary" isBusy={isBusy} onClick={() => void finish()}>
              점검 완료
            </Button>
          ) : null}
        </>
      }
    >
      <AnswerPlace answer={data} noun="점검 내용은" isBusy={isFetching} onRetry={() => void refetch()}>
        {(value) => (
          <>
            <ReviewFacts review={value} />
            <ReviewAlerts
              review={value}
              notes={value.signed?.notes ?? notes}
              onNote={(id, note) => setNotes({ ...notes, [id]: note })}
            />
            <Remark review={value} remark={remark} error={error} onRemark={setRemark} />
          </>
        )}
      </AnswerPlace>
    </Dialog>
  )
}

interface RemarkProps {
  review: TrailReview
  remark: string
  error: string | undefined
  onRemark(text: string): void
}

/** Field for the reviewer's remark. For a signed-off month the remark is shown with the figures. */
function Remark({ review, remark, error, onRemark }: RemarkProps) {
  if (review.signed !== null) return null
  return (
    <div className="py-4">
      <TextArea
        label="점검 의견"
        maxLength={2000}
        value={remark}
        error={error}
        hint="점검 완료를 누르면 이름과 시각, 그때의 해시값이 함께 남고 고칠 수 없습니다."
        onValue={onRemark}
      />
    </div>
  )
}
