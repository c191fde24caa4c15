import { useEffect, useRef, useState } from 'react'
import type { ChatAbout, ChatAnswer } from '#contract/chat/calls.ts'
import { chatLimits, chatPaths } from '#contract/chat/chat-texts.ts'
import type { AnswerProgress } from './answer-progress.ts'
import type { Attach, FileToAttach } from './attach-file.ts'
import {
  type AttachedFile,
  type Bubble,
  type Conversation,
  type ConversationStore,
  createBubble,
  createTextBubble,
  formatBubble,
  toChatMessages,
} from './conversation.ts'
import type { ChatOutcome, SendChat } from './send-chat.ts'

export interface Chat {
  readonly bubbles: readonly Bubble[]
  readonly draft: string
  /** The pending answer, or null. */
  readonly answering: AnswerProgress | null
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
export function useChat(store: ConversationStore, transport: ChatTransport): Chat {
  const [conversation, setConversation] = useState<Conversation>(store.read)
  // Lost on a reload, unlike the messages.
  const [sentFile, setSentFile] = useState<File | null>(null)
  const { bubbles, draft } = conversation
  const onBubbles = (next: readonly Bubble[], attached?: AttachedFile) =>
    setConversation((now) => ({ ...now, bubbles: next, ...(attached && { file: attached }) }))
  const { answering, failure, send, attach, stop, reset } = useAnswering(transport, conversation, onBubbles)
  useEffect(() => store.save(conversation), [store, conversation])
  const lastQuestionIndex = bubbles.findLastIndex(({ role }) => role === 'user')
  const lastQuestion = formatBubble(bubbles[lastQuestionIndex])
  const canAskAgain = bubbles[lastQuestionIndex]?.isFile === undefined
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
      setSentFile(file)
      void attach({ file }, bubbles)
    },
    readSheet: sentFile && conversation.file?.sheet ? (sheet) => void attach({ file: sentFile, sheet }, bubbles) : null,
    detach: () => setConversation(({ file: _file, ...now }) => now),
    setDraft: (text) => setConversation((now) => ({ ...now, draft: text })),
    ask: (text) => {
      const question = (text ?? draft).trim()
      if (question === '' || question.length > chatLimits.promptLength || answering) return
      setConversation(({ insteadOf: _asked, ...now }) => ({ ...now, ...(text === undefined && { draft: '' }) }))
      void send(question, bubbles)
    },
    askAgain: () => {
      if (lastQuestion !== '' && !answering)
        void send(lastQuestion, bubbles.slice(0, lastQuestionIndex), bubbles[lastQuestionIndex]?.questionId)
    },
    editLast: () => {
      if (lastQuestionIndex < 0 || answering) return
      reset()
      const replacedQuestionId = bubbles[lastQuestionIndex]?.questionId
      setConversation((now) => ({
        ...now,
        bubbles: bubbles.slice(0, lastQuestionIndex),
        draft: lastQuestion,
        ...(replacedQuestionId !== undefined && { insteadOf: replacedQuestionId }),
      }))
    },
    open: (next) => {
      reset()
      setSentFile(null)
      setConversation(next)
    },
  }
}

/** How questions and files are sent for this user. */
interface ChatTransport {
  readonly ask: SendChat
  readonly attach: Attach
}

/**
 * The pending answer, at most one. `onBubblesChange` receives the whole conversation after every
 * new message.
 */
