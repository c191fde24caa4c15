import { useEffect, useState } from 'react'
import { useOfflineCopy } from '../../records/copy/use-offline-copy.tsx'
import { useCopiedSections } from '../../records/held/use-copied.ts'
import { queryClient } from '../query-client.ts'
import { useCopyScope, type Rooms } from './copy-scope-fields.tsx'
import { PinFrame } from './pin-frame.tsx'

/**
 * Form that chooses the sections of work this device stores offline. Calls `onDone` after the data
 * of deselected sections is deleted.
 */
export function HeldForm({ onDone }: { onDone(): void }) {
  const copy = useOfflineCopy()
  const [rooms, setRooms] = useState<Rooms | null>(null)
  useEffect(() => void copy.measureRoom().then(setRooms, () => undefined), [copy])
  const { sections, fault, fields } = useCopyScope(useCopiedSections(), rooms)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function saveScope() {
    setRefusal(fault)
    if (fault !== '') return
    setBusy(true)
    try {
      await copy.holdSections(sections)
      // Drops cached choice lists of screens that are no longer mounted.
      queryClient.removeQueries({ type: 'inactive' })
      onDone()
    } catch {
      setRefusal('이 기기에 저장하지 못했습니다. 저장 공간을 확인한 뒤 다시 시도해 주세요.')
    }
    setBusy(false)
  }
  return (
    <PinFrame label="적용" isBusy={isBusy} onSubmit={saveScope}>
      {fields}
      {refusal === '' ? null : (
        <p role="alert" className="text-seal">
          {refusal}
        </p>
      )}
    </PinFrame>
  )
}
