import { z } from 'zod'
import type { SiteLink } from '#contract/chat/answer.ts'
import type { Knowledge } from '../knowledge.ts'
import { createRefusal, hasOffice } from './record-tools.ts'
import type { Tool } from './tool.ts'

interface SearchableScreen extends SiteLink {
  /** Colloquial names. */
  readonly words: RegExp
  readonly purpose: string
  readonly isForSuperusers?: true
  /** Names a task of the office, never a legal matter; answers 어떻게 해 before the public pages do. */
  readonly isTask?: true
}

const schema = z.strictObject({ words: z.string().min(1).max(200) })

/** Finds the screen on which something is done. */
export const findScreen: Tool<typeof schema> = {
  name: 'find_screen',
  description:
    'Where in the app something is seen or done: answers links to its screens. `words`: what is looked for, in Korean.',
  parameters: schema,
  isOffered: hasOffice,
  label: () => '화면을 찾고 있습니다.',
  async run({ words }, knowledge) {
    const found = findScreens(words, knowledge)
    if (found.length === 0) return createRefusal('no such screen')
    const [first] = found
    const sentence = `${first?.label}: ${first?.purpose}`
    const links = found.slice(0, 3).map(({ label, href }) => ({ label: `${label} 열기`, href }))
    return {
      parts: [
        { kind: 'text', text: sentence },
        { kind: 'sources', title: '출처', links },
      ],
      text: JSON.stringify(found.map(({ label, href, purpose }) => ({ label, href, purpose }))),
    }
  },
}

/** The screens these words name and this reader may open; the longest match first. */
export function findScreens(words: string, { office }: Pick<Knowledge, 'office'>): readonly SearchableScreen[] {
  if (!office) return []
  const text = words.normalize('NFC')
  return screens
    .filter(({ isForSuperusers }) => office.asker.isSuperuser || !isForSuperusers)
    .map((screen) => ({ screen, length: screen.words.exec(text)?.[0].length ?? 0 }))
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length)
    .map(({ screen }) => screen)
    .filter(({ href }, index, all) => all.findIndex((other) => other.href === href) === index)
}

/** How a task of the office is done is asked of its screen. */
export function namesTask(words: string, knowledge: Pick<Knowledge, 'office'>): boolean {
  return findScreens(words, knowledge)[0]?.isTask === true
}

/** Names no specific list; a list named explicitly has a longer match. */
const excelPattern = /엑셀|업로드/

const claimPattern = /비용\s*청구서|청구서(?!\s*(?:작성법|양식))/

