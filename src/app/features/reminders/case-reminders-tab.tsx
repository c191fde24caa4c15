import { Link } from '@tanstack/react-router'
import { CheckCheck, Plus } from 'lucide-react'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { useCreateRecord } from '#app/records/form/create-record.ts'
import { useFirstRows } from '#app/records/offline-copy/use-first-rows.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { PartsPending } from '#app/records/parts/use-parts.tsx'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import { buildRecordLink } from '#app/records/url-state/record-links.ts'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { Field } from '#contract/books/field.ts'
import { type Reminder, reminderBook } from '#contract/books/reminders.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { startReminder } from '#domain/books/reminders.ts'
import { countDaysBetween, formatDay, formatDaysUntil } from '#domain/dates/office-date.ts'
import { useFinishReminders } from './use-finish-reminders.ts'

type RemindedBook = 'real-estate' | 'deposit-cases'

/** The tab of a case with its reminders. `historyId`: the screen whose undo history takes them. */
export function createRemindersTab(book: RemindedBook, historyId: string): EmbeddedTab {
  return {
    key: 'reminders',
    label: reminderBook.label,
    content: (row) =>
      row.state === 'deleted' ? null : <CaseReminders key={row.id} book={book} row={row} historyId={historyId} />,
  }
}

function CaseReminders({ book, row, historyId }: { book: RemindedBook; row: SourceRow; historyId: string }) {
  const filters = [{ op: 'equals' as const, field: 'case_id', value: row.id }]
  const { status, rows } = useFirstRows('reminders', { filters, search: '', sort: byDay }, maxReminders)
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, historyId)
  const commands = useHistoryCommands({ history, source: null, collection: 'reminders', toast })
  const finish = useFinishReminders(history, commands)
  const createRecord = useCreateRecord()
  const person = useSession().user?.nickname ?? null
  if (status !== 'ready') return <PartsPending />
  const existing = rows.filter(({ state }) => state !== 'deleted')
  const openRows = existing.filter(({ record }) => record['done_on'] === null)
  const about = { case_name: getRowCaption(getRecordBook(book), row), case_book: book, case_id: row.id }
  const start = { ...startReminder(person, getOfficeToday()), ...about }
  return (
    <div className="flex flex-col gap-3">
      {existing.length === 0 ? (
        <p className="text-ink-2">이 사건에 다시 볼 것이 없습니다.</p>
      ) : (
        <ul aria-label="다시 보기 목록">
          {[...openRows, ...existing.filter((reminder) => !openRows.includes(reminder))].map((reminder) => (
            <ReminderLine key={reminder.id} row={reminder} onFinish={() => void finish([reminder])} />
          ))}
        </ul>
      )}
      <div>
        <Button
          size="sm"
          icon={<Plus size={14} strokeWidth={1.5} aria-hidden />}
          onClick={() => void createRecord({ to: 'reminders', start, history })}
        >
          다시 보기 추가
        </Button>
      </div>
    </div>
  )
}

const byDay = [{ field: 'due_on', direction: 'asc' as const }]

const fields: readonly Field[] = reminderBook.fields
const repeatChoices = fields.find(({ key }) => key === 'repeats')?.choices ?? []

/** More than any case has. */
const maxReminders = 200

function ReminderLine({ row, onFinish }: { row: SourceRow; onFinish(): void }) {
  const { note, due_on: dueOn, done_on: doneOn, person, repeats } = row.record as unknown as Reminder
  const days = countDaysBetween(getOfficeToday(), dueOn)
  const { to, search = {} } = buildRecordLink('reminders', row.id)
  const repeatLabel = repeatChoices.find(({ value }) => value === repeats)?.label
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b py-1.5 last:border-b-0">
      <Link to={to} search={search} className="basis-full break-words hover:underline coarse:py-2">
        {note}
      </Link>
      <span className="tabular min-w-0 flex-1 text-label text-ink-2">
        {[formatDay(dueOn), person, repeatLabel].filter(Boolean).join(' · ')}
      </span>
      {doneOn === null ? (
        <>
          <Badge tone={days < 0 ? 'danger' : days <= 3 ? 'warn' : 'plain'}>{formatDaysUntil(days)}</Badge>
          <Button
            size="sm"
            aria-label={`${note} 처리`}
            icon={<CheckCheck size={14} strokeWidth={1.5} aria-hidden />}
            onClick={onFinish}
          >
            처리
          </Button>
        </>
      ) : (
        <Badge tone="good">{`${formatDay(doneOn)} 처리`}</Badge>
      )}
    </li>
  )
}
