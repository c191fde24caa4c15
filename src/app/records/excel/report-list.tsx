import { stickyHead } from '#app/ui/display/sticky-names.ts'
import type { ReactNode } from 'react'
import { harmlessText } from '#domain/sheets/record-sheet.ts'
import { formatWon } from '#domain/money/won.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { saveFile } from '#app/ui/save-file.ts'

interface ReportListProps {
  /** Visible title: 오류, 바뀐 셀. */
  title: ReactNode
  /** Accessible name of the list: 행별 오류. */
  label: string
  download: { label: string; fileName: string }
  head: readonly string[]
  lines: readonly ReportLine[]
  /** Total number; the server sends only the first of very many. */
  count: number
}

export interface ReportLine {
  readonly key: string
  readonly cells: readonly string[]
  /** The line needs attention. */
  readonly isWarned?: boolean
}

/** Number of lines shown; the download has all of them. */
const shownLines = 200

/** A long list of a dry run: shows the first lines and downloads all of them. */
export function ReportList({ title, label, download, head, lines, count }: ReportListProps) {
  const save = () => saveFile(download.fileName, listFile([head, ...lines.map(({ cells }) => cells)]))
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {title}
        <Button tone="transparent" onClick={save}>
          {download.label}
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable with the keyboard (axe: scrollable-region-focusable) */}
      <section className="max-h-72 overflow-auto rounded-control border" tabIndex={0} aria-label={label}>
        <table className="w-full min-w-max text-table">
          <thead className="sticky top-0 z-1 bg-paper-sunk text-left text-label">
            <tr>
              {head.map((name, at) => (
                <th key={name} className={`px-3 py-2 whitespace-nowrap ${at === 0 ? stickyHead : ''}`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, shownLines).map(({ key, cells, isWarned }) => (
              <tr key={key} className={isWarned ? 'border-t bg-warn-wash' : 'border-t bg-paper-raised'}>
                {cells.map((cell, at) => (
                  <td
                    key={at}
                    className={`px-3 py-1.5 tabular-nums ${at === 0 ? 'sticky left-0 bg-inherit' : ''}`}
                    title={cell}
                  >
                    <span className="line-clamp-3 max-w-80 whitespace-pre-line">{cell}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {count > shownLines ? (
        <p className="text-label text-ink-2">
          {formatWon(count)}건 가운데 {shownLines}건을 보여 줍니다. 내려받은 목록에는{' '}
          {count > lines.length ? `앞의 ${formatWon(lines.length)}건이` : '모두'} 들어 있습니다.
        </p>
      ) : null}
    </div>
  )
}

/**
 * CSV with a byte order mark, without which Korean Excel garbles it. Neutralizes leading formula
 * characters.
 */
function listFile(lines: readonly (readonly string[])[]): Blob {
  const text = lines.map((line) => line.map(quoted).join(',')).join('\r\n')
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv;charset=utf-8' })
}

function quoted(value: string): string {
  return `"${harmlessText(value).replaceAll('"', '""')}"`
}
