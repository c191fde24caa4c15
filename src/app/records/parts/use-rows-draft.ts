import { useRef, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import type { PartsSaved } from './use-part-saving.ts'

type Rows = readonly SourceRow[]

/**
 * What is typed over rows, until it is saved and stands in them. It is a change of the rows as they were when the first letter was typed, and of what was saved since: what
 * colleagues change meanwhile is not what was typed. Saves come one after the other.
 */
export function useRowsDraft<Value>(rows: Rows | null) {
  const [draft, setDraft] = useState<{ value: Value; savedOver: Rows | null } | null>(null)
  const under = useRef<Under<Value>>({ rows: [], typed: null, saving: Promise.resolve() })
  // What was saved stands in the rows a moment later; until then the draft is what one sees.
  const now = draft && (draft.savedOver === null || draft.savedOver === rows) ? draft : null
  return {
    value: now?.value ?? null,
    isDirty: now !== null && now.savedOver === null,
    type(value: Value) {
      if (now === null) under.current.rows = rows ?? []
      under.current.typed = { value }
      setDraft({ value, savedOver: null })
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
          return outcome === 'nothing' ? null : { value, savedOver: rows ?? [] }
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

interface Under<Value> {
  /** What is typed is a change of these. */
  rows: Rows
  /** Not saved yet. */
  typed: { readonly value: Value } | null
  saving: Promise<void>
}
