import type { LinkTarget } from '#app/records/url-state/record-links.ts'
import type { AppPath } from '#contract/app-paths.ts'
import { getAreaName } from '#contract/records/work-areas.ts'

/**
 * A part of a screen without its own entry in the navigation: a tab, or something done or read
 * there.
 */
export interface ScreenPart {
  readonly label: string
  /** Name of the screen, with the tab if the label doesn't name it. */
  readonly note: string
  /** Other words users have for it. */
  readonly keywords: readonly string[]
  readonly target: LinkTarget
}

export function listScreenParts(user: { is_superuser: boolean } | null): readonly ScreenPart[] {
  return user?.is_superuser === true ? [...staffScreens, ...superuserScreens] : staffScreens
}

const realEstate = { to: '/services/real-estate', screen: getAreaName('/services/real-estate') } as const
const deposit = { to: '/services/deposit', screen: getAreaName('/services/deposit') } as const
const register = { to: '/staff/register', screen: '법정 사건부' } as const
const addresses = { to: '/staff/addresses', screen: '부동산 주소' } as const
const cards = { to: '/staff/card-report', screen: '카드사용내역' } as const
const quick = { to: '/quick', screen: getAreaName('/quick') } as const
const leave = { to: '/staff/leave-request', screen: '휴가신청' } as const
const blog = { to: '/staff/blog', screen: '소식' } as const
const settings = { to: '/settings', screen: '관리' } as const
const server = { to: '/settings/server', screen: '서버 운영' } as const

const staffScreens: readonly ScreenPart[] = [
  ...buildInnerScreens(realEstate, [
    { label: '등기 데이터', keywords: ['세대', '동호수', '등기필정보'], search: { tab: 'address' } },
    {
      label: '신청서',
      keywords: ['신청서 작성', '등기신청서', '위임장', '당사자'],
      search: { tab: 'address' },
      at: '데이터',
    },
    { label: '접수번호', keywords: ['접수', '등기번호'], search: { tab: 'address' }, at: '데이터' },
    { label: '등기 사건부', keywords: ['사건', '장부', '보수료', '등기예정일'], search: { tab: 'table' } },
    { label: '등기 리포트', keywords: ['보고서', '합계', '비용', '비용청구서'], search: { tab: 'report' } },
    { label: '등기 사업구간', keywords: ['단지', '현장'], search: { tab: 'group' } },
    { label: '은행', keywords: ['근저당 은행', '지점'], search: { tab: 'bank' } },
  ]),
  ...buildInnerScreens(deposit, [
    { label: '공탁 데이터', keywords: ['사건', '기한', '수용개시일'] },
    { label: '공탁 사건 추가', keywords: ['공탁 접수', '공탁 등록'], at: '데이터' },
    { label: '공탁 사건부', keywords: ['사건', '장부'], search: { tab: 'table' } },
    { label: '공문', keywords: ['공문 작성', '문서번호', '서식'], search: { tab: 'table' }, at: '사건부' },
    { label: '공탁 리포트', keywords: ['보고서', '합계', '비용', '비용청구서'], search: { tab: 'report' } },
    {
      label: '미수금',
      keywords: ['받을 돈', '미입금', '청구'],
      search: { tab: 'report', view: 'receivables' },
      at: '리포트',
    },
    { label: '회사관리', keywords: ['회사', '시행사', '거래처'], search: { tab: 'company' } },
    { label: '부서관리', keywords: ['부서'], search: { tab: 'department' } },
    { label: '관리자관리', keywords: ['관리자', '담당자'], search: { tab: 'manager' } },
    { label: '사업구간관리', keywords: ['사업구간', '프로젝트'], search: { tab: 'project' } },
    { label: '목록관리', keywords: ['목록', '진행률'], search: { tab: 'title' } },
  ]),
  ...buildInnerScreens(register, [
    { label: '월계·누계', keywords: ['월 마감', '마감', '정정', '월별 건수'], search: { tab: 'months' } },
    { label: '연간 보고', keywords: ['협회 보고', '1월 보고', '연례 보고'], search: { tab: 'report' } },
  ]),
  ...buildInnerScreens(addresses, [
    { label: '등본 발급', keywords: ['등기부등본', '등기사항전부증명서', '등본 다운로드'], at: '부동산 작업' },
    { label: '소유자 정보 갱신', keywords: ['소유자', '등기 변동'], at: '부동산 작업' },
    { label: '토지조서', keywords: ['토지조서 생성', '물건조서'], at: '부동산 작업' },
    { label: '보상금 산정', keywords: ['보상금', '보상액'], at: '부동산 작업' },
    { label: '공문서 생성', keywords: ['보상협의요청서', '공탁서', '공탁통지서', '비용청구 공문'], at: '부동산 작업' },
  ]),
  ...buildInnerScreens(cards, [
    { label: '카드 내역 추가', keywords: ['법인카드', '카드 사용'] },
    { label: '카드 월별 차트', keywords: ['월별 합계', '사용 금액'] },
  ]),
  ...buildInnerScreens(quick, [
    { label: '배송 기록 입력', keywords: ['퀵 접수', '배달', '오토바이'] },
    { label: '잔액', keywords: ['퀵 잔액', '잔액 충전', '충전금'] },
  ]),
  ...buildInnerScreens(leave, [{ label: '내 휴가', keywords: ['휴가', '연차', '반차', '남은 휴가'] }]),
  ...buildInnerScreens(blog, [{ label: '게시글', keywords: ['글쓰기', '블로그', '새 글'] }]),
]

