import type { CompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { RecordScreen } from '#app/records/screen/record-screen.tsx'
import type { ColumnOverride } from '#app/ui/data-table/data-table-props.ts'
import { addressBook } from '#contract/books/addresses.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { toOfficeMoment } from '#domain/dates/office-moment.ts'
import { addressFlags } from './address-flags.ts'
import { addressPartTabs } from './address-parts.tsx'
import { addressSearch } from './address-search.ts'
import { AddressSelectionActions } from './tasks/address-selection-actions.tsx'

/**
 * 부동산 주소: the list of parcels and dwellings that cases and units refer to, read from the offline
 * copy.
 */
export function AddressList() {
  return (
    <RecordScreen
      recordSearch={addressSearch}
      creation="both"
      overrides={buildOverrides}
      panelOverrides={panelOverrides}
      selection={AddressSelectionActions}
      parts={addressPartTabs}
      panelMessages={panelMessages}
      flagColumn={flagColumn}
    />
  )
}

const { wordings } = addressBook

function buildOverrides(lists: () => Partial<CompleteLists>): Record<string, ColumnOverride> {
  return {
    project: { lines: 2, format: (row) => projectLines(row, lists().managers ?? []) },
    status: { isEditable: false },
    updated_at: {
      label: '수정일',
      width: 104,
      field: { kind: 'datetime', group: 'date' },
      format: ({ record }) => formatDay(toOfficeMoment(record.updated_at)?.day ?? null),
    },
  }
}

const panelMessages = { ...wordings, update: { ...wordings.update, done: '변경사항이 저장되었습니다.' } }

const flagColumn = { key: 'owner_name', flags: addressFlags }

const panelOverrides: Readonly<Record<string, ColumnOverride>> = { status: { isEditable: true }, project: { lines: 1 } }

/** 사업구간, below it 담당자 직책 and 목록. An address without a 담당자 shows that of its 사업구간. */
function projectLines({ joined }: SourceRow, managers: readonly AnyRecord[]): string {
  const { project, title } = joined
  const manager = joined['manager'] ?? managers.find(({ id }) => id === project?.['manager'])
  const person = [manager?.['name'], manager?.['position']].filter(Boolean).join(' ')
  const details = [person, title?.['name']].filter(Boolean).join(' · ')
  return [project?.['name'], details].filter(Boolean).join('\n')
}
