import { RecordScreen } from '#app/records/screen/record-screen.tsx'
import { createRecordSearch } from '#app/records/url-state/record-search.ts'

const reminderSearch = createRecordSearch('reminders', {
  days: { fields: ['due_on', 'done_on'], default: 'due_on' },
})

/** 다시 보기 /staff/reminders, on the offline copy. */
export function RemindersPage() {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">다시 보기</h1>
      <RecordScreen recordSearch={reminderSearch} creation="both" />
    </div>
  )
}
