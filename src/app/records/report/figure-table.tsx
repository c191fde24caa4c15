import { Link } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ShortName } from '#app/ui/display/short-name.tsx'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import type { AppPath } from '#contract/app-paths.ts'

export interface FigureColumn<Figures> {
  /** `sum`: the sum of the other columns. */
  readonly key: string
  readonly label: string
  readonly isStrong?: boolean
  readonly text: (figures: Figures) => string
  /**
   * Link to exactly the cases a figure counts; absent for no link. Gets the project's id, or its
   * name without an id; null in the total row.
   */
  readonly cases?: (rowName: string | null) => CaseListLink
}

/** URL of a list of cases. */
export interface CaseListLink {
  readonly to: AppPath
  readonly search: Readonly<Record<string, unknown>>
}

export interface FigureRow<Figures> {
  /** The text of the row: a project, a month or a person. */
  readonly rowName: string
  /** Tells projects with the same name apart; default: the name. */
  readonly id?: string | undefined
  readonly figures: Figures
  readonly action?: ReactNode
}

export interface FigureTableProps<Figures> {
  caption: string
  /** Heading of the rows; default: 사업구간. */
  heading?: string
  columns: readonly FigureColumn<Figures>[]
  rows: readonly FigureRow<Figures>[]
  total: Figures
  /** Heading of a column with a button per project. */
  actionLabel?: string
}

/**
 * Read-only table of figures by project, with the total below. The project column stays visible
 * while the rest scrolls; button and sum come right after it, so that narrow windows show them.
 */
export function FigureTable<Figures>(props: FigureTableProps<Figures>) {
  const { caption, heading = projectHeading, rows, total, actionLabel } = props
  const columns = moveSumForward(props.columns)
  const box = useRef<HTMLDivElement>(null)
  const { isEndHidden, update } = useHiddenEnd(box)
  return (
    <div className="relative">
      {/* Focusable, so that the keyboard can scroll it. */}
      <div
        ref={box}
        onScroll={update}
        className="overflow-x-auto border bg-paper-raised"
        role="region"
        aria-label={caption}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls has to be reached (WCAG 2.1.1)
        tabIndex={0}
      >
        <table className="tabular w-full border-collapse text-table wrap-normal">
          <caption className="sr-only">{caption}</caption>
          <thead className="bg-paper-sunk text-label text-ink-2">
            <tr className="h-[34px] border-b border-rule-strong">
              <th scope="col" className={`${projectCell} bg-paper-sunk font-semibold`}>
                {heading}
              </th>
              {actionLabel ? (
                <th scope="col" className={`${cellPadding} text-center font-semibold whitespace-nowrap`}>
                  {actionLabel}
                </th>
              ) : null}
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  className={`${cellPadding} text-right font-semibold whitespace-nowrap`}
                >
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ rowName, id = rowName, figures, action }) => (
              <tr key={id} className="h-9 border-b coarse:h-11">
                <th scope="row" className={`${projectCell} bg-paper-raised font-normal`}>
                  <ShortName text={rowName} />
                </th>
                {actionLabel ? <td className={`${cellPadding} text-center`}>{action}</td> : null}
                {columns.map((column) => (
                  <FigureCell key={column.key} column={column} figures={figures} rowName={rowName} id={id} />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="h-9 border-t border-rule-strong coarse:h-11 bg-paper-sunk font-semibold">
              <th scope="row" className={`${projectCell} bg-paper-sunk`}>
                합계
              </th>
              {actionLabel ? <td>{'\u00a0'}</td> : null}
              {columns.map((column) => (
                <FigureCell key={column.key} column={column} rowName={null} id={null} figures={total} />
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {isEndHidden ? (
        <div
          aria-hidden
          data-hidden-end
          className="pointer-events-none absolute inset-y-0 right-0 w-6 bg-linear-to-l from-ink/20 to-transparent"
        />
      ) : null}
    </div>
  )
}

/** The sum follows the number of cases; its parts come after it. */
function moveSumForward<Figures>(columns: readonly FigureColumn<Figures>[]): FigureColumn<Figures>[] {
  const [first, ...otherColumns] = columns
  const [sums, parts] = [
    otherColumns.filter(({ key }) => key === 'sum'),
    otherColumns.filter(({ key }) => key !== 'sum'),
  ]
  return first ? [first, ...sums, ...parts] : []
}

/** Whether a box has more content to the right; its edge is shaded then. */
function useHiddenEnd(box: RefObject<HTMLElement | null>) {
  const [isEndHidden, setIsEndHidden] = useState(false)
  function update() {
    const element = box.current
    // Fractions of a pixel remain at some zoom levels.
    if (element) setIsEndHidden(element.scrollWidth - element.clientWidth - element.scrollLeft > 2)
  }
  const latestUpdate = useLatest(update)
  useEffect(() => {
    const [outer, content] = [box.current, box.current?.firstElementChild]
    if (!outer || !content) return undefined
    const observer = new ResizeObserver(() => latestUpdate()())
    observer.observe(outer)
    observer.observe(content)
    return () => observer.disconnect()
  }, [box, latestUpdate])
  return { isEndHidden, update }
}

export const projectHeading = '사업구간'

const cellPadding = 'px-2.5 max-sm:px-1.5'
const projectCell = `sticky left-0 z-1 max-w-72 truncate border-r ${cellPadding} text-left max-lg:max-w-44 max-sm:max-w-28`

interface FigureCellProps<Figures> {
  column: FigureColumn<Figures>
  rowName: string | null
  id: string | null
  figures: Figures
}

/** A figure that counts cases links to them. */
function FigureCell<Figures>({ column, rowName, id, figures }: FigureCellProps<Figures>) {
  const text = column.text(figures)
  return (
    <td
      className={`${cellPadding} text-right ${text === '0' ? 'text-ink-3' : ''} ${column.isStrong ? 'font-semibold' : ''}`}
    >
      {column.cases && text !== '0' ? (
        <Link
          {...column.cases(id)}
          aria-label={`${rowName ?? '합계'} ${column.label} ${text}: 사건 보기`}
          className="underline decoration-rule-strong underline-offset-4 hover:decoration-current coarse:inline-flex coarse:h-11 coarse:min-w-11 coarse:items-center coarse:justify-end"
        >
          {text}
        </Link>
      ) : (
        text
      )}
    </td>
  )
}
