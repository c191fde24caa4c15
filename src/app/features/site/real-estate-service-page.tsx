import { ClosingCall, PageOpening, Part } from './page-parts.tsx'
import { registrationQuestions } from './real-estate-texts.ts'
import { RegistrationParts } from './registration-parts.tsx'

/** /services/real-estate for everybody but staff (spec 2 "Real-estate page"): kinds, steps, questions, telephone. */
export function RealEstateServicePage() {
  return (
    <>
      <PageOpening title="부동산 등기 서비스">
        부동산의 권리는 등기부에 적힌 순서대로 지켜집니다. 하루의 차이가 순위를 바꾸기도 하므로, 서류를 미리 확인하고
        정한 날에 어김없이 접수합니다.
      </PageOpening>
      <RegistrationParts />
      <Part id="questions" title="자주 묻는 질문">
        <div className="border-t border-rule-strong">
          {registrationQuestions.map((question) => (
            <details key={question.title} className="group border-b">
              <summary className="flex cursor-pointer list-none items-start gap-3 py-4 text-lead font-semibold">
                <span className="flex-1">{question.title}</span>
                <span aria-hidden className="text-ink-3 transition-transform duration-140 group-open:rotate-45">
                  +
                </span>
              </summary>
              <p className="measure pb-5 text-lead text-ink-2">{question.text}</p>
            </details>
          ))}
        </div>
      </Part>
      <ClosingCall title="잔금일이 정해졌다면 먼저 전화를 주세요." />
    </>
  )
}