const superuserScreens: readonly ScreenPart[] = [
  ...buildInnerScreens(leave, [
    { label: '전체 휴가 신청', keywords: ['휴가 승인', '반려'], search: { tab: 'all' } },
    { label: '연차 현황', keywords: ['연차 부여', '잔여 연차'], search: { tab: 'people' } },
  ]),
  ...buildInnerScreens(settings, [
    { label: '사용자 관리', keywords: ['사용자', '직원', '초대', '권한', '차단'] },
    { label: '사무소', keywords: ['사무소 정보', '직인', '계좌'], search: { tab: 'office' } },
    { label: '요율', keywords: ['세율', '수수료', '취득세', '등록면허세'], search: { tab: 'rates' } },
    { label: '접속기록', keywords: ['감사', '로그', '점검'], search: { tab: 'trail' } },
    { label: '보유기간·파기', keywords: ['보유기간', '파기', '파기 대장'], search: { tab: 'keeping' } },
    { label: '정보주체 요청', keywords: ['개인정보', '열람', '처리정지'], search: { tab: 'requests' } },
    { label: '부동산 주소 관리', keywords: ['주소'], search: { tab: 'addresses' } },
    { label: '데이터', keywords: ['데모 데이터', '보내지 못한 작업'], search: { tab: 'data' } },
  ]),
  ...buildInnerScreens(server, [
    { label: '상태', keywords: ['서버 상태', '백업', '백업 키'] },
    { label: '작업 관리', keywords: ['작업', '대기열'], search: { tab: 'tasks' } },
    { label: 'API 테스트', keywords: ['요청', '응답'], search: { tab: 'api-test' } },
  ]),
]

interface ParentScreen {
  readonly to: AppPath
  readonly screen: string
}

interface InnerLine extends Pick<ScreenPart, 'label' | 'keywords'> {
  readonly search?: Readonly<Record<string, string>>
  /** Where on the screen, if the label doesn't say it. */
  readonly at?: string
}

function buildInnerScreens({ to, screen }: ParentScreen, lines: readonly InnerLine[]): readonly ScreenPart[] {
  return lines.map(({ label, keywords, search = {}, at }) => ({
    label,
    keywords,
    note: at === undefined ? screen : `${screen} · ${at}`,
    target: { to, search },
  }))
}
