import { useOffice } from '#app/ui/office/office-profile.ts'
import { ClosingCall, PageOpening, Parts, RegisterEntries } from './page-parts.tsx'
import {
  listRegistrationQuestions,
  registrationDocuments,
  registrationKinds,
  registrationSteps,
} from './real-estate-texts.ts'
import { QuestionList } from './service-page-parts.tsx'

/** /services/real-estate for visitors: kinds, steps, questions, telephone. */
export function RealEstateServicePage() {
  const office = useOffice()
  return (
    <>
      <PageOpening title="부동산 등기 서비스" hasBreadcrumbs>
        부동산의 권리는 등기부에 적힌 순서대로 지켜집니다. 하루의 차이가 순위를 바꾸기도 하므로, 서류를 미리 확인하고
        정한 날에 어김없이 접수합니다.
      </PageOpening>
      <Parts
        parts={[
          { id: 'kinds', title: '맡는 등기', content: <RegisterEntries entries={registrationKinds} /> },
          { id: 'steps', title: '진행 순서', content: <RegisterEntries entries={registrationSteps} /> },
          { id: 'papers', title: '준비하실 서류', content: <RegisterEntries entries={registrationDocuments} /> },
          {
            id: 'questions',
            title: '자주 묻는 질문',
            content: <QuestionList id="questions" questions={listRegistrationQuestions(office)} />,
          },
        ]}
      />
      <ClosingCall title="잔금일이 정해졌다면 먼저 전화를 주세요.">
        등기부와 계약서를 미리 살펴보고, 잔금일에 가져오실 서류를 빠짐없이 적어 드립니다.
      </ClosingCall>
    </>
  )
}
