import { addDays, daysOfMonth } from '#domain/office-date.ts'
import { holidayName } from '#domain/public-holidays.ts'

/** The holidays of the month by name: a finger sees no titles. `month`: any day of it. Heard from the days themselves. */
export function HolidayLine({ month }: { month: string }) {
  const { first, last } = daysOfMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
  const words: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const name = holidayName(day)
    if (name !== null) words.push(`${Number(day.slice(8))}일 ${name}`)
  }
  return (
    <p aria-hidden className="min-h-[18px] max-w-56 px-1 text-label text-ink-2 coarse:max-w-[308px]">
      {words.join(' · ')}
    </p>
  )
}
