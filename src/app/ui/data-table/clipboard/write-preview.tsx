import { useRef } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { formatCellValue } from '../cells/cell-text.ts'
import type { EntryLineDraft } from '../editing/edit-action.ts'
import { closePrompt } from '../prompt.ts'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import {
  listMissingNames,
  type MissingName,
  type PlannedChange,
  type RefusedCell,
  type WritePlan,
} from './plan-writes.ts'
import { applyPlan, createMissingRecord } from './write-cells.ts'

/** Maximum lines shown per kind; the counts above give the totals. */
const maxShownLines = 100

/** Preview of a paste, fill or clear: changed, new and refused cells with the reasons. */
export function WritePreview({ table }: { table: Table }) {
  const activePrompt = useSignal(table, 'ask', () => table.prompt)
  const cancel = useRef<HTMLButtonElement>(null)
  if (activePrompt?.type !== 'preview') return null
  const { plan, source } = activePrompt
  const hasChanges = plan.changes.length + plan.newRows.length > 0

  function confirm() {
    closePrompt(table)
    applyPlan(table, plan)
    source.after?.()
  }

  return (
    <Dialog
      open
      isSticky
      width="wide"
      title={`${planNames[plan.kind]} 미리보기`}
      description={<Summary plan={plan} />}
      onClose={() => closePrompt(table)}
      initialFocus={cancel}
      actions={
        <>
          <Button ref={cancel} onClick={() => closePrompt(table)}>
            취소
          </Button>
          <Button tone="primary" disabled={!hasChanges} onClick={confirm}>
            {formatConfirmLabel(plan)}
          </Button>
        </>
      }
    >
      <div className="mt-4 flex flex-col gap-5">
        <MissingRecords
          missing={listMissingNames(plan, table.props.columns)}
          onCreate={async (missing) => {
            await createMissingRecord(table, missing)
            // The closed form returns the focus first, but its button may be gone.
            requestAnimationFrame(() => cancel.current?.focus())
          }}
        />
        <RefusedList refused={plan.refused} />
        <ChangeList changes={plan.changes} />
        <NewRowList rows={plan.newRows} table={table} />
      </div>
    </Dialog>
  )
}

const planNames: Record<WritePlan['kind'], string> = {
  cell: '입력',
  clear: '지우기',
  paste: '붙여넣기',
  fill: '채우기',
  bulk: '일괄 변경',
}

function formatConfirmLabel(plan: WritePlan): string {
  const isPartial = plan.refused.length > 0 || plan.beyondRows > 0 || plan.beyondColumns > 0
  return `${isPartial ? '올바른 값만 ' : ''}${planNames[plan.kind]}`
}

function Summary({ plan }: { plan: WritePlan }) {
  const counts = [
    [plan.changes.length, '바뀌는 셀', '개'],
    [plan.newRows.length, '새 기록', '건'],
    [plan.refused.length, '거절되는 셀', '개'],
    [plan.unchanged, '이미 같은 값', '개'],
    [plan.beyondColumns, '마지막 컬럼을 벗어나 빠지는 셀', '개'],
    [plan.beyondRows, '마지막 행을 벗어나 빠지는 행', '행'],
    [plan.refusedRows, '거절되어 만들지 않는 기록', '건'],
  ] as const
  return (
    <ul className="tabular flex flex-wrap gap-x-5 gap-y-1">
      {counts
        .filter(([count]) => count > 0)
        .map(([count, label, unit]) => (
          <li key={label}>
            {label}{' '}
            <strong className="font-semibold text-ink">
              {formatNumber(count)}
              {unit}
            </strong>
          </li>
        ))}
    </ul>
  )
}

const headCell = 'bg-paper-sunk px-2 py-1.5 text-left text-label font-semibold text-ink-2'
const lineCell = 'border-t px-2 py-1.5 align-top'

/** Maximum number of missing names offered at once. */
const maxShownNames = 30

