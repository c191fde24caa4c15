import { useId } from 'react'
import { formatNumber } from '#contract/text/format-number.ts'

interface ScopeChoiceProps {
  legend: string
  checkedCount: number
  /** Shown with the whole list; null where it is not known. */
  listCount: number | null
  areChecked: boolean
  onChosen(areChecked: boolean): void
}

/** What a print or an export covers: the checked records or the whole list. */
export function ScopeChoice({ legend, checkedCount, listCount, areChecked, onChosen }: ScopeChoiceProps) {
  const name = useId()
  const choices = [
    { isForChecked: true, label: `선택한 ${formatNumber(checkedCount)}건` },
    { isForChecked: false, label: listCount === null ? '목록 전체' : `목록 전체 ${formatNumber(listCount)}건` },
  ]
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
      <legend className="text-label font-semibold text-ink-2">{legend}</legend>
      {choices.map(({ isForChecked, label }) => (
        <label key={label} className="tabular flex items-center gap-2 coarse:min-h-11">
          <input
            type="radio"
            name={name}
            className="size-4 accent-primary coarse:size-5"
            checked={areChecked === isForChecked}
            onChange={() => onChosen(isForChecked)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
