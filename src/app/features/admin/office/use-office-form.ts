import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { applyOffice } from '#app/session/office/follow-office.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { officePath } from '#contract/office/office-paths.ts'
import { officeSchema, type OfficeSettings, storedOfficeSchema } from '#contract/office/office-settings.ts'
import type { Problem } from '#contract/problem.ts'
import { type KnownOffice, proposeOfficeMarks } from '#domain/office/office-texts.ts'

export type OfficeFields = Omit<OfficeSettings, 'version'>

export const officeQuery = ['office']

export interface OfficeForm {
  readonly fields: OfficeFields
  readonly isDirty: boolean
  readonly isBusy: boolean
  /** Refusal of the last save. */
  readonly problem: Problem | null
  /** The values that somebody else has saved in the meantime; null without a conflict. */
  readonly conflictingOffice: KnownOffice | null
  change(patch: Partial<OfficeFields>): void
  /** Returns whether it was saved. */
  save(): Promise<boolean>
  /** Resets to the server's values. */
  discard(): void
  /** Keeps the user's values after a conflict; the next save replaces the other person's. */
  overwrite(): void
}

/**
 * State of the office form. `savedOffice`: the server's latest values, which the form follows
 * while nothing is typed.
 */
export function useOfficeForm(savedOffice: KnownOffice): OfficeForm {
  const api = useApi()
  const toast = useToast()
  const queries = useQueryClient()
  const [base, setBase] = useState(savedOffice)
  const [fields, setFields] = useState(() => toOfficeFields(savedOffice))
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const isDirty = JSON.stringify(fields) !== JSON.stringify(toOfficeFields(base))
  useDirtyForm(isDirty, '사무소 정보')

  function adopt(office: KnownOffice) {
    setBase(office)
    setFields(toOfficeFields(office))
    setProblem(null)
  }
  if (savedOffice.version > base.version && !isDirty) adopt(savedOffice)

  const conflictingOffice = problem?.code === 'conflict' ? (officeSchema.safeParse(problem.current).data ?? null) : null
  return {
    fields,
    isDirty,
    isBusy,
    problem,
    conflictingOffice,
    change: (patch) => setFields((before) => ({ ...before, ...proposeMarks(patch, { before, base }), ...patch })),
    discard: () => adopt(conflictingOffice ?? base),
    overwrite() {
      if (conflictingOffice === null) return
      setBase(conflictingOffice)
      setProblem(null)
    },
    async save() {
      setIsBusy(true)
      const result = await toResult(api.put(officePath, { json: { ...fields, version: base.version } }).json())
      setIsBusy(false)
      if (!result.ok) {
        setProblem(result.problem)
        return false
      }
      const office = officeSchema.parse(result.value)
      adopt(office)
      applyOffice(office)
      queries.setQueryData(officeQuery, { ok: true, value: office })
      toast.success('사무소 정보가 저장되었습니다.')
      return true
    },
  }
}

/**
 * Proposes letter mark and stamp letters from the typed name, unless one is saved or was typed by
 * hand.
 */
function proposeMarks(
  { name }: Partial<OfficeFields>,
  { before, base }: { before: OfficeFields; base: KnownOffice },
): Partial<OfficeFields> {
  if (name === undefined) return {}
  const [previousProposal, proposal] = [proposeOfficeMarks(before.name), proposeOfficeMarks(name)]
  const isReplaceable = (key: keyof typeof proposal) => base[key] === '' && before[key] === previousProposal[key]
  return {
    ...(isReplaceable('letter_mark') && { letter_mark: proposal.letter_mark }),
    ...(isReplaceable('seal_letters') && { seal_letters: proposal.seal_letters }),
  }
}

function toOfficeFields(office: KnownOffice): OfficeFields {
  const { version: _version, ...fields } = storedOfficeSchema.parse(office)
  return fields
}
