import { useState } from 'react'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { ratesQuery } from '#app/records/use-rates.ts'
import { formatRefusal } from '#app/session/format-refusal.ts'
import { refreshOffice } from '#app/session/office/follow-office.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import type { Problem } from '#contract/problem.ts'
import { type Rate, rateKinds, ratesPath } from '#contract/rates/rates.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { createRateDraft, type RateDraft, type RateEntryDraft, readRateDraft } from './rate-draft.ts'

/** A version to view and change, or `rate` as the template of a new one. */
export interface EditedRate {
  readonly rate: Rate
  readonly isNew: boolean
}

export interface RateForm {
  readonly day: string
  readonly note: string
  readonly draft: RateDraft
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** Why the last save failed: a general message, and errors by path. */
  readonly message: string | null
  readonly errors: Readonly<Record<string, string>>
  setDay(day: string): void
  setNote(note: string): void
  change(key: string, entry: RateEntryDraft): void
  save(): Promise<void>
  remove(): Promise<unknown>
  /** Confirms before discarding changes. */
  close(): Promise<void>
}

/** State of the form of one version; `onDone` closes it. */
export function useRateForm({ rate, isNew }: EditedRate, onDone: () => void): RateForm {
  const confirm = useConfirm()
  const [id] = useState(() => (isNew ? newId() : rate.id))
  const [start] = useState(() => ({
    day: isNew ? '' : rate.effective_from,
    note: rate.note,
    draft: createRateDraft(rate.kind, rate.data),
  }))
  const [typed, setTyped] = useState(start)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState<string | null>(null)
  const isDirty = JSON.stringify(typed) !== JSON.stringify(start)
  const rateName = `${rateKinds[rate.kind].label} 요율`
  useDirtyForm(isDirty, rateName)

  const onOutcome = {
    refetches: [ratesQuery],
    onDone() {
      void refreshOffice()
      onDone()
    },
    onRefusal(problem: Problem) {
      const fields = stripDataPrefix(problem.fields ?? {})
      setMessage(formatRefusal({ ...problem, fields }, ['effective_from', 'note', ...Object.keys(typed.draft)]))
      setErrors(fields)
    },
  }
  const save = useServerAction({
    send: (api, json: object) => (isNew ? api.post(ratesPath, { json }) : api.put(ratesPath, { json })).json(),
    done: `${rateName}이 저장되었습니다.`,
    ...onOutcome,
  })
  const remove = useServerAction({
    question: () => ({
      title: `${formatDay(rate.effective_from)} 시행 ${rateName}을 삭제하시겠습니까?`,
      message: '그 기간의 신청에는 그 앞 시행일의 요율을 제안합니다. 되돌릴 수 없습니다.',
      confirmLabel: '삭제',
      isDestructive: true,
    }),
    send: (api) => api.delete(ratesPath, { json: { id: rate.id, version: rate.version } }).text(),
    done: `${rateName}이 삭제되었습니다.`,
    ...onOutcome,
  })

  return {
    ...typed,
    isDirty,
    isBusy: save.isBusy || remove.isBusy,
    errors,
    message,
    setDay: (day) => setTyped((now) => ({ ...now, day })),
    setNote: (note) => setTyped((now) => ({ ...now, note })),
    change: (key, entry) => setTyped((now) => ({ ...now, draft: { ...now.draft, [key]: entry } })),
    async save() {
      const parsed = readRateDraft(rate.kind, typed.draft)
      const missing = typed.day === '' ? { effective_from: '시행일을 입력해 주세요.' } : {}
      if (!parsed.ok || typed.day === '') {
        setMessage('입력한 내용을 확인해 주세요.')
        return setErrors({ ...missing, ...(parsed.ok ? {} : parsed.errors) })
      }
      const values = { id, effective_from: typed.day, data: parsed.data, note: typed.note }
      const kindOrVersion = isNew ? { kind: rate.kind } : { version: rate.version }
      await save.run({ ...values, ...kindOrVersion })
    },
    remove: () => remove.run(),
    async close() {
      const question = { title: '저장하지 않은 요율을 버리시겠습니까?', confirmLabel: '버리기', isDestructive: true }
      if (!isDirty || (await confirm(question))) onDone()
    },
  }
}

/** Maps the server's `data.other.paper` to the form's `other.paper`. */
function stripDataPrefix(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.replace(/^data\./, ''), message]))
}
