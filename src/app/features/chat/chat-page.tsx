import { useEffect, useRef } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { AnswerText } from './answer-text.tsx'
import { withoutNetwork } from './ask-chat.ts'
import { ChatBubble, Parts, Suggestions } from './chat-bubble.tsx'
import { ChatComposer } from './chat-composer.tsx'
import { useAbout } from './use-about.ts'
import { useChat, type Chat } from './use-chat.ts'
import { useEndInView } from './use-end-in-view.ts'
import { useIsOnline } from './use-is-online.ts'
import { WaitingLine } from './waiting-line.tsx'

/** `/features` (spec 3 §2 "AI chat"): questions about what the office has made public. */
export function ChatPage() {
  const chat = useChat()
  const box = useRef<HTMLTextAreaElement>(null)
  const { mark, isInView, follow } = useEndInView()
  const focusBox = () => box.current?.focus()
  const ask = (question?: string) => {
    chat.ask(question)
    follow()
    focusBox()
  }
  return (
    <PageLayout variant="boxed">
      <div className="flex min-h-[calc(100dvh-4rem)] flex-col">
        <TitleBar chat={chat} onCleared={focusBox} />
        <Talk chat={chat} onAsk={ask} onEdited={focusBox} />
        <div ref={mark} />
        <div className="sticky bottom-0 border-t bg-paper pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          {isInView || chat.bubbles.length === 0 ? null : (
            <Button size="sm" className="absolute -top-10 left-1/2 -translate-x-1/2" onClick={follow}>
              맨 아래로
            </Button>
          )}
          <Troubles failure={chat.failure} />
          <ChatComposer
            draft={chat.draft}
            isAnswering={chat.answering !== null}
            box={box}
            onDraft={chat.setDraft}
            onSend={() => ask()}
            onStop={() => {
              chat.stop()
              focusBox()
            }}
          />
        </div>
      </div>
    </PageLayout>
  )
}

function TitleBar({ chat, onCleared }: { chat: Chat; onCleared(): void }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b py-4">
      <h1 className="font-serif text-[24px] leading-[34px] font-semibold">AI 채팅</h1>
      {chat.bubbles.length === 0 ? null : (
        <Button
          tone="transparent"
          onClick={() => {
            chat.clear()
            onCleared()
          }}
        >
          대화 지우기
        </Button>
      )}
    </div>
  )
}

function Talk({ chat, onAsk, onEdited }: { chat: Chat; onAsk(question: string): void; onEdited(): void }) {
  const { greeting, examples } = useAbout()
  const last = chat.bubbles.at(-1)
  return (
    <div className="flex flex-1 flex-col gap-5 py-6">
      <div role="log" aria-label="대화">
        <ol className="flex flex-col gap-5">
          <li className="max-w-[95%] self-start rounded-panel border bg-paper-raised px-4 py-3 text-lead">
            <AnswerText text={greeting} />
          </li>
          {chat.bubbles.map((bubble) => (
            <ChatBubble
              key={bubble.id}
              bubble={bubble}
              isLast={bubble === last && chat.answering === null}
              onAsk={onAsk}
              onAskAgain={chat.askAgain}
              onEdit={() => {
                chat.editLast()
                onEdited()
              }}
            />
          ))}
        </ol>
      </div>
      {chat.bubbles.length === 0 && !chat.answering ? <Suggestions questions={examples} onAsk={onAsk} /> : null}
      {chat.answering ? <Growing answering={chat.answering} onAsk={onAsk} /> : null}
    </div>
  )
}

/** What comes is seen at once; it is said as a whole when it stands in the log. */
function Growing({ answering, onAsk }: { answering: NonNullable<Chat['answering']>; onAsk(question: string): void }) {
  if (answering.parts.length === 0) return <WaitingLine doing={answering.doing} />
  return (
    <div className="max-w-[95%] self-start rounded-panel border bg-paper-raised px-4 py-3 text-lead">
      <Parts parts={answering.parts} isLast={false} onAsk={onAsk} />
    </div>
  )
}

function Troubles({ failure }: { failure: string | null }) {
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
          네트워크에 연결되어 있지 않습니다. 적어 두신 질문은 연결된 뒤에 보낼 수 있습니다.
        </p>
      )}
    </>
  )
}
