import { useCallback, useRef, useState, type ReactNode } from 'react'
import type { FieldValue } from '#contract/books/field.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { bookToasts } from '../actions/outcome-words.ts'
import { createRecordActions } from '../actions/record-actions.ts'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'
import { useReferredLists } from '../copy/use-whole-lists.ts'
import { recordBook } from '../record-book.ts'
import { RecordForm } from './record-form.tsx'
import { MakerContext, type AskedRecord, type MakeRecord } from './make-record.ts'

interface Making {
  readonly asked: AskedRecord
  readonly turn: number
  readonly answer: (made: Awaited<ReturnType<MakeRecord>>) => void
}

/** Renders the forms that useRecordMaker opens, stacked: a 사업구간 needs a 관리자, who needs a 부서. */
export function RecordMakerProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<readonly Making[]>([])
  const turns = useRef(0)
  const make = useCallback<MakeRecord>(
    (asked) =>
      new Promise((answer) => {
        turns.current += 1
        const making = { asked, answer, turn: turns.current }
        setOpen((before) => [...before, making])
      }),
    [],
  )
  return (
    <MakerContext value={make}>
      {children}
      {open.map((making) => (
        <MakingForm
          key={making.turn}
          asked={making.asked}
          onEnd={(made) => {
            setOpen((before) => before.filter((each) => each !== making))
            making.answer(made)
          }}
        />
      ))}
    </MakerContext>
  )
}

function MakingForm({ asked, onEnd }: { asked: AskedRecord; onEnd: Making['answer'] }) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const confirm = useConfirm()
  const own = useActionHistory(copy, 'made-on-the-way')
  const lists = useReferredLists(copy, asked.to)
  const made = useRef<Awaited<ReturnType<MakeRecord>>>(null)
  const book = recordBook(asked.to)

  async function save(values: Record<string, FieldValue>) {
    const actions = createRecordActions({
      book,
      copy,
      confirm,
      history: asked.history ?? own,
      words: book.description.words,
      toasts: bookToasts,
      toast: () => toast,
      captionOfDraft: (draft) => book.rules.captionOf(draft),
      undoAction: () => undefined,
      openWindow: () => false,
    })
    const id = await actions.add(values)
    made.current = id === null ? null : { id, values }
    return id
  }

  return (
    <RecordForm
      book={book}
      lists={lists}
      record={null}
      start={asked.start}
      onSave={save}
      onClose={() => onEnd(made.current)}
    />
  )
}
