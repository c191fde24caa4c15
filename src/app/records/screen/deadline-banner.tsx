import { josa } from 'es-hangul'
import { CalendarClock, ChevronDown, ChevronUp } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { formatCellValue } from '#app/ui/data-table/cells/cell-text.ts'
import { InlineNames } from '#app/ui/display/short-name.tsx'
import { useFoldedState } from '#app/ui/display/use-folded-state.ts'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { Popover } from '#app/ui/overlays/popover.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import type { DeadlineRule } from '#domain/books/book-rules.ts'
import { countDaysBetween, formatDay, formatDaysUntil } from '#domain/dates/office-date.ts'
import type { Deadline, Deadlines } from '#domain/today/deadlines.ts'
import { useShowRecord } from '../detail/use-record-from-url.ts'
import { useFigure } from '../offline-copy/use-figure.ts'
import type { ScreenState } from './use-screen-state.ts'

interface FoldButtonProps {
  isFolded: boolean
  onFold(isFolded: boolean): void
}

/** 펼치기 or 접기, at the end of the line whose content it folds. */
function FoldButton({ isFolded, onFold }: FoldButtonProps) {
  return (
    <Button
      tone="transparent"
      size="sm"
      className="ml-auto"
      aria-expanded={!isFolded}
      icon={isFolded ? <ChevronDown {...icon} /> : <ChevronUp {...icon} />}
      onClick={() => onFold(!isFolded)}
    >
      {isFolded ? '펼치기' : '접기'}
    </Button>
  )
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const

/**
 * Open records of the book whose day is near or past (`deadline` of its rules); nothing when there
 * are none. Never filtered by the search. A banner above the list, or a button in the filter bar if
 * the list needs the space.
 */
export function DeadlineBanner({ screen }: { screen: ScreenState }) {
  return (
    <div className="contents folding:hidden laptop:hidden">
      <BookDeadlines screen={screen} as={Banner} />
    </div>
  )
}

export function DeadlineButton({ screen }: { screen: ScreenState }) {
  return <BookDeadlines screen={screen} as={ButtonWithList} />
}

interface DeadlinesProps {
  screen: ScreenState
  rule: DeadlineRule
  due: Deadlines
  today: string
}

interface BookDeadlinesProps {
  screen: ScreenState
  as: ComponentType<DeadlinesProps>
}

function BookDeadlines({ screen, as }: BookDeadlinesProps) {
  const { deadline } = screen.book.rules
  return deadline ? <LoadedDeadlines screen={screen} as={as} rule={deadline} /> : null
}

function LoadedDeadlines({ as: Component, ...props }: BookDeadlinesProps & { rule: DeadlineRule }) {
  const today = getOfficeToday()
  const { screen } = props
  const { value } = useFigure(screen.copy, `deadlines:${screen.book.collection}`, today)
  return value && value.total > 0 ? <Component {...props} today={today} due={value} /> : null
}

function ButtonWithList({ screen, rule, due, today }: DeadlinesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const show = useShowRecord(screen)
  const title = `${josa(findDayLabel(screen, rule), '이/가')} 다가온 ${screen.book.noun} ${formatNumber(due.total)}건`
  function showRecord(id: string) {
    setIsOpen(false)
    void show(id)
  }
  return (
    <Popover
      title={title}
      width="wide"
      align="end"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button>
          <span className="sr-only">{title}</span>
          <span
            aria-hidden
            className={`tabular flex items-center gap-1.5 ${due.overdue > 0 ? 'text-danger' : 'text-warn'}`}
          >
            <CalendarClock size={16} strokeWidth={1.5} />
            {formatNumber(due.total)}
          </span>
        </Button>
      }
    >
      <DeadlineList screen={screen} due={due} today={today} onShow={showRecord} isWhole />
    </Popover>
  )
}

function findDayLabel({ book }: ScreenState, { day }: DeadlineRule): string {
  return book.fields.find(({ key }) => key === day)?.label ?? ''
}

/**
 * Folded by default to one line with the most urgent record, because the table below needs the
 * space.
 */
