import { corporateKinds, corporateQuestions, corporateSteps } from './corporate-texts.ts'
import { ClosingCall, PageOpening, Parts, RegisterEntries } from './page-parts.tsx'
import { corporateStaffNotes, QuestionList, StaffGuidance } from './service-page-parts.tsx'

/** /services/corporate: kinds, steps, questions, and a block for staff. */
export function CorporateServicePage() {
  return (
    <>
      <PageOpening title="법인 등기 서비스" hasBreadcrumbs>
        회사의 등기부는 거래하는 사람이 가장 먼저 찾아보는 문서입니다. 임원이 바뀌고 사무실을 옮기고 자본을 늘릴 때마다
        정해진 기한 안에 등기해야 하므로, 결의에서 등기까지 날짜를 맞추어 진행합니다.
      </PageOpening>
      <StaffGuidance notes={corporateStaffNotes} />
      <Parts
        parts={[
          { id: 'corporate-kinds', title: '맡는 등기', content: <RegisterEntries entries={corporateKinds} /> },
          { id: 'corporate-steps', title: '진행 순서', content: <RegisterEntries entries={corporateSteps} /> },
          {
            id: 'corporate-questions',
            title: '자주 묻는 질문',
            content: <QuestionList id="corporate-questions" questions={corporateQuestions} />,
          },
        ]}
      />
      <ClosingCall title="바뀐 날부터 2주입니다.">
        등기부와 정관을 보내 주시면 필요한 결의와 서류를 먼저 확인해 드립니다.
      </ClosingCall>
    </>
  )
}
