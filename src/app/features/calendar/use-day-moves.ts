import { josa } from 'es-hangul'
import { performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { bookToast, formatWaitingNote } from '#app/records/actions/outcome-texts.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { getRecordBook } from '#app/records/record-book.ts'
import { buildUpdate } from '#app/records/record-edits.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { CalendarEntry } from '#domain/calendar/calendar-entries.ts'
import { formatDay } from '#domain/dates/office-date.ts'

/**
 * Moves entries to another day: an edit of the record like any other, stored on the device and
 * undone from here.
 */
export function useDayMoves() {
  const copy = useOfflineCopy()
  const toast = useToast()
  const history = useActionHistory(copy, 'calendar')
  // Without a list, the collection only names the cell to focus, and there is none.
  const commands = useHistoryCommands({ history, source: null, collection: 'real-estate', toast })

  async function move({ kind, row, title, day: before, fixedReason }: CalendarEntry, day: string): Promise<void> {
    if (day === before || day === '') return
    if (fixedReason !== null) return toast.error(fixedReason, bookToast)
    const built = buildUpdate(getRecordBook(kind.collection), row, { [kind.day]: day })
    if ('refusal' in built) return toast.error(built.refusal, bookToast)
    const label = `${title} ${kind.label} 이동`
    const edits = [{ edit: built.edit, record: row.record, caption: title }]
    const { actionId, failure } = await performAction({ copy, history }, { label, edits })
    if (failure !== null) return toast.error(`${josa(kind.label, '을/를')} 옮기지 못했습니다. ${failure}`, bookToast)
    const isOnline = copy.getStatus().connection === 'online'
    toast.success(
      `${title}: ${josa(kind.label, '을/를')} ${formatDay(day)}로 옮겼습니다.${formatWaitingNote(isOnline)}`,
      { action: { label: '되돌리기', onSelect: () => commands.undoIfNewest(actionId) } },
    )
  }

  return { move, history, commands }
}
