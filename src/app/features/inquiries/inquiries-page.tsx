import { useMemo } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import type { RecordActions } from '#app/records/actions/record-actions.ts'
import type { EditAction } from '#app/ui/data-table/editing/edit-action.ts'
import { inquiryDescription, inquiryStates } from '#contract/books/inquiries.ts'
import { recordSearch } from '#app/records/address/record-search.ts'
import { useAddressSearch } from '#app/records/address/use-address-search.ts'
import { historyTab } from '#app/records/detail/history-tab.tsx'
import { RecordBeside } from '#app/records/detail/record-beside.tsx'
import { ScreenTable } from '#app/records/screen/screen-table.tsx'
import { TableIcons } from '#app/records/screen/table-buttons.tsx'
import { resetQuestion } from '#app/records/screen/table-question.ts'
import { useAskedRecords, type AskedRecords } from '#app/records/screen/use-asked-records.ts'
import { useScreenState } from '#app/records/screen/use-screen-state.ts'
import { useSession } from '#app/session/session-store.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { DetailTab, EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { InquiryMessage } from './inquiry-message.tsx'
import { InquiryDestruction } from './inquiry-destruction.tsx'
import { useAssignees } from './use-assignees.ts'

/** What stands in the address bar of the inbox (decision 11). */
const inquirySearch = recordSearch('inquiries', {
  usualSort: '-received_at',
  ties: [{ field: 'id', direction: 'desc' }],
})
type InquirySearch = typeof inquirySearch.empty

/** 문의함 /staff/inquiries: what visitors wrote, on the offline copy; handled in place or in the panel. */
export function InquiriesPage() {
  const state = useAddressSearch(inquirySearch)
  const asked = useAskedRecords({ kind: inquirySearch, state, tableId: 'inquiries' })
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <h1 className="sr-only">문의함</h1>
      {asked ? <Inbox {...asked} /> : null}
    </div>
  )
}

function Inbox(asked: AskedRecords<InquirySearch>) {
  const { search, change } = asked.state
  const columns = useInquiryColumns()
  const screen = useScreenState({ ...asked, label: '문의함', columns, captionOfDraft: () => '' })
  const isNarrowed = search.state !== '' || search.search !== ''
  const empty = isNarrowed
    ? { text: '조건에 맞는 문의가 없습니다.', action: resetQuestion(screen) }
    : { text: '받은 문의가 없습니다.' }
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <search aria-label="문의 검색과 필터" className="contents">
          <div className="w-28">
            <Select
              label="상태"
              value={search.state}
              choices={stateChoices}
              onValue={(next) => change({ state: next })}
            />
          </div>
          <div className="w-72 max-sm:order-last max-sm:w-full">
            <TextField
              label="검색"
              type="search"
              placeholder={inquiryDescription.searchHint}
              value={search.search}
              onValue={(text) => change({ search: text })}
            />
          </div>
        </search>
        <div className="ml-auto flex gap-1">
          <TableIcons screen={screen} keepsColumnsOnPhone />
        </div>
      </div>
      <RecordBeside screen={screen} tabs={useTabs(columns, screen.actions)}>
        {/* State, assignee and note are changed in place; there is nothing to add or delete. */}
        {(shared) => <ScreenTable screen={screen} {...shared} empty={empty} />}
      </RecordBeside>
    </>
  )
}

const stateChoices = [{ value: '', label: '전체' }, ...inquiryStates] as const

/** Who is no member of the office is refused here, where the names are known, and by the server. */
function useInquiryColumns(): readonly Column[] {
  const assignees = useLatest(useAssignees())
  return useMemo(
    () =>
      allColumnsOf(inquiryDescription, {
        assignee: {
          options: () => assignees().map((name) => ({ value: name, label: name })),
          check: (value) => {
            const isKnown = value === null || assignees().length === 0 || assignees().includes(String(value))
            return isKnown ? null : '담당자: 사무소 직원의 이름을 골라 주세요.'
          },
        },
      }),
    [assignees],
  )
}

function stateChange(row: SourceRow, state: string): EditAction {
  return { kind: 'cell', changes: [{ row, key: 'state', old: row.record['state'] ?? null, new: state }] }
}

const destruction: EmbeddedTab['content'] = (row, close) => <InquiryDestruction row={row} onGone={close} />

/** What was written first, then what is changed; what was done to it; and for superusers its end. */
function useTabs(columns: readonly Column[], { edit }: Pick<RecordActions, 'edit'>): readonly DetailTab[] {
  const isSuperuser = useSession().user?.is_superuser === true
  return useMemo(
    () => [
      {
        ...{ key: 'content', label: '문의' },
        head: (row: SourceRow) => <InquiryMessage row={row} onState={(state) => void edit(stateChange(row, state))} />,
        fields: ['state', 'assignee', 'note', 'consented_at'],
      },
      historyTab('inquiries', columns),
      ...(isSuperuser ? [{ key: 'destruction', label: '파기', content: destruction } as const] : []),
    ],
    [columns, isSuperuser, edit],
  )
}
