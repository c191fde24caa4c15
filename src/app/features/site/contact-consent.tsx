import { useId } from 'react'

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
  fault: string | undefined
  onChange(isChecked: boolean): void
}

/**
 * Consent to collection and use (개인정보 보호법 §15②): items, purpose, period, and the right to refuse.
 * Never ticked in advance and never stored in a draft.
 */
export function ContactConsent({ isChecked, fault, onChange }: ContactConsentProps) {
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
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          className="size-5 shrink-0 accent-primary"
        />
        <span>
          위 내용에 동의합니다. <span className="text-label font-medium text-seal">필수</span>
        </span>
      </label>
      {fault ? (
        <p id={`${id}-fault`} className="text-label text-seal">
          {fault}
        </p>
      ) : null}
    </fieldset>
  )
}
