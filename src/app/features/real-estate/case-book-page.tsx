import { caseState, caseStates } from '#domain/case-state.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { RecordScreen } from '#app/records/screen/record-screen.tsx'
import type { WholeLists } from '#app/records/copy/use-whole-lists.ts'
import type { ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import { caseBookTable, caseParts } from './case-parts.ts'
import { caseBookSearch } from './case-book-search.ts'
import { caseBookExportOrder } from './export-case-book.ts'
import { groupColumn } from './group-column.ts'
import { useUniqueFields } from './use-unique-fields.ts'

/** 사건부 (spec 2 "Case book tab"): filters, the entry line and the book in pages or as one virtual list, on the offline copy. */
export function CaseBookPage() {
  return (
    <RecordScreen
      kind={caseBookSearch}
      tableId={caseBookTable}
      parts={caseParts}
      adds="line"
      loadFailed="목록 조회 실패"
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
      label: '진행',
      after: 'stamp',
      width: 72,
      sortField: null,
      field: { kind: 'enum', group: 'date', choices: caseStates },
      derive: ({ record }) => caseState(record, officeToday()),
    },
    group_id: groupColumn(lists),
  }
}
