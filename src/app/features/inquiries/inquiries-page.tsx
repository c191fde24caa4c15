import { Mail, Phone } from 'lucide-react'
import { useMemo } from 'react'
import type { RecordActions } from '#app/records/actions/record-actions.ts'
import { createHistoryTab } from '#app/records/detail/history-panel.tsx'
import { RecordPanel } from '#app/records/detail/record-panel.tsx'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import { RecordFilters } from '#app/records/screen/record-filters.tsx'
import { ScreenTable } from '#app/records/screen/screen-table.tsx'
import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { buildTableFilterProps } from '#app/records/screen/table-query.ts'
import { type ScreenRecords, useScreenRecords } from '#app/records/screen/use-screen-records.ts'
import { useScreenState } from '#app/records/screen/use-screen-state.ts'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { useServerAction } from '#app/session/server-action.ts'
import { useLastResponse } from '#app/session/server-query.ts'
import { useSession } from '#app/session/session-store.ts'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { EditAction } from '#app/ui/data-table/editing/edit-action.ts'
import type { DetailTab, EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { buildContactLink } from '#app/ui/display/contact-link.ts'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { type Inquiry, inquiryBook, inquiryStates } from '#contract/books/inquiries.ts'
import { inquiryAssigneesPath, inquiryAssigneesSchema, inquiryDestroyPath } from '#contract/inquiries/inquiries.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { inquirySearch, type InquirySearch } from './inquiry-search.ts'
import { buildReplyLink } from './reply-mail.ts'

/**
 * Names of the staff, cached on the device so that inquiries can be assigned offline. Empty until
 * the server's first response.
 */
function useAssignees(): readonly string[] {
  const { data } = useLastResponse(inquiryAssigneesPath, namesSchema, {
    queryKey: ['inquiries', 'assignees'],
    isStored: true,
  })
  return data ?? noNames
}

const namesSchema = inquiryAssigneesSchema.transform(({ results }) => results)
const noNames: readonly string[] = []

/**
 * 문의함 /staff/inquiries: visitors' inquiries from the offline copy, edited in the table or the
 * panel.
 */
export function InquiriesPage() {
  const state = useUrlSearch(inquirySearch)
  const records = useScreenRecords({ recordSearch: inquirySearch, state, tableId: 'inquiries' })
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
  const { onFilterBy } = buildTableFilterProps(screen)
  return (
    <>
      <RecordFilters screen={screen} actions={<TableButtons screen={screen} />} />
      <RecordPanel screen={screen} tabs={useInquiryTabs(columns, screen.actions)}>
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
      buildAllColumns(inquiryBook, {
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

function buildStateChange(row: SourceRow, state: string): EditAction {
  return { kind: 'cell', changes: [{ row, key: 'state', old: row.record['state'] ?? null, new: state }] }
}

const renderDestruction: EmbeddedTab['content'] = (row, close) => <InquiryDestruction row={row} onDestroyed={close} />

/** Tabs: the inquiry with its editable fields, the history, and for superusers the destruction. */
function useInquiryTabs(columns: readonly Column[], { edit }: Pick<RecordActions, 'edit'>): readonly DetailTab[] {
  const isSuperuser = useSession().user?.is_superuser === true
  return useMemo(
    () => [
      {
        key: 'content',
        label: '문의',
        intro: (row: SourceRow) => (
          <InquiryMessage row={row} onState={(state) => void edit(buildStateChange(row, state))} />
        ),
        fields: ['state', 'assignee', 'note', 'consented_at'],
      },
      createHistoryTab('inquiries', columns),
      ...(isSuperuser ? [{ key: 'destruction', label: '파기', content: renderDestruction } as const] : []),
    ],
    [columns, isSuperuser, edit],
  )
}

/**
 * 파기 for superusers, on the sender's request. It cannot be undone, so it is sent to the server
 * directly and not through the outbox.
 */
function InquiryDestruction({ row, onDestroyed }: { row: SourceRow; onDestroyed(): void }) {
  const copy = useOfflineCopy()
  const destroy = useServerAction({
    question: () => ({
      title: `'${getRowCaption(getRecordBook('inquiries'), row)}' 문의를 파기하시겠습니까?`,
      message: '문의 내용과 변경 이력이 서버와 모든 기기에서 지워지고, 되돌릴 수 없습니다.',
      confirmLabel: '파기',
      isDestructive: true,
    }),
    send: (api) => api.post(inquiryDestroyPath, { json: { id: row.id } }).json(),
    done: '문의가 파기되었습니다.',
    failed: '문의 파기 실패',
    onDone() {
      onDestroyed()
      copy.syncNow()
    },
  })

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-ink-2">
        접수하고 1년이 지나면 자동으로 파기됩니다. 문의한 분이 동의를 철회하거나 삭제를 요구하면 여기에서 바로
        파기합니다. 파기한 사실과 날짜만 기록에 남습니다.
      </p>
      <Button tone="danger" onClick={() => void destroy.run()}>
        파기
      </Button>
    </div>
  )
}

interface InquiryMessageProps {
  row: SourceRow
  onState(state: Inquiry['state']): void
}

/** The full inquiry with contact links and buttons for the next state. */
function InquiryMessage({ row, onState }: InquiryMessageProps) {
  const inquiry = row.record as unknown as Inquiry
  const { message, received_at: receivedAt } = inquiry
  const state = inquiryStates.find(({ value }) => value === inquiry.state)
  return (
    <article aria-label="문의 내용" className="flex flex-col gap-3">
      <header>
        {/* The panel's title already shows name and subject. */}
        <p className="flex flex-wrap items-center gap-x-2 text-label text-ink-3">
          {receivedAt === null ? null : <time dateTime={receivedAt}>{formatMoment(receivedAt)}</time>}
          {state ? <Badge tone={state.tone}>{state.label}</Badge> : null}
        </p>
      </header>
      <p className="text-lead break-words whitespace-pre-wrap">{message}</p>
      <ContactLinks inquiry={inquiry} />
      <div className="flex flex-wrap items-center gap-2">
        <Reply inquiry={inquiry} />
        {row.state === 'deleted' ? null : <NextStates state={inquiry.state} onState={onState} />}
      </div>
    </article>
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Telephone number and address as written, as links where possible. */
function ContactLinks({ inquiry }: { inquiry: Inquiry }) {
  const { phone, email } = inquiry
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {phone ? <ContactLink kind="tel" text={phone} /> : null}
      {email ? <ContactLink kind="mailto" text={email} /> : null}
    </div>
  )
}

function Reply({ inquiry }: { inquiry: Inquiry }) {
  const href = buildReplyLink(inquiry)
  if (href === null) return null
  return (
    <a href={href} className={buildButtonClass('primary')}>
      <Mail {...icon} /> 메일로 답하기
    </a>
  )
}

function ContactLink({ kind, text }: { kind: 'tel' | 'mailto'; text: string }) {
  const link = buildContactLink(kind, text)
  const Icon = kind === 'tel' ? Phone : Mail
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 break-all coarse:min-h-11">
      <Icon {...icon} className="shrink-0 text-ink-3" />
      {link === null ? (
        text
      ) : (
        <a
          href={link}
          className="tabular text-primary underline decoration-rule-strong underline-offset-3 hover:decoration-current coarse:py-3"
        >
          {text}
        </a>
      )}
    </span>
  )
}

/** Buttons that set the next state; undoable like any edit. */
function NextStates({ state, onState }: { state: Inquiry['state']; onState(state: Inquiry['state']): void }) {
  return (
    <>
      {state === 'new' ? <Button onClick={() => onState('in_progress')}>처리중으로 변경</Button> : null}
      {state === 'done' ? null : <Button onClick={() => onState('done')}>완료로 변경</Button>}
    </>
  )
}
