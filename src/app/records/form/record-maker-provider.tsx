import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { FieldValue } from '#contract/books/field.ts'
import { bookToasts } from '../actions/outcome-texts.ts'
import { createRecordActions } from '../actions/record-actions.ts'
import { useReferenceLists } from '../offline-copy/use-complete-lists.ts'
import { useOfflineCopy } from '../offline-copy/use-offline-copy.tsx'
import { getRecordBook } from '../record-book.ts'
import { type CreateRecord, CreateRecordContext, type NewRecordRequest } from './create-record.ts'
import { RecordForm } from './record-form.tsx'

interface PendingCreation {
  readonly request: NewRecordRequest
  readonly requestNumber: number
  readonly answer: (created: Awaited<ReturnType<CreateRecord>>) => void
}

/** Renders the forms that useCreateRecord opens, stacked: a 사업구간 needs a 관리자, who needs a 부서. */
export function RecordMakerProvider({ children }: { children: ReactNode }) {
  const [openCreations, setOpen] = useState<readonly PendingCreation[]>([])
  const counter = useRef(0)
  const createRecord = useCallback<CreateRecord>(
    (request) =>
      new Promise((answer) => {
        counter.current += 1
        const creation = { request, answer, requestNumber: counter.current }
        setOpen((before) => [...before, creation])
      }),
    [],
  )
  return (
    <CreateRecordContext value={createRecord}>
      {children}
      {openCreations.map((creation) => (
        <CreationForm
          key={creation.requestNumber}
          request={creation.request}
          onEnd={(created) => {
            setOpen((before) => before.filter((other) => other !== creation))
            creation.answer(created)
          }}
        />
      ))}
    </CreateRecordContext>
  )
}

function CreationForm({ request, onEnd }: { request: NewRecordRequest; onEnd: PendingCreation['answer'] }) {
  const copy = useOfflineCopy()
  const toast = useToast()
  const confirm = useConfirm()
  const formHistory = useActionHistory(copy, 'made-on-the-way')
  const lists = useReferenceLists(copy, request.to)
  const created = useRef<Awaited<ReturnType<CreateRecord>>>(null)
  const book = getRecordBook(request.to)

  async function save(values: Record<string, FieldValue>) {
    const actions = createRecordActions({
      book,
      copy,
      confirm,
      history: request.history ?? formHistory,
      wordings: book.wordings,
      toasts: bookToasts,
      toast: () => toast,
      captionOfDraft: (draft) => book.rules.captionOf(draft),
      undoIfNewest: () => undefined,
      openWindow: () => false,
    })
    const fields = { ...request.start, ...values }
    const id = await actions.add(fields)
    created.current = id === null ? null : { id, values: fields }
    return id
  }

  return (
    <RecordForm
      book={book}
      lists={lists}
      record={null}
      start={request.start}
      onSave={save}
      onClose={() => onEnd(created.current)}
    />
  )
}
