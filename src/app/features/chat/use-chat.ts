import { useEffect, useState } from 'react'
import { chatLimits } from '#contract/chat/chat-words.ts'
import type { Answering } from './answering.ts'
import { textOf, type Bubble } from './bubbles.ts'
import type { AttachedFile, Conversation, ConversationStore } from './saved-conversation.ts'
import { useAnswering, type ChatEngine } from './use-answering.ts'

export interface Chat {
  readonly bubbles: readonly Bubble[]
  readonly draft: string
  /** The pending answer, or null. */
  readonly answering: Answering | null
  /** Why the last question has no answer. */
  readonly failure: string | null
  setDraft(text: string): void
  /** Sends the given question, or the input. */
  ask(question?: string): void
  stop(): void
  /** Whether the user's last message is a question and not a file. */
  readonly canAskAgain: boolean
  /** Repeats the last question and replaces its answer. */
  askAgain(): void
  /** Moves the last question back into the box and removes its answer. */
  editLast(): void
  readonly threadId: string | undefined
  readonly file: AttachedFile | null
  /** Attaches a sheet or text for later questions. */
  attach(file: File): void
  detach(): void
  /**
   * Reads another sheet of the attached workbook; null if there is none, or if the browser no
   * longer has the file.
   */
  readonly readSheet: ((name: string) => void) | null
  /** Opens another or an empty conversation. */
  open(conversation: Conversation): void
}

/** State of a conversation: messages, input and pending answer. `store` must keep its identity. */
export function useChat(store: ConversationStore, engine: ChatEngine): Chat {
  const [conversation, set] = useState<Conversation>(store.read)
  // Lost on a reload, unlike the messages.
  const [sent, setSent] = useState<File | null>(null)
  const { bubbles, draft } = conversation
  const onBubbles = (next: readonly Bubble[], attached?: AttachedFile) =>
    set((now) => ({ ...now, bubbles: next, ...(attached && { file: attached }) }))
  const { answering, failure, send, attach, stop, reset } = useAnswering(engine, conversation, onBubbles)
  useEffect(() => store.save(conversation), [store, conversation])
  const lastAt = bubbles.findLastIndex(({ role }) => role === 'user')
  const lastQuestion = textOf(bubbles[lastAt])
  const canAskAgain = bubbles[lastAt]?.isFile === undefined
  return {
    bubbles,
    draft,
    answering,
    failure,
    canAskAgain,
    stop,
    threadId: conversation.threadId,
    file: conversation.file ?? null,
    attach: (file) => {
      if (answering) return
      setSent(file)
      void attach({ file }, bubbles)
    },
    readSheet: sent && conversation.file?.sheet ? (sheet) => void attach({ file: sent, sheet }, bubbles) : null,
    detach: () => set(({ file: _file, ...now }) => now),
    setDraft: (text) => set((now) => ({ ...now, draft: text })),
    ask: (text) => {
      const question = (text ?? draft).trim()
      if (question === '' || question.length > chatLimits.promptLength || answering) return
      set(({ insteadOf: _asked, ...now }) => ({ ...now, ...(text === undefined && { draft: '' }) }))
      void send(question, bubbles)
    },
    askAgain: () => {
      if (lastQuestion !== '' && !answering)
        void send(lastQuestion, bubbles.slice(0, lastAt), bubbles[lastAt]?.questionId)
    },
    editLast: () => {
      if (lastAt < 0 || answering) return
      reset()
      const insteadOf = bubbles[lastAt]?.questionId
      set((now) => ({
        ...now,
        bubbles: bubbles.slice(0, lastAt),
        draft: lastQuestion,
        ...(insteadOf !== undefined && { insteadOf }),
      }))
    },
    open: (next) => {
      reset()
      setSent(null)
      set(next)
    },
  }
}
