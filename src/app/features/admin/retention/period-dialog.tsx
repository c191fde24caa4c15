import { type FormEvent, useState } from 'react'
import { useDirtyDialog } from '#app/records/unstored-values/dirty-dialog.ts'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { retentionKinds } from '#contract/retention/retention-kinds.ts'
import type { KindDue, RetentionPeriod } from '#contract/retention/retention.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { useChangeRetention } from './use-retention.ts'

interface PeriodDialogProps {
  due: KindDue
  periods: readonly RetentionPeriod[]
  onClose(): void
}

/** Sets a longer period of one kind from a day on, and lists earlier settings. */
export function PeriodDialog({ due, periods, onClose }: PeriodDialogProps) {
  const { label, minPeriod: least } = retentionKinds[due.kind]
  const changeRetention = useChangeRetention()
  const toast = useToast()
  const [id] = useState(newId)
  const [years, setYears] = useState(String(due.years))
  const [today] = useState(getOfficeToday)
  const [day, setDay] = useState(today)
  const [note, setNote] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isBusy, setIsBusy] = useState(false)
  const isDirty = years !== String(due.years) || day !== today || note !== ''
  const close = useDirtyDialog(isDirty, `${label} 보유기간`, onClose)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsBusy(true)
    const result = await changeRetention('post', 'periods', {
      id,
      kind: due.kind,
      effective_from: day,
      years: Number(years),
      note,
    })
    setIsBusy(false)
    if (!result.ok) {
      setErrors(result.problem.fields ?? {})
      return toast.error(formatRefusal(result.problem, ['years', 'effective_from', 'note']))
    }
    toast.success(`${label} 보유기간이 저장되었습니다.`)
    onClose()
  }

  async function remove(period: RetentionPeriod) {
    const result = await changeRetention('delete', 'periods', { id: period.id })
    if (result.ok) toast.success(`${formatDay(period.effective_from)} 시행 보유기간이 삭제되었습니다.`)
    else toast.error(result.problem.message)
  }

  return (
    <Dialog
      open
      title={`${label} 보유기간`}
      description={`법령에서 정한 기간은 ${String(least.years)}년이며 이보다 짧게 정할 수 없습니다.`}
      isSticky={isDirty}
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>닫기</Button>
          <Button tone="primary" type="submit" form="period" isBusy={isBusy}>
            저장
          </Button>
        </>
      }
    >
      <form id="period" noValidate className="mt-3 flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <div className="flex flex-wrap gap-4">
          <div className="w-32">
            <TextField
              label="보유기간(년)"
              isRequired
              inputMode="numeric"
              value={years}
              onValue={setYears}
              error={errors['years']}
            />
          </div>
          <div className="w-48">
            <DateField label="시행일" isRequired value={day} onValue={setDay} error={errors['effective_from']} />
          </div>
        </div>
        <TextField label="근거" value={note} onValue={setNote} error={errors['note']} maxLength={300} />
        <ul aria-label="정해 둔 보유기간">
          {periods
            .filter(({ kind }) => kind === due.kind)
            .map((period) => (
              <li key={period.id} className="flex flex-wrap items-center gap-3 border-b py-1.5">
                <span className="tabular">{formatDay(period.effective_from)} 시행</span>
                <span className="tabular font-semibold">{period.years}년</span>
                <span className="min-w-0 flex-1 text-label text-ink-3">{period.note}</span>
                <Button
                  size="sm"
                  aria-label={`${formatDay(period.effective_from)} 시행 보유기간 삭제`}
                  onClick={() => void remove(period)}
                >
                  삭제
                </Button>
              </li>
            ))}
        </ul>
      </form>
    </Dialog>
  )
}