function useAnswering(
  { ask, attach: attachFile }: ChatTransport,
  { threadId, insteadOf, file }: Conversation,
  onBubblesChange: (bubbles: readonly Bubble[], attached?: AttachedFile) => void,
) {
  const { answering, failure, setAnswering, setFailure, run, stop, reset } = useSingleRun()

  async function send(question: string, before: readonly Bubble[], replacing = insteadOf): Promise<void> {
    const bubbles = [...before, createTextBubble(before, 'user', question)]
    let progress = emptyAnswering
    const onProgress = (next: AnswerProgress) => {
      progress = next
      setAnswering(next)
    }
    const request = {
      prompt: question,
      messages: toChatMessages(before),
      ...(threadId !== undefined && { thread_id: threadId }),
      ...(replacing !== undefined && { instead_of: replacing }),
      ...(file && { file_id: file.id }),
    }
    onBubblesChange(bubbles)
    const outcome = await run(emptyAnswering, (signal) => ask(request, { signal, onProgress }))
    if (!outcome) return
    const nextBubbles = outcome.kind === 'done' ? addAnswerDetails(bubbles, outcome.answer) : bubbles
    onBubblesChange([...nextBubbles, buildAnswerBubble(bubbles, progress, outcome)])
    if (outcome.kind === 'failed') setFailure(outcome.message)
  }

  async function attach(upload: FileToAttach, before: readonly Bubble[]): Promise<void> {
    const fileLabel = upload.sheet === undefined ? upload.file.name : `${upload.file.name}, ‘${upload.sheet}’ 시트`
    const bubbles = [
      ...before,
      { ...createTextBubble(before, 'user', `파일 첨부: ${fileLabel}`), isFile: true as const },
    ]
    onBubblesChange(bubbles)
    const outcome = await run({ parts: [], activity: '파일을 읽고 있습니다.' }, (signal) => attachFile(upload, signal))
    if (!outcome) return
    if (outcome.kind === 'done')
      return onBubblesChange([...bubbles, createBubble(bubbles, 'assistant', outcome.parts)], outcome.file)
    onBubblesChange(
      outcome.kind === 'failed' && !outcome.isUnsent
        ? [...bubbles, createTextBubble(bubbles, 'assistant', '파일 업로드 중 오류가 발생했습니다.')]
        : before,
    )
    if (outcome.kind === 'failed') setFailure(outcome.message)
  }

  return { answering, failure, send, attach, stop, reset }
}

/** Runs one stoppable operation at a time; leaving the screen stops it. */
function useSingleRun() {
  const [answering, setAnswering] = useState<AnswerProgress | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])

  /** Resolves with undefined if another conversation was opened in the meantime. */
  async function run<End>(initial: AnswerProgress, work: (signal: AbortSignal) => Promise<End>) {
    const controller = new AbortController()
    stopper.current = controller
    setFailure(null)
    setAnswering(initial)
    const end = await work(controller.signal).catch(() => ({ kind: 'aborted' as const }))
    if (stopper.current !== controller) return undefined
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

const emptyAnswering: AnswerProgress = { parts: [], activity: '' }

/** Adds the server's details to the last question. */
function addAnswerDetails(
  bubbles: readonly Bubble[],
  { replaced, question_id: questionId }: Pick<ChatAnswer, 'replaced' | 'question_id'>,
): readonly Bubble[] {
  return bubbles.map((bubble) =>
    bubble === bubbles.at(-1)
      ? { ...bubble, ...(replaced.length > 0 && { replaced }), ...(questionId !== null && { questionId }) }
      : bubble,
  )
}

function buildAnswerBubble(
  before: readonly Bubble[],
  { parts }: AnswerProgress,
  end: ChatOutcome | { readonly kind: 'aborted' },
): Bubble {
  if (end.kind === 'done') return { ...createBubble(before, 'assistant', parts), engine: end.answer.engine }
  if (parts.length === 0) return createTextBubble(before, 'assistant', describeEnd(end))
  return { ...createBubble(before, 'assistant', parts), isCut: true }
}

function describeEnd(end: ChatOutcome | { readonly kind: 'aborted' }): string {
  if (end.kind === 'aborted') return '답변을 중지했습니다.'
  return end.kind === 'failed' && end.isUnreached ? '질문을 보내지 못했습니다.' : '오류가 발생했습니다.'
}

/**
 * Introduction and examples of the chat; `defaultAbout` until the server answers and when offline.
 * `send`: the caller's `fetch`.
 */
export function useAbout(defaultAbout: ChatAbout, send: typeof fetch): ChatAbout {
  const [about, setAbout] = useState<ChatAbout>(defaultAbout)
  useEffect(() => {
    const controller = new AbortController()
    readAbout(send, controller.signal).then(
      (body) => body && setAbout(body),
      () => undefined,
    )
    return () => controller.abort()
  }, [send])
  return about
}

async function readAbout(send: typeof fetch, signal: AbortSignal): Promise<ChatAbout | null> {
  const response = await send(chatPaths.about, { signal })
  const body: unknown = response.ok ? await response.json() : null
  return isAbout(body) ? body : null
}

/** A proxy may have answered instead of our server. */
function isAbout(body: unknown): body is ChatAbout {
  return (
    typeof body === 'object' &&
    body !== null &&
    'greeting' in body &&
    typeof body.greeting === 'string' &&
    'examples' in body &&
    Array.isArray(body.examples)
  )
}
