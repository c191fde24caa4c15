import { useEffect, useRef, useState } from 'react'
import type { ChatAnswer } from '#contract/chat/calls.ts'
import type { Attach, Sent } from './attach-file.ts'
import type { Answering } from './answering.ts'
import type { AskChat, AskedEnd } from './ask-chat.ts'
import { messagesOf, newBubble, textBubble, type Bubble } from './bubbles.ts'
import type { AttachedFile, Conversation } from './saved-conversation.ts'

/** How questions and files are sent for this user. */
export interface ChatEngine {
  readonly ask: AskChat
  readonly attach: Attach
}

/**
 * The pending answer, at most one. `onSaid` receives the whole conversation after every new
 * message.
 */
export function useAnswering(
  { ask, attach: attachFile }: ChatEngine,
  { threadId, insteadOf, file }: Conversation,
  onSaid: (bubbles: readonly Bubble[], attached?: AttachedFile) => void,
) {
  const { answering, failure, setAnswering, setFailure, run, stop, reset } = useSingleRun()

  async function send(question: string, before: readonly Bubble[], replacing = insteadOf): Promise<void> {
    const bubbles = [...before, textBubble(before, 'user', question)]
    let got = emptyAnswering
    const onGrow = (next: Answering) => {
      got = next
      setAnswering(next)
    }
    const request = {
      prompt: question,
      messages: messagesOf(before),
      ...(threadId !== undefined && { thread_id: threadId }),
      ...(replacing !== undefined && { instead_of: replacing }),
      ...(file && { file_id: file.id }),
    }
    onSaid(bubbles)
    const end = await run(emptyAnswering, (signal) => ask(request, { signal, onGrow }))
    if (!end) return
    const nextBubbles = end.kind === 'done' ? withAnswered(bubbles, end.answer) : bubbles
    onSaid([...nextBubbles, answerOf(bubbles, got, end)])
    if (end.kind === 'failed') setFailure(end.message)
  }

  async function attach(sent: Sent, before: readonly Bubble[]): Promise<void> {
    const fileLabel = sent.sheet === undefined ? sent.file.name : `${sent.file.name}, ‘${sent.sheet}’ 시트`
    const bubbles = [...before, { ...textBubble(before, 'user', `파일 첨부: ${fileLabel}`), isFile: true as const }]
    onSaid(bubbles)
    const end = await run({ parts: [], doing: '파일을 읽고 있습니다.' }, (signal) => attachFile(sent, signal))
    if (!end) return
    if (end.kind === 'done') return onSaid([...bubbles, newBubble(bubbles, 'assistant', end.parts)], end.file)
    onSaid(
      end.kind === 'failed' && !end.isUnsent
        ? [...bubbles, textBubble(bubbles, 'assistant', '파일 업로드 중 오류가 발생했습니다.')]
        : before,
    )
    if (end.kind === 'failed') setFailure(end.message)
  }

  return { answering, failure, send, attach, stop, reset }
}

/** Runs one stoppable operation at a time; leaving the screen stops it. */
function useSingleRun() {
  const [answering, setAnswering] = useState<Answering | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])

  /** Undefined if another conversation was opened in the meantime. */
  async function run<End>(initial: Answering, work: (signal: AbortSignal) => Promise<End>) {
    const stop = new AbortController()
    stopper.current = stop
    setFailure(null)
    setAnswering(initial)
    const end = await work(stop.signal).catch(() => ({ kind: 'stopped' as const }))
    if (stopper.current !== stop) return undefined
    stopper.current = null
    setAnswering(null)
    return end
  }

  return {
    answering,
    failure,
    setAnswering,
    setFailure,
    run,
    stop: () => stopper.current?.abort(),
    reset() {
      stopper.current?.abort()
      stopper.current = null
      setAnswering(null)
      setFailure(null)
    },
  }
}

const emptyAnswering: Answering = { parts: [], doing: '' }

/** Adds the server's details to the last question. */
function withAnswered(
  bubbles: readonly Bubble[],
  { replaced, question_id: questionId }: Pick<ChatAnswer, 'replaced' | 'question_id'>,
): readonly Bubble[] {
  return bubbles.map((bubble) =>
    bubble === bubbles.at(-1)
      ? { ...bubble, ...(replaced.length > 0 && { replaced }), ...(questionId !== null && { questionId }) }
      : bubble,
  )
}

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
