import { InlineNames } from '#app/ui/display/short-name.tsx'
import { useState } from 'react'
import type { Deadline, Deadlines } from '#domain/today/deadlines.ts'
import { daysUntilText } from '#domain/dates/days-until-text.ts'
import { daysBetween, formatDay } from '#domain/dates/office-date.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { shownValue } from '#app/ui/data-table/cells/cell-text.ts'
import type { ScreenState } from './use-screen-state.ts'

/** Records shown in the unfolded list before the user asks for the rest. */
const shownAtFirst = 3

interface DeadlineListProps {
  screen: ScreenState
  due: Deadlines
  today: string
  onShow(id: string): void
}

/** The most urgent records in a list, and the rest on request. */
export function DeadlineList({ due, ...line }: DeadlineListProps) {
  const [isExpanded, setExpanded] = useState(false)
  const shown = isExpanded ? due.first : due.first.slice(0, shownAtFirst)
  const rest = due.total - shown.length
  const restText = `외 ${rest.toLocaleString('ko-KR')}건`
  return (
    <ul className="max-h-40 overflow-auto border-t border-rule-strong">
      {shown.map((row) => (
        <li key={row.id} className="border-b border-rule-strong last:border-b-0">
          <DeadlineLine {...line} row={row} isOneLine={false} />
        </li>
      ))}
      {rest > 0 ? (
        <li>
          {isExpanded ? (
            <p className="px-3 py-1 text-ink-2">{restText}</p>
          ) : (
            <Button tone="transparent" size="sm" onClick={() => setExpanded(true)}>
              {`${restText} 더 보기`}
            </Button>
          )}
        </li>
      ) : null}
    </ul>
  )
}

interface DeadlineLineProps extends Omit<DeadlineListProps, 'due'> {
  row: Deadline
  isOneLine: boolean
}

/** One record: when, whose, where. The whole line opens it in the detail panel. */
export function DeadlineLine({ screen, row, today, isOneLine, onShow }: DeadlineLineProps) {
  const [owner = '', ...where] = namesOf(screen, row)
  const days = daysBetween(today, row.day)
  const widthClass = isOneLine ? 'min-w-0 flex-1 overflow-hidden' : 'w-full flex-wrap'
  return (
    <button
      type="button"
      className={`flex min-h-8 items-center gap-x-3 px-3 py-1 text-left hover:bg-paper-sunk coarse:min-h-11 ${widthClass}`}
      onClick={() => onShow(row.id)}
    >
      <span className={`tabular ${isOneLine ? 'max-sm:hidden' : ''}`}>{formatDay(row.day)}</span>
      <span className={`tabular font-semibold ${isOneLine ? '' : 'w-20'} ${days < 0 ? 'text-seal' : 'text-warn'}`}>
        {daysUntilText(days)}
      </span>
      <span className="font-semibold">{owner}</span>
      <span className="flex min-w-0 flex-1 text-ink-2">
        <InlineNames names={where} />
      </span>
    </button>
  )
}

/** Texts that name the record, as its table shows them. */
function namesOf({ columns }: ScreenState, { names }: Deadline): string[] {
  const texts = Object.entries(names).map(([key, value]) => {
    const column = columns.find((one) => one.key === key)
    return column ? shownValue(column, value) : String(value ?? '')
  })
  return texts.filter((text) => text !== '')
}
