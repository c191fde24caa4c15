import { useState } from 'react'
import { FormDialog } from '#app/records/unstored-values/form-dialog.tsx'
import { useServerAction, useServerForm } from '#app/session/server-action.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { retentionKinds } from '#contract/retention/retention-kinds.ts'
import { type KindDue, retentionPath, type RetentionPeriod } from '#contract/retention/retention.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { retentionChange } from './use-retention.ts'

interface PeriodDialogProps {
  due: KindDue
  periods: readonly RetentionPeriod[]
  onClose(): void
}

/** Sets a longer period of one kind from a day on, and lists earlier settings. */
export function PeriodDialog({ due: { kind, years }, periods, onClose }: PeriodDialogProps) {
  const { label, minPeriod } = retentionKinds[kind]
  const [id] = useState(newId)
  const [today] = useState(getOfficeToday)
  const { bind, ...form } = useServerForm(
    { years: String(years), effective_from: today, note: '' },
    {
      ...retentionChange,
      send: (api, fields) =>
        api.post(`${retentionPath}/periods`, { json: { id, kind, ...fields, years: Number(fields.years) } }).text(),
      done: `${label} 보유기간이 저장되었습니다.`,
      onDone: onClose,
    },
  )
  const remove = useServerAction({
    ...retentionChange,
    send: (api, { id: period }: RetentionPeriod) =>
      api.delete(`${retentionPath}/periods`, { json: { id: period } }).text(),
    done: (_, period) => `${formatDay(period.effective_from)} 시행 보유기간이 삭제되었습니다.`,
  })

  return (
    <FormDialog
      {...form}
      title={`${label} 보유기간`}
      description={`법령에서 정한 기간은 ${String(minPeriod.years)}년이며 이보다 짧게 정할 수 없습니다.`}
      closeLabel="닫기"
      submitLabel="저장"
      className="mt-3 flex flex-col gap-4"
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-4">
        <div className="w-32">
          <TextField label="보유기간(년)" isRequired inputMode="numeric" {...bind('years')} />
        </div>
        <div className="w-48">
          <DateField label="시행일" isRequired {...bind('effective_from')} />
        </div>
      </div>
      <TextField label="근거" maxLength={300} {...bind('note')} />
      <ul aria-label="정해 둔 보유기간">
        {periods
          .filter((period) => period.kind === kind)
          .map((period) => (
            <li key={period.id} className="flex flex-wrap items-center gap-3 border-b py-1.5">
              <span className="tabular">{formatDay(period.effective_from)} 시행</span>
              <span className="tabular font-semibold">{period.years}년</span>
              <span className="min-w-0 flex-1 text-label text-ink-3">{period.note}</span>
              <Button
                size="sm"
                aria-label={`${formatDay(period.effective_from)} 시행 보유기간 삭제`}
                onClick={() => void remove.run(period)}
              >
                삭제
              </Button>
            </li>
          ))}
      </ul>
    </FormDialog>
  )
}
