import type { Office } from '#domain/office/office-texts.ts'
import type { PageEntry } from './page-parts.tsx'

/**
 * Questions asked before a first visit, with answers that are true for any office. For facts that
 * only the office knows, such as parking, they one question and left to its telephone.
 */
export function listContactQuestions({ telephone }: Pick<Office, 'telephone'>): readonly PageEntry[] {
  const byTelephone = telephone ? `전화(${telephone})로` : '전화로'
  return [
    {
      title: '예약하고 가야 하나요?',
      text: `전화 상담은 예약 없이 상담 시간에 하시면 됩니다. 방문하실 때는 담당자가 잔금이나 접수로 자리를 비울 수 있으니 ${byTelephone} 시간을 먼저 정해 주세요.`,
    },
    {
      title: '주차·결제·상담료가 궁금해요',
      text: `주차 자리, 카드 결제와 현금영수증, 상담료와 무료 상담, 카카오톡이나 문자·이메일 상담은 여기에 적어 두지 않았으니 ${byTelephone} 확인해 주세요.`,
    },
    {
      title: '외국에 있거나 방문하기 어려운데 맡길 수 있나요?',
      text: `상담은 방문하지 않고 전화나 온라인 문의로 하실 수 있습니다. 외국에 계시거나 방문하기 어려운 분이 맡기실 때 필요한 서류와 진행 방법은 맡기실 일과 계신 곳에 따라 다르므로, ${byTelephone} 먼저 확인해 주세요. 전화하기 어려우시면 문의하기에 남겨 주세요.`,
    },
    {
      title: '준비물과 필요한 서류는 무엇인가요?',
      text: '맡기실 일에 따라 다릅니다. 매매는 파시는 분의 등기필증과 매도용 인감증명서, 사시는 분의 매매계약서와 주민등록등본을 준비합니다. 상속은 돌아가신 분과 상속인의 가족관계 서류와 제적등본, 증여는 주시는 분의 등기필증과 인감증명서, 근저당 말소는 금융기관의 해지증서와 등기필증, 법인은 정관과 법인인감이 기본입니다. 신분증과 도장은 어느 일에나 필요합니다. 그 일에 맞는 목록은 따로 적어 드립니다.',
    },
  ]
}
