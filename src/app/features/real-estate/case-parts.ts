import type { CompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { createPapersTab } from '#app/records/papers/papers-tab.tsx'
import type { CellOption, ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import type { AnyRecord } from '#contract/books/field.ts'

/** Id of the 사건부 table, whose undo history includes actions in the panel next to it. */
export const caseBookTable = 'real-estate-case-book'

/** Parts of a case, as tabs of its panel and sections of its window. */
export const caseParts = [createPapersTab('real-estate', caseBookTable)]

/** 사업구간 of a case or unit; trust company and registry office distinguish namesakes. */
export function groupColumn(lists: () => Partial<CompleteLists>): ColumnOverride {
  return {
    label: '사업구간',
    options: () => (lists()['real-estate-groups'] ?? []).map(groupOption),
    format: (row) => String(row.joined['group_id']?.['name'] ?? ''),
  }
}

function groupOption(group: AnyRecord): CellOption {
  const note = [group['trust_corporate_name'], group['office']]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ')
  return { value: group.id, label: String(group['name']), ...(note === '' ? {} : { note }) }
}
