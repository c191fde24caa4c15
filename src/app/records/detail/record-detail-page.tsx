import { Link } from '@tanstack/react-router'
import { josa } from 'es-hangul'
import { Printer } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Button, Spinner } from '#app/ui/buttons/button.tsx'
import { formatCellText } from '#app/ui/data-table/cells/cell-text.ts'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { useNotifyShown } from '#app/ui/detail-panel/use-notify-shown.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { UnbrokenMarks } from '#app/ui/display/unbroken-marks.tsx'
import { FieldEditor } from '#app/ui/fields/field-editor.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { usePrintShortcut } from '#app/ui/print/send-to-printer.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { stoppedEditText, stoppedWord } from '#domain/retention/stopped-texts.ts'
import { bookToast, formatDone, formatFailed } from '../actions/outcome-texts.ts'
import { useReferenceCreation } from '../form/create-record.ts'
import { computeChanges, createDraft, type RecordDraft, withTypedText } from '../form/record-draft.ts'
import { listFormFields } from '../form/record-form.tsx'
import { listReferenceChoices } from '../form/reference-choices.ts'
import { CopyUnavailable } from '../offline-copy/copy-unavailable.tsx'
import { useReferenceLists } from '../offline-copy/use-complete-lists.ts'
import { useIsCopyExpected, useOfflineCopy } from '../offline-copy/use-offline-copy.tsx'
import { useUsedTexts } from '../offline-copy/use-used-texts.ts'
import { usePrintRecord } from '../print/record-print.ts'
import { describeAbsentRecord, getRecordBook, getRowCaption, type RecordBook } from '../record-book.ts'
import { buildUpdate } from '../record-edits.ts'
import { useDirtyForm } from '../unstored-values/dirty-form.ts'
import { listenForDetailMessages, postDetailMessage } from './detail-messages.ts'
import { emptyValueText } from './history-texts.ts'
import { rememberRecord } from './recent-records.ts'
import { useStoppedGate } from './stopped-gate.tsx'

interface RecordDetailPageProps {
  id: string
  collection: CollectionName
  /** Lists of the record's parts, which are edited separately, below its fields. */
  parts?: readonly EmbeddedTab[]
}

/**
 * Window of one record: filled by the book that opened it, or by id from the offline copy when
 * opened directly.
 */
export function RecordDetailPage({ id, collection, parts = [] }: RecordDetailPageProps) {
  const copy = useOfflineCopy()
  const { row, isMissing } = useDetailRow(collection, id)
  const isCopyExpected = useIsCopyExpected()
  const gate = useStoppedGate(copy, { collection, id, place: 'window' })
  const gatePrompt = row && gate.renderPrompt(row)
  useNotifyShown(gate, row !== null && gatePrompt === null ? id : undefined)
  useRememberRecord(collection, row?.id)
  const book = getRecordBook(collection)
  const { noun } = book
  if (isMissing) {
    return (
      <MissingWindow title={`${josa(noun, '을/를')} 찾을 수 없습니다`}>
        {describeAbsentRecord(collection)}
      </MissingWindow>
    )
  }
  if (!row && !isCopyExpected) return <CopyUnavailable />
  if (!row) {
    return (
      <div className="flex justify-center p-16">
        <Spinner label={`${josa(noun, '을/를')} 불러오는 중`} />
      </div>
    )
  }
  if (gatePrompt) {
    return (
      <main className="p-8">
        <h1 className="mb-3 text-title font-semibold">
          {getRowCaption(book, row)} <Badge tone="danger">{stoppedWord}</Badge>
        </h1>
        {gatePrompt}
      </main>
    )
  }
  return gate.within(
    <>
      <RecordWindow key={row.id} row={row} book={book} isAlone={parts.length === 0} />
      {parts.map(({ key, label, content }) => (
        <section key={key} aria-label={label} className="mx-auto w-full max-w-5xl pt-2 sm:px-6 sm:pb-6">
          <h2 className="mb-3 text-lead font-semibold">{label}</h2>
          {content(row, () => window.close())}
        </section>
      ))}
    </>,
  )
}

