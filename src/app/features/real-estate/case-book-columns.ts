import { realEstateDescription } from '#contract/books/real-estate.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { CellOption, Column, ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/columns.ts'

/** Every column the book has; `groups` is asked whenever the group list opens. */
export function caseBookColumns(groups: () => readonly AnyRecord[]): readonly Column[] {
  const overrides: Record<string, ColumnOverride> = {
    group_id: {
      label: '사업구간',
      // The entry line asks for it first.
      isAlwaysShown: true,
      options: () => groups().map(groupOption),
      format: (row) => String(row.joined['group_id']?.['name'] ?? ''),
      check: (value, row) =>
        value === null ? (row === null ? '사업구간(그룹)을 선택하세요.' : '사업구간(그룹) 정보가 없습니다.') : null,
    },
  }
  return allColumnsOf(realEstateDescription, overrides)
}

function groupOption(group: AnyRecord): CellOption {
  const note = [group['trust_corporate_name'], group['office']]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' · ')
  return { value: group.id, label: String(group['name']), ...(note === '' ? {} : { note }) }
}
