import { josa } from 'es-hangul'
import type { ImportMapping, ImportReport } from '#contract/excel-import.ts'
import { Select } from '#app/ui/fields/select.tsx'

interface ImportMappingTableProps {
  report: ImportReport
  /** By a column's title: the field that a person has chosen for it so far. */
  mapping: ImportMapping
  onMap(mapping: ImportMapping): void
}

/** 컬럼 연결: which column of somebody else's sheet is which of ours, beside what stands in it. Of two columns with one meaning the first counts. */
export function ImportMappingTable({ report, mapping, onMap }: ImportMappingTableProps) {
  const { columns, targets } = report
  const choices = [
    { value: '', label: '가져오지 않음' },
    ...targets.map(({ field, label, required }) => ({ value: field, label: required ? `${label} (필수)` : label })),
  ]
  const chosen = (header: string, field: string | null) =>
    (Object.hasOwn(mapping, header) ? mapping[header] : field) ?? ''
  const missing = targets.filter(
    ({ field, required }) => required && columns.every((column) => chosen(column.header, column.field) !== field),
  )

  /** Moving a meaning to another column takes it from the one that had it. */
  function choose(header: string, field: string) {
    const before = columns.filter((column) => field !== '' && chosen(column.header, column.field) === field)
    const freed = Object.fromEntries(before.map((column) => [column.header, null]))
    onMap({ ...mapping, ...freed, [header]: field === '' ? null : field })
  }

  return (
    <section aria-label="컬럼 연결" className="flex flex-col gap-2">
      <h3 className="font-semibold">컬럼 연결</h3>
      {missing.length > 0 ? (
        <p role="alert" className="text-label text-seal">
          {josa(missing.map(({ label }) => label).join(', '), '이/가')} 있는 컬럼을 선택해 주세요.
        </p>
      ) : null}
      <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {columns.map(({ header, field, samples }, index) => (
          <li key={`${index}-${header}`} className="min-w-0 rounded-control border px-2.5 py-2">
            <Select
              label={header}
              value={chosen(header, field)}
              choices={choices}
              hint={samples.length === 0 ? '빈 컬럼' : `예: ${samples.join(' · ')}`}
              onValue={(value) => choose(header, value)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
