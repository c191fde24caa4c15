import { useRef, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import type { PartsSaved } from './use-part-saving.ts'

type Rows = readonly SourceRow[]

/**
 * What is typed over rows, until it is saved and stands in them. It is a change of the rows as they were when the first letter was typed, and of what was saved since: what
 * colleagues change meanwhile is not what was typed. Saves come one after the other.
 */
export function useRowsDraft<Value>(rows: Rows | null) {
  const [draft, setDraft] = useState<Draft<Value> | null>(null)
  const under = useRef<Under<Value>>({ rows: [], typed: null, saving: Promise.resolve() })
  // What was saved stands in the rows a moment later; until then the draft is what one sees.
  const now = draft && !isStanding(draft, rows) ? draft : null
  // For good: what is taken back later leaves the rows again.
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
      // A field that was only visited.
      if (under.current.typed === null) return
      const run = async () => {
        const { outcome, over } = await save(under.current.rows)
        if (outcome === 'refused') return
        under.current.rows = over
        if (under.current.typed?.value === value) under.current.typed = null
        // Something typed meanwhile stays.
        setDraft((before) => {
          if (before?.value !== value) return before
          return outcome === 'nothing' ? null : { value, saved: { before: rows ?? [], as: over } }
        })
      }
      under.current.saving = under.current.saving.then(run, run)
    },
    /** Leaves the field that is being typed in, which keeps what can be kept. Answers whether something is not. */
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
  /** Null while it is typed; then the rows as they were before it was saved, and as what it was saved. */
  readonly saved: { readonly before: Rows; readonly as: Rows } | null
}

/** The rows show what was saved: they are others than before, and whoever was added is among them. */
function isStanding<Value>({ saved }: Draft<Value>, rows: Rows | null): boolean {
  if (saved === null || rows === null || saved.before === rows) return false
  const ids = new Set(rows.map(({ id }) => id))
  return saved.as.every(({ id }) => ids.has(id))
}

interface Under<Value> {
  /** What is typed is a change of these. */
  rows: Rows
  /** Not saved yet. */
  typed: { readonly value: Value } | null
  saving: Promise<void>
}
