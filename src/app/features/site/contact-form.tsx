import { useRef, type ComponentProps, type FormEvent } from 'react'
import { inquiryLimits } from '#contract/books/inquiries.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { isComposing } from '#app/ui/composition.ts'
import { FieldFrame } from '#app/ui/fields/text-field.tsx'
import { useHydrated } from '#app/ui/hydrated-snapshot.ts'
import { ContactConsent } from './contact-consent.tsx'
import { ContactOutcome } from './contact-outcome.tsx'
import { ContactWaiting } from './contact-waiting.tsx'
import type { ContactDraft } from './contact-draft.ts'
import { useContactForm, type ContactForm as FormState } from './use-contact-form.ts'

/**
 * 문의하기: the inquiry is stored on the device before any success is reported, then sent, now or when
 * the network is back. Visitors see the page before its script runs; until then the form accepts
 * text but does not submit, because the browser would put it into the address. Hidden without
 * JavaScript.
 */
export function ContactForm() {
  const formRef = useRef<HTMLFormElement>(null)
  const form = useContactForm(formRef)
  const isAlive = useHydrated()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // The Enter that ends a syllable belongs to the input method.
    if (isComposing()) return
    const website = new FormData(event.currentTarget).get('website')
    void form.submit(typeof website === 'string' ? website : '')
  }
  const count = Object.values(form.faults).filter((fault) => fault !== undefined).length
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
          fault={form.faults.consent}
          onChange={(isGiven) => form.consent(isGiven)}
        />
        <p role="alert" className="text-seal empty:hidden">
          {count > 0 ? `확인할 곳이 ${count}군데 있습니다.` : ''}
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type={isAlive ? 'submit' : 'button'}
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

function ContactFields({ form }: { form: FormState }) {
  return (
    <>
      <Line form={form} field="name" label="이름" isRequired autoComplete="name" />
      <div className="grid gap-5 sm:grid-cols-2">
        <Line
          form={form}
          field="phone"
          label="연락처"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="연락처나 이메일 가운데 하나를 적어 주세요."
        />
        <Line form={form} field="email" label="이메일" type="email" inputMode="email" autoComplete="email" />
      </div>
      <Line form={form} field="subject" label="제목" isRequired />
      <FieldFrame
        label="문의 내용"
        isRequired
        error={form.faults.message}
        hint={`${form.draft.message.length.toLocaleString('ko-KR')} / ${inquiryLimits.message.toLocaleString('ko-KR')}자. 주민등록번호와 계좌번호는 적지 마세요.`}
      >
        {(control) => (
          <textarea
            {...control}
            name="message"
            rows={8}
            readOnly={form.isBusy}
            value={form.draft.message}
            onChange={(event) => form.write('message', event.target.value)}
            className={`${controlClass} field-sizing-content max-h-[60vh] min-h-48 resize-y py-2.5`}
          />
        )}
      </FieldFrame>
    </>
  )
}

/** At least 16 px, because phones zoom into smaller inputs. */
const controlClass =
  'w-full min-w-0 rounded-control border border-rule-strong bg-paper-raised px-3 font-written text-lead text-ink aria-invalid:border-seal'

interface LineProps extends Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete'> {
  form: FormState
  field: Exclude<keyof ContactDraft, 'message'>
  label: string
  isRequired?: boolean
  hint?: string
}

function Line({ form, field, label, isRequired = false, hint, type = 'text', ...rest }: LineProps) {
  const fault = form.faults[field]
  return (
    <FieldFrame label={label} isRequired={isRequired} error={fault} hint={hint}>
      {(control) => (
        <input
          autoComplete="off"
          {...rest}
          {...control}
          type={type}
          name={field}
          readOnly={form.isBusy}
          value={form.draft[field]}
          onChange={(event) => form.write(field, event.target.value)}
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
