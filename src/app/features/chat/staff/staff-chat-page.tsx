import { useMemo, useRef, useState } from 'react'
import type { ChangePart } from '#contract/chat/answer.ts'
import { staffExamples, staffGreeting } from '#domain/chat/staff-greeting.ts'
import { HistoryButtons } from '#app/action-history/history-buttons.tsx'
import { useActionHistory } from '#app/action-history/use-action-history.ts'
import { useHistoryCommands } from '#app/action-history/use-history-commands.ts'
import { passFile } from '#app/records/excel/passed-file.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { fetchWithLogin } from '#app/session/fetch-with-login.ts'
import { useSession } from '#app/session/session-store.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { JsonTree } from '#app/ui/json-tree.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { StaffDrawing } from '../answer/answer-parts.tsx'
import { attachFile, type Attach } from '../attach-file.ts'
import { ChatScreen } from '../chat-screen.tsx'
import { useAbout } from '../use-about.ts'
import { useChat } from '../use-chat.ts'
import { askStaff } from './ask-staff.ts'
import { ChangeCard } from './change-card.tsx'
import { type Conversation, noConversation, type ConversationStore } from '../saved-conversation.ts'
import { PastConversations } from './past-conversations.tsx'
import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'
import { newId } from '#mirror/new-id.ts'
import { ownStorage, type OwnStorage } from '#app/records/copy/own-storage.ts'

/**
 * Conversations while the page is open. Answers contain record data, which may be stored only in
 * the offline copy and on the server.
 */
const opened = new Map<string, Conversation>()

/**
 * Storage of a staff conversation. It survives a change of screens; a reload keeps only the unsent
 * input, in the tab.
 */
function createStore(userId: string): ConversationStore {
  const key = `chat-draft-${userId}`
  const tab = ownStorage(userId, 'tab')
  return {
    read: () => opened.get(userId) ?? { ...newConversation(), draft: keptDraft(tab, key) },
    save(conversation) {
      opened.set(userId, conversation)
      keepDraft(tab, key, conversation.draft)
    },
  }
}

/** An empty conversation with a new id for the server's thread. */
function newConversation(): Conversation {
  return { ...noConversation, threadId: newId() }
}

function keptDraft(tab: OwnStorage, key: string): string {
  try {
    return tab.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function keepDraft(tab: OwnStorage, key: string, draft: string): void {
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
  const engine = useMemo(
    () => ({ ask: askStaff(copy, { name, isSuperuser }), attach: attachAndPassFile }),
    [copy, name, isSuperuser],
  )
  const chat = useChat(store, engine)
  const about = useAbout(defaultAbout, fetchWithLogin)
  const toast = useToast()
  const box = useRef<HTMLTextAreaElement>(null)
  const [isShowingPast, setIsShowingPast] = useState(false)
  const history = useActionHistory(copy, 'chat')
  const commands = useHistoryCommands({ history, source: null, collection: 'real-estate', toast })
  const drawChange = (change: ChangePart) => <ChangeCard change={change} history={history} undo={commands.undoAction} />
  const drawing: StaffDrawing = { change: drawChange, json: drawJson }
  function goOnWith(conversation: Conversation) {
    setIsShowingPast(false)
    chat.open(conversation)
    box.current?.focus()
  }
  const beginAnew = () => goOnWith(newConversation())
  return (
    <PageLayout variant="boxed">
      <ChatScreen
        chat={chat}
        about={about}
        box={box}
        drawing={drawing}
        above={
          isShowingPast ? (
            <PastConversations
              openId={chat.threadId}
              onOpen={goOnWith}
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
            <Button tone="transparent" disabled={chat.bubbles.length === 0} onClick={beginAnew}>
              새 대화
            </Button>
          </span>
        }
      />
    </PageLayout>
  )
}

const defaultAbout = { greeting: staffGreeting, examples: [...staffExamples] }

/** Keeps an uploaded sheet ready for its matching imports; the link to one opens it there. */
const attachAndPassFile: Attach = async (sent, signal) => {
  const end = await attachFile(sent, signal)
  if (end.kind === 'done') for (const collection of end.importTargets) passFile(collection, sent.file)
  return end
}

function drawJson(value: object) {
  return <JsonTree label="답변" value={value} />
}
