import { josa } from 'es-hangul'
import { useNavigate } from '@tanstack/react-router'
import { findRow } from '#app/action-history/find-row.ts'
import { emptyQuestion, isEmptyQuestion } from '#app/ui/filter-bar/filter-question.ts'
import { bookToast } from '../actions/outcome-words.ts'
import { barQuestion } from '../screen/table-question.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'

/**
 * Opens a record in the table's detail panel from outside the table, wherever the record is in the
 * list.
 */
export function useShowRecord(screen: ScreenState): (id: string) => Promise<void> {
  const navigate = useNavigate()
  return async (id) => {
    await bringIntoList(screen, id)
    void navigate({ to: '.', search: (before) => ({ ...before, open: id }) })
  }
}

/** Resets filters and search that hide the record, and says so. */
export async function bringIntoList(screen: ScreenState, id: string): Promise<void> {
  const { source, toast, book } = screen
  const { question, onQuestion } = barQuestion(screen)
  if (isEmptyQuestion(question) || (await findRow(source.whole, id))) return
  onQuestion(emptyQuestion)
  toast.info(`검색 조건에 맞지 않는 ${josa(book.description.noun, '이라/라')} 조건을 지우고 열었습니다.`, bookToast)
  await findRow(source.whole, id)
}
