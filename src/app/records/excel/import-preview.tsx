import type { ReactNode } from 'react'
import type { ImportReport } from '#contract/records/excel-import.ts'
import { formatWon } from '#domain/money/won.ts'
import { ReportList } from './report-list.tsx'

/** The first new rows as they will be stored. */
export function ImportPreview({ preview: { columns, rows } }: Pick<ImportReport, 'preview'>) {
  if (rows.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">미리보기 (가져올 행 가운데 앞의 {rows.length}건)</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable with the keyboard (axe: scrollable-region-focusable) */}
      <section className="overflow-auto rounded-control border" tabIndex={0} aria-label="미리보기">
        <table className="w-full min-w-max text-table">
          <thead className="bg-paper-sunk text-left text-label">
            <tr>
              {['행', ...columns.map(({ label }) => label)].map((name, at) => (
                <th key={at} className="px-3 py-2 whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells }) => (
              <tr key={row} className="border-t">
                {[String(row), ...cells].map((cell, at) => (
                  <td key={at} className="px-3 py-1.5 tabular-nums" title={cell}>
                    <span className="line-clamp-2 max-w-60">{cell}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/**
 * Values that are stored differently than written: each interpreted value, and the number of values
 * in another notation.
 */
export function ImportReadings({ report, fileName }: { report: ImportReport; fileName: string }) {
  const { interpreted, interpreted_count: count, respelled, encoding } = report
  if (count === 0 && respelled.length === 0 && encoding === null) return null
  const lines = interpreted.map(({ row, field, label, written, stored }) => ({
    key: `${row}-${field}`,
    cells: [String(row), label, written, stored === '' ? '(빈 값)' : stored],
  }))
  return (
    <div className="flex flex-col gap-2">
      {count > 0 ? (
        <ReportList
          title={<h3 className="font-semibold">해석한 값 {formatWon(count)}건</h3>}
          label="해석한 값"
          download={{ label: '해석한 값 목록 다운로드', fileName: `${fileName}_해석한값.csv` }}
          head={['행', '컬럼', '적힌 값', '저장할 값']}
          lines={lines}
          count={count}
        />
      ) : null}
      <Plain isShown={encoding !== null}>
        유니코드가 아닌 파일이어서 {encoding}(한글 Windows)로 읽었습니다. 글자가 깨지지 않았는지 미리보기에서 확인해
        주세요.
      </Plain>
      <Plain isShown={respelled.length > 0}>
        표기만 바꾸어 저장하는 값:{' '}
        {respelled
          .map((one) => `${one.label} ${formatWon(one.count)}건 (예: ${one.written} → ${one.stored})`)
          .join(', ')}
      </Plain>
    </div>
  )
}

function Plain({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return isShown ? <p className="text-label text-ink-2">{children}</p> : null
}
