import { useState } from 'react'
import type { WaitingInquiry } from '#mirror/visitor-queue/waiting-inquiries.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { momentText } from '#app/ui/display/moment-text.ts'
import type { ContactForm } from './use-contact-form.ts'

/** Inquiries that are still on this device, with buttons to take them back. */
export function ContactWaiting({ form }: { form: ContactForm }) {
  if (form.waiting.length === 0) return null
  return (
    <section aria-label="보낼 문의" className="max-w-[640px] border-y border-rule-strong py-4">
      <h3 className="text-lead font-semibold">이 기기에서 전송을 기다리는 문의 {form.waiting.length}건</h3>
      <ul className="mt-2">
        {form.waiting.map((inquiry) => (
          <Waiting key={inquiry.key} inquiry={inquiry} form={form} />
        ))}
      </ul>
    </section>
  )
}

function Waiting({ inquiry, form }: { inquiry: WaitingInquiry; form: ContactForm }) {
  const [isConfirming, setConfirming] = useState(false)
  const { key, subject, writtenAt, tries, refusal } = inquiry
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-written font-medium">{subject}</p>
        <p className={refusal ? 'text-seal' : 'text-ink-3'}>
          {momentText(writtenAt)} · {refusal ? refusal.message : '연결되면 자동으로 보냅니다'}
        </p>
        {isConfirming && tries > 0 ? (
          <p className="text-ink-2">
            보내던 중에 연결이 끊겨 이미 전송되었을 수도 있습니다. 지우면 다시 보내지 않습니다.
          </p>
        ) : null}
      </div>
      {isConfirming ? (
        <>
          <Button onClick={() => setConfirming(false)}>그대로 두기</Button>
          <Button tone="danger" onClick={() => void form.discard(key)}>
            지우기 확인
          </Button>
        </>
      ) : (
        <>
          {refusal ? <Button onClick={() => void form.rewrite(key)}>고쳐 쓰기</Button> : null}
          <Button onClick={() => setConfirming(true)} aria-label={`${subject} 지우기`}>
            지우기
          </Button>
        </>
      )}
    </li>
  )
}
