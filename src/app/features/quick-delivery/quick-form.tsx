import { ChevronDown, ChevronUp, Save } from 'lucide-react'
import { type RefObject, useEffect, useId, useState } from 'react'
import type { UsedTexts } from '#app/records/offline-copy/use-used-texts.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { AmountField } from '#app/ui/fields/amount-field.tsx'
import { TypedMomentField } from '#app/ui/fields/date-field.tsx'
import { describeNewText } from '#app/ui/fields/new-text.ts'
import { SuggestField } from '#app/ui/fields/suggest-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import type { AnyRecord } from '#contract/books/field.ts'
import { chargeStep } from '#contract/books/quick-delivery.ts'
import { canSave, describeOverdraft, emptyTexts, type QuickTexts, toQuickTexts } from './quick-entry.ts'
import { useFormKeys } from './quick-keys.ts'

interface QuickFormProps {
  form: FormState
  formRef: RefObject<HTMLFormElement | null>
  isOpen: boolean
  isSaving: boolean
  /** Current balance; null until computed. */
  balance: number | null
  suggestions: Pick<UsedTexts, 'textsOf' | 'refresh'>
  onToggle(): void
  onSave(): void
  onCancel(): void
}

const icon = { size: 16, strokeWidth: 1.5 }

const gridClass = 'grid grid-cols-2 gap-x-3 gap-y-2 border-t px-3 pt-2 pb-3 md:grid-cols-4'
const newColumns = 'xl:grid-cols-[1fr_1fr_1fr_9rem_2fr_auto]'
const editColumns = 'xl:grid-cols-[1fr_1fr_1fr_8rem_2fr_11rem_auto]'

/** The foldable entry form. Enter walks through its fields to the save button. */
export function QuickForm({ formRef, form, ...props }: QuickFormProps) {
  const { isOpen, isSaving, suggestions, onToggle, onSave, onCancel } = props
  const id = useId()
  const isEditing = form.edited !== null
  useFormKeys(formRef, isEditing ? onCancel : null)
  return (
    <section
      aria-label="배송 기록 입력"
      className={`shrink-0 rounded-panel border bg-paper-raised ${isEditing ? 'border-primary' : ''} ${isOpen || isEditing || form.isDirty ? '' : 'tablet:hidden'}`}
    >
      <div className="flex items-center pr-3">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onToggle}
            className="flex h-9 w-full items-center gap-2 px-3 text-left font-semibold coarse:h-11"
          >
            {isOpen ? <ChevronUp {...icon} aria-hidden /> : <ChevronDown {...icon} aria-hidden />}
            {isEditing ? '배송 기록 수정' : '배송 기록 입력'}
            {!isOpen && form.isDirty ? <span className="text-label font-medium text-warn">작성 중</span> : null}
          </button>
        </h2>
        <p className="text-label text-ink-3 max-lg:hidden coarse:hidden">
          Enter 다음 항목 · Ctrl+S 저장 · Ctrl+F 검색 · Ctrl+N(Alt+N) 새 기록 · Esc 수정 취소
        </p>
      </div>
      <form
        id={id}
        ref={formRef}
        noValidate
        hidden={!isOpen}
        className={isOpen ? `${gridClass} ${isEditing ? editColumns : newColumns}` : ''}
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        <QuickFields form={form} balance={props.balance} suggestions={suggestions} />
        {/* Aligned with the fields, regardless of the hints below them. */}
        <div
          className={`col-span-full flex items-start justify-end gap-2 md:pt-5.5 max-md:[&>*]:flex-1 xl:col-span-1 ${isEditing ? 'md:col-span-1' : 'md:col-span-2'}`}
        >
          {isEditing ? <Button onClick={onCancel}>취소</Button> : null}
          <Button
            tone="primary"
            type="submit"
            icon={<Save {...icon} />}
            isBusy={isSaving}
            disabledReason={canSave(form.texts) ? undefined : '기사명이나 금액처럼 한 가지는 입력해 주세요.'}
          >
            {isEditing ? '수정 완료' : '저장'}
          </Button>
        </div>
      </form>
    </section>
  )
}

