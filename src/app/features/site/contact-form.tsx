import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { formatTimestamp } from '#app/ui/display/format-timestamp.ts'
import { FieldFrame } from '#app/ui/fields/text-field.tsx'
import { useHydrated } from '#app/ui/hooks/hydrated-snapshot.ts'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { isComposing } from '#app/ui/text-editing/composition.ts'
import { inquiryLimits } from '#contract/books/inquiries.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import type { WaitingInquiry } from '#mirror/visitor-queue/visitor-queue.ts'
import type { ContactDraft } from './contact-draft.ts'
import { type ContactFormState, type ContactResult, useContactForm } from './use-contact-form.ts'

/**
 * 문의하기: the inquiry is stored on the device before any success is reported, then sent, now or when
 * the network is back. Visitors see the page before its script runs; until then the form accepts
 * text but does not submit, because the browser would put it into the URL. Hidden without
 * JavaScript.
 */
export function ContactForm() {
  const formRef = useRef<HTMLFormElement>(null)
  const form = useContactForm(formRef)
  const isHydrated = useHydrated()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // The Enter that ends a syllable belongs to the input method.
    if (isComposing()) return
    const website = new FormData(event.currentTarget).get('website')
    void form.submit(typeof website === 'string' ? website : '')
  }
  const count = Object.values(form.errors).filter((error) => error !== undefined).length
  return (
    <div className="flex flex-col gap-8">
      <ContactWaiting form={form} />
      <p className="measure hidden text-lead noscript:block">
        자바스크립트가 꺼져 있어 문의 양식을 쓸 수 없습니다. 아래 번호로 전화를 주시면 바로 안내해 드립니다.
      </p>
      <form
        ref={formRef}
        noValidate
        onSubmit={submit}
        aria-label="문의하기"
        className="flex max-w-[640px] flex-col gap-5 noscript:hidden"
      >
        <ContactFields form={form} />
        <Honeypot />
        <ContactConsent
          isChecked={form.isConsentGiven}
          error={form.errors.consent}
          onChange={(isGiven) => form.setConsent(isGiven)}
        />
        <p role="alert" className="text-danger empty:hidden">
          {count > 0 ? `확인할 곳이 ${count}군데 있습니다.` : ''}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type={isHydrated ? 'submit' : 'button'}
            tone="primary"
            size="xl"
            isBusy={form.isBusy}
            className="max-sm:w-full"
          >
            보내기
          </Button>
          <p className="text-ink-3">연결이 없어도 보낼 수 있습니다. 이 기기에 보관했다가 연결되면 자동으로 보냅니다.</p>
        </div>
      </form>
      <ContactOutcome outcome={form.outcome} />
    </div>
  )
}

function ContactFields({ form }: { form: ContactFormState }) {
  return (
    <>
      <ContactLine form={form} field="name" label="이름" isRequired autoComplete="name" />
      <div className="grid gap-5 sm:grid-cols-2">
        <ContactLine
          form={form}
          field="phone"
          label="연락처"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="연락처나 이메일 가운데 하나를 적어 주세요."
        />
        <ContactLine form={form} field="email" label="이메일" type="email" inputMode="email" autoComplete="email" />
      </div>
      <ContactLine form={form} field="subject" label="제목" isRequired />
      <FieldFrame
        label="문의 내용"
        isRequired
        error={form.errors.message}
        hint={`${formatNumber(form.draft.message.length)} / ${formatNumber(inquiryLimits.message)}자. 주민등록번호와 계좌번호는 적지 마세요.`}
      >
        {(control) => (
          <textarea
            {...control}
            name="message"
            rows={8}
            readOnly={form.isBusy}
            value={form.draft.message}
            onChange={(event) => form.changeText('message', event.target.value)}
            className={`${controlClass} field-sizing-content max-h-[60vh] min-h-48 resize-y py-2.5`}
          />
        )}
      </FieldFrame>
    </>
  )
}

/** At least 16 px, because phones zoom into smaller inputs. */
const controlClass =
  'w-full min-w-0 rounded-control border border-rule-strong bg-paper-raised px-3 font-written text-lead text-ink aria-invalid:border-danger'

interface ContactLineProps extends Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete'> {
  form: ContactFormState
  field: Exclude<keyof ContactDraft, 'message'>
  label: string
  isRequired?: boolean
  hint?: string
}

function ContactLine({ form, field, label, isRequired = false, hint, type = 'text', ...rest }: ContactLineProps) {
  const error = form.errors[field]
  return (
    <FieldFrame label={label} isRequired={isRequired} error={error} hint={hint}>
      {(control) => (
        <input
          autoComplete="off"
          {...rest}
          {...control}
          type={type}
          name={field}
          readOnly={form.isBusy}
          value={form.draft[field]}
          onChange={(event) => form.changeText(field, event.target.value)}
          className={`${controlClass} h-12`}
        />
      )}
    </FieldFrame>
  )
}

