import { ClosingCall, PageOpening, PageSection, RegisterEntries } from './page-parts.tsx'

const subjects = [
  {
    title: '기한의 관리',
    text: '임원 임기, 법인 등기의 2주, 수용개시일, 가처분의 집행기간처럼 놓치면 되돌릴 수 없는 날을 한 장에 적어 관리합니다.',
  },
  {
    title: '서류의 사전 점검',
    text: '정관과 의사록, 위임장의 양식을 미리 맞추어 두어, 등기할 일이 생긴 날 바로 신청할 수 있게 합니다.',
  },
  {
    title: '대량 사건의 진행',
    text: '분양 단지의 이전등기와 사업구간의 공탁처럼 여러 건이 이어지는 일을 건별 현황과 비용표로 알려 드립니다.',
  },
]

/**
 * 프리미엄 자문, the fifth entry of /services. Stays within 법무사법 제2조 제1항 제8호 (advice connected with
 * registrations, deposits and court documents).
 */
export function PremiumAdvisory() {
  return (
    <>
      <PageOpening title="프리미엄 자문">
        등기와 공탁이 해마다 되풀이되는 회사와 사업 시행자를 위한 계속 자문입니다. 신청과 진행은 담당 직원이 맡으며,
        여기에서는 맡는 내용만 안내합니다.
      </PageOpening>
      <PageSection id="premium-subjects" title="자문의 내용">
        <RegisterEntries entries={subjects} />
      </PageSection>
      <ClosingCall title="되풀이되는 일일수록 먼저 정해 두는 편이 쉽습니다.">
        한 해에 몇 건이 있는지, 어떤 기한이 걱정되시는지 알려 주시면 필요한 만큼만 제안해 드립니다.
      </ClosingCall>
    </>
  )
}