/** `등록되지 않은 사업구간 3개`: names that no record has, each with a button that creates it in its form. */
function MissingRecords(props: { missing: readonly MissingName[]; onCreate(missing: MissingName): Promise<void> }) {
  const { missing, onCreate } = props
  const columns = [...new Set(missing.map(({ column }) => column))]
  return columns.map((column) => {
    const missingNames = missing.filter((candidate) => candidate.column === column)
    const noun = column.optionCreator?.noun ?? column.label
    return (
      <section
        key={column.key}
        aria-label={`등록되지 않은 ${noun}`}
        className="flex flex-col gap-2 rounded-control border border-warn/40 bg-warn-wash p-3"
      >
        <h3 className="font-semibold text-warn">
          등록되지 않은 {noun} {formatNumber(missingNames.length)}개
        </h3>
        <div className="flex flex-wrap gap-2">
          {missingNames.slice(0, maxShownNames).map((candidate) => (
            <Button key={candidate.name} size="sm" onClick={() => void onCreate(candidate)}>
              새 {noun} '{candidate.name}' 만들기
            </Button>
          ))}
        </div>
      </section>
    )
  })
}

function RefusedList({ refused }: { refused: readonly RefusedCell[] }) {
  if (refused.length === 0) return null
  return (
    <Section title="거절되는 셀" count={refused.length} unit="개" heads={['행', '컬럼', '값', '이유']}>
      {refused.slice(0, maxShownLines).map(({ rowIndex, column, text, reason }) => (
        <tr key={`${String(rowIndex)}-${column.key}`}>
          <td className={`${lineCell} tabular`}>{rowIndex + 1}</td>
          <td className={lineCell}>{column.label}</td>
          <td className={`${lineCell} max-w-60 truncate`}>{text === '' ? '(비어 있음)' : text}</td>
          <td className={`${lineCell} text-danger`}>{reason}</td>
        </tr>
      ))}
    </Section>
  )
}

function ChangeList({ changes }: { changes: readonly PlannedChange[] }) {
  if (changes.length === 0) return null
  return (
    <Section title="바뀌는 셀" count={changes.length} unit="개" heads={['행', '컬럼', '현재 값', '새 값']}>
      {changes.slice(0, maxShownLines).map((change) => (
        <tr key={`${change.row.id}-${change.key}`}>
          <td className={`${lineCell} tabular`}>{change.rowIndex + 1}</td>
          <td className={lineCell}>{change.column.label}</td>
          <td className={`${lineCell} max-w-60 truncate text-ink-2`}>
            {formatCellValue(change.column, change.old, change.row) || '(비어 있음)'}
          </td>
          <td className={`${lineCell} max-w-60 truncate font-medium`}>
            {formatCellValue(change.column, change.new) || '(비어 있음)'}
          </td>
        </tr>
      ))}
    </Section>
  )
}

function NewRowList({ rows, table }: { rows: readonly EntryLineDraft[]; table: Table }) {
  const [first] = rows
  if (!first) return null
  const columns = table.props.columns.filter((column) => column.key in first)
  return (
    <Section title="새 기록" count={rows.length} unit="건" heads={columns.map((column) => column.label)}>
      {rows.slice(0, maxShownLines).map((draft, index) => (
        <tr key={index}>
          {columns.map((column) => (
            <td key={column.key} className={`${lineCell} max-w-60 truncate`}>
              {formatCellValue(column, draft[column.key] ?? null)}
            </td>
          ))}
        </tr>
      ))}
    </Section>
  )
}

interface SectionProps {
  title: string
  count: number
  unit: string
  heads: readonly string[]
  children: React.ReactNode
}

function Section({ title, count, unit, heads, children }: SectionProps) {
  const isTruncated = count > maxShownLines
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">
        {title} {formatNumber(count)}
        {unit}
        {isTruncated ? <span className="font-normal text-ink-3"> (처음 {maxShownLines}개만 보입니다)</span> : null}
      </h3>
      <div className="border">
        <table className="w-full border-collapse text-table">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className={headCell}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  )
}
