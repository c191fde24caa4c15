import { type RefObject, useId, useRef, useState } from 'react'
import { useDirtyDialog } from '#app/records/unstored-values/dirty-dialog.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { addAmount, AmountField } from '#app/ui/fields/amount-field.tsx'
import { TypedMomentField } from '#app/ui/fields/date-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import type { FieldValue } from '#contract/books/field.ts'
import { topUpMemoLength, topUpStep } from '#contract/books/quick-delivery.ts'
import { formatWon } from '#domain/money/won.ts'
import { readTopUp } from './quick-entry.ts'
import { focusForm, useFormKeys } from './quick-keys.ts'

interface TopUpDialogProps {
  /** Current balance; null until computed. */
  balance: number | null
  /** Returns whether it was stored; if not, the dialog stays open with its input. */
  onTopUp(fields: Readonly<Record<string, FieldValue>>): Promise<boolean>
  onClose(): void
}

export function TopUpDialog({ balance, onTopUp, onClose }: TopUpDialogProps) {
  const id = useId()
  const formRef = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLElement>(null)
  const [texts, setTexts] = useState<TopUpTexts>({ amount: '', memo: '', created_at: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const isDirty = Object.values(texts).some((text) => text !== '')
  const close = useDirtyDialog(isDirty, '잔액 충전', onClose)

  async function submit() {
    if (isSaving) return
    const parsed = readTopUp(texts, getOfficeToday())
    if (parsed.errors) {
      setErrors(parsed.errors)
      requestAnimationFrame(() => focusForm(formRef.current))
      return
    }
    setIsSaving(true)
    const isSaved = await onTopUp(parsed.fields)
    setIsSaving(false)
    if (isSaved) onClose()
  }

  return (
    <Dialog
      open
      width="narrow"
      title="잔액 충전"
      isSticky={isDirty}
      initialFocus={first}
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>취소</Button>
          <Button tone="primary" type="submit" form={id} isBusy={isSaving}>
            충전
          </Button>
        </>
      }
    >
      <TopUpForm
        id={id}
        formRef={formRef}
        texts={texts}
        errors={errors}
        balance={balance}
        firstRef={first}
        onTexts={(next) => {
          setErrors({})
          setTexts((before) => ({ ...before, ...next }))
        }}
        onSubmit={() => void submit()}
      />
    </Dialog>
  )
}

interface TopUpTexts {
  readonly amount: string
  readonly memo: string
  readonly created_at: string
}

interface TopUpFormProps {
  id: string
  formRef: RefObject<HTMLFormElement | null>
  /** Ref of the amount field. */
  firstRef: RefObject<HTMLElement | null>
  texts: TopUpTexts
  errors: Readonly<Record<string, string>>
  balance: number | null
  onTexts(next: Partial<TopUpTexts>): void
  onSubmit(): void
}

/** Common amounts, added to the field's value. */
const presetAmounts = [10_000, 50_000, 100_000] as const

function TopUpForm({ texts, errors, balance, onTexts, ...props }: TopUpFormProps) {
  const { formRef, firstRef } = props
  useFormKeys(formRef, null)
  return (
    <form
      id={props.id}
      ref={formRef}
      noValidate
      className="flex flex-col gap-3 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSubmit()
      }}
    >
      <div
        ref={(box) => {
          firstRef.current = box?.querySelector('input') ?? null
        }}
      >
        <AmountField
          label="충전 금액(원)"
          isRequired
          step={topUpStep}
          value={texts.amount}
          error={errors['amount']}
          {...(balance === null ? {} : { hint: `현재 잔액 ${formatWon(balance)}원 · 1,000원 단위` })}
          onValue={(amount) => onTexts({ amount })}
        />
      </div>
      <div role="group" aria-label="자주 충전하는 금액" className="grid grid-cols-3 gap-2">
        {presetAmounts.map((amount) => (
          <Button
            key={amount}
            size="sm"
            tone="light"
            onClick={() => onTexts({ amount: addAmount(texts.amount, amount) })}
          >{`+${formatWon(amount)}`}</Button>
        ))}
      </div>
      <TextField
        label="메모"
        value={texts.memo}
        error={errors['memo']}
        hint={`${topUpMemoLength}자까지`}
        onValue={(memo) => onTexts({ memo })}
      />
      <TypedMomentField
        label="등록일시"
        value={texts.created_at}
        error={errors['created_at']}
        hint="비워 두면 지금입니다."
        onValue={(moment) => onTexts({ created_at: moment })}
      />
    </form>
  )
}
