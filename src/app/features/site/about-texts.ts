import type { Office } from '#domain/office/office-texts.ts'
import type { PageEntry } from './page-parts.tsx'

/**
 * Work that people ask for and no other page lists: what the law lets a scrivener do, what it
 * leaves to other professions, and what only the office can say. The site's chat and search answer
 * with these. 법무사법 제2조·제21조, 변호사법 제109조, 세무사법 제20조.
 */
export function listOtherWork({ telephone }: Pick<Office, 'telephone'>): readonly PageEntry[] {
  const byTelephone = telephone ? `전화(${telephone})로` : '전화로'
  const notListed = `이 사무소의 안내에는 적어 두지 않은 일이니, 맡을 수 있는지는 ${byTelephone} 확인해 주세요.`
  return [
    {
      title: '개인회생과 개인파산도 맡나요?',
      text: `개인회생과 개인파산 사건의 신청을 대리하는 일은 법무사가 할 수 있습니다. 다만 기일에 대신 나가 진술하지는 못하며, 법인의 회생과 파산은 그 대리에 들어 있지 않습니다(법무사법 제2조 제1항 제6호). ${notListed}`,
    },
    {
      title: '개명과 성년후견, 가족관계등록도 맡나요?',
      text: `개명 허가와 성년후견, 가족관계등록부의 정정처럼 가정법원에 내는 신청서와 청구서를 작성하고 제출을 대행하는 일은 법무사가 할 수 있습니다(법무사법 제2조 제1항 제1호·제7호). ${notListed}`,
    },
    {
      title: '소송 대리나 이혼 소송, 형사 변호도 맡나요?',
      text: `변호사가 아니라 법무사의 사무소입니다. 법정에 대신 나가 변론하거나 소송을 대리하는 일, 형사 사건의 변호, 상대방과의 협상은 맡지 않으며, 그런 일은 변호사의 도움을 받으셔야 합니다. 본인이 직접 하시는 소송의 소장과 답변서, 준비서면은 작성하고 제출을 대행합니다. 이혼처럼 여기에 적어 두지 않은 일의 서류는 ${byTelephone} 확인해 주세요.`,
    },
    {
      title: '경매나 공매의 입찰도 대신 해 주나요?',
      text: `법원 경매와 공매에서 재산을 취득하는 일의 상담과 매수신청·입찰신청의 대리는 법무사가 할 수 있습니다(법무사법 제2조 제1항 제5호). ${notListed}`,
    },
    {
      title: '내용증명이나 고소장, 계약서도 써 주나요?',
      text: `법무사는 법원과 검찰청에 내는 서류, 등기와 공탁에 필요한 서류를 작성합니다(법무사법 제2조 제1항). 내용증명과 고소장, 계약서와 차용증, 공증은 이 사무소의 안내에 적어 두지 않은 일이니, 맡을 수 있는지는 ${byTelephone} 확인해 주세요.`,
    },
    {
      title: '상속세·증여세 신고나 특허, 인허가도 맡나요?',
      text: '상속세와 증여세, 양도소득세의 신고와 상담은 세무사, 특허와 상표는 변리사, 관청의 인허가는 행정사의 일이어서 맡지 않습니다. 등기를 맡기시면 그 등기에 드는 취득세는 계산하여 견적에 적어 드립니다.',
    },
    {
      title: '전세권·지상권·가등기나 등기부를 바로잡는 등기도 맡나요?',
      text: `부동산 등기 신청의 대리는 법무사의 일입니다(법무사법 제2조 제1항 제4호). 다만 전세권과 지상권, 가등기의 등기, 등기부의 주소나 이름을 바꾸거나 바로잡는 등기는 이 사무소의 안내에 따로 적어 두지 않았으니, 필요한 서류와 비용은 ${byTelephone} 확인해 주세요.`,
    },
    {
      title: '맡긴 사건은 어디까지 진행됐나요?',
      text: `맡기신 사건의 진행 상황은 이 누리집에서 볼 수 없으니 ${byTelephone} 담당자에게 확인해 주세요. 접수번호가 나온 날과 등기가 끝난 날에는 먼저 연락드립니다.`,
    },
  ]
}