function useRememberRecord(collection: CollectionName, id: string | undefined): void {
  const { userId } = useOfflineCopy()
  useEffect(() => {
    if (id !== undefined) rememberRecord(userId, { collection, id })
  }, [userId, collection, id])
}

interface WindowProps {
  row: SourceRow
  book: RecordBook
  /** There's nothing below the fields. */
  isAlone: boolean
}

function RecordWindow({ row, book, isAlone }: WindowProps) {
  const copy = useOfflineCopy()
  const usedTexts = useUsedTexts(book.collection)
  const lists = useReferenceLists(copy, book.collection)
  const toast = useToast()
  const [base, setBase] = useState(row)
  const [draft, setDraft] = useState<RecordDraft>(() => createDraft(book, row))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const caption = getRowCaption(book, base)
  const { wordings } = book
  const columns = useMemo(() => buildAllColumns(book), [book])
  const editableFields = new Set(listFormFields(book))
  const changes = computeChanges(book, { draft, row: base, today: getOfficeToday() })
  // A value that can't be read yet is still unsaved input; otherwise the window would close over
  // it.
  const isDirty = Object.keys(changes.changes).length > 0 || Object.keys(changes.errors).length > 0
  useDirtyForm(isDirty, `${book.noun} 상세 (${caption})`)
  useUpdateBase({ row, base, isDirty, onFresh: (fresh) => (setBase(fresh), setDraft(createDraft(book, fresh))) })

  const changeText = (key: string, text: string) => setDraft((previous) => withTypedText(book, previous, { key, text }))
  const findCreation = useReferenceCreation(book.collection, draft, changeText)

  async function save() {
    const computed = computeChanges(book, { draft, row: base, today: getOfficeToday() })
    setErrors(computed.errors)
    if (Object.keys(computed.errors).length > 0) return
    if (row.stopped === 'locked') return toast.error(stoppedEditText, bookToast)
    const result = buildUpdate(book, base, computed.changes)
    if ('refusal' in result) return toast.error(result.refusal, bookToast)
    try {
      await copy.enqueue(result.edit)
    } catch {
      return toast.error(
        formatFailed(wordings, 'update', '이 기기에 저장하지 못했습니다. 창을 닫지 말고 다시 시도해 주세요.'),
      )
    }
    setBase({ ...base, record: { ...base.record, ...computed.changes } })
    if (window.opener instanceof Object)
      postDetailMessage(window.opener as Window, { type: 'detailSaved', id: base.id })
    toast.success(
      formatDone(wordings, 'update', { subject: caption, isOnline: copy.getStatus().connection === 'online' }),
      bookToast,
    )
  }

  return (
    <form
      className={`mx-auto flex w-full max-w-5xl flex-col gap-6 sm:p-6 ${isAlone ? 'min-h-dvh' : ''}`}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <header className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b bg-paper py-4">
        <div className="mr-auto">
          <p className="text-label text-ink-3">{book.label} 상세</p>
          <h1 className="text-title font-semibold">{caption}</h1>
        </div>
        {row.stopped ? (
          <Badge tone="danger">{stoppedWord}</Badge>
        ) : (
          <PrintRecord book={book} columns={columns} row={base} />
        )}
        {isDirty ? (
          <>
            <Button onClick={() => (setDraft(createDraft(book, base)), setErrors({}))}>취소</Button>
            <Button type="submit" tone="primary">
              저장
            </Button>
          </>
        ) : (
          <Button onClick={() => window.close()}>닫기</Button>
        )}
      </header>
      {Object.entries(book.groups).map(([group, label]) => (
        <section key={group} aria-label={label} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <h2 className="col-span-full text-lead font-semibold">{label}</h2>
          {book.fields
            .filter((field) => field.group === group)
            .map((field) =>
              !editableFields.has(field) ? (
                <ReadField key={field.key} columns={columns} field={field} row={base} />
              ) : (
                <div key={field.key} data-form-field={field.key}>
                  <FieldEditor
                    isPlain
                    field={field}
                    text={draft[field.key] ?? ''}
                    error={errors[field.key] ?? base.marks[field.key]?.message}
                    suggestions={usedTexts.textsOf(field.key)}
                    {...listReferenceChoices(book.collection, field, { draft, lists })}
                    {...findCreation(field)}
                    onText={(text) => changeText(field.key, text)}
                  />
                </div>
              ),
            )}
        </section>
      ))}
    </form>
  )
}

