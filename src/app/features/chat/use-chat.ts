import { useEffect, useState } from 'react'
import { chatLimits } from '#contract/chat/chat-words.ts'
import type { Answering } from './answering.ts'
import { textOf, type Bubble } from './bubbles.ts'
import type { AttachedFile, Conversation, ConversationStore } from './kept-conversation.ts'
import { useAnswering, type Asking } from './use-answering.ts'

export interface Chat {
  readonly bubbles: readonly Bubble[]
  readonly draft: string
  /** The answer that is on its way; null while none is. */
  readonly answering: Answering | null
  /** Why the last question has no answer, in words. */
  readonly failure: string | null
  setDraft(text: string): void
  /** Sends what is written, or this question. */
  ask(question?: string): void
  stop(): void
  /** Whether the last thing said to it was a question, and not a file. */
  readonly canAskAgain: boolean
  /** Asks the last question once more, in place of its answer. */
  askAgain(): void
  /** Takes the last question and its answer back into the box. */
  editLast(): void
  readonly threadId: string | undefined
  readonly file: AttachedFile | null
  /** Sends a sheet or a text that later questions are about. */
  attach(file: File): void
  detach(): void
  /** Reads another sheet of the attached workbook; null when there is none, or when the browser has not got the file any more. */
  readonly readSheet: ((name: string) => void) | null
  /** Goes on with another conversation, or an empty one. */
  open(conversation: Conversation): void
}

/** A conversation with the chat: what was said, what is written, and the answer on its way. `place` stays the same while it goes on. */
export function useChat(place: ConversationStore, asking: Asking): Chat {
  const [conversation, set] = useState<Conversation>(place.read)
  // Until the page is left: a reload keeps what was said, and not the file.
  const [sent, setSent] = useState<File | null>(null)
  const { bubbles, draft } = conversation
  const onSaid = (said: readonly Bubble[], attached?: AttachedFile) =>
    set((now) => ({ ...now, bubbles: said, ...(attached && { file: attached }) }))
  const { answering, failure, send, attach, stop, forget } = useAnswering(asking, conversation, onSaid)
  useEffect(() => place.keep(conversation), [place, conversation])
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
    ask: (given) => {
      const question = (given ?? draft).trim()
      if (question === '' || question.length > chatLimits.promptLength || answering) return
      set(({ insteadOf: _asked, ...now }) => ({ ...now, ...(given === undefined && { draft: '' }) }))
      void send(question, bubbles)
    },
    askAgain: () => {
      if (lastQuestion !== '' && !answering)
        void send(lastQuestion, bubbles.slice(0, lastAt), bubbles[lastAt]?.questionId)
    },
    editLast: () => {
      if (lastAt < 0 || answering) return
      forget()
      const insteadOf = bubbles[lastAt]?.questionId
      set((now) => ({
        ...now,
        bubbles: bubbles.slice(0, lastAt),
        draft: lastQuestion,
        ...(insteadOf !== undefined && { insteadOf }),
      }))
    },
    open: (next) => {
      forget()
      setSent(null)
      set(next)
    },
  }
}
