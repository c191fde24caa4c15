import type { SourceRow } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatCellValue } from '../data-table/cells/cell-text.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { RowChange } from './bulk-edit-props.ts'
import type { BulkPlan } from './bulk-plan.ts'

/** Records shown in full in the preview. */
const maxShownRows = 10

interface PlanPreviewProps {
  plan: BulkPlan
  /** Record count of the preview the user agreed to earlier; null when there was none. */
  before: number | null
  fields: readonly Column[]
  captionOf: (row: SourceRow) => string
}

/**
 * Second step: how many records change, how many already hold the values, and the first ones with
 * old and new values.
 */
export function PlanPreview({ plan, before, fields, captionOf }: PlanPreviewProps) {
  const details = [
    [plan.total, '대상'],
    [plan.changes.length, '바뀌는 행'],
    [plan.unchanged, '이미 같은 값'],
    [plan.refused.length, '바꿀 수 없는 행'],
  ] as const
  return (
    <div className="mt-3 flex flex-col gap-4">
      {before === null ? null : (
        <p role="alert" className="rounded-control bg-warn-wash px-3 py-2 text-warn">
          {before === plan.total
            ? '그 사이 값이 바뀌어 지금은 바꿀 행이 없습니다.'
            : `미리 본 뒤 대상이 ${formatNumber(before)}건에서 ${formatNumber(plan.total)}건으로 달라졌습니다. 다시 확인해 주세요.`}
        </p>
      )}
      <ul aria-label="미리보기 요약" className="tabular flex flex-wrap gap-x-5 gap-y-1 text-ink-2">
        {details
          .filter(([count], index) => count > 0 || index < 3)
          .map(([count, label]) => (
            <li key={label}>
              {label} <strong className="font-semibold text-ink">{formatNumber(count)}건</strong>
            </li>
          ))}
      </ul>
      {plan.changes.length === 0 ? (
        <p>바뀌는 행이 없습니다.</p>
      ) : (
        <Changes plan={plan} fields={fields} captionOf={captionOf} />
      )}
      <RefusedRows refused={plan.refused} captionOf={captionOf} />
    </div>
  )
}

function Changes({ plan, fields, captionOf }: Omit<PlanPreviewProps, 'before'>) {
  const shownChanges = plan.changes.slice(0, maxShownRows)
  const omittedCount = plan.changes.length - shownChanges.length
  return (
    <section aria-label="바뀌는 행">
      <p className="tabular mb-1.5 text-label text-ink-2">
        {fields
          .filter(({ key }) => plan.changeCounts.has(key))
          .map(({ key, label }) => `${label} ${formatNumber(plan.changeCounts.get(key) ?? 0)}건`)
          .join(' · ')}
      </p>
      <div className="overflow-x-auto border">
        <table className="w-full border-collapse text-table">
          <thead>
            <tr>
              {['기록', '항목', '현재 값', '새 값'].map((head) => (
                <th
                  key={head}
                  scope="col"
                  className="bg-paper-sunk px-2 py-1.5 text-left text-label font-semibold text-ink-2"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {shownChanges.map((change) => (
            <ChangeLines key={change.row.id} change={change} fields={fields} captionOf={captionOf} />
          ))}
        </table>
      </div>
      {omittedCount > 0 ? (
        <p className="tabular mt-1.5 text-label text-ink-3">외 {formatNumber(omittedCount)}건도 함께 바뀝니다.</p>
      ) : null}
    </section>
  )
}

interface ChangeLinesProps {
  change: RowChange
  fields: readonly Column[]
  captionOf: (row: SourceRow) => string
}

function ChangeLines({ change: { row, changes }, fields, captionOf }: ChangeLinesProps) {
  return (
    <tbody className="border-t">
      {changes.map(({ key, old, new: value }, index) => {
        const column = fields.find((candidate) => candidate.key === key)
        return (
          <tr key={key}>
            {index === 0 ? (
              <th scope="rowgroup" rowSpan={changes.length} className={`${cellClass} text-left font-medium`}>
                {captionOf(row)}
              </th>
            ) : null}
            <td className={`${cellClass} text-ink-2`}>{column?.label}</td>
            <td className={`${cellClass} tabular max-w-56 truncate text-ink-2`}>
              {(column && formatCellValue(column, old, row)) || '(비어 있음)'}
            </td>
            <td className={`${cellClass} tabular max-w-56 truncate font-medium`}>
              {(column && formatCellValue(column, value)) || '(비어 있음)'}
            </td>
          </tr>
        )
      })}
    </tbody>
  )
}

const cellClass = 'px-2 py-1 align-top'

/** Maximum lines rendered; the heading gives the total. */
const maxShownLines = 100

/** Records that cannot take the values, each with its reason. They stay unchanged. */
export function RefusedRows({
  refused,
  captionOf,
}: {
  refused: BulkPlan['refused']
  captionOf: (row: SourceRow) => string
}) {
  if (refused.length === 0) return null
  return (
    <section aria-label="바꿀 수 없는 행">
      <h3 className="mb-1 font-semibold text-danger">
        바꿀 수 없는 행 {formatNumber(refused.length)}건
        {refused.length > maxShownLines ? (
          <span className="font-normal"> (처음 {maxShownLines}건만 보입니다)</span>
        ) : null}
      </h3>
      <ul className="border">
        {refused.slice(0, maxShownLines).map(({ row, reason }) => (
          <li key={row.id} className="flex flex-wrap gap-x-3 border-t px-2 py-1 first:border-t-0">
            <span className="font-medium">{captionOf(row)}</span>
            <span className="text-ink-2">{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
