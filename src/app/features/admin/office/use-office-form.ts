import { useState } from 'react'
import { useDirtyForm } from '#app/records/unstored-values/dirty-form.ts'
import { applyOffice } from '#app/session/office/follow-office.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { officePath } from '#contract/office/office-paths.ts'
import { officeSchema, type OfficeSettings, storedOfficeSchema } from '#contract/office/office-settings.ts'
import type { Problem } from '#contract/problem.ts'
import { type KnownOffice, proposeOfficeMarks } from '#domain/office/office-texts.ts'

export type OfficeFields = Omit<OfficeSettings, 'version'>

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
export function useOfficeForm(savedOffice: KnownOffice, onSaved: (office: KnownOffice) => void): OfficeForm {
  const [base, setBase] = useState(savedOffice)
  const [fields, setFields] = useState(() => toOfficeFields(savedOffice))
  const [problem, setProblem] = useState<Problem | null>(null)
  const isDirty = JSON.stringify(fields) !== JSON.stringify(toOfficeFields(base))
  useDirtyForm(isDirty, '사무소 정보')

  function adopt(office: KnownOffice) {
    setBase(office)
    setFields(toOfficeFields(office))
    setProblem(null)
  }
  if (savedOffice.version > base.version && !isDirty) adopt(savedOffice)

  const { isBusy, run } = useServerAction({
    send: (api) => api.put(officePath, { json: { ...fields, version: base.version } }).json(),
    parse: officeSchema.parse,
    done: '사무소 정보가 저장되었습니다.',
    onDone(office) {
      adopt(office)
      applyOffice(office)
      onSaved(office)
    },
    onRefusal: setProblem,
  })
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
    save: async () => (await run())?.ok === true,
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
