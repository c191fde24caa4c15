import { formatFooter } from '#app/records/print/list-print.ts'
import { printableWidth } from '#app/ui/print/fit-columns.ts'
import type { PrintSheet } from '#app/ui/print/print-sheet.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { CalendarEntry } from '#domain/calendar/calendar-entries.ts'
import { findHolidayName, formatMonthTitle, weekdayNames } from '#domain/dates/calendar.ts'

/** Entries of one day on paper; the others are counted. */
const maxPrintedPerDay = 8

/** The weeks of the calendar on A4 landscape, one column a weekday. */
export function buildCalendarPrint(
  weeks: readonly (readonly string[])[],
  { day, entriesByDay, by }: { day: string; entriesByDay: ReadonlyMap<string, readonly CalendarEntry[]>; by: string },
): PrintSheet {
  const width = printableWidth.landscape / weekdayNames.length
  const columns = weekdayNames.map((label) => ({ label, align: 'start' as const, isUnbroken: false, width }))
  const printedDays = weeks.flat()
  const count = printedDays.reduce((sum, printed) => sum + (entriesByDay.get(printed)?.length ?? 0), 0)
  return {
    title: `달력 ${formatMonthTitle(day)}`,
    subtitleLines: [`일정 ${formatNumber(count)}건`],
    printed: formatFooter(by),
    orientation: 'landscape',
    trailInfo: { rows: count, fields: ['달력'] },
    blocks: [
      {
        kind: 'table',
        columns,
        fit: { font: 8, widths: columns.map(() => width) },
        rows: weeks.map((week) => week.map((printed) => formatPrintedDay(printed, entriesByDay.get(printed) ?? []))),
      },
    ],
  }
}

function formatPrintedDay(day: string, entries: readonly CalendarEntry[]): string {
  const holiday = findHolidayName(day)
  const head = `${Number(day.slice(8))}${holiday === null ? '' : ` ${holiday}`}`
  const shown = entries.length > maxPrintedPerDay ? entries.slice(0, maxPrintedPerDay - 1) : entries
  const lines = shown.map(({ kind, title, isOpen }) => `${isOpen ? '·' : '✓'} ${kind.label} ${title}`)
  const rest = entries.length - shown.length
  return [head, ...lines, ...(rest > 0 ? [`외 ${formatNumber(rest)}건`] : [])].join('\n')
}
