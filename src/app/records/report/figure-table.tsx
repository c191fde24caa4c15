import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ShortName } from '#app/ui/display/short-name.tsx'
import type { AppPath } from '#contract/app-paths.ts'

export interface FigureColumn<Figures> {
  readonly key: string
  readonly label: string
  readonly isStrong?: boolean
  readonly text: (figures: Figures) => string
  /**
   * Link to exactly the cases a figure counts; absent for no link. Gets the section's id, or its
   * name without an id; null in the total row.
   */
  readonly cases?: (section: string | null) => CaseListLink
}

/** URL of a list of cases. */
export interface CaseListLink {
  readonly to: AppPath
  readonly search: Readonly<Record<string, unknown>>
}

export interface FigureRow<Figures> {
  readonly section: string
  /** Tells sections with the same name apart; default: the name. */
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
  /** Heading of a last column with a button per section. */
  actionLabel?: string
}

/**
 * Read-only table of figures by section, with the total below. The section column stays visible
 * while the rest scrolls.
 */
export function FigureTable<Figures>(props: FigureTableProps<Figures>) {
  const { caption, heading = sectionHeading, columns, rows, total, actionLabel } = props
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls has to be reached (WCAG 2.1.1)
    <div className="overflow-x-auto border bg-paper-raised" role="region" aria-label={caption} tabIndex={0}>
      <table className="tabular w-full min-w-max border-collapse text-table">
        <caption className="sr-only">{caption}</caption>
        <thead className="bg-paper-sunk text-label text-ink-2">
          <tr className="h-[34px] border-b border-rule-strong">
            <th scope="col" className={`${sectionCell} bg-paper-sunk font-semibold`}>
              {heading}
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className="px-2.5 text-right font-semibold">
                {column.label}
              </th>
            ))}
            {actionLabel ? (
              <th scope="col" className="px-2.5 text-center font-semibold">
                {actionLabel}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ section, id = section, figures, action }) => (
            <tr key={id} className="h-9 border-b coarse:h-11">
              <th scope="row" className={`${sectionCell} bg-paper-raised font-normal`}>
                <ShortName text={section} />
              </th>
              {columns.map((column) => (
                <FigureCell key={column.key} column={column} figures={figures} section={section} id={id} />
              ))}
              {actionLabel ? <td className="px-2.5 text-center">{action}</td> : null}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="h-9 border-t border-rule-strong coarse:h-11 bg-paper-sunk font-semibold">
            <th scope="row" className={`${sectionCell} bg-paper-sunk`}>
              합계
            </th>
            {columns.map((column) => (
              <FigureCell key={column.key} column={column} section={null} id={null} figures={total} />
            ))}
            {actionLabel ? <td>{'\u00a0'}</td> : null}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

export const sectionHeading = '사업구간'

const sectionCell = 'sticky left-0 max-w-72 truncate border-r px-2.5 text-left max-sm:max-w-40'

interface FigureCellProps<Figures> {
  column: FigureColumn<Figures>
  section: string | null
  id: string | null
  figures: Figures
}

/** A figure that counts cases links to them. */
function FigureCell<Figures>({ column, section, id, figures }: FigureCellProps<Figures>) {
  const text = column.text(figures)
  return (
    <td className={`px-2.5 text-right ${text === '0' ? 'text-ink-3' : ''} ${column.isStrong ? 'font-semibold' : ''}`}>
      {column.cases && text !== '0' ? (
        <Link
          {...column.cases(id)}
          aria-label={`${section ?? '합계'} ${column.label} ${text}: 사건 보기`}
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
