import type { Locator, Page } from '@playwright/test'
import { records, region, type Screen, type WalkState } from './screen.ts'

const dialog = '[role=dialog]'

/** Screens that only superusers see. */
export const settingsScreens: readonly Screen[] = [
  tab('people', records('사용자'), [
    {
      name: 'a person opened',
      on: ['desktop', 'phone'],
      within: dialog,
      async open(page) {
        await page
          .getByRole('button', { name: '1행 상세', exact: true })
          .or(page.locator('[data-card-face]'))
          .first()
          .click()
        await page.getByRole('dialog', { name: / 님$/ }).waitFor()
      },
    },
    {
      name: '직원 초대',
      on: ['desktop', 'phone'],
      within: dialog,
      async open(page) {
        await page.getByRole('button', { name: '직원 초대' }).click()
        await page.getByRole('dialog', { name: '직원 초대' }).waitFor()
      },
    },
  ]),
  serverTab('tasks', (page) => page.getByRole('table', { name: '워커' }), [
    ...['작업', '큐', 'Redis'].map((name) => ({
      name,
      async open(page: Page) {
        await page.getByRole('tab', { name, exact: true }).click()
      },
    })),
  ]),
  serverTab('api-test', (page) => page.getByRole('button', { name: 'GET 테스트' }), [
    {
      name: 'an answer',
      async open(page) {
        await page.getByRole('button', { name: 'GET 테스트' }).click()
        await page.getByText('성공 200').waitFor()
      },
    },
  ]),
  tab('addresses', records('부동산 주소')),
  tab('office', (page) => page.getByRole('form', { name: '사무소' }), [
    {
      name: 'an office without a name',
      async open(page) {
        await page.getByRole('textbox', { name: /^사무소 이름/ }).fill('')
      },
    },
  ]),
  tab(
    'rates',
    (page) => page.getByRole('button', { name: '취득세 새 시행일 추가' }),
    ['취득세', '등기신청수수료'].map(createNewRate),
  ),
  tab('trail', records('접속기록'), [
    {
      name: 'an entry opened',
      on: ['desktop', 'phone'],
      within: dialog,
      async open(page) {
        await page
          .getByRole('button', { name: '1행 상세', exact: true })
          .or(page.locator('[data-card-face]'))
          .first()
          .click()
        await page.getByRole('dialog', { name: '접속기록' }).waitFor()
      },
    },
  ]),
  tab('keeping', (page) =>
    page.getByRole('table', { name: '파기 대장' }).or(page.getByText('아직 파기한 기록이 없습니다.')),
  ),
  tab('requests', region('정보주체 요청')),
  serverTab('status', region('워커')),
  tab('data', (page) => page.getByText('미전송 내역이 없습니다.')),
  leaveTab('all', (page) => page.getByRole('button', { name: '상세' }).or(page.locator('[data-card-face]')), [
    {
      name: 'a request opened',
      on: ['desktop', 'phone'],
      within: dialog,
      async open(page) {
        await page
          .getByRole('button', { name: '1행 상세', exact: true })
          .or(page.locator('[data-card-face]'))
          .first()
          .click()
        await page.getByRole('dialog', { name: /휴가 신청$/ }).waitFor()
      },
    },
  ]),
  leaveTab('people', (page) => page.getByRole('button', { name: '김가온 연차 설정' })),
]

function tab(name: string, shows: (page: Page) => Locator, states: readonly WalkState[] = []): Screen {
  return { route: '/settings', reader: 'superuser', path: `/settings?tab=${name}`, shows, states }
}

function serverTab(name: string, shows: (page: Page) => Locator, states: readonly WalkState[] = []): Screen {
  const route = '/settings/server'
  return { route, reader: 'superuser', path: `${route}?tab=${name}`, shows, states }
}

function leaveTab(name: string, shows: (page: Page) => Locator, states: readonly WalkState[] = []): Screen {
  const route = '/staff/leave-request'
  return { route, reader: 'superuser', path: `${route}?tab=${name}`, shows, states }
}

/** Opens the form for new rates and saves it without a date. */
function createNewRate(kind: string): WalkState {
  return {
    name: `${kind}, a new date`,
    within: dialog,
    async open(page) {
      await page.getByRole('button', { name: `${kind} 새 시행일 추가` }).click()
      const form = page.getByRole('dialog')
      await form.getByLabel('시행일').fill('')
      await form.getByLabel('근거').fill('새 법')
      await form.getByRole('button', { name: '저장' }).click()
    },
  }
}
