import { Select } from '#app/ui/fields/select.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { getYear } from './register-search.ts'

const listedYearCount = 10

/** The last ten years, and the one of a link. */
export function YearSelect({ year, onYear }: { year: number; onYear(year: number): void }) {
  const newest = getYear(getOfficeToday())
  const listed = Array.from({ length: listedYearCount }, (_, back) => newest - back)
  const years = [...new Set([...listed, year])].toSorted((a, b) => b - a)
  return (
    <div className="w-28">
      <Select
        label="연도"
        value={String(year)}
        choices={years.map((value) => ({ value: String(value), label: `${value}년` }))}
        onValue={(value) => onYear(Number(value))}
      />
    </div>
  )
}
