import { Phone } from 'lucide-react'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { useOffice } from '#app/ui/office/office-profile.ts'
import { formatOpeningHours } from '#domain/office/office-texts.ts'
import { ContactForm } from './contact-form.tsx'
import { listContactQuestions } from './contact-texts.ts'
import { AddressOnMap, PageOpening, PageSection } from './page-parts.tsx'
import { QuestionList } from './service-page-parts.tsx'

export function ContactPage() {
  const office = useOffice()
  return (
    <>
      <PageOpening title="문의하기">
        궁금한 점을 남겨 주시면 담당자가 읽고 답을 드립니다. 사건의 내용과 기한을 적어 주시면 더 정확히 안내할 수
        있습니다.
      </PageOpening>
      <PageSection id="write" title="문의 남기기">
        <ContactForm />
      </PageSection>
      <PageSection id="reach" title="전화와 방문">
        <dl className="grid grid-cols-[88px_1fr] gap-y-3 border-t border-rule-strong pt-5 text-lead">
          <dt className="text-ink-3">전화</dt>
          <dd>
            <a href={`tel:${office.telephone}`} className="tabular underline underline-offset-4">
              {office.telephone}
            </a>
          </dd>
          <dt className="text-ink-3">상담 시간</dt>
          <dd>{formatOpeningHours(office.hours)}</dd>
          <dt className="text-ink-3">주소</dt>
          <dd>
            <AddressOnMap />
          </dd>
        </dl>
        {/* A page's text is quoted elsewhere, where a button is only words. */}
        <div data-screen-only className="mt-8">
          {/* 보내기 is the only primary action of this page. */}
          <a href={`tel:${office.telephone}`} className={buildButtonClass('secondary', 'xl')}>
            <Phone size={18} strokeWidth={1.5} aria-hidden /> 전화 문의
          </a>
        </div>
      </PageSection>
      <PageSection id="questions" title="자주 묻는 질문">
        <QuestionList id="questions" questions={listContactQuestions(office)} />
        <p className="mt-6 text-lead text-ink-2">
          다른 궁금한 점은{' '}
          <a href="/features" className="font-semibold text-primary underline underline-offset-4">
            AI 채팅
          </a>
          에서 바로 찾아보실 수 있습니다.
        </p>
      </PageSection>
    </>
  )
}
