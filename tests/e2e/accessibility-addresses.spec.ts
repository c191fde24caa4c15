import { addressRow, makeAddress, openAddresses } from './support/addresses.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { makeDeposits, openGrid, caseRow } from './support/deposits.ts'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme}: addresses hold no barrier`, () => {
    test.use({ colorScheme })

    test('the list, a panel with its four parts and the form', async ({ office, colleague, staffPage: page }) => {
      const jibun = `장벽면 ${colorScheme === 'light' ? '낮' : '밤'}달리 1`
      const id = await makeAddress(colleague, { jibun, status: 'holder_change', owner_name: '장벽이', type: 'land' })
      await colleague.send('POST', '/api/deposition/address/land/', {
        ...{ address_id: id, lot: '1', land_kind: '답', area: 20, taken_area: 10, unit_price: 1000 },
      })
      await openAddresses(page, office.url, `?search=${encodeURIComponent(jibun)}`)
      await addressRow(page, jibun).getByRole('button', { name: /상세$/ }).first().click()
      const panel = page.getByRole('region', { name: /^부동산 주소 상세: / })
      await panel.getByRole('tab', { name: '부동산(등기부)' }).click()
      await panel.getByRole('button', { name: '등본 발급' }).click()
      await expectNoBarrier(page)
      await page.getByRole('dialog').getByRole('button', { name: '등본 발급' }).click()
      await expect(panel.getByRole('article', { name: '등기사항전부증명서' })).toBeVisible()
      // What is said of the task goes by itself.
      await expect(page.getByText(/등본 발급이 (요청|완료)되었습니다/)).toHaveCount(0)
      await expectNoBarrier(page)
      for (const part of ['소유자', '토지', '건물']) {
        await panel.getByRole('tab', { name: part, exact: true }).click()
        await expect(panel.getByRole('button', { name: `${part} 추가` })).toBeVisible()
        await expectNoBarrier(page)
      }
      await panel.getByRole('button', { name: '건물 추가' }).click()
      await panel.getByRole('group', { name: '건물 1' }).getByLabel('용도').fill('창고')
      await expectNoBarrier(page)
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: '주소 추가' }).first().click()
      await page.getByRole('dialog').getByRole('button', { name: '저장' }).click()
      await expectNoBarrier(page)
    })

    test('each action as it asks, with what is missing, and its task', async ({
      office,
      colleague,
      staffPage: page,
    }) => {
      const jibun = `장벽작업면 ${colorScheme} 1`
      await makeAddress(colleague, { jibun })
      await openAddresses(page, office.url, `?search=${encodeURIComponent(jibun)}`)
      await expect(addressRow(page, jibun)).toBeVisible()
      await page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
      for (const action of ['상태 변경', '토지조서 생성', '공문서 생성']) {
        await page.getByRole('button', { name: '부동산 작업 (1)' }).click()
        await page.getByRole('menuitem', { name: action }).click()
        const dialog = page.getByRole('dialog')
        if (action !== '상태 변경') await expect(dialog.getByRole('list', { name: '확인할 주소' })).toBeVisible()
        await expectNoBarrier(page)
        await dialog.getByRole('button', { name: '취소' }).click()
      }
    })

    test('the address of a case that has none, and of one', async ({ office, colleague, staffPage: page }) => {
      const owner = `장벽연결${colorScheme}`
      await makeDeposits(colleague, owner)
      await openGrid(page, office.url, `?search=${owner}`)
      await caseRow(page, `${owner}1`).getByRole('button', { name: /상세$/ }).first().click()
      const panel = page.getByRole('region', { name: /^공탁 사건 상세: / })
      await panel.getByRole('tab', { name: '부동산 주소' }).click()
      await expect(panel.getByRole('button', { name: '새 주소로 등록' })).toBeVisible()
      await expectNoBarrier(page)
      await panel.getByRole('button', { name: '새 주소로 등록' }).click()
      await expect(panel.getByRole('tab', { name: '부동산(등기부)' })).toBeVisible()
      await expectNoBarrier(page)
    })

    test('the list among the settings', async ({ office, calmPage: page }) => {
      await startSession(page, office, 'superuser')
      await page.goto(`${office.url}/settings?tab=addresses`)
      await expect(page.getByRole('grid', { name: '부동산 주소', exact: true })).toBeVisible()
      await expectNoBarrier(page)
    })
  })
}
