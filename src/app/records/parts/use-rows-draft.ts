import { useRef, useState } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { PartsSaved } from './use-part-saving.ts'

type Rows = readonly SourceRow[]

/**
 * Input on top of rows until it is saved and visible in them. Its base is the rows at the first
 * keystroke plus what was saved since, so a colleague's changes aren't mistaken for input. Saves
 * run one after the other.
 */
export function useRowsDraft<Value>(rows: Rows | null) {
  const [draft, setDraft] = useState<Draft<Value> | null>(null)
  const under = useRef<Under<Value>>({ rows: [], typed: null, saving: Promise.resolve() })
  // Saved values reach the rows a moment later; show the draft until then.
  const now = draft && !isStanding(draft, rows) ? draft : null
  // Drop the draft permanently: a later undo must not bring it back.
  if (draft && now === null) setDraft(null)
  return {
    value: now?.value ?? null,
    isDirty: now !== null && now.saved === null,
    type(value: Value) {
      if (now === null) under.current.rows = rows ?? []
      under.current.typed = { value }
      setDraft({ value, saved: null })
    },
    settle(value: Value, save: (over: Rows) => Promise<PartsSaved>) {
      // The field was only visited.
      if (under.current.typed === null) return
      const run = async () => {
        const { outcome, over } = await save(under.current.rows)
        if (outcome === 'refused') return
        under.current.rows = over
        if (under.current.typed?.value === value) under.current.typed = null
        // Keep what was typed meanwhile.
        setDraft((before) => {
          if (before?.value !== value) return before
          return outcome === 'nothing' ? null : { value, saved: { before: rows ?? [], as: over } }
        })
      }
      under.current.saving = under.current.saving.then(run, run)
    },
    /**
     * Blurs the focused field, which saves what it can. Resolves to true if unsaved input remains.
     */
    async settleTyped(): Promise<boolean> {
      const field = document.activeElement instanceof HTMLInputElement ? document.activeElement : null
      field?.blur()
      await under.current.saving
      const isLeft = under.current.typed !== null
      if (isLeft) field?.focus()
      return isLeft
    },
  }
}

interface Draft<Value> {
  readonly value: Value
  /** Null while typing; then the rows before the save and the rows as saved. */
  readonly saved: { readonly before: Rows; readonly as: Rows } | null
}

/** Whether the rows show the saved state: they have changed since and contain every added part. */
function isStanding<Value>({ saved }: Draft<Value>, rows: Rows | null): boolean {
  if (saved === null || rows === null || saved.before === rows) return false
  const ids = new Set(rows.map(({ id }) => id))
  return saved.as.every(({ id }) => ids.has(id))
}

interface Under<Value> {
  /** The rows that the input changes. */
  rows: Rows
  /** Input that isn't saved yet. */
  typed: { readonly value: Value } | null
  saving: Promise<void>
}
