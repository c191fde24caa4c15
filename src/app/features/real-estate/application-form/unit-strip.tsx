import { WholeMarks } from '#app/ui/display/whole-marks.tsx'
import type { LoadedUnit } from './load-unit.ts'

/** Which unit the form is of (spec 2 §2): 고유번호, 단지명, 동호수, 등기목적, 전용면적, 대지권. */
export function UnitStrip({ loaded: { unit, group } }: { loaded: LoadedUnit }) {
  const facts = [
    ['고유번호', unit.immovable_num],
    ['단지명', group?.name ?? null],
    ['동호수', unit.dongho],
    ['등기목적', unit.purpose],
    ['전용면적', area(unit.dedicated_area)],
    ['대지권', area(unit.land_area)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-panel bg-paper-sunk px-4 py-3 sm:grid-cols-3 lg:grid-cols-6">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-label text-ink-3">{label}</dt>
          <dd className="tabular break-words">{value === null ? '–' : <WholeMarks text={value} />}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Up to four decimals, none made up (research/domain.md §6). */
function area(value: number | null): string | null {
  return value === null ? null : `${value}㎡`
}
