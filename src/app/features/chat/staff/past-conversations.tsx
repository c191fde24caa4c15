import type { KyInstance } from 'ky'
import { useEffect, useRef, useState } from 'react'
import { toResult } from '#app/session/api-result.ts'
import { useApi } from '#app/session/api.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import {
  type ChatThread,
  chatThreadsSchema,
  type StoredMessage,
  threadWithMessagesSchema,
} from '#contract/chat/calls.ts'
import { chatLimits, chatPaths } from '#contract/chat/chat-texts.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import type { Bubble, Conversation } from '../conversation.ts'

interface PastConversationsProps {
  openId: string | undefined
  onOpen(conversation: Conversation): void
  onClose(): void
  /** Called after a delete; the deleted conversation may be the open one. */
  onRemoved(id: string): void
}

/** The user's earlier conversations, to open or delete. Escape closes the list. */
export function PastConversations({ openId, onOpen, onClose, onRemoved }: PastConversationsProps) {
  const api = useApi()
  const [threads, setThreads] = useState<readonly ChatThread[] | null | 'reading'>('reading')
  const [status, setStatus] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    let isUnmounted = false
    void readThreads(api).then((loaded) => isUnmounted || setThreads(loaded))
    return () => {
      isUnmounted = true
    }
  }, [api])
  async function openConversation(id: string) {
    const conversation = await loadThread(api, id)
    if (conversation) onOpen(conversation)
    else setStatus('대화를 불러오지 못했습니다. 네트워크를 확인해 주세요.')
  }
  async function removeConversation(id: string) {
    if (!(await removeThread(api, id))) return setStatus('대화를 삭제하지 못했습니다. 네트워크를 확인해 주세요.')
    setThreads((current) => (Array.isArray(current) ? current.filter((thread) => thread.id !== id) : current))
    setStatus('삭제했습니다.')
    heading.current?.focus()
    onRemoved(id)
  }
  const listed: readonly ChatThread[] = Array.isArray(threads) ? threads : []
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from anywhere within
    <section
      aria-labelledby="past-talks"
      className="max-h-[45dvh] overflow-y-auto border-b bg-paper-sunk px-4 py-3"
      onKeyDown={(event) => !isImeKey(event) && event.key === 'Escape' && onClose()}
    >
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id="past-talks" ref={heading} tabIndex={-1} className="font-semibold">
          지난 대화
        </h2>
        <p className="text-label text-ink-2">본인만 볼 수 있고 {chatLimits.retentionDays}일이 지나면 삭제됩니다.</p>
        <Button tone="transparent" size="sm" className="ml-auto" onClick={onClose}>
          닫기
        </Button>
      </div>
      <p role="status" className="text-label text-ink-2">
        {status || describeThreads(threads)}
      </p>
      <ul>
        {listed.map((thread) => (
          <li key={thread.id} className="flex items-center gap-2 border-t first:border-t-0">
            <button
              type="button"
              aria-current={thread.id === openId || undefined}
              onClick={() => void openConversation(thread.id)}
              className="flex min-h-9 min-w-0 flex-1 items-center gap-3 text-left hover:text-primary aria-[current]:forced-chosen aria-[current]:font-semibold coarse:min-h-11"
            >
              <span className="min-w-0 flex-1 truncate">{thread.title}</span>
              <span className="tabular shrink-0 text-label text-ink-2">{formatMoment(thread.asked_at)}</span>
            </button>
            <Button
              tone="transparent"
              size="sm"
              aria-label={`${thread.title} 삭제`}
              onClick={() => void removeConversation(thread.id)}
            >
              삭제
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeThreads(threads: readonly ChatThread[] | null | 'reading'): string {
  if (threads === null) return '지난 대화를 불러오지 못했습니다. 네트워크를 확인해 주세요.'
  return threads.length === 0 ? '아직 지난 대화가 없습니다.' : ''
}

/** The user's conversations of the last thirty days, latest first; null if they cannot be read. */
async function readThreads(api: KyInstance): Promise<readonly ChatThread[] | null> {
  const result = await toResult(api.get(chatPaths.threads).json())
  return result.ok ? chatThreadsSchema.parse(result.value).threads : null
}

/** One conversation to continue; null if it cannot be read. */
async function loadThread(api: KyInstance, id: string): Promise<Conversation | null> {
  const result = await toResult(api.get(buildThreadPath(id)).json())
  if (!result.ok) return null
  const { messages } = threadWithMessagesSchema.parse(result.value)
  return { bubbles: messages.map(toBubble), draft: '', threadId: id }
}

/** Deletes it; also true if it was already gone. */
async function removeThread(api: KyInstance, id: string): Promise<boolean> {
  const result = await toResult(api.delete(buildThreadPath(id)).text())
  return result.ok || result.problem.code === 'not_found'
}

function buildThreadPath(id: string): string {
  return chatPaths.thread.replace(':id', encodeURIComponent(id))
}

function toBubble({ id, role, parts, engine, created_at: createdAt }: StoredMessage, index: number): Bubble {
  return {
    id: index + 1,
    role,
    parts,
    createdAt,
    ...(engine !== null && { engine }),
    ...(role === 'user' && { questionId: id }),
  }
}
