import { Mail, Phone } from 'lucide-react'
import { inquiryStates, type Inquiry } from '#contract/books/inquiries.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { buttonClass } from '#app/ui/buttons/button-look.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import { reachLink } from '#app/ui/display/reach-link.ts'
import { answerLink } from './answer-mail.ts'

interface InquiryMessageProps {
  row: SourceRow
  onState(state: Inquiry['state']): void
}

/** The full inquiry with contact links and buttons for the next state. */
export function InquiryMessage({ row, onState }: InquiryMessageProps) {
  const inquiry = row.record as unknown as Inquiry
  const { message, received_at: at } = inquiry
  const state = inquiryStates.find(({ value }) => value === inquiry.state)
  return (
    <article aria-label="문의 내용" className="flex flex-col gap-3">
      <header>
        {/* The panel's title already shows name and subject. */}
        <p className="flex flex-wrap items-center gap-x-2 text-label text-ink-3">
          {at === null ? null : <time dateTime={at}>{momentText(Date.parse(at))}</time>}
          {state ? <Badge tone={state.tone}>{state.label}</Badge> : null}
        </p>
      </header>
      <p className="text-lead break-words whitespace-pre-wrap">{message}</p>
      <Ways inquiry={inquiry} />
      <div className="flex flex-wrap items-center gap-2">
        <Answer inquiry={inquiry} />
        {row.state === 'deleted' ? null : <NextStates state={inquiry.state} onState={onState} />}
      </div>
    </article>
  )
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Telephone number and address as written, as links where possible. */
function Ways({ inquiry }: { inquiry: Inquiry }) {
  const { phone, email } = inquiry
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {phone ? <ContactLink kind="tel" text={phone} /> : null}
      {email ? <ContactLink kind="mailto" text={email} /> : null}
    </div>
  )
}

function Answer({ inquiry }: { inquiry: Inquiry }) {
  const answer = answerLink(inquiry)
  if (answer === null) return null
  return (
    <a href={answer} className={buttonClass('primary')}>
      <Mail {...icon} /> 메일로 답하기
    </a>
  )
}

function ContactLink({ kind, text }: { kind: 'tel' | 'mailto'; text: string }) {
  const link = reachLink(kind, text)
  const Icon = kind === 'tel' ? Phone : Mail
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5 break-all coarse:min-h-11">
      <Icon {...icon} className="shrink-0 text-ink-3" />
      {link === null ? (
        text
      ) : (
        <a
          href={link}
          className="tabular text-primary underline decoration-rule-strong underline-offset-3 hover:decoration-current coarse:py-3"
        >
          {text}
        </a>
      )}
    </span>
  )
}

/** Buttons that set the next state; undoable like any edit. */
function NextStates({ state, onState }: { state: Inquiry['state']; onState(state: Inquiry['state']): void }) {
  return (
    <>
      {state === 'new' ? <Button onClick={() => onState('in_progress')}>처리중으로 변경</Button> : null}
      {state === 'done' ? null : <Button onClick={() => onState('done')}>완료로 변경</Button>}
    </>
  )
}
