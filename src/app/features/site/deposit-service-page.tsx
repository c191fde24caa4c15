import { depositKinds, depositSteps } from './deposit-texts.ts'
import { ClosingCall, PageOpening, Part, RegisterEntries } from './page-parts.tsx'

/** /services/deposit for everybody but staff (spec 3 §2 "Deposit page"): six kinds, four steps, telephone. */
export function DepositServicePage() {
  return (
    <>
      <PageOpening title="공탁 서비스" trail>
        공탁은 돈이나 물건을 법원의 공탁소에 맡겨 의무를 다하거나 권리를 지키는 절차입니다. 맡기는 이유에 따라 서류와
        기한이 다르므로, 알맞은 공탁을 먼저 가려 드립니다.
      </PageOpening>
      <Part id="deposit-kinds" title="공탁의 종류">
        <RegisterEntries entries={depositKinds} />
      </Part>
      <Part id="deposit-steps" title="진행 순서">
        <RegisterEntries entries={depositSteps} />
      </Part>
      <ClosingCall title="수용개시일이 다가온다면 먼저 전화를 주세요.">
        사업시행자가 수용개시일까지 보상금을 지급하거나 공탁하지 않으면 재결이 효력을 잃습니다(토지보상법 제42조).
        날짜를 알려 주시면 그에 맞추어 준비합니다.
      </ClosingCall>
    </>
  )
}
