import { useEffect, useRef, type ReactNode, type RefObject, useSyncExternalStore, useState } from 'react'
import type { ChatAbout } from '#contract/chat/calls.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { AnswerParts, Suggestions, type StaffDrawing } from './answer/answer-parts.tsx'
import { AnswerText } from './answer/answer-text.tsx'
import { withoutNetwork } from './ask-chat.ts'
import { ChatBubble } from './chat-bubble.tsx'
import { ChatComposer } from './chat-composer.tsx'
import type { Chat } from './use-chat.ts'
import { useEndInView } from './use-end-in-view.ts'

interface ChatScreenProps {
  chat: Chat
  about: ChatAbout
  /** Where the next question is written. */
  box: RefObject<HTMLTextAreaElement | null>
  /** What stands at the end of the title bar. */
  tools: ReactNode
  /** Between the title bar and the conversation. */
  above?: ReactNode
  /** Under the box: what becomes of what is written. */
  note: string
  /** Said while there is no network. */
  offlineText: string
  /** Its least height, and as `--foot` how far below the scrolled part's own padding the box stands. */
  className: string
  drawing?: StaffDrawing
}

/** A conversation from its title bar to the box at its foot (spec 3 §2 "AI chat"). */
export function ChatScreen(props: ChatScreenProps) {
  const { chat, about, box, tools, above, note, offlineText, className, drawing } = props
  const { mark, isInView, follow } = useEndInView()
  const focusBox = () => box.current?.focus()
  const ask = (question?: string) => {
    chat.ask(question)
    follow()
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
      <Talk chat={chat} about={about} onAsk={ask} onEdited={focusBox} {...(drawing && { drawing })} />
      <div ref={mark} />
      <div className="sticky bottom-(--foot,0px) border-t bg-paper pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {isInView || chat.bubbles.length === 0 ? null : (
          <Button size="sm" className="absolute -top-10 left-1/2 -translate-x-1/2" onClick={follow}>
            맨 아래로
          </Button>
        )}
        <Troubles failure={chat.failure} offlineText={offlineText} />
        <ChatComposer
          draft={chat.draft}
          isAnswering={chat.answering !== null}
          box={box}
          note={note}
          onDraft={chat.setDraft}
          onSend={() => ask()}
          onStop={stop}
          file={chat.file}
          onAttach={(file) => {
            chat.attach(file)
            follow()
          }}
          onDetach={chat.detach}
          onSheet={chat.readSheet}
        />
      </div>
    </div>
  )
}

interface TalkProps extends Pick<ChatScreenProps, 'chat' | 'about' | 'drawing'> {
  onAsk(question: string): void
  onEdited(): void
}

function Talk({ chat, about, onAsk, onEdited, drawing }: TalkProps) {
  const last = chat.bubbles.at(-1)
  const own = drawing && { drawing }
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
              {...own}
            />
          ))}
        </ol>
      </div>
      {chat.bubbles.length === 0 && !chat.answering ? <Suggestions questions={about.examples} onAsk={onAsk} /> : null}
      {chat.answering ? <Growing answering={chat.answering} onAsk={onAsk} {...own} /> : null}
    </div>
  )
}

interface GrowingProps extends Pick<TalkProps, 'onAsk' | 'drawing'> {
  answering: NonNullable<Chat['answering']>
}

/** What comes is seen at once; it is said as a whole when it stands in the log. */
function Growing({ answering, ...rest }: GrowingProps) {
  if (answering.parts.length === 0) return <WaitingLine doing={answering.doing} />
  return (
    <div className="max-w-full min-w-0 self-start rounded-panel border bg-paper-raised px-4 py-3 text-lead">
      <AnswerParts parts={answering.parts} isLast={false} {...rest} />
    </div>
  )
}

function Troubles({ failure, offlineText }: { failure: string | null; offlineText: string }) {
  const isOnline = useIsOnline()
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (failure !== null) alert.current?.scrollIntoView({ block: 'nearest' })
  }, [failure])
  return (
    <>
      {failure === null ? null : (
        <p ref={alert} role="alert" className="pb-2 text-seal">
          오류: {failure}
        </p>
      )}
      {isOnline || failure === withoutNetwork ? null : (
        <p role="status" className="pb-2 text-ink-2">
          {offlineText}
        </p>
      )}
    </>
  )
}

/** Whether the browser thinks that there is a network. On the server's page there is. */
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

/** 'generating answer' of spec 3 §2: one to three dots, another every 500 ms; they stand still for whoever wants less motion. */
function WaitingLine({ doing }: { doing: string }) {
  const dots = useDots()
  return (
    <p role="status" className="flex text-ink-2">
      <span>{doing === '' ? '답변을 생성하고 있습니다' : doing.replace(/\.$/, '')}</span>
      <span aria-hidden className="w-6 shrink-0">
        {'.'.repeat(dots)}
      </span>
    </p>
  )
}

function useDots(): number {
  const [isStill] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [dots, setDots] = useState(isStill ? 3 : 1)
  useEffect(() => {
    if (isStill) return
    const timer = setInterval(() => setDots((now) => (now % 3) + 1), 500)
    return () => clearInterval(timer)
  }, [isStill])
  return dots
}