/** A hidden field that only bots fill in. */
function Honeypot() {
  return (
    <div aria-hidden className="sr-only">
      <label>
        누리집 주소
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

const terms = [
  ['수집 항목', '이름, 제목, 문의 내용과 연락처 또는 이메일'],
  ['이용 목적', '문의에 답하고 상담을 안내하는 데에만 씁니다.'],
  ['보유 기간', '접수한 날부터 1년. 기간이 지나면 바로 파기합니다.'],
  [
    '거부할 권리',
    '동의하지 않으실 수 있습니다. 다만 동의가 없으면 이 양식으로 문의를 받을 수 없으니 전화로 문의해 주세요.',
  ],
] as const

interface ContactConsentProps {
  isChecked: boolean
  error: string | undefined
  onChange(isChecked: boolean): void
}

/**
 * Consent to collection and use (개인정보 보호법 제15조제2항): items, purpose, period, and the right to
 * refuse. Never ticked in advance and never stored in a draft.
 */
function ContactConsent({ isChecked, error, onChange }: ContactConsentProps) {
  const id = useId()
  return (
    <fieldset className="border-y border-rule-strong py-4">
      <legend className="float-left mb-2 w-full font-semibold">개인정보 수집·이용 동의</legend>
      <dl className="clear-both grid grid-cols-[72px_1fr] gap-x-3 gap-y-1.5">
        {terms.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-ink-3">{term}</dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-3 flex min-h-11 items-center gap-3 text-lead">
        <input
          type="checkbox"
          name="consent"
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-fault` : undefined}
          className="size-5 shrink-0 accent-primary"
        />
        <span>
          위 내용에 동의합니다. <span className="text-label font-medium text-danger">필수</span>
        </span>
      </label>
      {error ? (
        <p id={`${id}-fault`} className="text-label text-danger">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

const texts: Record<Exclude<ContactResult['kind'], 'refused' | 'sent'>, { title: string; text: string }> = {
  stored: {
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
function ContactOutcome({ outcome }: { outcome: ContactResult | null }) {
  const containerRef = useRef<HTMLDivElement>(null)
  const { hours } = useOffice()
  const kind = outcome?.kind ?? null
  useEffect(() => {
    if (kind !== null && kind !== 'refused') containerRef.current?.scrollIntoView({ block: 'nearest' })
  }, [kind])
  const outcomeText = outcome && outcomeTexts(outcome, hours)
  const isGood = outcome?.kind === 'sent'
  const isBad = outcome?.kind === 'failed' || outcome?.kind === 'refused'
  return (
    <div ref={containerRef} role="status" className="max-w-[640px] scroll-mb-20">
      {outcomeText ? (
        <div className={`border-l-[3px] py-1 pl-4 ${isGood ? 'border-good' : isBad ? 'border-danger' : 'border-warn'}`}>
          <p className="font-serif text-title font-semibold">{outcomeText.title}</p>
          <p className="mt-1 text-lead text-ink-2">{outcomeText.text}</p>
          {outcome?.kind === 'sent' ? (
            <p className="mt-1 text-lead text-ink-2">
              {outcome.subject ? (
                <>
                  제목: <span className="font-written break-words">{outcome.subject}</span>
                  <br />
                </>
              ) : null}
              접수: {formatTimestamp(outcome.receivedAt)}
            </p>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** Inquiries that are still on this device, with buttons to take them back. */
function ContactWaiting({ form }: { form: ContactFormState }) {
  if (form.waiting.length === 0) return null
  return (
    <section aria-label="보낼 문의" className="max-w-[640px] border-y border-rule-strong py-4">
      <h3 className="text-lead font-semibold">이 기기에서 전송을 기다리는 문의 {form.waiting.length}건</h3>
      <ul className="mt-2">
        {form.waiting.map((inquiry) => (
          <WaitingItem key={inquiry.key} inquiry={inquiry} form={form} />
        ))}
      </ul>
    </section>
  )
}

function WaitingItem({ inquiry, form }: { inquiry: WaitingInquiry; form: ContactFormState }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { key, subject, writtenAt, tries, refusal } = inquiry
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-written font-medium">{subject}</p>
        <p className={refusal ? 'text-danger' : 'text-ink-3'}>
          {formatTimestamp(writtenAt)} · {refusal ? refusal.message : '연결되면 자동으로 보냅니다'}
        </p>
        {isConfirming && tries > 0 ? (
          <p className="text-ink-2">
            보내던 중에 연결이 끊겨 이미 전송되었을 수도 있습니다. 지우면 다시 보내지 않습니다.
          </p>
        ) : null}
      </div>
      {isConfirming ? (
        <>
          <Button onClick={() => setIsConfirming(false)}>그대로 두기</Button>
          <Button tone="danger" onClick={() => void form.discard(key)}>
            지우기 확인
          </Button>
        </>
      ) : (
        <>
          {refusal ? <Button onClick={() => void form.returnToForm(key)}>고쳐 쓰기</Button> : null}
          <Button onClick={() => setIsConfirming(true)} aria-label={`${subject} 지우기`}>
            지우기
          </Button>
        </>
      )}
    </li>
  )
}
