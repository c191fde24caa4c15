import { useReferredLists } from '../copy/use-whole-lists.ts'
import { RecordForm } from '../form/record-form.tsx'
import type { ScreenState } from './use-screen-state.ts'

/** What the entry line is on the desk, where cards leave no room for a line: the book's form. */
export function LineAsForm({ screen, onClose }: { screen: ScreenState; onClose(): void }) {
  const { book, copy, actions } = screen
  const lists = useReferredLists(copy, book.collection)
  return (
    <RecordForm book={book} lists={lists} onClose={onClose} record={null} onSave={(values) => actions.add(values)} />
  )
}
