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
  const under = useRef<{ rows: Rows; saving: Promise<void> }>({ rows: [], saving: Promise.resolve() })
  // What was saved stands in the rows a moment later; until then the draft is what one sees.
  const now = draft && (draft.savedOver === null || draft.savedOver === rows) ? draft : null
  return {
    value: now?.value ?? null,
    isDirty: now !== null && now.savedOver === null,
    type(value: Value) {
      if (now === null) under.current.rows = rows ?? []
      setDraft({ value, savedOver: null })
    },
    settle(value: Value, save: (over: Rows) => Promise<PartsSaved>) {
      const run = async () => {
        const { outcome, over } = await save(under.current.rows)
        if (outcome === 'refused') return
        under.current.rows = over
        // Something typed meanwhile stays.
        setDraft((before) => {
          if (before?.value !== value) return before
          return outcome === 'nothing' ? null : { value, savedOver: rows ?? [] }
        })
      }
      under.current.saving = under.current.saving.then(run, run)
    },
  }
}