function Banner({ screen, rule, due, today }: DeadlinesProps) {
  const { collection, noun } = screen.book
  const [isFolded, setIsFolded] = useFoldedState(`deadlines:${collection}`, 'all')
  const show = useShowRecord(screen)
  const label = findDayLabel(screen, rule)
  const [urgent] = due.first
  const line = { screen, today, onShow: (id: string) => void show(id) }
  return (
    // When folded, it takes the height of one table row including the screen's gap.
    <section
      aria-label={`${label} 안내`}
      className="-mt-2 shrink-0 rounded-control border border-rule-strong bg-warn-wash"
    >
      <div className="flex min-h-8 items-center gap-x-2 pl-3 whitespace-nowrap">
        <CalendarClock size={16} strokeWidth={1.5} aria-hidden className="shrink-0 text-warn" />
        <h2 className="shrink-0 font-semibold">
          <span className="max-sm:hidden">{`${josa(label, '이/가')} 다가온 ${noun} `}</span>
          <span className="sm:hidden">{label} </span>
          {`${formatNumber(due.total)}건`}
        </h2>
        {due.overdue > 0 ? (
          <p className="shrink-0 font-semibold text-danger max-lg:hidden">
            {`이미 지난 ${noun} ${formatNumber(due.overdue)}건`}
          </p>
        ) : null}
        {isFolded && urgent ? <DeadlineLine {...line} row={urgent} isOneLine /> : null}
        <FoldButton isFolded={isFolded} onFold={setIsFolded} />
      </div>
      {isFolded ? null : <DeadlineList {...line} due={due} isWhole={false} />}
    </section>
  )
}

/** Records shown in the banner's list before the user asks for the rest. */
const initialLineCount = 3

interface DeadlineListProps {
  screen: ScreenState
  due: Deadlines
  today: string
  /** Lists all records at once and scrolls within the popover. */
  isWhole: boolean
  onShow(id: string): void
}

/** The most urgent records in a list, and in the banner the rest on request. */
function DeadlineList({ due, isWhole, ...line }: DeadlineListProps) {
  const [isExpanded, setIsExpanded] = useState(isWhole)
  const shownRows = isExpanded ? due.first : due.first.slice(0, initialLineCount)
  const hiddenCount = due.total - shownRows.length
  const restText = `외 ${formatNumber(hiddenCount)}건`
  return (
    <ul
      className={`@container overflow-auto border-t border-rule-strong ${isWhole ? '-mx-3 -mb-3 max-h-[60dvh]' : 'max-h-[40dvh]'}`}
    >
      {shownRows.map((row) => (
        <li key={row.id} className="border-b border-rule-strong last:border-b-0">
          <DeadlineLine {...line} row={row} isOneLine={false} />
        </li>
      ))}
      {hiddenCount > 0 ? (
        <li>
          {isExpanded ? (
            <p className="px-3 py-1 text-ink-2">{restText}</p>
          ) : (
            <Button tone="transparent" size="sm" onClick={() => setIsExpanded(true)}>
              {`${restText} 더 보기`}
            </Button>
          )}
        </li>
      ) : null}
    </ul>
  )
}

interface DeadlineLineProps extends Omit<DeadlineListProps, 'due' | 'isWhole'> {
  row: Deadline
  isOneLine: boolean
}

/**
 * One record: when, whose, where; in a narrow list the place is on a second line. The whole line
 * opens it in the detail panel.
 */
function DeadlineLine({ screen, row, today, isOneLine, onShow }: DeadlineLineProps) {
  const [owner = '', ...where] = listNameTexts(screen, row)
  const days = countDaysBetween(today, row.day)
  return (
    <button
      type="button"
      className={`min-h-8 gap-x-3 px-3 py-1 text-left hover:bg-paper-sunk coarse:min-h-11 ${isOneLine ? 'flex min-w-0 flex-1 items-center overflow-hidden' : listLineClass}`}
      onClick={() => onShow(row.id)}
    >
      <span className={`tabular ${isOneLine ? 'max-sm:hidden' : ''}`}>{formatDay(row.day)}</span>
      <span className={`tabular font-semibold ${days < 0 ? 'text-danger' : 'text-warn'}`}>{formatDaysUntil(days)}</span>
      <span className={`font-semibold ${isOneLine ? '' : 'min-w-0 truncate'}`}>{owner}</span>
      <span className={`flex min-w-0 text-ink-2 ${isOneLine ? 'flex-1' : 'col-span-full @min-[40rem]:col-auto'}`}>
        <InlineNames names={where} />
      </span>
    </button>
  )
}

const listLineClass =
  'grid w-full grid-cols-[auto_5rem_minmax(0,1fr)] items-center @min-[40rem]:grid-cols-[auto_5rem_minmax(7rem,auto)_minmax(0,1fr)]'

/** Texts that name the record, as its table shows them. */
function listNameTexts({ columns }: ScreenState, { names }: Deadline): string[] {
  const texts = Object.entries(names).map(([key, value]) => {
    const column = columns.find((candidate) => candidate.key === key)
    return column ? formatCellValue(column, value) : String(value ?? '')
  })
  return texts.filter((text) => text !== '')
}
