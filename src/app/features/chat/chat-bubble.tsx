import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import type { ReplacedNumbers } from '#contract/chat/answer.ts'
import { replacedNumberNames } from '#contract/chat/chat-texts.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { AnswerParts, AnswerText, type StaffRenderers } from './answer-parts.tsx'
import { type Bubble, formatBubble } from './conversation.ts'

interface ChatBubbleProps {
  bubble: Bubble
  /** Last of the conversation, so it can be repeated or edited. */
  isLast: boolean
  /** False if it answers a file and not a question. */
  canAskAgain: boolean
  onAsk(question: string): void
  onAskAgain(): void
  onEdit(): void
  /** Staff: draws proposed changes and JSON. */
  renderers?: StaffRenderers
}

export function ChatBubble(props: ChatBubbleProps) {
  const { bubble, isLast, canAskAgain, onAsk, onAskAgain, onEdit, renderers } = props
  if (bubble.role === 'user') {
    return (
      <li data-question className="flex scroll-mt-4 flex-col items-end gap-1">
        <div className="max-w-[85%] rounded-panel bg-primary px-4 py-2.5 text-lead text-primary-ink">
          <span className="sr-only">질문: </span>
          <AnswerText text={formatBubble(bubble)} />
        </div>
        {bubble.replaced ? <p className="text-label text-ink-2">{formatReplaced(bubble.replaced)}</p> : null}
      </li>
    )
  }
  return (
    <li className="flex flex-col items-start gap-1">
      <div className="max-w-full min-w-0 rounded-panel border bg-paper-raised px-4 py-3 text-lead">
        <span className="sr-only">답변: </span>
        <AnswerParts parts={bubble.parts} isLast={isLast} onAsk={onAsk} {...(renderers && { renderers })} />
        {bubble.engine === 'device' ? (
          <p className="pt-2 text-label text-ink-3">서버 대신 이 기기의 사본에서 찾았습니다.</p>
        ) : null}
        {bubble.isCut ? <p className="pt-2 text-label text-ink-3">답변이 끝까지 오지 않았습니다.</p> : null}
      </div>
      <div className="flex flex-wrap gap-1">
        <CopyButton text={formatBubble(bubble)} />
        {isLast && canAskAgain ? (
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

/** Which numbers were masked in the question. */
function formatReplaced(replaced: ReplacedNumbers): string {
  const countTexts = replaced.map(({ kind, count }) => `${replacedNumberNames[kind]} ${formatNumber(count)}개`)
  return `${countTexts.join(', ')}를 가리고 물었습니다.`
}
