import { useState } from 'react'
import { useRecordGuard } from '#app/records/unsaved/use-leave-guard.ts'
import { Spinner } from '#app/ui/buttons/spinner.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { draftOfLand, LandLines, readLands, type LandDraft, type LandFaults } from './land-lines.tsx'
import { usePartSaving } from './use-part-saving.ts'
import { useRowsDraft } from './use-rows-draft.ts'
import { useUnitParts } from './use-unit-parts.ts'

/** The lands of a unit on the offline copy: what is decided goes into the outbox as one action. */
export function UnitLands({ unitId }: { unitId: string }) {
  const rows = useUnitParts('unit-lands', unitId)
  const save = usePartSaving('unit-lands', unitId)
  const draft = useRowsDraft<readonly LandDraft[]>(rows)
  const [faults, setFaults] = useState<LandFaults>({})
  useRecordGuard(draft.isDirty, '토지 입력', draft.settleTyped)
  if (!rows) return <Spinner label="불러오는 중" />
  const lands = draft.value ?? rows.map(({ record }) => draftOfLand(record))

  function settle(wanted: readonly LandDraft[]) {
    if (wanted.some(({ texts }) => (texts['address'] ?? '').trim() === '')) return
    const read = readLands(wanted, officeToday())
    setFaults(read.faults)
    if (Object.keys(read.faults).length === 0) draft.settle(wanted, (over) => save(over, read.wanted))
  }

  return (
    <LandLines
      {...{ lands, faults }}
      onChange={draft.type}
      onDecided={(next) => {
        draft.type(next)
        settle(next)
      }}
      onLeft={() => settle(lands)}
    />
  )
}
