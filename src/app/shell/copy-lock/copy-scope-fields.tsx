import { useId, useState } from 'react'
import { collectionNames } from '#contract/books/collections.ts'
import { sectionName, sectionOf, workSections, type WorkSection } from '#contract/records/work-sections.ts'
import type { HeldRoom, OfflineCopy } from '#mirror/offline-copy.ts'
import { sizeText } from '../../records/papers/paper-words.ts'

export type Rooms = Awaited<ReturnType<OfflineCopy['measureRoom']>>

/** The form's current choice. `sections` null: everything. */
export interface CopyScope {
  readonly sections: readonly string[] | null
  /** Why the choice can't be saved; '' when it can. */
  readonly fault: string
  readonly fields: React.ReactNode
}

/** Chooses what a device stores. `rooms`: space used on this device so far, if there is a copy. */
export function useCopyScope(start: readonly string[] | null, rooms: Rooms | null): CopyScope {
  const [isChosen, setChosen] = useState(start !== null)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(start ?? workSections))
  const name = useId()
  const sections = isChosen ? workSections.filter((section) => ticked.has(section)) : null
  const tick = (section: WorkSection, isOn: boolean) =>
    setTicked((before) => new Set([...before].filter((one) => one !== section).concat(isOn ? [section] : [])))
  const fields = (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 pt-3 text-label font-semibold">이 기기에 보관할 업무</legend>
      <ScopeOption name={name} label="모든 업무" isOn={!isChosen} onChoose={() => setChosen(false)} />
      <ScopeOption name={name} label="선택한 업무" isOn={isChosen} onChoose={() => setChosen(true)} />
      {isChosen ? (
        <ul className="ml-6">
          {workSections.map((section) => (
            <li key={section}>
              <label className="flex min-h-8 items-center gap-2 coarse:min-h-11">
                <input
                  type="checkbox"
                  className="size-4 accent-primary coarse:size-5"
                  checked={ticked.has(section)}
                  onChange={(event) => tick(section, event.target.checked)}
                />
                <span className="flex-1">{sectionName(section)}</span>
                <span className="tabular text-label text-ink-3">{roomText(section, rooms)}</span>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  )
  const fault = sections?.length === 0 ? '보관할 업무를 하나 이상 선택해 주세요.' : ''
  return { sections, fault, fields }
}

function ScopeOption(props: { name: string; label: string; isOn: boolean; onChoose(): void }) {
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

/** Empty when this device stores nothing of the section. */
function roomText(section: WorkSection, rooms: Rooms | null): string {
  const sectionCollections = collectionNames.filter((name) => sectionOf(name) === section)
  const sectionRooms = sectionCollections.flatMap((name): HeldRoom[] => (rooms?.[name] ? [rooms[name]] : []))
  if (sectionRooms.length === 0) return ''
  const count = sectionRooms.reduce((sum, room) => sum + room.count, 0)
  const bytes = sectionRooms.reduce((sum, room) => sum + room.bytes, 0)
  return `${count.toLocaleString('ko')}건 · 약 ${sizeText(bytes)}`
}
