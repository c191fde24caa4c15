import { type ReactNode, useEffect, useId, useState } from 'react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { formatPaperSize } from '#app/records/papers/paper-texts.ts'
import { useSyncedAreas } from '#app/records/synced-books/use-synced-books.ts'
import { collectionNames } from '#contract/books/collections.ts'
import { getAreaName, getWorkArea, type WorkArea, workAreas } from '#contract/records/work-areas.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { OfflineCopy, StorageUsage } from '#mirror/offline-copy.ts'
import { queryClient } from '../query-client.ts'
import { PinFrame } from './pin-form.tsx'

/**
 * Form that chooses the areas of work this device stores offline. Calls `onDone` after the data
 * of deselected areas is deleted.
 */
export function SyncedAreasForm({ onDone }: { onDone(): void }) {
  const copy = useOfflineCopy()
  const [usages, setUsages] = useState<StorageUsages | null>(null)
  useEffect(() => void copy.measureStorage().then(setUsages, () => undefined), [copy])
  const { areas, error, fields } = useAreaChoice(useSyncedAreas(), usages)
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState('')

  async function saveAreas() {
    setRefusal(error)
    if (error !== '') return
    setIsBusy(true)
    try {
      await copy.chooseAreas(areas)
      // Drops cached choice lists of screens that are no longer mounted.
      queryClient.removeQueries({ type: 'inactive' })
      onDone()
    } catch {
      setRefusal('이 기기에 저장하지 못했습니다. 저장 공간을 확인한 뒤 다시 시도해 주세요.')
    }
    setIsBusy(false)
  }
  return (
    <PinFrame label="적용" isBusy={isBusy} onSubmit={saveAreas}>
      {fields}
      {refusal === '' ? null : (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      )}
    </PinFrame>
  )
}

type StorageUsages = Awaited<ReturnType<OfflineCopy['measureStorage']>>

/** The form's current choice. `areas` null: everything. */
interface AreaChoice {
  readonly areas: readonly string[] | null
  /** Why the choice can't be saved; '' when it can. */
  readonly error: string
  readonly fields: ReactNode
}

/** Chooses what a device stores. `usages`: space used so far; null without a copy. */
export function useAreaChoice(start: readonly string[] | null, usages: StorageUsages | null): AreaChoice {
  const [isChosen, setIsChosen] = useState(start !== null)
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set(start ?? workAreas))
  const name = useId()
  const areas = isChosen ? workAreas.filter((area) => checked.has(area)) : null
  const toggle = (area: WorkArea, isOn: boolean) =>
    setChecked((before) => new Set([...before].filter((other) => other !== area).concat(isOn ? [area] : [])))
  const fields = (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 pt-3 text-label font-semibold">이 기기에 보관할 업무</legend>
      <ChoiceOption name={name} label="모든 업무" isOn={!isChosen} onChoose={() => setIsChosen(false)} />
      <ChoiceOption name={name} label="선택한 업무" isOn={isChosen} onChoose={() => setIsChosen(true)} />
      {isChosen ? (
        <ul className="ml-6">
          {workAreas.map((area) => (
            <li key={area}>
              <label className="flex min-h-8 items-center gap-2 coarse:min-h-11">
                <input
                  type="checkbox"
                  className="size-4 accent-primary coarse:size-5"
                  checked={checked.has(area)}
                  onChange={(event) => toggle(area, event.target.checked)}
                />
                <span className="flex-1">{getAreaName(area)}</span>
                <span className="tabular text-label text-ink-3">{describeUsage(area, usages)}</span>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  )
  const error = areas?.length === 0 ? '보관할 업무를 하나 이상 선택해 주세요.' : ''
  return { areas, error, fields }
}

function ChoiceOption(props: { name: string; label: string; isOn: boolean; onChoose(): void }) {
  const { name, label, isOn, onChoose } = props
  return (
    <label className="flex min-h-8 items-center gap-2 coarse:min-h-11">
      <input
        type="radio"
        name={name}
        className="size-4 accent-primary coarse:size-5"
        checked={isOn}
        onChange={onChoose}
      />
      {label}
    </label>
  )
}

/** Empty when this device stores nothing of the area. */
function describeUsage(area: WorkArea, usages: StorageUsages | null): string {
  const areaCollections = collectionNames.filter((name) => getWorkArea(name) === area)
  const areaUsages = areaCollections.flatMap((name): StorageUsage[] => (usages?.[name] ? [usages[name]] : []))
  if (areaUsages.length === 0) return ''
  const count = areaUsages.reduce((sum, usage) => sum + usage.count, 0)
  const bytes = areaUsages.reduce((sum, usage) => sum + usage.bytes, 0)
  return `${formatNumber(count)}건 · 약 ${formatPaperSize(bytes)}`
}