const screens: readonly SearchableScreen[] = [
  {
    label: '등기 관리 사건부',
    href: '/services/real-estate?tab=table',
    words: /사건부|등기\s*(?:관리|사건)(?:을|를)?|부동산\s*(?:등기|사건)/,
    purpose: '등기 사건을 적고 고치는 사건부입니다.',
  },
  {
    label: '등기 관리 데이터',
    href: '/services/real-estate?tab=address',
    words: /세대(?:\s*(?:관리|목록|데이터))?|등기신청서|신청서\s*(?:작성|출력|인쇄)?|위임장/,
    purpose: '세대와 신청서, 위임장을 다룹니다.',
  },
  {
    label: '등기 관리 리포트',
    href: '/services/real-estate?tab=report',
    words: /등기\s*(?:리포트|보고서|집계)/,
    purpose: '등기 사건의 비용을 사업구간별로 합산합니다.',
  },
  {
    label: '등기 관리 사업구간',
    href: '/services/real-estate?tab=group',
    words: /(?:등기\s*)?사업\s*구간(?:\s*(?:등록|추가|관리|목록))?|단지\s*(?:등록|추가|관리)/,
    purpose: '세대와 사건이 속하는 단지와 현장입니다.',
  },
  {
    label: '등기 관리 은행',
    href: '/services/real-estate?tab=bank',
    words: /은행\s*(?:정보|등록|관리)?|근저당\s*은행/,
    purpose: '신청서에 인쇄되는 근저당 은행의 정보입니다.',
  },
  {
    label: '공탁 관리',
    href: '/services/deposit',
    words: /공탁\s*(?:관리|데이터|사건)?|토지\s*조서|보상금\s*(?:명세|조서)/,
    purpose: '공탁 사건의 기한을 살피고 한꺼번에 고칩니다.',
  },
  {
    label: '공탁 사건부',
    href: '/services/deposit?tab=table',
    words: /공문(?:서)?(?:\s*(?:작성|양식|서식))?|비용\s*청구\s*공문/,
    purpose: '사건을 열어 공문을 작성하고 내려받습니다.',
    isTask: true,
  },
  {
    label: '공탁 리포트',
    href: '/services/deposit?tab=report',
    words: claimPattern,
    purpose: '사업구간의 비용청구서를 PDF나 엑셀로 내려받습니다.',
    isTask: true,
  },
  {
    label: '등기 리포트',
    href: '/services/real-estate?tab=report',
    words: claimPattern,
    purpose: '사업구간의 비용청구서를 PDF나 엑셀로 내려받습니다.',
    isTask: true,
  },
  {
    label: '공탁 관리 리포트',
    href: '/services/deposit?tab=report',
    words: /공탁\s*(?:리포트|보고서|집계)|미수금(?:\s*(?:현황|표|리포트))?|리포트|보고서/,
    purpose: '사업구간별 비용과 미수금을 봅니다.',
  },
  {
    label: '등기 관리 사건부',
    href: '/services/real-estate?tab=table',
    words: excelPattern,
    purpose: '목록 위의 ‘엑셀 가져오기’와 ‘엑셀 내보내기’를 쓰시면 됩니다. 다른 목록에도 같은 단추가 있습니다.',
  },
  {
    label: '공탁 관리',
    href: '/services/deposit',
    words: excelPattern,
    purpose: '목록 위의 ‘엑셀 가져오기’와 ‘엑셀 내보내기’를 쓰시면 됩니다.',
  },
  {
    label: '회사관리',
    href: '/services/deposit?tab=company',
    words: /회사\s*(?:관리|등록|추가|정보|목록)|거래처\s*(?:관리|등록|추가|목록)/,
    purpose: '발주처와 회사를 적어 둡니다.',
    isTask: true,
  },
  {
    label: '관리자관리',
    href: '/services/deposit?tab=manager',
    words: /(?:관리자|담당자)\s*(?:관리|등록|추가|목록)/,
    purpose: '회사 담당자의 연락처를 적어 둡니다.',
    isTask: true,
  },
  {
    label: '부동산 주소',
    href: '/staff/addresses',
    words: /부동산\s*주소|등본(?:\s*(?:발급|다운로드|열람))?|등기부(?:\s*등본)?|소유자\s*정보\s*갱신/,
    purpose: '부동산 주소와 등본, 소유자와 건물, 토지를 다룹니다.',
  },
  {
    label: '카드사용내역',
    href: '/staff/card-report',
    words: /(?:법인)?카드\s*(?:사용\s*)?(?:내역|관리|사용)?|영수증/,
    purpose: '카드사용내역을 보고 적습니다.',
    isTask: true,
  },
  {
    label: '차량·카드 장부',
    href: '/staff/car-ledger',
    words: /차량(?:\s*(?:일지|장부|운행))?|운행\s*일지|주유/,
    purpose: '차량과 카드의 장부입니다.',
    isTask: true,
  },
  {
    label: '퀵',
    href: '/quick',
    words: /퀵(?:\s*(?:서비스|충전|기록|잔액))?|배송/,
    purpose: '퀵 배송과 충전, 잔액을 적습니다.',
    isTask: true,
  },
  {
    label: '휴가신청',
    href: '/staff/leave-request',
    words: /휴가(?:\s*신청)?|연차(?:\s*신청)?|반차|병가/,
    purpose: '휴가를 신청하고 남은 연차를 봅니다.',
    isTask: true,
  },
  {
    label: '문의함',
    href: '/staff/inquiries',
    words: /문의\s*(?:함|글)?/,
    purpose: '누리집으로 들어온 문의를 처리합니다.',
    isTask: true,
  },
  {
    label: '보낼 작업',
    href: '/staff/outbox',
    words: /보낼\s*작업|전송(?:\s*(?:대기|목록))?|오프라인(?:에서)?(?:\s*(?:저장|수정|작업))?|충돌/,
    purpose: '아직 서버에 보내지 못한 수정과 충돌을 봅니다.',
    isTask: true,
  },
  {
    label: '소식',
    href: '/staff/blog',
    words: /(?:블로그|소식|공지|글)\s*(?:쓰기|작성|관리|올리)?/,
    purpose: '누리집의 글을 쓰고 발행합니다.',
    isTask: true,
  },
  {
    label: '로그인된 기기',
    href: '/account/devices',
    words: /(?:로그인(?:된|한)?\s*)?기기(?:\s*관리)?|로그아웃\s*시키/,
    purpose: '로그인된 기기를 보고 내보냅니다.',
    isTask: true,
  },
  {
    label: '사용자 관리',
    href: '/settings?tab=people',
    words: /(?:사용자|직원|계정)\s*(?:관리|등록|추가|초대|권한)|권한/,
    purpose: '직원을 초대하고 권한과 연차를 정합니다.',
    isForSuperusers: true,
    isTask: true,
  },
  {
    label: '작업 관리',
    href: '/settings/server?tab=tasks',
    words: /작업\s*(?:관리|현황|모니터)/,
    purpose: '뒤에서 도는 작업을 봅니다.',
    isForSuperusers: true,
    isTask: true,
  },
  {
    label: '사무소 정보',
    href: '/settings?tab=office',
    words: /사무소\s*(?:정보|이름|전화|설정)|직인/,
    purpose: '사무소의 이름과 전화번호, 직인을 정합니다.',
    isForSuperusers: true,
  },
  {
    label: '요율',
    href: '/settings?tab=rates',
    words: /요율|세율|수수료\s*(?:표|설정)/,
    purpose: '세율과 수수료를 시행일과 함께 정합니다.',
    isForSuperusers: true,
  },
  {
    label: '접속기록',
    href: '/settings?tab=trail',
    words: /접속\s*기록|감사\s*기록|로그\s*기록/,
    purpose: '누가 언제 무엇을 보았는지 남은 기록입니다.',
    isForSuperusers: true,
    isTask: true,
  },
  {
    label: '서버 운영',
    href: '/settings/server',
    words: /서버\s*(?:운영|상태|설정)|백업|연동/,
    purpose: '서버의 상태와 백업, 설정을 봅니다.',
    isForSuperusers: true,
  },
  {
    label: '데이터',
    href: '/settings?tab=data',
    words: /미전송|(?:데모|예시)\s*(?:데이터|자료)/,
    purpose: '미전송 내역을 보고 데모 데이터를 삭제합니다.',
    isForSuperusers: true,
  },
]
