import { useMemo } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { RecordActions } from '#app/records/actions/record-actions.ts'
import type { EditAction } from '#app/ui/data-table/editing/edit-action.ts'
import { inquiryDescription } from '#contract/books/inquiries.ts'
import { useAddressSearch } from '#app/records/address/use-address-search.ts'
import { historyTab } from '#app/records/detail/history-tab.tsx'
import { RecordPanel } from '#app/records/detail/record-panel.tsx'
import { RecordFilters } from '#app/records/screen/record-filters.tsx'
import { ScreenTable } from '#app/records/screen/screen-table.tsx'
import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { tableQuestion } from '#app/records/screen/table-question.ts'
import { useScreenRecords, type ScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { useScreenState } from '#app/records/screen/use-screen-state.ts'
import { useSession } from '#app/session/session-store.ts'
import { allColumnsOf } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { DetailTab, EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { inquirySearch, type InquirySearch } from './inquiry-search.ts'
import { InquiryMessage } from './inquiry-message.tsx'
import { useQuery } from '@tanstack/react-query'
import { inquiryAssigneesPath, inquiryAssigneesSchema, inquiryDestroyPath } from '#contract/site/inquiries.ts'
import { useApi } from '#app/session/api.tsx'
import { answerOf } from '#app/session/answer-of.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'

/**
 * Names of the staff, cached on the device so that inquiries can be assigned offline. Empty until
 * the server first answered.
 */
function useAssignees(): readonly string[] {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['inquiries', 'assignees'],
    queryFn: async ({ signal }) =>
      inquiryAssigneesSchema.parse(await api.get(inquiryAssigneesPath, { signal }).json()).results,
    staleTime: 60_000,
    meta: { persist: true },
  })
  return data ?? noNames
}

const noNames: readonly string[] = []

/**
 * 문의함 /staff/inquiries: visitors' inquiries from the offline copy, edited in the table or the
 * panel.
 */
export function InquiriesPage() {
  const state = useAddressSearch(inquirySearch)
  const records = useScreenRecords({ kind: inquirySearch, state, tableId: 'inquiries' })
  return (
    <PageLayout variant="dashboard">
      <h1 className="sr-only">문의함</h1>
      {records ? <Inbox {...records} /> : null}
    </PageLayout>
  )
}

function Inbox(records: ScreenRecords<InquirySearch>) {
  const columns = useInquiryColumns()
  const screen = useScreenState({ ...records, label: '문의함', columns, captionOfDraft: () => '' })
  const { onFilterBy } = tableQuestion(screen)
  return (
    <>
      <RecordFilters screen={screen} actions={<TableButtons screen={screen} />} />
      <RecordPanel screen={screen} tabs={useTabs(columns, screen.actions)}>
        {/* State, assignee and note are edited in the table; nothing is added or deleted here. */}
        {(shared) => <ScreenTable screen={screen} {...shared} onFilterBy={onFilterBy} />}
      </RecordPanel>
    </>
  )
}

/**
 * The assignee must be a member of staff. Checked here if the names are known, and always by the
 * server.
 */
function useInquiryColumns(): readonly Column[] {
  const assignees = useLatest(useAssignees())
  return useMemo(
    () =>
      allColumnsOf(inquiryDescription, {
        assignee: {
          options: () => assignees().map((name) => ({ value: name, label: name })),
          check: (value) => {
            const isKnown = value === null || assignees().length === 0 || assignees().includes(String(value))
            return isKnown ? null : '담당자: 사무소 직원의 이름을 선택해 주세요.'
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

/** Tabs: the inquiry with its editable fields, the history, and for superusers the destruction. */
function useTabs(columns: readonly Column[], { edit }: Pick<RecordActions, 'edit'>): readonly DetailTab[] {
  const isSuperuser = useSession().user?.is_superuser === true
  return useMemo(
    () => [
      {
        key: 'content',
        label: '문의',
        head: (row: SourceRow) => <InquiryMessage row={row} onState={(state) => void edit(stateChange(row, state))} />,
        fields: ['state', 'assignee', 'note', 'consented_at'],
      },
      historyTab('inquiries', columns),
      ...(isSuperuser ? [{ key: 'destruction', label: '파기', content: destruction } as const] : []),
    ],
    [columns, isSuperuser, edit],
  )
}

/**
 * 파기 for superusers, on the sender's request. It cannot be undone, so it is sent to the server
 * directly and not through the outbox.
 */
function InquiryDestruction({ row, onGone }: { row: SourceRow; onGone(): void }) {
  const api = useApi()
  const copy = useOfflineCopy()
  const confirm = useConfirm()
  const toast = useToast()

  async function destroy() {
    const isSure = await confirm({
      title: `'${captionOfRow(recordBook('inquiries'), row)}' 문의를 파기하시겠습니까?`,
      message: '문의 내용과 변경 이력이 서버와 모든 기기에서 지워지고, 되돌릴 수 없습니다.',
      confirmLabel: '파기',
      isDestructive: true,
    })
    if (!isSure) return
    const answer = await answerOf(api.post(inquiryDestroyPath, { json: { id: row.id } }).json())
    if (!answer.ok) return toast.error(`문의 파기 실패: ${answer.problem.message}`)
    toast.success('문의가 파기되었습니다.')
    onGone()
    copy.syncNow()
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-2">
        접수하고 1년이 지나면 자동으로 파기됩니다. 문의한 분이 동의를 철회하거나 삭제를 요구하면 여기에서 바로
        파기합니다. 파기한 사실과 날짜만 기록에 남습니다.
      </p>
      <Button tone="danger" onClick={() => void destroy()}>
        파기
      </Button>
    </div>
  )
}
