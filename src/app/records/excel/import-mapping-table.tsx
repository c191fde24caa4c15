import { josa } from 'es-hangul'
import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import type { ImportMapping, ImportReport } from '#contract/records/excel-import.ts'
import { formatNumber } from '#contract/text/format-number.ts'

interface ImportMappingTableProps {
  report: ImportReport
  /** The field the user has chosen for each column, by column name. */
  mapping: ImportMapping
  onMap(mapping: ImportMapping): void
}

type MappedColumn = ImportReport['columns'][number]

/** Required fields that no column fills, according to the last dry run. */
export function listUnfilledFields({ columns, targets }: ImportReport): ImportReport['targets'] {
  const filled = new Set(columns.map(({ field }) => field))
  return targets.filter(({ field, required }) => required && !filled.has(field))
}

/**
 * 컬럼 연결: which column fills which field, with the column's first values. A field filled by one
 * column isn't offered for another. Open by default when the user has something to decide: a
 * required field isn't filled, or a column isn't used.
 */
export function ImportMappingTable({ report, mapping, onMap }: ImportMappingTableProps) {
  const { columns, targets } = report
  const getChosen = ({ header, field }: MappedColumn) =>
    (Object.hasOwn(mapping, header) ? mapping[header] : field) ?? ''
  const filled = new Set(columns.map(getChosen))
  const unfilled = targets.filter(({ field, required }) => required && !filled.has(field))
  const connected = columns.filter((column) => getChosen(column) !== '').length
  const [isOpen, setIsOpen] = useState(unfilled.length > 0 || connected < columns.length)
  const listChoices = (column: MappedColumn) => [
    { value: '', label: '가져오지 않음' },
    ...targets
      .filter(({ field }) => field === getChosen(column) || !filled.has(field))
      .map(({ field, label, required }) => ({ value: field, label: required ? `${label} (필수)` : label })),
  ]
  return (
    <section aria-label="컬럼 연결" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <h3 className="font-semibold">컬럼 연결</h3>
        <p className="text-label text-ink-2">
          컬럼 {formatNumber(columns.length)}개 중 {formatNumber(connected)}개를 가져옵니다.
        </p>
        <Button tone="transparent" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? '접기' : '확인하고 고치기'}
        </Button>
        {Object.keys(mapping).length > 0 ? (
          <Button tone="transparent" onClick={() => onMap({})}>
            처음 연결로
          </Button>
        ) : null}
      </div>
      {unfilled.length > 0 ? (
        <p role="alert" className="text-label text-danger">
          {josa(unfilled.map(({ label }) => label).join(', '), '이/가')} 있는 컬럼을 선택해 주세요.
        </p>
      ) : null}
      {isOpen ? (
        <>
          <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
            {columns.map((column) => (
              <li key={column.header} className="min-w-0 rounded-control border px-2.5 py-2">
                <Select
                  label={column.header}
                  value={getChosen(column)}
                  choices={listChoices(column)}
                  hint={column.samples.length === 0 ? '빈 컬럼' : `예: ${column.samples.join(' · ')}`}
                  onValue={(field) => onMap({ ...mapping, [column.header]: field === '' ? null : field })}
                />
              </li>
            ))}
          </ul>
          <p className="text-label text-ink-2">
            다른 컬럼에 연결된 항목은 목록에 나오지 않습니다. 바꾸려면 그 컬럼을 먼저 ‘가져오지 않음’으로 두세요.
          </p>
        </>
      ) : null}
    </section>
  )
}
