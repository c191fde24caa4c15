import type { Page } from '@playwright/test'
import { heading, records, type Screen, type WalkState } from './screen.ts'

const dialog = '[role=dialog]'

/** Staff screens other than the books. */
export const officeScreens: readonly Screen[] = [
  {
    route: '/staff',
    reader: 'staff',
    shows: (page) => page.getByRole('region', { name: '등기예정일이 다가온 사건' }).getByRole('listitem'),
    states: [
      {
        name: '업무 메뉴',
        on: ['phone'],
        within: dialog,
        async open(page) {
          await page.getByRole('button', { name: '더보기' }).click()
          await page.getByRole('dialog', { name: '업무 메뉴' }).waitFor()
        },
      },
      {
        name: '모두 찾기',
        on: ['desktop', 'phone'],
        within: dialog,
        async open(page) {
          await page.getByRole('button', { name: /^찾기/ }).click()
          await page.getByRole('dialog', { name: '모두 찾기' }).getByRole('combobox').fill('솔빛')
          await page.getByRole('option', { name: /솔빛/ }).first().waitFor()
        },
      },
    ],
  },
  {
    route: '/staff/calendar',
    reader: 'staff',
    shows: (page) => page.getByRole('region', { name: '일정' }).getByRole('link').first(),
    states: [
      {
        name: 'a day opened',
        within: dialog,
        async open(page) {
          await page
            .getByRole('button', { name: /요일, [1-9]/ })
            .first()
            .click()
          await page.getByRole('dialog').waitFor()
        },
      },
      {
        name: 'a subscription with its new address',
        within: dialog,
        async open(page) {
          await page.getByRole('button', { name: '캘린더 구독' }).click()
          const subscription = page.getByRole('dialog', { name: '캘린더 구독' })
          const make = subscription.getByRole('button', { name: /^(주소 만들기|새 주소로 바꾸기)$/ })
          const isReplacing = (await make.textContent()) === '새 주소로 바꾸기'
          await make.click()
          if (isReplacing) await page.getByRole('button', { name: '바꾸기', exact: true }).click()
          await subscription.getByRole('textbox', { name: '구독 주소' }).waitFor()
        },
      },
    ],
  },
  { route: '/staff/reminders', reader: 'staff', shows: heading('다시 보기') },
  {
    route: '/quick',
    reader: 'staff',
    shows: records('퀵 기록'),
    isList: true,
    states: [
      {
        name: 'a ride being changed',
        async open(page) {
          await page.getByRole('button', { name: '수정' }).first().click()
          await page.getByRole('button', { name: '수정 완료' }).waitFor()
        },
      },
      {
        name: '잔액 충전, with what is missing',
        within: dialog,
        async open(page) {
          await page.keyboard.press('Escape')
          await page.getByRole('button', { name: '잔액 충전' }).click()
          await page.getByRole('dialog').getByRole('button', { name: '충전', exact: true }).click()
          await page.getByText('올바른 금액을 입력하세요.').waitFor()
        },
      },
      {
        name: 'the form for a ride',
        on: ['phone'],
        async open(page) {
          await page.getByRole('button', { name: '배송 기록 입력' }).click()
          await page.getByLabel('금액(원)', { exact: true }).fill('7,000')
        },
      },
    ],
  },
  { route: '/no-such-page', reader: 'staff', shows: heading('페이지를 찾을 수 없습니다') },
  { route: '/quick', reader: 'staff', path: '/quick?fullscreen=1', shows: records('퀵 기록') },
  {
    route: '/staff/card-report',
    reader: 'staff',
    path: '/staff/card-report?month=0',
    shows: records('카드사용내역'),
    isList: true,
    states: [
      {
        name: 'an unfolded row',
        async open(page) {
          await page.getByRole('button', { name: '1행 펼치기', exact: true }).click()
          await page.getByRole('table', { name: '월별 사용 금액(원)' }).waitFor({ state: 'attached' })
        },
      },
      {
        name: '카드사용내역 수정',
        within: dialog,
        async open(page) {
          await page.getByRole('button', { name: '1행 수정', exact: true }).click()
          await page.getByRole('dialog', { name: '카드사용내역 수정' }).waitFor()
        },
      },
      {
        name: '기간별',
        async open(page) {
          await page.getByRole('tab', { name: '기간별' }).click()
          await page.getByLabel('시작일').waitFor()
        },
      },
    ],
  },
  { route: '/staff/car-ledger', reader: 'staff', shows: heading('차량·카드 장부') },
  {
    route: '/staff/leave-request',
    reader: 'staff',
    shows: (page) => page.getByText('잔여 연차'),
    states: leaveForms(),
  },
  {
    route: '/staff/register',
    reader: 'staff',
    shows: records('법정 사건부'),
    isList: true,
    states: [
      {
        name: '월계·누계',
        on: ['desktop', 'phone'],
        async open(page) {
          await page.getByRole('tab', { name: '월계·누계' }).click()
          await page.getByRole('region', { name: /월계와 누계$/ }).waitFor()
        },
      },
      {
        name: '연간 보고',
        on: ['desktop', 'phone'],
        async open(page) {
          await page.getByRole('tab', { name: '연간 보고' }).click()
          await page.getByRole('region', { name: '장부와 대조' }).waitFor()
        },
      },
    ],
  },
  { route: '/staff/outbox', reader: 'staff', shows: heading('보낼 작업') },
  {
    route: '/staff/inquiries',
    reader: 'staff',
    shows: records('문의함'),
    states: [
      {
        name: 'an inquiry opened',
        on: ['desktop', 'phone'],
        async open(page) {
          await page
            .getByRole('button', { name: '1행 상세', exact: true })
            .or(page.locator('[data-card-face]'))
            .first()
            .click()
          await page.getByRole('region', { name: /문의 상세/ }).waitFor()
        },
      },
    ],
  },
  { route: '/staff/blog', reader: 'staff', shows: (page) => page.getByRole('list', { name: '게시글' }) },
  {
    route: '/staff/blog/$id',
    reader: 'staff',
    path: '/staff/blog/2',
    shows: (page) => page.getByRole('heading', { name: '공탁할 수 있는 경우' }),
  },
  { route: '/staff/blog/$id', reader: 'staff', path: '/staff/blog/new', shows: heading('새 게시글') },
  {
    route: '/features',
    reader: 'staff',
    shows: (page) => page.getByRole('log', { name: '대화' }).getByText('장부 도우미입니다.'),
    states: [
      {
        name: 'an answer with a table',
        on: ['desktop', 'phone'],
        async open(page) {
          await page.getByRole('button', { name: '이번 달 접수된 공탁 사건 몇 건이야?' }).click()
          await page.getByRole('log', { name: '대화' }).getByRole('table').waitFor()
        },
      },
    ],
  },
  {
    route: '/staff/api',
    reader: 'staff',
    shows: (page) => page.getByText('/api/mysql/realestate/list/'),
    async narrow(page) {
      await page.getByLabel('호출 찾기').fill('/api/mysql/realestate/list/')
      await page.getByText(/^호출 \d개$/).waitFor()
    },
    states: [
      {
        name: 'a call opened',
        async open(page) {
          await page.getByText('/api/mysql/realestate/list/').first().click()
          await page.getByRole('heading', { name: '보내는 것' }).first().waitFor()
        },
      },
    ],
  },
  {
    route: '/account/devices',
    reader: 'staff',
    shows: (page) => page.getByText('이 기기', { exact: true }),
    states: [
      {
        name: 'asked whether to sign out',
        within: dialog,
        async open(page) {
          await page.getByRole('button', { name: '다른 기기 모두 로그아웃' }).click()
          await page.getByRole('dialog').waitFor()
        },
      },
    ],
  },
  { route: '/account/security', reader: 'staff', shows: heading('보안') },
  { route: '/account/notifications', reader: 'staff', shows: heading('알림') },
  ...['/services/civil', '/services/corporate'].map((route) => ({
    route: route as Screen['route'],
    reader: 'staff' as const,
    isPublicSite: true as const,
    shows: (page: Page) => page.getByRole('heading', { level: 2, name: '스태프 전용 안내' }),
  })),
]

function leaveForms(): readonly WalkState[] {
  return [
    {
      name: 'the calendar of the form',
      within: dialog,
      async open(page) {
        const from = page
          .getByRole('form', { name: '휴가 신청', exact: true })
          .getByRole('textbox', { name: /^시작일/ })
        await from.fill('20261002')
        await from.press('Alt+ArrowDown')
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'the form unfolded',
      on: ['phone'],
      async open(page) {
        await page.getByRole('button', { name: '휴가 신청하기' }).click()
      },
    },
  ]
}
