import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { officeSchema, type OfficeSettings } from '#contract/office/office-settings.ts'
import { officePath } from '#contract/office/office-words.ts'
import type { Problem } from '#contract/problem.ts'
import type { KnownOffice } from '#domain/office/office-words.ts'
import { useLeaveGuard } from '#app/records/unsaved/use-leave-guard.ts'
import { answerOf } from '#app/session/answer-of.ts'
import { useApi } from '#app/session/api.tsx'
import { takeOffice } from '#app/session/follow-office.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'

export type OfficeFields = Omit<OfficeSettings, 'version'>

export const officeQuery = ['office']

export interface OfficeForm {
  readonly fields: OfficeFields
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** Refusal of the last save. */
  readonly problem: Problem | null
  /** Values somebody else has saved since. */
  readonly theirs: KnownOffice | null
  change(patch: Partial<OfficeFields>): void
  /** Returns whether it was saved. */
  save(): Promise<boolean>
  /** Resets to the server's values. */
  discard(): void
  /** Keeps the user's values after a conflict; the next save replaces the other person's. */
  overwrite(): void
}

/**
 * State of the office form. `told`: the server's latest values, which the form follows while
 * nothing is typed.
 */
export function useOfficeForm(told: KnownOffice): OfficeForm {
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()
  const [base, setBase] = useState(told)
  const [fields, setFields] = useState(() => fieldsOf(told))
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const isDirty = JSON.stringify(fields) !== JSON.stringify(fieldsOf(base))
  useLeaveGuard(isDirty, '사무소 정보')

  function take(office: KnownOffice) {
    setBase(office)
    setFields(fieldsOf(office))
    setProblem(null)
  }
  if (told.version > base.version && !isDirty) take(told)

  const theirs = problem?.code === 'conflict' ? (officeSchema.safeParse(problem.current).data ?? null) : null
  return {
    fields,
    isDirty,
    isBusy,
    problem,
    theirs,
    change: (patch) => setFields((before) => ({ ...before, ...patch })),
    discard: () => take(theirs ?? base),
    overwrite() {
      if (theirs === null) return
      setBase(theirs)
      setProblem(null)
    },
    async save() {
      setBusy(true)
      const answer = await answerOf(api.put(officePath, { json: { ...fields, version: base.version } }).json())
      setBusy(false)
      if (!answer.ok) {
        setProblem(answer.problem)
        return false
      }
      const office = officeSchema.parse(answer.value)
      take(office)
      takeOffice(office)
      queries.setQueryData(officeQuery, { ok: true, value: office })
      toast.success('사무소 정보가 저장되었습니다.')
      return true
    },
  }
}

function fieldsOf({ version: _version, seal_strokes: _drawn, fees: _fees, ...fields }: KnownOffice): OfficeFields {
  return fields
}
