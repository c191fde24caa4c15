import type { AnswerPart } from '#contract/chat/answer.ts'
import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { AnswerText } from './answer-text.tsx'
import { textOf, type Bubble } from './bubbles.ts'

interface ChatBubbleProps {
  bubble: Bubble
  /** The end of the conversation: it can be asked again, or put otherwise. */
  isLast: boolean
  onAsk(question: string): void
  onAskAgain(): void
  onEdit(): void
}

export function ChatBubble({ bubble, isLast, onAsk, onAskAgain, onEdit }: ChatBubbleProps) {
  if (bubble.role === 'user') {
    return (
      <li className="flex flex-col items-end gap-1">
        <div className="max-w-[85%] rounded-panel bg-primary px-4 py-2.5 text-lead text-primary-ink">
          <span className="sr-only">질문: </span>
          <AnswerText text={textOf(bubble)} />
        </div>
      </li>
    )
  }
  return (
    <li className="flex flex-col items-start gap-1">
      <div className="max-w-[95%] rounded-panel border bg-paper-raised px-4 py-3 text-lead">
        <span className="sr-only">답변: </span>
        <Parts parts={bubble.parts} isLast={isLast} onAsk={onAsk} />
        {bubble.isCut ? <p className="pt-2 text-label text-ink-3">답변이 끝까지 오지 않았습니다.</p> : null}
      </div>
      <div className="flex flex-wrap gap-1">
        <CopyButton text={textOf(bubble)} />
        {isLast ? (
          <>
            <Button tone="transparent" size="sm" onClick={onAskAgain}>
              다시 묻기
            </Button>
            <Button tone="transparent" size="sm" onClick={onEdit}>
              질문 수정
            </Button>
          </>
        ) : null}
      </div>
    </li>
  )
}

/** What an answer is made of; also while it comes. Links are plain: the frame follows them within the app. */
export function Parts({
  parts,
  isLast,
  onAsk,
}: {
  parts: readonly AnswerPart[]
  isLast: boolean
  onAsk(question: string): void
}) {
  return (
    <div className="flex flex-col gap-3">
      {parts.map((part, at) => (
        <Part key={at} part={part} isLast={isLast} onAsk={onAsk} />
      ))}
    </div>
  )
}

function Part({ part, isLast, onAsk }: { part: AnswerPart; isLast: boolean; onAsk(question: string): void }) {
  if (part.kind === 'text') return <AnswerText text={part.text} />
  if (part.kind === 'sources') {
    return (
      <nav aria-label={part.title} className="border-t pt-2">
        <p aria-hidden className="text-label text-ink-3">
          {part.title}
        </p>
        <ul>
          {part.links.map(({ href, label }) => (
            <li key={href + label}>
              <a href={href} className="inline-block py-1 underline underline-offset-4 coarse:py-2.5">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    )
  }
  if (part.kind !== 'suggestions' || !isLast) return null
  return <Suggestions questions={part.questions} onAsk={onAsk} />
}

/** Questions to press. */
export function Suggestions({ questions, onAsk }: { questions: readonly string[]; onAsk(question: string): void }) {
  return (
    <ul aria-label="물어볼 만한 질문" className="flex flex-col items-start gap-2">
      {questions.map((question) => (
        <li key={question}>
          <Button
            className="h-auto! min-h-8 py-1 text-left whitespace-normal! coarse:min-h-11"
            onClick={() => onAsk(question)}
          >
            {question}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'' | '복사했습니다.' | '복사하지 못했습니다.'>('')
  async function copy() {
    const isDone = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setState(isDone ? '복사했습니다.' : '복사하지 못했습니다.')
  }
  return (
    <>
      <Button tone="transparent" size="sm" onClick={() => void copy()}>
        복사
      </Button>
      <span role="status" className="self-center text-label text-ink-3">
        {state}
      </span>
    </>
  )
}
