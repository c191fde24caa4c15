import { type RefObject, useRef, useState } from 'react'
import { useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { applyEdit, insertText } from '#app/ui/text-editing/text-edit.ts'
import { createToolKeyHandler, TextToolbar } from '#app/ui/text-editing/text-toolbar.tsx'
import type { LetterTemplate } from '#contract/deposit-cases/deposit-cases.ts'
import { findUnfilledFields, letterFieldNames } from '#domain/deposit-cases/letter-fields.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { type LetterTemplates, letterTools, type TemplateTexts } from './letter-templates.ts'

interface LetterTextAreaProps {
  area?: RefObject<HTMLTextAreaElement | null>
  value: string
  onValue(value: string): void
  error: string | undefined
  /** Text inserted for a field of the case: its value, or its placeholder. */
  textForField(name: string): string
}

const fieldChoices = [
  { value: '', label: '항목 넣기' },
  ...letterFieldNames.map((name) => ({ value: name, label: name })),
]

/** Text of a letter or template, with tools to format items and insert fields of the case. */
export function LetterTextArea({ area, value, onValue, error, textForField }: LetterTextAreaProps) {
  const textArea = useRef<HTMLTextAreaElement>(null)
  const target = area ?? textArea
  function insertField(name: string) {
    const text = target.current
    if (text === null || name === '') return
    applyEdit(text, insertText(textForField(name))(text.value, text.selectionStart, text.selectionEnd))
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TextToolbar label="본문 도구" area={target} tools={letterTools} />
        <div className="w-36">
          <Select label="항목 넣기" isLabelHidden value="" choices={fieldChoices} onValue={insertField} />
        </div>
      </div>
      <TextArea
        ref={target}
        label="본문"
        isRequired
        rows={12}
        maxLength={10_000}
        hint="1. 가. 1) 가)의 들여쓰기와 ‘끝.’ 표시는 인쇄할 때 맞춰집니다. {표} 자리에는 소유자와 부동산의 표시가, {표: 공탁번호, 공탁금액} 자리에는 적은 항목까지 들어갑니다."
        value={value}
        onValue={onValue}
        onKeyDown={createToolKeyHandler(letterTools)}
        error={error}
      />
    </div>
  )
}

const createTemplate = (): TemplateTexts => ({ id: newId(), version: 0, name: '', title: '{사업구간} ', content: '' })

const lines = [
  { key: 'name', label: '서식 이름', maxLength: 50 },
  { key: 'title', label: '제목', maxLength: 200 },
] as const

/** 서식 관리: adds, changes and deletes the office's templates. */
export function TemplateDialog({ templates, onClose }: { templates: LetterTemplates; onClose(): void }) {
  const form = useTemplateForm(templates)
  const { draft, change, isDirty, errors } = form
  const unknown = findUnfilledFields(`${draft.title}\n${draft.content}`).filter(({ isField }) => !isField)
  return (
    <Dialog
      open
      width="wide"
      title="서식 관리"
      description="중괄호로 적은 {소유자} 같은 자리는 공문을 쓸 때 사건의 값으로 채워집니다."
      isSticky={isDirty}
      onClose={() => void form.confirmDiscard(onClose)}
      actions={<TemplateActions form={form} onClose={onClose} />}
    >
      <div className="mt-3 flex flex-col gap-3">
        <div className="max-w-sm">
          <Select
            label="서식"
            value={form.stored?.id ?? ''}
            choices={[
              { value: '', label: '새 서식' },
              ...templates.all.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onValue={(id) => void form.choose(id)}
          />
        </div>
        {lines.map(({ key, ...line }) => (
          <TextField
            key={key}
            isRequired
            {...line}
            value={draft[key]}
            onValue={(text) => change({ [key]: text })}
            error={errors[key]}
          />
        ))}
        <LetterTextArea
          value={draft.content}
          onValue={(content) => change({ content })}
          error={errors.content}
          textForField={(name) => `{${name}}`}
        />
        {unknown.length > 0 ? (
          <p role="status" className="rounded-control bg-warn-wash px-3 py-2 text-warn">
            사건에 없는 항목입니다: {unknown.map(({ name }) => `{${name}}`).join(', ')}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

function TemplateActions({ form, onClose }: { form: TemplateForm; onClose(): void }) {
  const isOffline = useSyncStatus().connection === 'offline'
  const disabledReason = isOffline ? '연결되면 서식을 저장할 수 있습니다.' : undefined
  return (
    <>
      {form.stored ? (
        <Button
          tone="transparent"
          className="mr-auto"
          disabledReason={disabledReason}
          onClick={() => void form.remove()}
        >
          삭제
        </Button>
      ) : null}
      <Button onClick={() => void form.confirmDiscard(onClose)}>닫기</Button>
      <Button tone="primary" isBusy={form.isBusy} disabledReason={disabledReason} onClick={() => void form.save()}>
        저장
      </Button>
    </>
  )
}

type TemplateForm = ReturnType<typeof useTemplateForm>

function useTemplateForm(templates: LetterTemplates) {
  const confirm = useConfirm()
  const [stored, setStored] = useState<LetterTemplate | null>(templates.all[0] ?? null)
  const [draft, setDraft] = useState<TemplateTexts>(() => stored ?? createTemplate())
  const [areErrorsShown, setErrorsShown] = useState(false)
  const isDirty = isChanged(draft, stored)
  useDirtyForm(isDirty, '서식 관리')

  function showTemplate(template: LetterTemplate | null) {
    setStored(template)
    setDraft(template ?? createTemplate())
    setErrorsShown(false)
  }

  async function confirmDiscard(proceed: () => void) {
    const question = { title: '저장하지 않은 서식을 버리시겠습니까?', confirmLabel: '버리기', isDestructive: true }
    if (!isDirty || (await confirm(question))) proceed()
  }

  return {
    stored,
    draft,
    isDirty,
    isBusy: templates.save.isBusy,
    confirmDiscard,
    errors: areErrorsShown ? validateTemplate(draft) : {},
    change: (part: Partial<TemplateTexts>) => setDraft((before) => ({ ...before, ...part })),
    choose: async (id: string) =>
      await confirmDiscard(() => showTemplate(templates.all.find((template) => template.id === id) ?? null)),
    async save() {
      setErrorsShown(true)
      if (Object.keys(validateTemplate(draft)).length > 0) return
      const result = await templates.save.run(draft)
      if (result?.ok) showTemplate(result.value)
    },
    async remove() {
      if (!stored) return
      const title = `'${stored.name}' 서식을 삭제하시겠습니까?`
      const message = '이 서식으로 쓴 공문은 그대로 남습니다.'
      if (!(await confirm({ title, message, confirmLabel: '삭제', isDestructive: true }))) return
      if ((await templates.remove.run(stored))?.ok)
        showTemplate(templates.all.find(({ id }) => id !== stored.id) ?? null)
    },
  }
}

function isChanged({ name, title, content }: TemplateTexts, stored: LetterTemplate | null): boolean {
  if (!stored) return name.trim() !== '' || content.trim() !== ''
  return name !== stored.name || title !== stored.title || content !== stored.content
}

function validateTemplate({ name, title, content }: TemplateTexts): {
  name?: string
  title?: string
  content?: string
} {
  return {
    ...(name.trim() === '' && { name: '서식 이름을 입력해 주세요.' }),
    ...(title.trim() === '' && { title: '제목을 입력해 주세요.' }),
    ...(content.trim() === '' && { content: '본문을 입력해 주세요.' }),
  }
}
