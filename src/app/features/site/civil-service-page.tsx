import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { civilKinds, civilQuestions, civilSteps } from './civil-texts.ts'
import { ClosingCall, PageOpening, Parts, RegisterEntries } from './page-parts.tsx'
import { civilStaffNotes, QuestionList, StaffGuidance } from './service-page-parts.tsx'

/**
 * /services/civil: overview, kinds of work, steps, questions, a link to /contact, and a block for
 * staff.
 */
export function CivilServicePage() {
  return (
    <>
      <PageOpening title="민사 서비스" hasBreadcrumbs>
        받을 돈을 받지 못했을 때, 소장을 받았을 때, 어떤 서류를 언제까지 내야 하는지부터 정리합니다. 사실을 순서대로
        적고 증거를 붙여, 법원이 읽을 수 있는 문서로 만들어 드립니다.
      </PageOpening>
      <StaffGuidance notes={civilStaffNotes} />
      <Parts
        parts={[
          {
            id: 'civil-overview',
            title: '맡는 범위',
            content: (
              <div className="measure space-y-4 text-lead text-ink-2">
                <p>
                  법무사는 법원에 내는 서류를 작성하고 제출을 대행합니다. 법정에 나가 변론하거나 상대방과 대신 협상하는
                  일은 법무사가 할 수 없습니다. 그런 일이 필요한 사건은 처음 상담에서 변호사의 도움을 받으시도록
                  말씀드립니다.
                </p>
                <p>
                  본인이 직접 진행하시는 소송이라면 소장에서 강제집행까지 필요한 서류를 이어서 맡을 수 있습니다. 맡은
                  사건에서는 상대방의 서류를 작성하지 않습니다.
                </p>
              </div>
            ),
          },
          {
            id: 'civil-kinds',
            title: '맡는 일',
            content: (
              <ul className="grid border-t-2 border-ink sm:grid-cols-2 sm:gap-x-10">
                {civilKinds.map((kind) => (
                  <li key={kind.title} className="break-inside-avoid border-b py-6">
                    <h3 className="text-lead font-semibold">{kind.title}</h3>
                    <p className="mt-2 text-lead text-ink-2">{kind.text}</p>
                  </li>
                ))}
              </ul>
            ),
          },
          { id: 'civil-steps', title: '진행 순서', content: <RegisterEntries entries={civilSteps} /> },
          {
            id: 'civil-questions',
            title: '자주 묻는 질문',
            content: <QuestionList id="civil-questions" questions={civilQuestions} />,
          },
        ]}
      />
      <ClosingCall
        title="소장을 받으셨다면 30일을 먼저 세어 보세요."
        action={
          <a href="/contact" className={buildButtonClass('primary', 'xl')}>
            상담 문의하기
          </a>
        }
      >
        답변서는 소장 부본을 송달받은 날부터 30일 안에 내야 합니다(민사소송법 제256조). 송달받은 날과 사건번호를 알려
        주시면 남은 기한부터 확인합니다.
      </ClosingCall>
    </>
  )
}
