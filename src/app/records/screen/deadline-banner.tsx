import { josa } from 'es-hangul'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import type { DeadlineRule } from '#domain/books/book-rules.ts'
import type { Deadline, Deadlines } from '#domain/deadlines.ts'
import { daysUntilText } from '#domain/days-until-text.ts'
import { daysBetween, formatDay } from '#domain/office-date.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { FoldButton } from '#app/ui/buttons/fold-button.tsx'
import { shownValue } from '#app/ui/data-table/cells/cell-text.ts'
import { useFolded } from '#app/ui/display/use-folded.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { useFigure } from '../copy/use-figure.ts'
import { useShowRecord } from '../detail/use-show-record.ts'
import type { ScreenState } from './use-screen-state.ts'

/** So many stand in the unfolded banner before the rest is asked for. */
const shownAtFirst = 3

/** Records of the book whose day is near or past and that are still open (`deadline` of its rules); nothing at all where there are none. Never filtered by the search. */
export function DeadlineBanner({ screen }: { screen: ScreenState }) {
  const { deadline } = screen.book.rules
  return deadline ? <BookDeadlines screen={screen} rule={deadline} /> : null
}

interface BookDeadlinesProps {
  screen: ScreenState
  rule: DeadlineRule
}

function BookDeadlines({ screen, rule }: BookDeadlinesProps) {
  const today = officeToday()
  const { value } = useFigure(screen.copy, `deadlines:${screen.book.collection}`, today)
  return value && value.total > 0 ? <Banner {...{ screen, rule, today }} due={value} /> : null
}

interface BannerProps extends BookDeadlinesProps {
  due: Deadlines
  today: string
}

/** One line with the most urgent record in it, until somebody unfolds it: the table below needs the place. */
function Banner({ screen, rule, due, today }: BannerProps) {
  const { collection, description } = screen.book
  const [isFolded, setFolded] = useFolded(`deadlines:${collection}`, 'all')
  const show = useShowRecord(screen)
  const label = description.fields.find(({ key }) => key === rule.day)?.label ?? ''
  const [urgent] = due.first
  const lineOf = (row: Deadline) => (
    <DeadlineLine
      days={daysBetween(today, row.day)}
      day={row.day}
      names={namesOf(screen, row)}
      isOneLine={isFolded}
      onShow={() => void show(row.id)}
    />
  )
  return (
    // With the gap of the screen it takes the room of one row of the table while it is folded.
    <section
      aria-label={`${label} 안내`}
      className="-mt-2 shrink-0 rounded-control border border-rule-strong bg-warn-wash"
    >
      <div className="flex min-h-8 items-center gap-x-2 pl-3 whitespace-nowrap">
        <CalendarClock size={16} strokeWidth={1.5} aria-hidden className="shrink-0 text-warn" />
        <h2 className="shrink-0 font-semibold">
          <span className="max-sm:hidden">{`${josa(label, '이/가')} 다가온 ${description.noun} `}</span>
          <span className="sm:hidden">{label} </span>
          {`${due.total.toLocaleString('ko-KR')}건`}
        </h2>
        {due.overdue > 0 ? (
          <p className="shrink-0 font-semibold text-seal max-lg:hidden">
            {`이미 지난 ${description.noun} ${due.overdue.toLocaleString('ko-KR')}건`}
          </p>
        ) : null}
        {isFolded && urgent ? lineOf(urgent) : null}
        <FoldButton isFolded={isFolded} onFold={setFolded} />
      </div>
      {isFolded ? null : <DeadlineList due={due} lineOf={lineOf} />}
    </section>
  )
}

function DeadlineList({ due, lineOf }: { due: Deadlines; lineOf(row: Deadline): React.ReactNode }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? due.first : due.first.slice(0, shownAtFirst)
  const rest = due.total - shown.length
  const restText = `외 ${rest.toLocaleString('ko-KR')}건`
  return (
    <ul className="max-h-40 overflow-auto border-t border-rule-strong">
      {shown.map((row) => (
        <li key={row.id} className="border-b border-rule-strong last:border-b-0">
          {lineOf(row)}
        </li>
      ))}
      {rest > 0 ? (
        <li>
          {isWhole ? (
            <p className="px-3 py-1 text-ink-2">{restText}</p>
          ) : (
            <Button tone="transparent" size="sm" onClick={() => setWhole(true)}>
              {`${restText} 더 보기`}
            </Button>
          )}
        </li>
      ) : null}
    </ul>
  )
}

interface DeadlineLineProps {
  day: string
  /** Until then; below 0: since. */
  days: number
  names: readonly string[]
  isOneLine: boolean
  onShow(): void
}

/** When, whose, where; the whole line opens the record beside the table. */
function DeadlineLine({ day, days, names, isOneLine, onShow }: DeadlineLineProps) {
  const [whose = '', ...where] = names
  const room = isOneLine ? 'min-w-0 flex-1 overflow-hidden' : 'w-full flex-wrap'
  return (
    <button
      type="button"
      className={`flex min-h-8 items-center gap-x-3 px-3 py-1 text-left hover:bg-paper-sunk coarse:min-h-11 ${room}`}
      onClick={onShow}
    >
      <span className={`tabular ${isOneLine ? 'max-sm:hidden' : ''}`}>{formatDay(day)}</span>
      <span className={`tabular font-semibold ${isOneLine ? '' : 'w-20'} ${days < 0 ? 'text-seal' : 'text-warn'}`}>
        {daysUntilText(days)}
      </span>
      <span className="font-semibold">{whose}</span>
      <span className="min-w-0 flex-1 truncate text-ink-2">{where.join(' · ')}</span>
    </button>
  )
}

/** What names the record, as its table has it. */
function namesOf({ columns }: ScreenState, { names }: Deadline): string[] {
  const texts = Object.entries(names).map(([key, value]) => {
    const column = columns.find((one) => one.key === key)
    return column ? shownValue(column, value) : String(value ?? '')
  })
  return texts.filter((text) => text !== '')
}
