import { useRef, type FormEvent } from 'react'
import { rateKinds } from '#contract/office/rates.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { useSyncStatus } from '#app/records/copy/use-offline-copy.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { entriesOf } from './rate-draft.ts'
import { RateEntry } from './rate-entry.tsx'
import { useRateForm, type EditedRate, type RateForm } from './use-rate-form.ts'

interface RateDialogProps {
  edited: EditedRate
  /** Whether the kind has no other version. */
  isOnly: boolean
  onClose(): void
}

/** One version of a kind to read and change, or a new one prefilled from the newest. */
export function RateDialog({ edited, isOnly, onClose }: RateDialogProps) {
  const { rate, isNew } = edited
  const form = useRateForm(edited, onClose)
  const element = useRef<HTMLFormElement>(null)
  const { label } = rateKinds[rate.kind]

  async function submit(event: FormEvent) {
    event.preventDefault()
    await form.save()
    // After the errors are rendered.
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  return (
    <Dialog
      open
      width="wide"
      title={isNew ? `${label}: 새 시행일` : `${label}: ${formatDay(rate.effective_from)} 시행`}
      isSticky={form.isDirty}
      onClose={() => void form.close()}
      actions={<RateActions form={form} isNew={isNew} isOnly={isOnly} />}
    >
      <form
        ref={element}
        id="rate"
        noValidate
        className="mt-3 flex flex-col gap-5"
        onSubmit={(event) => void submit(event)}
      >
        {form.message ? (
          <p role="alert" className="rounded-control bg-seal-wash px-3 py-2 text-seal">
            {form.message}
          </p>
        ) : null}
        <div className="max-w-48">
          <DateField
            label="시행일"
            isRequired
            value={form.day}
            onValue={form.setDay}
            error={form.faults['effective_from']}
          />
        </div>
        {entriesOf(rate.kind).map((entry) => (
          <RateEntry key={entry.key} entry={entry} form={form} />
        ))}
        <TextField
          label="근거"
          hint="법령의 이름과 조문, 확인한 곳을 적어 둡니다."
          value={form.note}
          onValue={form.setNote}
          error={form.faults['note']}
          maxLength={500}
        />
      </form>
    </Dialog>
  )
}

function RateActions({ form, isNew, isOnly }: { form: RateForm; isNew: boolean; isOnly: boolean }) {
  const isOffline = useSyncStatus().connection === 'offline'
  const offline = isOffline ? '연결되면 저장할 수 있습니다.' : undefined
  const unchanged = form.isDirty ? undefined : '바뀐 내용이 없습니다.'
  return (
    <>
      {isNew ? null : (
        <Button
          tone="transparent"
          className="mr-auto"
          disabledReason={offline ?? (isOnly ? '하나뿐인 요율은 삭제할 수 없습니다.' : undefined)}
          onClick={() => void form.remove()}
        >
          삭제
        </Button>
      )}
      <Button onClick={() => void form.close()}>닫기</Button>
      <Button tone="primary" type="submit" form="rate" isBusy={form.isBusy} disabledReason={offline ?? unchanged}>
        저장
      </Button>
    </>
  )
}
