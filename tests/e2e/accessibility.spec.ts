import type { Locator, Page } from '@playwright/test'
import { expectNoBarrier } from './support/barriers.ts'
import { openCaseBook } from './support/case-book.ts'
import { openQuick } from './support/quick.ts'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

/** What each tab of /settings shows once it is there; 부동산 주소 관리 stands in accessibility-addresses.spec.ts. */
const settingsTabs: Readonly<Record<string, (page: Page) => Locator>> = {
  people: (page) => page.getByRole('grid', { name: '사용자' }).getByText('김가온'),
  tasks: (page) => page.getByRole('table', { name: '워커' }),
  'api-test': (page) => page.getByRole('button', { name: 'GET 테스트' }),
  office: (page) => page.getByRole('form', { name: '사무소' }),
  rates: (page) => page.getByRole('heading', { name: '등기신청수수료' }),
  trail: (page) => page.getByRole('grid', { name: '접속기록' }).getByText('로그인'),
  status: (page) => page.getByRole('region', { name: '워커' }),
  requests: (page) => page.getByRole('region', { name: '정보주체 요청' }),
  keeping: (page) => page.getByRole('table', { name: '파기 대장' }).or(page.getByText('아직 파기한 기록이 없습니다.')),
  data: (page) => page.getByText('미전송 내역이 없습니다.'),
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme} screens hold no barrier`, () => {
    test.use({ colorScheme })

    test('visitor at /quick', async ({ office, calmPage: page }) => {
      await page.goto(`${office.url}/quick`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoBarrier(page)
    })

    test('sign-in page of the built-in provider', async ({ office, calmPage: page }) => {
      await page.goto(office.url)
      await page.getByRole('button', { name: '로그인' }).first().click()
      await expect(page.getByText('직원', { exact: true })).toBeVisible()
      await expectNoBarrier(page)
    })

    for (const [tab, seen] of Object.entries(settingsTabs))
      test(`superuser: ${tab} of the settings`, async ({ office, calmPage: page }) => {
        await startSession(page, office, 'superuser')
        await page.goto(`${office.url}/settings?tab=${tab}`)
        await expect(seen(page).first()).toBeVisible()
        await expectNoBarrier(page)
      })

    test('superuser: API 테스트 with an answer', async ({ office, calmPage: page }) => {
      await startSession(page, office, 'superuser')
      await page.goto(`${office.url}/settings?tab=api-test`)
      await page.getByRole('button', { name: 'GET 테스트' }).click()
      await expect(page.getByText('성공 200')).toBeVisible()
      await expectNoBarrier(page)
    })

    test('staff: the API, one of its calls opened', async ({ office, staffPage: page }) => {
      await page.goto(`${office.url}/staff/api`)
      await page.getByText('/api/mysql/realestate/list/').first().click()
      await expect(page.getByRole('heading', { name: '보내는 것' }).first()).toBeVisible()
      await expectNoBarrier(page)
    })

    test('staff: quick delivery, its form, an edit and the top-up', async ({ office, staffPage: page }) => {
      await openQuick(page, office.url)
      await expectNoBarrier(page)
      await page.getByRole('button', { name: '수정' }).first().click()
      await expect(page.getByRole('button', { name: '수정 완료' })).toBeVisible()
      await expectNoBarrier(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '잔액 충전' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '충전', exact: true }).click()
      await expect(page.getByText('올바른 금액을 입력하세요.')).toBeVisible()
      await expectNoBarrier(page)
      await page.goto(`${office.url}/quick?fullscreen=1`)
      await expect(page.getByRole('grid', { name: '퀵 기록' })).toBeVisible()
      await expectNoBarrier(page)
    })

    test('staff: card usage, an unfolded row, its form and the period', async ({ office, staffPage: page }) => {
      await page.goto(`${office.url}/staff/card-report?month=0`)
      await page.getByRole('button', { name: '1행 펼치기', exact: true }).click()
      await expect(page.getByRole('table', { name: '월별 사용 금액(원)' })).toBeAttached()
      await expectNoBarrier(page)
      await page.getByRole('button', { name: '1행 수정', exact: true }).click()
      await expect(page.getByRole('dialog', { name: '카드사용내역 수정' })).toBeVisible()
      await expectNoBarrier(page)
      await page.getByRole('button', { name: '취소', exact: true }).click()
      await page.getByRole('tab', { name: '기간별' }).click()
      await expect(page.getByLabel('시작일')).toBeVisible()
      await expectNoBarrier(page)
    })

    test('superuser: leave requests, one of them opened, and the annual leave of everybody', async ({
      office,
      calmPage: page,
    }) => {
      await startSession(page, office, 'superuser')
      await page.goto(`${office.url}/staff/leave-request`)
      await expect(page.getByText('잔여 연차')).toBeVisible()
      await expectNoBarrier(page)
      await page.getByRole('tab', { name: '전체 신청' }).click()
      await page.getByRole('button', { name: '상세' }).first().click()
      await expect(page.getByRole('dialog', { name: /휴가 신청$/ })).toBeVisible()
      await expectNoBarrier(page)
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: '연차 현황' }).click()
      await expect(page.getByRole('button', { name: '김가온 연차 설정' })).toBeVisible()
      await expectNoBarrier(page)
    })

    test('staff: case book, its dialogs, the detail window and the outbox', async ({ office, staffPage: page }) => {
      await openCaseBook(page, office.url)
      await expectNoBarrier(page)
      await page.getByRole('button', { name: '엑셀 가져오기' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoBarrier(page)
      await page.getByRole('dialog').getByRole('button', { name: '취소' }).click()
      const popup = page.waitForEvent('popup')
      await page.getByRole('button', { name: '새 창으로 열기' }).first().click()
      const detail = await popup
      await expect(detail.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoBarrier(detail)
      await page.goto(`${office.url}/staff/outbox`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoBarrier(page)
    })
  })
}
