import type { AnyRecord } from '#contract/books/field.ts'
import { caseState, caseStates } from '#domain/case-state.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { RecordScreen } from '#app/records/screen/record-screen.tsx'
import type { WholeLists } from '#app/records/copy/use-whole-lists.ts'
import type { CellOption, ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import { caseBookSearch } from './case-book-search.ts'
import { caseBookExportOrder } from './export-case-book.ts'
import { useUniqueFields } from './use-unique-fields.ts'

/** 사건부 (spec 2 "Case book tab"): filters, the entry line and the book in pages or as one virtual list, on the offline copy. */
export function CaseBookPage() {
  return (
    <RecordScreen
      kind={caseBookSearch}
      tableId="real-estate-case-book"
      adds="line"
      overrides={overridesOf}
      suggestions={useUniqueFields()}
      exportOrder={caseBookExportOrder}
      importPath="/api/mysql/realestate/import_excel/"
    />
  )
}

function overridesOf(lists: () => Partial<WholeLists>): Record<string, ColumnOverride> {
  return {
    state: {
      ...{ label: '진행', after: 'stamp', width: 72, sortField: null },
      field: { kind: 'enum', group: 'date', choices: caseStates },
      derive: ({ record }) => caseState(record, officeToday()),
    },
    group_id: {
      label: '사업구간',
      options: () => (lists()['real-estate-groups'] ?? []).map(groupOption),
      format: (row) => String(row.joined['group_id']?.['name'] ?? ''),
    },
  }
}

function groupOption(group: AnyRecord): CellOption {
  const note = [group['trust_corporate_name'], group['office']]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ')
  return { value: group.id, label: String(group['name']), ...(note === '' ? {} : { note }) }
}
