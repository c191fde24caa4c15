import { newId } from '#server/new-id.ts'
import { makeReadyUnits, openFoundUnits } from './support/applications.ts'
import { expectNoBarrier } from './support/barriers.ts'
import { startSession } from './support/start-session.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme}: real estate and its settings hold no barrier`, () => {
    test.use({ colorScheme })

    test('데이터, 리포트, 사업구간, 은행 and their forms', async ({ office, staffPage: page }) => {
      await page.goto(`${office.url}/services/real-estate`)
      for (const [tab, grid] of [
        ['데이터', '세대'],
        ['사업구간', '사업구간'],
        ['은행', '은행'],
      ] as const) {
        await page.getByRole('tab', { name: tab, exact: true }).click()
        await expect(page.getByRole('grid', { name: grid, exact: true })).toBeVisible()
        await expectNoBarrier(page)
        await page
          .getByRole('button', { name: `${grid} 추가` })
          .first()
          .click()
        await expect(page.getByRole('dialog', { name: `${grid} 추가` })).toBeVisible()
        await expectNoBarrier(page, '[role=dialog]')
        await page.getByRole('dialog').getByRole('button', { name: '취소' }).click()
      }
      await page.getByRole('tab', { name: '리포트' }).click()
      await expect(page.getByRole('table').first()).toBeVisible()
      await expectNoBarrier(page)
    })

    test('a unit with its parties, a number that is shown and one that is looked for', async ({
      office,
      colleague,
      staffPage: page,
    }) => {
      const name = `장벽세대${colorScheme}`
      const [unit = ''] = await makeReadyUnits(colleague, name)
      await page.goto(`${office.url}/popup/real-estate-units/${unit}`)
      for (const what of ['토지', '상대방']) await page.getByRole('button', { name: `${what} 추가` }).click()
      await expectNoBarrier(page)
      await page.getByRole('button', { name: /번호 보기$/ }).click()
      const shown = page.getByRole('dialog', { name: '번호 보기' })
      await shown.getByLabel('조회 사유').selectOption('직접 입력')
      await shown.getByRole('button', { name: '보기', exact: true }).click()
      await expect(shown.getByText('조회 사유를 두 글자 이상 적어 주세요.')).toBeVisible()
      await expectNoBarrier(page)
      await shown.getByLabel('조회 사유').selectOption('본인 확인')
      await shown.getByRole('button', { name: '보기', exact: true }).click()
      await expect(shown.getByText('900101-1000002')).toBeVisible()
      await expectNoBarrier(page)
      await shown.getByRole('button', { name: '닫기' }).last().click()
      await page.getByRole('button', { name: '번호로 찾기' }).click()
      const search = page.getByRole('dialog', { name: '번호로 찾기' })
      await search.getByLabel('주민등록번호').pressSequentially('9001011000002')
      await expect(search.getByRole('link').first()).toBeVisible()
      await expectNoBarrier(page)
    })

    test('신청서 작성 of persons and corporations with what is wrong, and 신청서 다운로드', async ({
      office,
      colleague,
      staffPage: page,
    }) => {
      const name = `장벽신청${colorScheme}`
      const units = await makeReadyUnits(colleague, name, 2)
      for (let at = 2; at <= 7; at += 1) {
        await colleague.send('POST', '/api/mysql/realestate/owner/', {
          ...{ id: newId(), unit_id: units[0], owner: `공유자${at}`, share: 14.28, place: at },
          party_kind: at === 7 ? 'corporation' : 'person',
        })
      }
      await openFoundUnits(page, office.url, name)
      for (const row of [0, 1]) await page.locator(`[data-rowhead][data-row="${row}"]`).getByRole('checkbox').click()
      await page.getByRole('button', { name: '신청서 작성 (2)' }).click()
      const form = page.getByRole('dialog', { name: /^등기신청서 작성/ })
      await expect(form.getByLabel('신청 유형')).toBeVisible()
      await expectNoBarrier(page)
      await form.getByRole('button', { name: '토지 추가' }).click()
      await form.getByLabel('등기원인일').fill('')
      await form.getByRole('button', { name: /^(저장 후 다음|신청서 작성)$/ }).click()
      await expect(form.getByText('등기원인일: 필수 항목입니다.')).toBeVisible()
      await expectNoBarrier(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '버리기' }).click()
      await page.getByRole('button', { name: '신청서 다운로드 (2)' }).click()
      await expect(page.getByText('확인할 항목이 있는 세대 2건')).toBeVisible()
      await page.locator('summary').first().click()
      await expectNoBarrier(page)
    })

    test('사무소 and 요율 of the settings, a rate opened', async ({ office, calmPage: page }) => {
      await startSession(page, office, 'superuser')
      await page.goto(`${office.url}/settings?tab=office`)
      await expect(page.getByRole('form', { name: '사무소' })).toBeVisible()
      await page.getByRole('textbox', { name: /^사무소 이름/ }).fill('')
      await expectNoBarrier(page)
      await page.goto(`${office.url}/settings?tab=rates`)
      await expect(page.getByRole('button', { name: '취득세 새 시행일 추가' })).toBeVisible()
      await expectNoBarrier(page)
      for (const kind of ['취득세', '등기신청수수료']) {
        await page.getByRole('button', { name: `${kind} 새 시행일 추가` }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByLabel('시행일').fill('')
        await dialog.getByLabel('근거').fill('새 법')
        await dialog.getByRole('button', { name: '저장' }).click()
        await expectNoBarrier(page)
        await dialog.getByRole('button', { name: '닫기' }).last().click()
        await page.getByRole('button', { name: '버리기' }).click()
      }
    })
  })
}
