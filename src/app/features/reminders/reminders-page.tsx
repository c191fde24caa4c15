import { CheckCheck } from 'lucide-react'
import { RecordScreen } from '#app/records/screen/record-screen.tsx'
import type { SelectionActionsProps } from '#app/records/screen/selection-actions.tsx'
import { createRecordSearch } from '#app/records/url-state/record-search.ts'
import { useFinishReminders } from './use-finish-reminders.ts'

const reminderSearch = createRecordSearch('reminders', {
  days: { fields: ['due_on', 'done_on'], default: 'due_on' },
})

/** 다시 보기 /staff/reminders, on the offline copy. */
export function RemindersPage() {
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">다시 보기</h1>
      <RecordScreen recordSearch={reminderSearch} creation="both" selection={FinishAction} />
    </div>
  )
}

/** 처리 of the selected reminders, or of one row. */
function FinishAction({ screen, children }: SelectionActionsProps) {
  const finish = useFinishReminders(screen.history, screen.commands)
  const icon = <CheckCheck size={16} strokeWidth={1.5} aria-hidden />
  return children([{ key: 'finish', label: '처리', icon, isMain: true, run: (rows) => void finish(rows) }])
}
