import { useRef, useState } from 'react'
import { FormDialog } from '#app/records/unstored-values/form-dialog.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { addAmount } from '#app/ui/fields/amount-field.tsx'
import { FieldEditor } from '#app/ui/fields/field-editor.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { topUpMemoLength, topUpStep } from '#contract/books/quick-delivery.ts'
import { formatWon } from '#domain/money/won.ts'
import { readTopUp } from './quick-entry.ts'
import { useFormKeys } from './quick-keys.ts'

interface TopUpDialogProps {
  /** Current balance; null until computed. */
  balance: number | null
  /** Returns whether it was stored; if not, the dialog stays open with its input. */
  onTopUp(fields: Readonly<Record<string, FieldValue>>): Promise<boolean>
  onClose(): void
}

export function TopUpDialog({ balance, onTopUp, onClose }: TopUpDialogProps) {
  const [texts, setTexts] = useState<TopUpTexts>({ amount: '', memo: '', created_at: '' })
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const isDirty = Object.values(texts).some((text) => text !== '')

  async function submit() {
    if (isSaving) return
    const parsed = readTopUp(texts, getOfficeToday())
    if (parsed.errors) return setErrors(parsed.errors)
    setIsSaving(true)
    const isSaved = await onTopUp(parsed.fields)
    setIsSaving(false)
    if (isSaved) onClose()
  }

  function change(key: string, text: string) {
    setErrors({})
    setTexts((before) => ({ ...before, [key]: text }))
  }

  return (
    <FormDialog
      width="narrow"
      title="잔액 충전"
      isDirty={isDirty}
      isBusy={isSaving}
      submitLabel="충전"
      className=""
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TopUpFields texts={texts} errors={errors} balance={balance} onText={change} />
    </FormDialog>
  )
}

const fields: readonly Field[] = [
  { key: 'amount', label: '충전 금액(원)', kind: 'won', group: '', required: true, step: topUpStep },
  { key: 'memo', label: '메모', kind: 'text', group: '' },
  { key: 'created_at', label: '등록일시', kind: 'datetime', group: '' },
]

interface TopUpFieldsProps {
  texts: TopUpTexts
  errors: Readonly<Record<string, string>>
  balance: number | null
  onText(key: string, text: string): void
}

type TopUpTexts = Parameters<typeof readTopUp>[0]

/** Common amounts, added to the field's value. */
const presetAmounts = [10_000, 50_000, 100_000] as const

function TopUpFields({ texts, errors, balance, onText }: TopUpFieldsProps) {
  const box = useRef<HTMLDivElement>(null)
  useFormKeys(box, null)
  const hints: Record<string, string | undefined> = {
    amount: balance === null ? undefined : `현재 잔액 ${formatWon(balance)}원 · 1,000원 단위`,
    memo: `${topUpMemoLength}자까지`,
    created_at: '비워 두면 지금입니다.',
  }
  const [amount, ...others] = fields.map((field) => (
    <FieldEditor
      key={field.key}
      isPlain
      field={field}
      text={texts[field.key as keyof TopUpTexts]}
      error={errors[field.key]}
      hint={hints[field.key]}
      onText={(text) => onText(field.key, text)}
    />
  ))
  return (
    <div ref={box} className="flex flex-col gap-3 pt-1">
      {amount}
      <div role="group" aria-label="자주 충전하는 금액" className="grid grid-cols-3 gap-2">
        {presetAmounts.map((added) => (
          <Button
            key={added}
            size="sm"
            tone="light"
            onClick={() => onText('amount', addAmount(texts.amount, added))}
          >{`+${formatWon(added)}`}</Button>
        ))}
      </div>
      {others}
    </div>
  )
}
