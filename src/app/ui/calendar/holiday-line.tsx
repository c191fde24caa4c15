import { addDays, daysOfMonth } from '#domain/office-date.ts'
import { holidayName } from '#domain/public-holidays.ts'

/** The holidays of the month by name: a finger sees no titles. `month`: any day of it. Heard from the days themselves. */
export function HolidayLine({ month }: { month: string }) {
  return (
    <p aria-hidden className="min-h-[18px] max-w-56 px-1 text-label text-ink-2 coarse:max-w-[308px]">
      {holidayWords(month).join(' · ')}
    </p>
  )
}

/** `3일 개천절`, `24–26일 추석`: days in a row around one holiday are said once. */
function holidayWords(month: string): string[] {
  const { first, last } = daysOfMonth(Number(month.slice(0, 4)), Number(month.slice(5, 7)))
  const runs: { from: number; to: number; name: string }[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const name = holidayName(day)?.replace(' 연휴', '')
    const date = Number(day.slice(8))
    const before = runs.at(-1)
    if (name === undefined) continue
    if (before?.name === name && before.to === date - 1) before.to = date
    else runs.push({ from: date, to: date, name })
  }
  return runs.map(({ from, to, name }) => `${from === to ? from : `${from}–${to}`}일 ${name}`)
}
