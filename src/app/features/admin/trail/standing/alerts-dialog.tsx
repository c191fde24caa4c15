import { useState, type FormEvent } from 'react'
import type { TrailAlert } from '#contract/trail/trail-alerts.ts'
import { alertText, alertWord } from '#domain/trail/review-words.ts'
import { AnswerPlace } from '#app/session/answer-states.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { useAlerts } from './use-trail-standing.ts'

type AlertsDialogProps = ReturnType<typeof useAlerts> & { onClose(): void }

/** 이상 징후: unreviewed alerts, and a form to record a superuser's assessment. */
export function AlertsDialog({ data, isFetching, refetch, look, onClose }: AlertsDialogProps) {
  return (
    <Dialog
      open
      title="이상 징후"
      description="접속기록에서 평소와 다른 일을 찾아 알립니다. 무슨 일인지 확인한 내용을 적으면 목록에서 빠지고, 적은 내용은 월별 점검에 남습니다."
      width="wide"
      onClose={onClose}
      actions={<Button onClick={onClose}>닫기</Button>}
    >
      <div className="mt-4">
        <AnswerPlace answer={data} noun="이상 징후는" isBusy={isFetching} onRetry={() => void refetch()}>
          {({ results, open_count }) =>
            results.length === 0 ? (
              <p className="border-b py-4 text-ink-2">확인할 이상 징후가 없습니다.</p>
            ) : (
              <>
                <ul aria-label="이상 징후 목록">
                  {results.map((alert) => (
                    <AlertLine key={alert.id} alert={alert} onLook={look} />
                  ))}
                </ul>
                {open_count > results.length ? (
                  <p className="py-2 text-ink-2">{`그 밖에 ${(open_count - results.length).toLocaleString('ko-KR')}건이 더 있습니다.`}</p>
                ) : null}
              </>
            )
          }
        </AnswerPlace>
      </div>
    </Dialog>
  )
}

function AlertLine({ alert, onLook }: { alert: TrailAlert; onLook: AlertsDialogProps['look'] }) {
  const toast = useToast()
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (note.trim() === '') return setError('확인한 내용을 입력해 주세요.')
    setBusy(true)
    const answer = await onLook(alert.id, note)
    setBusy(false)
    if (answer.ok) toast.success('확인한 내용을 남겼습니다.')
    else setError(answer.problem.fields?.['note'] ?? answer.problem.message)
  }

  const alertLine = alertText(alert)
  return (
    <li className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-semibold">{alertLine}</p>
        <p className="tabular text-label text-ink-2">
          {[momentText(Date.parse(alert.at)), alertWord(alert.rule).says, rowsText(alert)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <form className="flex flex-1 basis-72 items-start gap-2" noValidate onSubmit={(event) => void submit(event)}>
        <div className="min-w-0 flex-1">
          <TextField
            label={`${alertLine} 확인 내용`}
            isLabelHidden
            placeholder="확인한 내용"
            maxLength={500}
            value={note}
            error={error}
            onValue={(text) => {
              setNote(text)
              setError(undefined)
            }}
          />
        </div>
        <Button type="submit" isBusy={isBusy}>
          확인
        </Button>
      </form>
    </li>
  )
}

/** The range of trail rows behind the alert. */
function rowsText({ first_seq, last_seq }: TrailAlert): string {
  return first_seq === last_seq ? `기록 ${last_seq}번` : `기록 ${first_seq}~${last_seq}번`
}
