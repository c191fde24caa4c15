import { stickyHead, stickyName } from '#app/ui/display/sticky-names.ts'
import type { AnswerCell, TablePart } from '#contract/chat/answer.ts'

type Kind = TablePart['columns'][number]['kind']

/**
 * A table of figures: text left, amounts right, dates centred, totals at the bottom, and a link to
 * the same filter.
 */
export function AnswerTable({ table }: { table: TablePart }) {
  const { title, columns, rows, total, count, link } = table
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-1.5">
        <span className="font-semibold">{title}</span>
        {rows.length < count ? (
          <span className="tabular text-label text-ink-2">
            {count.toLocaleString('ko-KR')}건 중 {rows.length.toLocaleString('ko-KR')}건
          </span>
        ) : null}
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a place that scrolls is reached by keyboard */}
      <div tabIndex={0} role="group" aria-label={`${title} 표`} className="overflow-x-auto border-y">
        <table className="tabular w-full text-table">
          <thead className="bg-paper-sunk text-label">
            <tr>
              {columns.map(({ label, kind }, index) => (
                <th
                  key={label}
                  scope="col"
                  className={`h-8 px-2.5 font-semibold whitespace-nowrap ${sides[kind]} ${index === 0 ? stickyHead : ''}`}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <Row key={row} table={table} cells={cells} />
            ))}
          </tbody>
          {total ? (
            <tfoot className="border-t-2 font-semibold">
              <Row table={table} cells={total} />
            </tfoot>
          ) : null}
        </table>
      </div>
      {link ? (
        <a
          href={link.href}
          className="mt-1.5 inline-flex min-h-8 items-center text-primary underline underline-offset-4 coarse:min-h-11"
        >
          {link.label}
        </a>
      ) : null}
    </figure>
  )
}

function Row({ table: { columns }, cells }: { table: TablePart; cells: readonly AnswerCell[] }) {
  return (
    <tr className="border-t">
      {columns.map(({ label, kind }, index) => (
        <td
          key={label}
          className={`h-8 px-2.5 ${sides[kind]} ${isLong(cells[index]) ? 'min-w-60' : 'whitespace-nowrap'} ${index === 0 ? stickyName : ''}`}
        >
          {cellText(cells[index] ?? null, kind)}
        </td>
      ))}
    </tr>
  )
}

/** Long cells wrap; shorter ones stay on one line and the table scrolls. */
function isLong(cell: AnswerCell | undefined): boolean {
  return typeof cell === 'string' && cell.length > 24
}

const sides: Record<Kind, string> = { text: 'text-left', won: 'text-right', number: 'text-right', date: 'text-center' }

/** Numbers with separators, dates as in lists. */
function cellText(value: AnswerCell, kind: Kind): string {
  if (value === null) return ''
  if (typeof value === 'number') return value.toLocaleString('ko-KR', { maximumFractionDigits: 10 })
  return kind === 'date' ? value.replaceAll('-', '.') : value
}