function QuickFields({ form, balance, suggestions }: Pick<QuickFormProps, 'form' | 'balance' | 'suggestions'>) {
  const { texts, errors } = form
  const charged = form.edited?.['amount']
  const before = typeof charged === 'number' ? charged : null
  const bindField = (key: keyof QuickTexts, label: string) => ({
    label,
    value: texts[key],
    error: errors[key],
    onValue: (text: string) => form.changeText(key, text),
  })
  function bindSuggestField(key: keyof QuickTexts, label: string) {
    const knownTexts = suggestions.textsOf(key) ?? []
    const hint = describeNewText({}, texts[key], { knownTexts }) ?? undefined
    function onValue(text: string) {
      suggestions.refresh()
      form.changeText(key, text)
    }
    return { ...bindField(key, label), onValue, hint, suggestions: knownTexts }
  }
  return (
    <>
      <SuggestField {...bindSuggestField('rider', '기사명')} limit={8} />
      <SuggestField {...bindSuggestField('sender', '보내는 분')} limit={8} />
      <SuggestField {...bindSuggestField('receiver', '받는 분')} limit={8} />
      <AmountField
        {...bindField('amount', '금액(원)')}
        hint={describeOverdraft(texts.amount, { balance, before }) ?? undefined}
        step={chargeStep}
      />
      <div className="col-span-full md:col-span-2 xl:col-span-1">
        <TextField {...bindField('memo', '메모')} />
      </div>
      {form.edited ? (
        <div className="col-span-full md:col-span-1">
          <TypedMomentField {...bindField('created_at', '등록일시')} />
        </div>
      ) : null}
    </>
  )
}

/** Unsaved input: a new ride, and separately the record being edited, if any. */
interface QuickDrafts {
  readonly newTexts: QuickTexts
  readonly edit: { readonly record: AnyRecord; readonly texts: QuickTexts } | null
}

export interface FormState {
  readonly drafts: QuickDrafts
  /** Texts currently shown. */
  readonly texts: QuickTexts
  /** The record being edited; null for a new one. */
  readonly edited: AnyRecord | null
  /** Whether there is unsaved input. */
  readonly isDirty: boolean
  readonly errors: Readonly<Record<string, string>>
  changeText(key: keyof QuickTexts, text: string): void
  setErrors(errors: Readonly<Record<string, string>>): void
  edit(record: AnyRecord): void
  /** Ends the edit and shows the unsaved new ride again. */
  endEdit(): void
  /** Clears the form for a new ride; keeps what was typed since `saved`. */
  startNew(saved?: QuickTexts): void
  /** Restores discarded input. */
  restore(drafts: QuickDrafts): void
}

const noDrafts: QuickDrafts = { newTexts: emptyTexts, edit: null }

/** Input survives a change of screens, but not a reload. */
const draftsByUser = new Map<string, QuickDrafts>()

export function useQuickForm(userId: string): FormState {
  const [drafts, setDrafts] = useState(() => draftsByUser.get(userId) ?? noDrafts)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => void draftsByUser.set(userId, drafts), [userId, drafts])
  function change(next: (before: QuickDrafts) => QuickDrafts) {
    setErrors({})
    setDrafts(next)
  }
  const texts = drafts.edit?.texts ?? drafts.newTexts
  return {
    drafts,
    texts,
    edited: drafts.edit?.record ?? null,
    isDirty: canSave(drafts.newTexts) || (drafts.edit !== null && isChanged(drafts.edit)),
    errors,
    changeText(key, text) {
      const { [key]: _settled, ...others } = errors
      setErrors(others)
      setDrafts((before) => applyTyping(before, key, text))
    },
    setErrors,
    edit: (record) => change(({ newTexts }) => ({ newTexts, edit: { record, texts: toQuickTexts(record) } })),
    endEdit: () => change(({ newTexts }) => ({ newTexts, edit: null })),
    startNew: (saved) =>
      change(({ newTexts }) => ({
        newTexts: saved === undefined || newTexts === saved ? emptyTexts : newTexts,
        edit: null,
      })),
    restore: (previous) => change(() => previous),
  }
}

function applyTyping({ newTexts, edit }: QuickDrafts, key: keyof QuickTexts, text: string): QuickDrafts {
  if (edit) return { newTexts, edit: { ...edit, texts: { ...edit.texts, [key]: text } } }
  return { newTexts: { ...newTexts, [key]: text }, edit }
}

function isChanged({ record, texts }: NonNullable<QuickDrafts['edit']>): boolean {
  return JSON.stringify(texts) !== JSON.stringify(toQuickTexts(record))
}
