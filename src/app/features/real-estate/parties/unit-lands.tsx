import { useEffect, useState } from 'react'
import { useDirtyForm } from '#app/records/unsaved/dirty-form.ts'
import { Spinner } from '#app/ui/buttons/spinner.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { draftOfLand, LandLines, readLands, type LandDraft, type LandFaults } from './land-lines.tsx'
import { usePartSaving } from './use-part-saving.ts'
import { useUnitParts } from './use-unit-parts.ts'

/** The lands of a unit on the offline copy: what is decided goes into the outbox as one action. */
export function UnitLands({ unitId }: { unitId: string }) {
  const rows = useUnitParts('unit-lands', unitId)
  const save = usePartSaving('unit-lands', unitId)
  const [draft, setDraft] = useState<{ lands: readonly LandDraft[]; isSaved: boolean } | null>(null)
  const [faults, setFaults] = useState<LandFaults>({})
  useDirtyForm(draft !== null && !draft.isSaved, '토지 입력')
  useEffect(() => setDraft((now) => (now?.isSaved ? null : now)), [rows])
  if (!rows) return <Spinner label="불러오는 중" />
  const lands = draft?.lands ?? rows.map(({ record }) => draftOfLand(record))

  async function settle(wished: readonly LandDraft[]) {
    if (!rows || wished.some(({ texts }) => (texts['address'] ?? '').trim() === '')) return
    const read = readLands(wished, officeToday())
    setFaults(read.faults)
    if (Object.keys(read.faults).length > 0) return
    const outcome = await save(rows, read.wanted)
    if (outcome === 'nothing') setDraft((now) => (now?.lands === wished ? null : now))
    if (outcome === 'kept') setDraft((now) => (now?.lands === wished ? { lands: wished, isSaved: true } : now))
  }

  return (
    <LandLines
      {...{ lands, faults }}
      onChange={(next) => setDraft({ lands: next, isSaved: false })}
      onDecided={(next) => {
        setDraft({ lands: next, isSaved: false })
        void settle(next)
      }}
      onLeft={() => void settle(lands)}
    />
  )
}
