import { useEffect, useRef } from 'react'
import { useOffice } from '#app/ui/office-facts.ts'
import type { ContactResult } from './use-contact-form.ts'

const texts: Record<Exclude<ContactResult['kind'], 'refused' | 'sent'>, { title: string; text: string }> = {
  kept: {
    title: '보관되었습니다',
    text: '아직 사무소로 전송되지 않았습니다. 이 기기에 보관했고, 연결되면 자동으로 보냅니다. 보낸 뒤에는 이 기기에서 지웁니다.',
  },
  failed: {
    title: '보내지 못했습니다',
    text: '서버에 연결할 수 없고 이 기기에 보관하지도 못했습니다. 적으신 내용은 그대로 있으니 잠시 뒤에 다시 보내거나 전화로 문의해 주세요.',
  },
  gone: { title: '이미 전송되었습니다', text: '그사이 사무소에 전송되어 되돌릴 수 없습니다.' },
}

function outcomeTexts(outcome: ContactResult, hours: string): { title: string; text: string } {
  if (outcome.kind === 'refused') return { title: '보내지 못했습니다', text: outcome.message }
  if (outcome.kind !== 'sent') return texts[outcome.kind]
  return { title: '전송되었습니다', text: `문의를 받았습니다. ${hours}에 남겨 주신 연락처로 답을 드립니다.` }
}

/** The result of the inquiry, as far as it is known; announced and scrolled into view. */
export function ContactOutcome({ outcome }: { outcome: ContactResult | null }) {
  const place = useRef<HTMLDivElement>(null)
  const { hours } = useOffice()
  const kind = outcome?.kind ?? null
  useEffect(() => {
    if (kind !== null && kind !== 'refused') place.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])
  const shown = outcome && outcomeTexts(outcome, hours)
  const isGood = outcome?.kind === 'sent'
  const isBad = outcome?.kind === 'failed' || outcome?.kind === 'refused'
  return (
    <div ref={place} role="status" className="max-w-[640px] scroll-mb-20">
      {shown ? (
        <div className={`border-l-[3px] py-1 pl-4 ${isGood ? 'border-good' : isBad ? 'border-seal' : 'border-warn'}`}>
          <p className="font-serif text-title font-semibold">{shown.title}</p>
          <p className="mt-1 text-lead text-ink-2">{shown.text}</p>
        </div>
      ) : null}
    </div>
  )
}
