import { depositDocuments, depositQuestions } from './deposit-texts.ts'
import { ClosingCall, type PageEntry, PageOpening, Parts, RegisterEntries } from './page-parts.tsx'
import { QuestionList } from './service-page-parts.tsx'

/** The six kinds of deposit. */
const depositKinds: readonly PageEntry[] = [
  {
    title: '변제공탁',
    text: '채권자가 받지 않거나 누구인지 알 수 없을 때 공탁하여 빚을 면합니다(민법 제487조). 토지수용 보상금의 공탁도 여기에 속합니다.',
  },
  {
    title: '담보공탁',
    text: '가압류·가처분이나 강제집행의 정지를 신청할 때, 또는 세금의 납부를 미룰 때 상대방의 손해를 담보하기 위하여 맡깁니다.',
  },
  {
    title: '보증공탁',
    text: '법령이 정한 영업을 시작하거나 계속할 때, 거래 상대방이 입을 수 있는 손해를 보증하기 위하여 맡깁니다.',
  },
  {
    title: '집행공탁',
    text: '압류가 겹친 채권의 채무자가 그 돈을 법원에 맡기거나, 가압류를 풀기 위하여 해방금액을 맡깁니다(민사집행법 제248조·제282조).',
  },
  {
    title: '몰취공탁',
    text: '소명에 갈음하여 맡기고, 거짓임이 밝혀지면 국가에 귀속되는 공탁입니다(민사소송법 제299조).',
  },
  {
    title: '기타 공탁',
    text: '목적물을 맡아 두는 보관공탁, 두 성격이 섞인 혼합공탁, 형사사건의 피해 회복을 위한 형사공탁을 맡습니다.',
  },
]

const depositSteps: readonly PageEntry[] = [
  { title: '상담·접수', text: '사정을 듣고 어떤 공탁이 맞는지, 필요한 서류와 예상 비용이 얼마인지 말씀드립니다.' },
  { title: '서류 작성', text: '공탁서와 위임장을 작성하고, 주소 소명과 재결서 같은 첨부서류를 함께 갖춥니다.' },
  { title: '공탁 신청', text: '관할 공탁소에 신청하고, 수리된 뒤 정한 날까지 공탁금을 납입하도록 챙겨 드립니다.' },
  {
    title: '완료 통지',
    text: '공탁번호와 공탁서 원본을 건네 드리고, 공탁통지서가 상대방에게 송달되었는지 확인합니다.',
  },
]

/** /services/deposit for visitors: kinds, steps, papers, questions, telephone. */
export function DepositServicePage() {
  return (
    <>
      <PageOpening title="공탁 서비스" hasBreadcrumbs>
        공탁은 돈이나 물건을 법원의 공탁소에 맡겨 의무를 다하거나 권리를 지키는 절차입니다. 맡기는 이유에 따라 서류와
        기한이 다르므로, 알맞은 공탁을 먼저 가려 드립니다.
      </PageOpening>
      <Parts
        parts={[
          { id: 'deposit-kinds', title: '공탁의 종류', content: <RegisterEntries entries={depositKinds} /> },
          { id: 'deposit-steps', title: '진행 순서', content: <RegisterEntries entries={depositSteps} /> },
          { id: 'deposit-papers', title: '준비하실 서류', content: <RegisterEntries entries={depositDocuments} /> },
          {
            id: 'deposit-questions',
            title: '자주 묻는 질문',
            content: <QuestionList id="deposit-questions" questions={depositQuestions} />,
          },
        ]}
      />
      <ClosingCall title="수용개시일이 다가온다면 먼저 전화를 주세요.">
        사업시행자가 수용개시일까지 보상금을 지급하거나 공탁하지 않으면 재결이 효력을 잃습니다(토지보상법 제42조).
        날짜를 알려 주시면 그에 맞추어 준비합니다.
      </ClosingCall>
    </>
  )
}
