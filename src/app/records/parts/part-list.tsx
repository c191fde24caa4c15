import { useRef, useState } from 'react'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { useRecordGuard } from '../unstored-values/use-navigation-guard.ts'
import { isIncomplete, type PartDraft, type PartErrors, type PartForm, readParts, toPartDraft } from './part-draft.ts'
import { PartLines } from './part-lines.tsx'
import { type PartsSaved, type PartsTarget, usePartSaving } from './use-part-saving.ts'
import { PartsPending, useParts } from './use-parts.tsx'

interface PartListProps {
  collection: CollectionName
  target: PartsTarget
  /** Keep the object stable between renders. */
  form: PartForm
  /** Total of the parts while they are being edited. */
  sum?: (parts: readonly PartDraft[]) => string | null
}

/**
 * Parts of a record on the offline copy. Committed changes go to the outbox as one action. A part
 * with an empty required field isn't saved yet.
 */
export function PartList({ collection, target, form, sum }: PartListProps) {
  const rows = useParts(collection, target.parentId)
  const save = usePartSaving(collection, target)
  const draft = useRowsDraft<readonly PartDraft[]>(rows)
  const [typedErrors, setTyped] = useState<PartErrors>({})
  useRecordGuard(draft.isDirty, `${form.noun} 입력`, draft.settleTyped)
  if (!rows) return <PartsPending />
  const parts = draft.value ?? rows.map(({ record }) => toPartDraft(form, record))

  function settle(editedParts: readonly PartDraft[]) {
    if (editedParts.some((part) => isIncomplete(form, part))) return
    const parsed = readParts(form, editedParts, getOfficeToday())
    setTyped(parsed.errors)
    if (Object.keys(parsed.errors).length === 0)
      draft.settle(editedParts, (baseRows) => save(baseRows, parsed.wantedParts))
  }

  const summed = sum?.(parts) ?? null
  return (
    <>
      <PartLines
        form={form}
        parts={parts}
        errors={{ ...collectErrors(rows), ...typedErrors }}
        revealIn={collection}
        onChange={draft.type}
        onCommit={(next) => {
          draft.type(next)
          settle(next)
        }}
        onFieldBlur={() => settle(parts)}
      />
      {summed === null ? null : <p className="tabular mt-3 border-t pt-2 text-right font-semibold">{summed}</p>}
    </>
  )
}

/** The server's errors, at the fields of their parts. */
export function collectErrors(rows: readonly SourceRow[]): PartErrors {
  return Object.fromEntries(
    rows.map(({ id, marks }) => [
      id,
      Object.fromEntries(
        Object.entries(marks).flatMap(([key, mark]) => {
          if (mark.state === 'conflict')
            return [[key, '다른 사람의 수정과 겹칩니다. ‘보낼 작업’에서 사용할 값을 선택해 주세요.']]
          return mark.state === 'refused' && mark.message !== undefined ? [[key, mark.message]] : []
        }),
      ),
    ]),
  )
}

type Rows = readonly SourceRow[]

/**
 * Input on top of rows until it is saved and visible in them. Its base is the rows at the first
 * keystroke plus what was saved since, so a colleague's changes aren't mistaken for input. Saves
 * run one after the other.
 */
export function useRowsDraft<Value>(rows: Rows | null) {
  const [draft, setDraft] = useState<RowsDraft<Value> | null>(null)
  const baseline = useRef<Baseline<Value>>({ rows: [], typed: null, saving: Promise.resolve() })
  // Saved values reach the rows a moment later; show the draft until then.
  const currentDraft = draft && !isApplied(draft, rows) ? draft : null
  // Drop the draft permanently: a later undo must not bring it back.
  if (draft && currentDraft === null) setDraft(null)
  return {
    value: currentDraft?.value ?? null,
    isDirty: currentDraft !== null && currentDraft.saved === null,
    type(value: Value) {
      if (currentDraft === null) baseline.current.rows = rows ?? []
      baseline.current.typed = { value }
      setDraft({ value, saved: null })
    },
    settle(value: Value, save: (baseRows: Rows) => Promise<PartsSaved>) {
      // The field was only visited.
      if (baseline.current.typed === null) return
      const run = async () => {
        const { outcome, baseRows } = await save(baseline.current.rows)
        if (outcome === 'refused') return
        baseline.current.rows = baseRows
        if (baseline.current.typed?.value === value) baseline.current.typed = null
        // Keep what was typed meanwhile.
        setDraft((before) => {
          if (before?.value !== value) return before
          return outcome === 'unchanged' ? null : { value, saved: { before: rows ?? [], after: baseRows } }
        })
      }
      baseline.current.saving = baseline.current.saving.then(run, run)
    },
    /**
     * Blurs the focused field, which saves what it can. Resolves to true if unsaved input remains.
     */
    async settleTyped(): Promise<boolean> {
      const field = document.activeElement instanceof HTMLInputElement ? document.activeElement : null
      field?.blur()
      await baseline.current.saving
      const hasUnsavedInput = baseline.current.typed !== null
      if (hasUnsavedInput) field?.focus()
      return hasUnsavedInput
    },
  }
}

interface RowsDraft<Value> {
  readonly value: Value
  /** Null while typing; then the rows before the save and the rows as saved. */
  readonly saved: { readonly before: Rows; readonly after: Rows } | null
}

/** Whether the rows show the saved state: they have changed since and contain every added part. */
function isApplied<Value>({ saved }: RowsDraft<Value>, rows: Rows | null): boolean {
  if (saved === null || rows === null || saved.before === rows) return false
  const ids = new Set(rows.map(({ id }) => id))
  return saved.after.every(({ id }) => ids.has(id))
}

interface Baseline<Value> {
  /** The rows that the input changes. */
  rows: Rows
  /** Input that isn't saved yet. */
  typed: { readonly value: Value } | null
  saving: Promise<void>
}
