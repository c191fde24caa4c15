import { Fragment, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ActionHistory } from '#app/action-history/action-history.ts'
import { HistoryButtons } from '#app/action-history/history-buttons.tsx'
import { type ActionEdit, performAction } from '#app/action-history/perform-action.ts'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { type HistoryCommands, useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { passFile } from '#app/records/excel/passed-file.ts'
import { createOwnStorage, type OwnStorage } from '#app/records/offline-copy/own-storage.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { getRecordBook } from '#app/records/record-book.ts'
import { buildUpdate } from '#app/records/record-edits.ts'
import { fetchWithLogin } from '#app/session/fetch-with-login.ts'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { JsonTree } from '#app/ui/json/json-tree.tsx'
import { useCloseToasts, useToast } from '#app/ui/overlays/toast.tsx'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { ChangePart } from '#contract/chat/answer.ts'
import { maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { staffExamples, staffGreeting } from '#domain/chat/small-talk.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { StaffRenderers } from '../answer-parts.tsx'
import { type Attach, attachFile } from '../attach-file.ts'
import { ChatScreen } from '../chat-screen.tsx'
import { type Conversation, type ConversationStore, emptyConversation } from '../conversation.ts'
import { useAbout, useChat } from '../use-chat.ts'
import { useLinkedQuestion } from '../use-linked-question.ts'
import { PastConversations } from './past-conversations.tsx'
import { createStaffChat } from './staff-chat.ts'

/**
 * Conversations while the page is open. Answers contain record data, which may be stored only in
 * the offline copy and on the server.
 */
const conversationsByUser = new Map<string, Conversation>()

/**
 * Storage of a staff conversation. It survives a change of screens; a reload keeps only the unsent
 * input, in the tab.
 */
function createStore(userId: string): ConversationStore {
  const key = `chat-draft-${userId}`
  const tab = createOwnStorage(userId, 'tab')
  return {
    read: () => conversationsByUser.get(userId) ?? { ...newConversation(), draft: readDraft(tab, key) },
    save(conversation) {
      conversationsByUser.set(userId, conversation)
      storeDraft(tab, key, conversation.draft)
    },
  }
}

/** An empty conversation with a new id for the server's thread. */
function newConversation(): Conversation {
  return { ...emptyConversation, threadId: newId() }
}

function readDraft(tab: OwnStorage, key: string): string {
  try {
    return tab.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function storeDraft(tab: OwnStorage, key: string, draft: string): void {
  try {
    if (draft === '') tab.removeItem(key)
    else tab.setItem(key, maskResidentNumbers(draft))
  } catch {
    // Storage may be unavailable or full; the conversation continues.
  }
}

/**
 * `/features` for staff: also answers questions about the office's records; proposed changes can be
 * applied and undone.
 */
export function StaffChatPage() {
  const copy = useOfflineCopy()
  const { user } = useSession()
  const [name, isSuperuser] = [user?.nickname ?? '', user?.is_superuser === true]
  const store = useMemo(() => createStore(copy.userId), [copy])
  const transport = useMemo(
    () => ({ ask: createStaffChat(copy, { name, isSuperuser }), attach: attachAndPassFile }),
    [copy, name, isSuperuser],
  )
  const conversation = useChat(store, transport)
  useLinkedQuestion(conversation.ask)
  const closeToasts = useCloseToasts()
  const chat = {
    ...conversation,
    // The toast of an applied change would lie over the next answer; its card can undo it, too.
    ask(question?: string) {
      closeToasts()
      conversation.ask(question)
    },
  }
  const about = useAbout(defaultAbout, fetchWithLogin)
  const toast = useToast()
  const inputRef = useRef<HTMLTextAreaElement>(null)
  const [isShowingPast, setIsShowingPast] = useState(false)
  const history = useActionHistory(copy, 'chat')
  const commands = useHistoryCommands({ history, source: null, collection: 'real-estate', toast })
  const renderChange = (change: ChangePart) => <ChangeCard change={change} history={history} commands={commands} />
  const renderUndo = () => <UndoCard history={history} undo={commands.undo} />
  const renderers: StaffRenderers = { change: renderChange, undo: renderUndo, json: renderJson }
  function continueConversation(continued: Conversation) {
    setIsShowingPast(false)
    chat.open(continued)
    inputRef.current?.focus()
  }
  const startOver = () => continueConversation(newConversation())
  return (
    <PageLayout variant="boxed">
      <ChatScreen
        chat={chat}
        about={about}
        inputRef={inputRef}
        renderers={renderers}
        above={
          isShowingPast ? (
            <PastConversations
              openId={chat.threadId}
              onOpen={continueConversation}
              onClose={() => setIsShowingPast(false)}
              onRemoved={(id) => id === chat.threadId && chat.open(newConversation())}
            />
          ) : null
        }
        className="min-h-[calc(100dvh-11rem)] [--foot:-1rem] max-sm:min-h-[calc(100dvh-13rem)] max-sm:[--foot:-0.75rem]"
        note="장부의 내용은 본인의 권한으로만 찾습니다. 주민등록번호는 적지 마세요."
        offlineText="네트워크에 연결되어 있지 않습니다. 장부에 관한 질문은 이 기기의 사본에서 답합니다."
        tools={
          <span className="flex gap-1">
            <HistoryButtons history={history} commands={commands} />
            <Button tone="transparent" aria-expanded={isShowingPast} onClick={() => setIsShowingPast(!isShowingPast)}>
              지난 대화
            </Button>
            <Button tone="transparent" disabled={chat.bubbles.length === 0} onClick={startOver}>
              새 대화
            </Button>
          </span>
        }
      />
    </PageLayout>
  )
}

const defaultAbout = { greeting: staffGreeting, examples: [...staffExamples] }

/** Hands an uploaded sheet to the imports it fits, where the links in the answer open it. */
const attachAndPassFile: Attach = async (upload, signal) => {
  const result = await attachFile(upload, signal)
  if (result.kind === 'done') for (const collection of result.importTargets) passFile(collection, upload.file)
  return result
}

function renderJson(value: object) {
  return <JsonTree label="답변" value={value} />
}

/** A proposed change that is not applied yet. 적용 makes it an ordinary edit that can be undone. */
function ChangeCard(props: { change: ChangePart; history: ActionHistory; commands: HistoryCommands }) {
  const { change, history, commands } = props
  const copy = useOfflineCopy()
  const toast = useToast()
  const [changeState, setChangeState] = useState<ChangeState | 'unknown'>('unknown')
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const readRow = useCallback(async () => {
    const collection = toCollection(change.collection)
    return collection === null ? null : await copy.getRow(collection, change.record_id)
  }, [copy, change])
  // Reflects an undo made elsewhere on this screen.
  useEffect(() => {
    let isUnmounted = false
    const refreshState = () =>
      void readRow().then((row) => isUnmounted || !row || setChangeState(getChangeState(change, row.record)))
    refreshState()
    const stop = history.subscribe(refreshState)
    return () => {
      isUnmounted = true
      stop()
    }
  }, [readRow, change, history])

  async function apply(): Promise<void> {
    setProblem(null)
    const row = await waitForRow(readRow)
    if (!row) return setProblem(notHere)
    if (row.state === 'deleted') return setProblem('삭제된 기록입니다. 되살린 뒤에 적용해 주세요.')
    const update = buildChangeEdit(change, row)
    if ('refusal' in update) return setProblem(update.refusal)
    const label = `${change.label} 수정 (${change.caption})`
    const performed = await performAction({ copy, history }, { label, edits: [update.edit] })
    if (performed.failure !== null) return setProblem(performed.failure)
    const { actionId } = performed
    appliedChanges.set(change, actionId)
    setChangeState('applied')
    toast.success('적용했습니다.', { action: { label: '되돌리기', onSelect: () => commands.undoIfNewest(actionId) } })
  }
  const appliedId = appliedChanges.get(change)
  return (
    <section aria-label={`변경 제안: ${change.caption}`} className="rounded-panel border bg-paper-raised px-4 py-3">
      <p className="text-label font-semibold text-ink-2">변경 제안</p>
      <p className="font-semibold">{change.caption}</p>
      {change.details === undefined ? null : <p className="wrap-anywhere text-ink-2">{change.details}</p>}
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5">
        <dt className="text-ink-2">{change.label} 현재 값</dt>
        <dd className="wrap-anywhere">{change.before_text || '비어 있음'}</dd>
        <dt className="text-ink-2">{change.label} 새 값</dt>
        <dd className="font-semibold wrap-anywhere">{change.after_text || '비어 있음'}</dd>
        {change.follows?.map(({ label, before_text: before, after_text: after }) => (
          <Fragment key={label}>
            <dt className="text-ink-2">{label}도 함께</dt>
            <dd className="wrap-anywhere">{`${before || '비어 있음'} → ${after || '비어 있음'}`}</dd>
          </Fragment>
        ))}
      </dl>
      <div className="mt-2.5 flex flex-wrap items-center gap-3">
        {changeState === 'applied' ? (
          <>
            <p className={appliedId === undefined ? 'text-ink-2' : 'text-good'}>
              {appliedId === undefined ? '이미 이 값입니다.' : '적용됨'}
            </p>
            {appliedId === undefined ? null : (
              <Button size="sm" onClick={() => commands.undoRegardless(appliedId)}>
                되돌리기
              </Button>
            )}
          </>
        ) : (
          <Button
            tone="primary"
            size="sm"
            isBusy={isBusy}
            onClick={() => {
              setIsBusy(true)
              void apply().finally(() => setIsBusy(false))
            }}
          >
            {problem === null ? '적용' : '다시 시도'}
          </Button>
        )}
        <a href={change.link.href} className="text-primary underline underline-offset-4 coarse:py-3">
          {change.link.label}
        </a>
        {changeState === 'changed' ? <p className="text-label text-warn">그동안 다른 값으로 바뀌었습니다.</p> : null}
      </div>
      <p role="status" className="text-label text-warn">
        {problem}
      </p>
    </section>
  )
}

const notHere =
  '이 기기의 사본이 아직 다 오지 않아 적용하지 못했습니다. 아무것도 바뀌지 않았습니다. 사본이 온 뒤에 다시 시도하거나 기록을 열어 고쳐 주세요.'

/** The row once this device's copy has it; null if it doesn't come soon. */
async function waitForRow<Row>(readRow: () => Promise<Row | null>): Promise<Row | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const row = await readRow().catch(() => null)
    if (row) return row
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
  return null
}

const maxTries = 20
const retryMs = 500

/**
 * The actions that applied changes here, by change; another person may have written the same value.
 */
const appliedChanges = new WeakMap<ChangePart, string>()

/** Offers to undo the change that was applied last in this conversation. */
function UndoCard({ history, undo }: { history: ActionHistory; undo(): void }) {
  const { undo: label } = useSyncExternalStore(history.subscribe, history.getState)
  const [undone, setUndone] = useState<string | null>(null)
  const pressUndo = () => {
    setUndone(label)
    undo()
  }
  if (undone !== null) return <p className="text-good">{`되돌렸습니다: ${undone}`}</p>
  if (label === null) return <p className="text-ink-2">이 대화에서 적용한 변경이 없습니다.</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="wrap-anywhere">{`마지막으로 적용한 변경: ${label}`}</p>
      <Button tone="primary" size="sm" onClick={pressUndo}>
        되돌리기
      </Button>
    </div>
  )
}

/**
 * `applied`: the record already has the value. `changed`: somebody has since written another value.
 */
type ChangeState = 'open' | 'applied' | 'changed'

function getChangeState(change: ChangePart, record: AnyRecord): ChangeState {
  const current = record[change.field] ?? null
  if (current === change.after) return 'applied'
  return current === change.before ? 'open' : 'changed'
}

/**
 * The edit for a proposed change, checked by the book's rules and based on the version it was read
 * at; or the reason of a refusal.
 */
function buildChangeEdit(
  change: ChangePart,
  row: Pick<SourceRow, 'record' | 'joined'>,
): { edit: ActionEdit } | { refusal: string } {
  const collection = toCollection(change.collection)
  if (collection === null) return { refusal: '이 기기에서는 바꿀 수 없는 기록입니다.' }
  const book = getRecordBook(collection)
  const field = book.fields.find(({ key }) => key === change.field)
  if (!field || field.editable === false || field.isFixed) return { refusal: '여기서 바꿀 수 없는 항목입니다.' }
  if (getChangeState(change, row.record) === 'changed')
    return { refusal: '그동안 다른 값으로 바뀌어 적용하지 않았습니다. 기록을 열어 확인해 주세요.' }
  const update = buildUpdate(book, row, { [change.field]: change.after })
  if ('refusal' in update) return update
  if (update.edit.kind !== 'update') return { refusal: '적용할 수 없는 변경입니다.' }
  // This device may be behind the version the proposal was read from.
  const baseVersion = Math.max(update.edit.baseVersion, change.version)
  return { edit: { edit: { ...update.edit, baseVersion }, record: row.record, caption: change.caption } }
}

function toCollection(name: string): CollectionName | null {
  return collectionNames.find((collection) => collection === name) ?? null
}
