import { withParticle } from '#domain/office/office-words.ts'
import type { PagePath } from './page-facts.ts'

/**
 * Meta descriptions of the pages, in one or two sentences of at most 120 characters; search results
 * cut longer ones. Kept apart from the titles because only the HTML needs them, not a visitor's
 * script. `office`: its name.
 */
export const pageDescriptions = (office: string): Record<PagePath, string> => ({
  '/': '부동산 등기와 법인 등기, 공탁, 민사 서류를 맡는 법무사사무소입니다. 상담부터 완료까지 한 담당자가 책임집니다.',
  '/about': `${withParticle(office, '이/가')} 일하는 원칙과 맡는 일의 범위, 상담 시간과 연락처를 안내합니다.`,
  '/services': '부동산 등기, 법인 등기, 민사소송, 공탁, 프리미엄 자문을 한자리에서 살펴봅니다.',
  '/services/real-estate':
    '소유권이전, 근저당권 설정과 말소, 신탁, 임대주택 부기등기의 진행 순서와 자주 묻는 질문을 안내합니다.',
  '/services/corporate':
    '회사 설립, 임원 변경, 본점 이전, 증자와 정관 변경, 해산과 청산 등기의 기한과 진행 순서를 안내합니다.',
  '/services/civil':
    '소장과 답변서, 지급명령, 강제집행, 상속 서류의 작성과 제출 대행을 안내합니다. 소송은 대리하지 않습니다.',
  '/services/deposit':
    '변제·담보·보증·집행·몰취공탁과 토지수용 보상금 공탁의 신청을 대리합니다. 종류와 진행 순서를 안내합니다.',
  '/blog': `등기와 공탁, 취득세, 임대차에 관하여 바뀐 법령과 절차를 ${withParticle(office, '이/가')} 알기 쉽게 적은 글입니다.`,
  '/contact': `${office}에 궁금한 점을 남기는 곳입니다. 담당자가 읽고 답을 드리며, 네트워크가 없어도 보관했다가 보냅니다.`,
  '/features': `등기와 공탁, 법인과 민사 서류에 관한 물음에 ${withParticle(office, '이/가')} 공개한 안내에서 답과 출처를 찾아 드립니다.`,
  '/privacy': `${withParticle(office, '이/가')} 다루는 개인정보의 항목과 목적, 보유 기간, 파기 방법, 이용자의 권리를 알려 드립니다.`,
  '/terms': `${office} 누리집을 이용하는 조건과 절차, 이용자와 사무소의 권리와 의무를 정합니다.`,
})
