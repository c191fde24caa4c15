import { josa } from 'es-hangul'
import { findRow } from '#app/action-history/find-row.ts'
import { emptyQuestion, isEmptyQuestion } from '#app/ui/filter-bar/filter-question.ts'
import { bookToast } from '../actions/outcome-words.ts'
import { useAddressWriter } from '../address/address-writer.ts'
import { barQuestion } from '../screen/table-question.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'

/** Opens a record next to its table from above it, wherever it is. */
export function useShowRecord(screen: ScreenState): (id: string) => Promise<void> {
  const writer = useAddressWriter()
  return async (id) => {
    await revealInList(screen, id)
    writer.write((before) => ({ ...before, open: id }), { confirmsUnsaved: true })
  }
}

/** Resets filters and search that hide the record, and says so. */
export async function revealInList(screen: ScreenState, id: string): Promise<void> {
  const { source, toast, book } = screen
  const { question, onQuestion } = barQuestion(screen)
  if (isEmptyQuestion(question) || (await findRow(source.wholeSource, id))) return
  onQuestion(emptyQuestion)
  toast.info(`검색 조건에 맞지 않는 ${josa(book.description.noun, '이라/라')} 조건을 지우고 열었습니다.`, bookToast)
  await findRow(source.wholeSource, id)
}
