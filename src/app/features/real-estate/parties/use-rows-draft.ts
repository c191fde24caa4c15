import { useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import type { PartOutcome } from './use-part-saving.ts'

type Rows = readonly SourceRow[] | null

interface Draft<Value> {
  readonly value: Value
  /** The rows when the first letter was typed: what colleagues change meanwhile is not what was typed. */
  readonly over: Rows
  readonly isSaved: boolean
}

/** What is typed over rows, until it is saved and stands in them. */
export function useRowsDraft<Value>(rows: Rows) {
  const [draft, setDraft] = useState<Draft<Value> | null>(null)
  // What was saved stands in the rows a moment later; until then the draft is what one sees.
  const now = draft?.isSaved && draft.over !== rows ? null : draft
  return {
    value: now?.value ?? null,
    /** What was typed is a change of these. */
    over: now?.over ?? rows,
    isDirty: now !== null && !now.isSaved,
    type: (value: Value) => setDraft({ value, over: now === null || now.isSaved ? rows : now.over, isSaved: false }),
    /** What became of this value; something typed meanwhile stays. */
    settle(value: Value, outcome: PartOutcome) {
      if (outcome === 'refused') return
      setDraft((before) => {
        if (before?.value !== value) return before
        return outcome === 'nothing' ? null : { value, over: rows, isSaved: true }
      })
    },
  }
}
