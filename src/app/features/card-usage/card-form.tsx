import { type RefObject, useId, useRef, useState } from 'react'
import { useDirtyDialog } from '#app/records/unstored-values/dirty-dialog.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { AmountField } from '#app/ui/fields/amount-field.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { SuggestField } from '#app/ui/fields/suggest-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { type CardPurpose, cardPurposes } from '#domain/card-usage/card-usage.ts'
import {
  type CardDraft,
  type CardErrors,
  createCardDraft,
  toCardFields,
  validateCardDraft,
  withTime,
} from './card-draft.ts'
import { readAmount } from './card-summary.tsx'

interface CardFormProps {
  /** Null: a new use. */
  record: AnyRecord | null
  /** 사용처 that other uses have. */
  stores: readonly string[]
  /** The purpose of the last use at one of them. */
  findLastPurpose(store: string): Promise<CardPurpose | null>
  onSave(fields: Record<string, FieldValue>): Promise<boolean>
  /** Absent for a new use. */
  onDelete?: () => void
  onClose(): void
}

/** 카드사용내역 수정, and the same form for a use that is in no statement. A click outside cancels. */
export function CardForm({ record, stores, findLastPurpose, onSave, onDelete, onClose }: CardFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const [start, setStart] = useState(() => createCardDraft(record, Date.now()))
  const [draft, setDraft] = useState(start)
  const [errors, setErrors] = useState<CardErrors>({})
  const [isSaving, setIsSaving] = useState(false)
  // Until somebody chooses one, the purpose of a new use is that of the last use at the same store,
  // otherwise follows its time.
  const [purposeSource, setPurposeSource] = useState<'time' | 'store' | 'user'>(record === null ? 'time' : 'user')
  const latest = useLatest({ store: draft.store, purposeSource })
  const title = record === null ? '카드사용내역 추가' : '카드사용내역 수정'
  const close = useDirtyDialog(JSON.stringify(draft) !== JSON.stringify(start), title, onClose)

  function change(patch: Partial<CardDraft>) {
    setErrors((before) => omitKeys(before, Object.keys(patch)))
    if (patch.purpose !== undefined) setPurposeSource('user')
    if (patch.store !== undefined && purposeSource !== 'user') void proposePurpose(patch.store)
    setDraft((before) =>
      patch.time !== undefined && purposeSource === 'time' ? withTime(before, patch.time) : { ...before, ...patch },
    )
  }

  async function proposePurpose(store: string) {
    const purpose = stores.includes(store) ? await findLastPurpose(store) : null
    // Ignored if the store or the purpose was changed in the meantime.
    if (latest().store !== store || latest().purposeSource === 'user') return
    setPurposeSource(purpose === null ? 'time' : 'store')
    setDraft((before) => (purpose === null ? withTime(before, before.time) : { ...before, purpose }))
  }

  /** 저장하고 계속 empties the form for the next slip of the same day. */
  async function save({ continues }: { continues: boolean }) {
    const found = validateCardDraft(draft, record && start)
    setErrors(found)
    if (Object.keys(found).length > 0) {
      // After the errors are rendered.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    setIsSaving(true)
    const isSaved = await onSave(toCardFields(draft, record))
    setIsSaving(false)
    if (isSaved && continues) startNext()
    else if (isSaved) onClose()
  }

  function startNext() {
    const next = { ...createCardDraft(null, Date.now()), day: draft.day }
    setStart(next)
    setDraft(next)
    setPurposeSource('time')
    first.current?.focus()
  }

  return (
    <Dialog
      open
      title={title}
      initialFocus={first}
      onClose={() => void close()}
      actions={
        <>
          {onDelete ? (
            <Button tone="danger" className="mr-auto" onClick={onDelete}>
              삭제
            </Button>
          ) : null}
          <Button onClick={() => void close()}>취소</Button>
          {record === null ? (
            <Button isBusy={isSaving} onClick={() => void save({ continues: true })}>
              저장하고 계속
            </Button>
          ) : null}
          <Button tone="primary" type="submit" form={id} isBusy={isSaving}>
            저장
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save({ continues: false })
        }}
      >
        <CardFields draft={draft} errors={errors} record={record} stores={stores} first={first} onChange={change} />
      </form>
    </Dialog>
  )
}

interface CardFieldsProps {
  draft: CardDraft
  errors: CardErrors
  record: AnyRecord | null
  stores: readonly string[]
  /** The field focused first; the date is already filled in. */
  first: RefObject<HTMLInputElement | null>
  onChange(patch: Partial<CardDraft>): void
}

function CardFields({ draft, errors, record, stores, first, onChange }: CardFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1">
      <DateField label="일시" isRequired value={draft.day} error={errors.day} onValue={(day) => onChange({ day })} />
      <TextField
        label="시각"
        inputMode="numeric"
        placeholder="12:30"
        className="tabular-nums"
        value={draft.time}
        error={errors.time}
        onValue={(time) => onChange({ time })}
      />
      <div
        ref={(box) => {
          first.current = box?.querySelector('input') ?? null
        }}
        className="col-span-full"
      >
        <SuggestField
          label="사용처"
          value={draft.store}
          error={errors.store}
          suggestions={stores}
          limit={8}
          onValue={(store) => onChange({ store })}
        />
      </div>
      <AmountField
        label="금액"
        isRequired={record === null}
        value={draft.amount}
        error={errors.amount}
        hint={describeReceivedAmount(record)}
        onValue={(amount) => onChange({ amount })}
      />
      <Select
        label="구분"
        value={draft.purpose}
        choices={choices}
        hint={findReceivedPurpose(record, draft.purpose)}
        onValue={(purpose) => onChange({ purpose })}
      />
      <div className="col-span-full">
        <TextArea
          label="내용"
          rows={2}
          maxLength={1000}
          value={draft.note}
          error={errors.note}
          onValue={(note) => onChange({ note })}
        />
      </div>
      <div className="col-span-full">
        <TextField
          label="승인번호"
          inputMode="numeric"
          maxLength={50}
          className="tabular-nums"
          // Assigned by the card company and used to recognize records from statements, so it
          // cannot be edited.
          readOnly={record !== null && record['approve_num'] !== null}
          value={draft.approveNum}
          error={errors.approveNum}
          onValue={(approveNum) => onChange({ approveNum })}
        />
      </div>
    </div>
  )
}

function omitKeys(errors: CardErrors, keys: readonly string[]): CardErrors {
  return Object.fromEntries(Object.entries(errors).filter(([key]) => !keys.includes(key)))
}

const choices = cardPurposes.map((value) => ({ value, label: value }))

/** Hint with a received text that is not an amount; it counts as 0 until one is entered. */
function describeReceivedAmount(record: AnyRecord | null): string | undefined {
  const pay = record?.['pay']
  return record !== null && typeof pay === 'string' && readAmount(record) === 0 && pay.trim() !== '0'
    ? `카드사에서 받은 값: ${pay}`
    : undefined
}

function findReceivedPurpose(record: AnyRecord | null, purposeText: string): string | undefined {
  const purpose = record?.['purpose']
  return typeof purpose === 'string' && purpose.trim() !== '' && purpose !== purposeText
    ? `받은 구분: ${purpose}`
    : undefined
}