/** A field that can't be edited, shown in full. */
function ReadField({ columns, field, row }: { columns: readonly Column[]; field: Field; row: SourceRow }) {
  const column = columns.find(({ key }) => key === field.key)
  const text = column ? formatCellText(column, row) : ''
  return (
    <dl className={text.length > 60 ? 'col-span-full' : ''}>
      <dt className="text-label font-semibold text-ink-2">{field.label}</dt>
      <dd className="py-1 break-words whitespace-pre-wrap">{text ? <UnbrokenMarks text={text} /> : emptyValueText}</dd>
    </dl>
  )
}

/** 인쇄 of the stored values; unsaved input isn't part of the record yet. */
function PrintRecord({ book, columns, row }: { book: RecordBook; columns: readonly Column[]; row: SourceRow }) {
  const { layout, print } = usePrintRecord(book, columns)
  const printRecord = () => print(row, false)
  usePrintShortcut({ printRecord, layout: () => layout(row) })
  return (
    <Button icon={<Printer size={16} strokeWidth={1.5} />} title="Ctrl+P" onClick={printRecord}>
      인쇄
    </Button>
  )
}

interface UpdateBaseOptions {
  row: SourceRow
  base: SourceRow
  isDirty: boolean
  onFresh(row: SourceRow): void
}

/**
 * Shows a newer row only while nothing is typed, so that an incoming change never removes input.
 */
function useUpdateBase({ row, base, isDirty, onFresh }: UpdateBaseOptions): void {
  const latestOnFresh = useRef(onFresh)
  useEffect(() => {
    latestOnFresh.current = onFresh
  })
  useEffect(() => {
    if (!isDirty && row.record.version > base.record.version) latestOnFresh.current(row)
  }, [row, base, isDirty])
}

/**
 * The record of this window. The book that opened it responds to `detailReady` with its row, so the
 * form appears at once. The offline copy then delivers the record with its marks, also when the
 * window was opened directly or without a network.
 */
function useDetailRow(collection: CollectionName, id: string): { row: SourceRow | null; isMissing: boolean } {
  const copy = useOfflineCopy()
  const [row, setRow] = useState<SourceRow | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    const stop = listenForDetailMessages((message) => {
      if (message.type !== 'setDetailData' || message.id !== id) return
      setRow(
        (current) => current ?? { id, record: message.data, joined: {}, marks: {}, state: 'plain', isOutside: false },
      )
    })
    if (window.opener instanceof Object) postDetailMessage(window.opener as Window, { type: 'detailReady', id })
    async function read() {
      const storedRow = await copy.getRow(collection, id)
      if (isUnmounted) return
      if (storedRow) setRow(storedRow)
      else setIsMissing(copy.getStatus().copying[collection] === undefined && copy.getStatus().lastSyncAt !== null)
    }
    void read()
    const stopStatus = copy.subscribeStatus(() => void read())
    return () => {
      isUnmounted = true
      stop()
      stopStatus()
    }
  }, [copy, collection, id])
  return { row, isMissing: isMissing && row === null }
}

/**
 * Window of a record that doesn't exist. Browsers only let a page close windows that a page has
 * opened, so a user who followed a link gets a link to 오늘 instead.
 */
export function MissingWindow({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="p-8">
      <h1 className="text-title font-semibold">{title}</h1>
      <p className="mt-2 mb-4 text-ink-2">{children}</p>
      {window.opener instanceof Object ? (
        <Button onClick={() => window.close()}>창 닫기</Button>
      ) : (
        <Link to="/staff" className={buildButtonClass()}>
          오늘로
        </Link>
      )}
    </main>
  )
}
