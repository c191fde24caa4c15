import {
  type ReactNode,
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import type { ChatAbout } from '#contract/chat/calls.ts'
import { AnswerParts, AnswerText, type StaffRenderers, Suggestions, TextWithTelephones } from './answer-parts.tsx'
import { ChatBubble } from './chat-bubble.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { formatBubble } from './conversation.ts'
import { isUnreachedMessage, offlineMessage } from './send-chat.ts'
import type { Chat } from './use-chat.ts'

interface ChatScreenProps {
  chat: Chat
  about: ChatAbout
  inputRef: RefObject<HTMLTextAreaElement | null>
  /** Right end of the title bar. */
  tools: ReactNode
  /** Between the title bar and the conversation. */
  above?: ReactNode
  /** Text below the box about what happens to the input. */
  note: string
  /** Shown while offline. */
  offlineText: string
  /**
   * Sets the minimum height, and with `--foot` how far the box extends below the scroll container's
   * padding.
   */
  className: string
  /** Where an unanswered question can be searched for, also offline. */
  buildSearchLink?: (question: string) => string
  renderers?: StaffRenderers
}

/** A conversation, from the title bar to the input box. */
export function ChatScreen(props: ChatScreenProps) {
  const { chat, about, inputRef, tools, above, note, offlineText, className, buildSearchLink, renderers } = props
  const { endRef, isInView, followAnswer, showEnd } = useAnswerInView(chat.bubbles.length > 0)
  const lastQuestion = formatBubble(chat.bubbles.findLast(({ role }) => role === 'user'))
  const focusBox = () => inputRef.current?.focus()
  const ask = (question?: string) => {
    chat.ask(question)
    followAnswer()
    focusBox()
  }
  const stop = () => {
    chat.stop()
    focusBox()
  }
  return (
    <div className={`flex flex-col ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-b py-4">
        <h1 className="font-serif text-[24px] leading-[34px] font-semibold">AI 채팅</h1>
        {tools}
      </div>
      {above}
      <Bubbles chat={chat} about={about} onAsk={ask} onEdited={focusBox} {...(renderers && { renderers })} />
      <div ref={endRef} />
      <div className="sticky bottom-(--foot,0px) border-t bg-paper pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {isInView || chat.bubbles.length === 0 ? null : (
          // Small and at the edge, so that it lies over no figures.
          <Button
            size="sm"
            aria-label="맨 아래로"
            title="맨 아래로"
            className="absolute -top-11 right-0 size-9! rounded-full! p-0! coarse:-top-13 coarse:size-11!"
            onClick={showEnd}
          >
            <span aria-hidden>↓</span>
          </Button>
        )}
        <FailureNotices
          failure={chat.failure}
          offlineText={offlineText}
          searchLink={buildSearchLink?.(lastQuestion) ?? null}
        />
        <ChatComposer
          draft={chat.draft}
          isAnswering={chat.answering !== null}
          inputRef={inputRef}
          note={note}
          onDraft={chat.setDraft}
          onSend={() => ask()}
          onStop={stop}
          file={chat.file}
          onAttach={(file) => {
            chat.attach(file)
            followAnswer()
          }}
          onDetach={chat.detach}
          onSheet={chat.readSheet}
        />
      </div>
    </div>
  )
}

interface BubblesProps extends Pick<ChatScreenProps, 'chat' | 'about' | 'renderers'> {
  onAsk(question: string): void
  onEdited(): void
}

function Bubbles({ chat, about, onAsk, onEdited, renderers }: BubblesProps) {
  const last = chat.bubbles.at(-1)
  const rendererProps = renderers && { renderers }
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-5 py-6">
      <div role="log" aria-label="대화">
        <ol className="flex flex-col gap-5">
          <li className="max-w-[95%] self-start rounded-panel border bg-paper-raised px-4 py-3 text-lead">
            <AnswerText text={about.greeting} />
          </li>
          {chat.bubbles.map((bubble) => (
            <ChatBubble
              key={bubble.id}
              bubble={bubble}
              isLast={bubble === last && chat.answering === null}
              canAskAgain={chat.canAskAgain}
              onAsk={onAsk}
              onAskAgain={chat.askAgain}
              onEdit={() => {
                chat.editLast()
                onEdited()
              }}
              {...rendererProps}
            />
          ))}
        </ol>
      </div>
      {chat.bubbles.length === 0 && !chat.answering ? <Suggestions questions={about.examples} onAsk={onAsk} /> : null}
      {chat.answering ? <StreamingAnswer answering={chat.answering} onAsk={onAsk} {...rendererProps} /> : null}
    </div>
  )
}

interface StreamingAnswerProps extends Pick<BubblesProps, 'onAsk' | 'renderers'> {
  answering: NonNullable<Chat['answering']>
}

/**
 * The answer while it arrives. It is outside the log, so screen readers announce it once, when it
 * is complete.
 */
function StreamingAnswer({ answering, ...rest }: StreamingAnswerProps) {
  if (answering.parts.length === 0) return <WaitingLine activity={answering.activity} />
  return (
    <div className="max-w-full min-w-0 self-start rounded-panel border bg-paper-raised px-4 py-3 text-lead">
      <AnswerParts parts={answering.parts} isLast={false} {...rest} />
    </div>
  )
}

interface FailureNoticesProps {
  failure: string | null
  offlineText: string
  searchLink: string | null
}

function FailureNotices({ failure, offlineText, searchLink }: FailureNoticesProps) {
  const isOnline = useIsOnline()
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (failure !== null) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <>
      {failure === null ? null : (
        <p ref={alert} role="alert" className="pb-2 text-danger">
          {isUnreachedMessage(failure) ? '' : '오류: '}
          <TextWithTelephones text={failure} />
          {searchLink === null ? null : (
            <>
              {' '}
              <a href={searchLink} className="underline underline-offset-4 coarse:py-2.5">
                이 질문을 사이트에서 찾기
              </a>
            </>
          )}
        </p>
      )}
      {isOnline || failure?.startsWith(offlineMessage) ? null : (
        <p role="status" className="pb-2 text-ink-2">
          <TextWithTelephones text={offlineText} />
        </p>
      )}
    </>
  )
}

/** The browser's online state; true during server rendering. */
function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Waiting indicator with one to three dots, one more every 500 ms. Static with reduced motion. */
function WaitingLine({ activity }: { activity: string }) {
  const dots = useTypingDots()
  return (
    <p role="status" className="flex text-ink-2">
      <span>{activity === '' ? '답변을 생성하고 있습니다' : activity.replace(/\.$/, '')}</span>
      <span aria-hidden className="w-6 shrink-0">
        {'.'.repeat(dots)}
      </span>
    </p>
  )
}

function useTypingDots(): number {
  const [prefersReducedMotion] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [dots, setDots] = useState(prefersReducedMotion ? 3 : 1)
  useEffect(() => {
    if (prefersReducedMotion) return
    const timer = setInterval(() => setDots((now) => (now % 3) + 1), 500)
    return () => clearInterval(timer)
  }, [prefersReducedMotion])
  return dots
}

interface AnswerInView {
  /** Attach to the end of the conversation. */
  readonly endRef: RefCallback<HTMLElement>
  readonly isInView: boolean
  /** Follows the next answer from wherever the reader is. */
  followAnswer(): void
  showEnd(): void
}

/**
 * Scrolls down as the conversation grows, but not past the last question, so that a long answer is
 * read from its beginning. Stays if the reader has scrolled up or nothing was asked yet.
 */
function useAnswerInView(hasConversation: boolean): AnswerInView {
  const [isInView, setIsInView] = useState(true)
  const isFollowed = useRef(true)
  const observer = useRef<IntersectionObserver | null>(null)
  const endElement = useRef<HTMLElement | null>(null)
  const endRef = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect()
    endElement.current = element
    if (element === null) return
    observer.current = new IntersectionObserver(([entry]) => setIsInView(entry?.isIntersecting ?? true), {
      // The input box covers this height at the bottom.
      rootMargin: '0px 0px 48px 0px',
    })
    observer.current.observe(element)
  }, [])
  useEffect(() => {
    const checkPosition = () => {
      const { clientHeight, scrollTop, scrollHeight } = findScroller(endElement.current)
      isFollowed.current = clientHeight + scrollTop >= scrollHeight - followThresholdPx
    }
    // Capturing, because the staff frame scrolls inside the page and its scroll event does not
    // bubble.
    addEventListener('scroll', checkPosition, { passive: true, capture: true })
    return () => removeEventListener('scroll', checkPosition, { capture: true })
  }, [])
  // The first render stays at the top of the page.
  const hasRendered = useRef(false)
  useLayoutEffect(() => {
    if (hasConversation && hasRendered.current && isFollowed.current) scrollToAnswer(endElement.current)
    hasRendered.current = true
  })
  return {
    endRef,
    isInView,
    followAnswer: () => {
      isFollowed.current = true
    },
    showEnd: () => scrollToEnd(endElement.current),
  }
}

/** Scrolls forward to the last question, or to the end where that comes first. */
function scrollToAnswer(end: HTMLElement | null): void {
  const question = [...(end?.parentElement?.querySelectorAll('[data-question]') ?? [])].at(-1)
  const scroller = findScroller(end)
  const top = scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top
  if (question && question.getBoundingClientRect().top > top) question.scrollIntoView({ block: 'start' })
}

function scrollToEnd(end: HTMLElement | null): void {
  const scroller = findScroller(end)
  scroller.scrollTo({ top: scroller.scrollHeight })
}

/** The element that scrolls the conversation. */
function findScroller(end: HTMLElement | null): Element {
  for (let part = end?.parentElement; part; part = part.parentElement)
    if (/auto|scroll/.test(getComputedStyle(part).overflowY) && part !== document.body) return part
  return document.documentElement
}

const followThresholdPx = 80
