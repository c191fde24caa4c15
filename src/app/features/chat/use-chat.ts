import { useEffect, useRef, useState } from 'react'
import { chatLimits } from '#contract/chat/chat-words.ts'
import type { Answering, Ask, AskedEnd } from './ask-chat.ts'
import { messagesOf, newBubble, textBubble, textOf, type Bubble } from './bubbles.ts'
import type { Conversation, ConversationPlace } from './kept-conversation.ts'

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
  /** Asks the last question once more, in place of its answer. */
  askAgain(): void
  /** Takes the last question and its answer back into the box. */
  editLast(): void
  /** Goes on with another conversation, or an empty one. */
  open(conversation: Conversation): void
}

/** A conversation with the chat: what was said, what is written, and the answer on its way. `place` stays the same while it goes on. */
export function useChat(place: ConversationPlace, ask: Ask): Chat {
  const [conversation, set] = useState<Conversation>(place.read)
  const { bubbles, draft } = conversation
  const { answering, failure, send, stop, forget } = useAnswering(ask, conversation.threadId, (said) =>
    set((now) => ({ ...now, bubbles: said })),
  )
  useEffect(() => place.keep(conversation), [place, conversation])
  const lastAt = bubbles.findLastIndex(({ role }) => role === 'user')
  const lastQuestion = textOf(bubbles[lastAt])
  return {
    ...{ bubbles, draft, answering, failure, stop },
    setDraft: (text) => set((now) => ({ ...now, draft: text })),
    ask: (given) => {
      const question = (given ?? draft).trim()
      if (question === '' || question.length > chatLimits.promptLength || answering) return
      if (given === undefined) set((now) => ({ ...now, draft: '' }))
      void send(question, bubbles)
    },
    askAgain: () => {
      if (lastQuestion !== '' && !answering) void send(lastQuestion, bubbles.slice(0, lastAt))
    },
    editLast: () => {
      if (lastAt < 0 || answering) return
      forget()
      set((now) => ({ ...now, bubbles: bubbles.slice(0, lastAt), draft: lastQuestion }))
    },
    open: (next) => {
      forget()
      set(next)
    },
  }
}

/** The one answer that may be on its way. `onSaid` gets the whole conversation whenever something was said in it. */
function useAnswering(ask: Ask, threadId: string | undefined, onSaid: (bubbles: readonly Bubble[]) => void) {
  const [answering, setAnswering] = useState<Answering | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])

  async function send(question: string, before: readonly Bubble[]): Promise<void> {
    const asked = [...before, textBubble(before, 'user', question)]
    const stop = new AbortController()
    stopper.current = stop
    onSaid(asked)
    setFailure(null)
    setAnswering(nothingYet)
    let got = nothingYet
    const onGrow = (grown: Answering) => {
      got = grown
      setAnswering(grown)
    }
    const request = {
      prompt: question,
      messages: messagesOf(before),
      ...(threadId !== undefined && { thread_id: threadId }),
    }
    const end = await ask(request, { signal: stop.signal, onGrow }).catch(() => ({ kind: 'stopped' as const }))
    // The conversation was cleared meanwhile.
    if (stopper.current !== stop) return
    stopper.current = null
    setAnswering(null)
    onSaid([...asked, answerOf(asked, got, end)])
    if (end.kind === 'failed') setFailure(end.message)
  }

  return {
    answering,
    failure,
    send,
    stop: () => stopper.current?.abort(),
    forget() {
      stopper.current?.abort()
      stopper.current = null
      setAnswering(null)
      setFailure(null)
    },
  }
}

const nothingYet: Answering = { parts: [], doing: '' }

function answerOf(
  before: readonly Bubble[],
  { parts }: Answering,
  end: AskedEnd | { readonly kind: 'stopped' },
): Bubble {
  if (end.kind === 'done') return { ...newBubble(before, 'assistant', parts), engine: end.answer.engine }
  if (parts.length === 0)
    return textBubble(before, 'assistant', end.kind === 'stopped' ? '답변을 중지했습니다.' : '오류가 발생했습니다.')
  return { ...newBubble(before, 'assistant', parts), isCut: true }
}
