import type { Page } from '@playwright/test'
import { entryCell, findCaseRow, openCaseBook } from '../support/case-book.ts'
import { listOwnCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('adding cases by keyboard takes fewer keys than Excel with fill down', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  const keys = countKeys(page)
  // No mouse is used: the open list waits for keys.
  await keys.type('누리천 정비 2차')
  // Groups load after the rows; somebody who types faster gets a message and presses Enter again.
  await expect(page.getByRole('option', { name: /^누리천 정비 2차/ })).toBeVisible()
  await keys.press('Enter')
  const rows = 3
  for (let row = 0; row < rows; row += 1) await addByKeys(page, keys, row)
  // Fewer than six keys per row: one for each of its five cells, and the way back.
  expect(keys.count()).toBeLessThan(1 + rows * 5.5)
  await page.keyboard.press('Escape')
  await expect(entryCell(page, '사업구간(그룹)')).toHaveText(/필수/)
  await expect.poll(async () => (await listOwnCases(colleague, '열줄')).length).toBe(rows)
  const cases = await listOwnCases(colleague, '열줄')
  expect(new Set(cases.map(({ group, purpose, regi_date: day }) => `${group?.name} ${purpose} ${day}`))).toEqual(
    new Set(['누리천 정비 2차 소유권이전 2026-12-01']),
  )
  expect(cases.map(({ fees }) => Number(fees)).toSorted((a, b) => a - b)).toEqual([200_000, 210_000, 220_000])
})

test('requires a group for a new case, and asks before a link drops a half-filled line', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await openCaseBook(page, office.url)
  await typeEntry(page, '등록온라인')
  await expect(entryCell(page, '부가세')).toHaveText('12,346')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('사업구간(그룹)을 선택하세요.').first()).toBeVisible()
  await expect(entryCell(page, '소유자')).toHaveText('등록온라인')
  const menuLink = page.getByRole('navigation', { name: '업무' }).getByRole('link', { name: '공탁 관리' })
  const question = page.getByRole('dialog', { name: '입력 중인 내용을 버리고 이동하시겠습니까?' })
  await menuLink.click()
  await expect(question).toContainText('새 사건 입력줄')
  await question.getByRole('button', { name: '취소' }).click()
  await expect(entryCell(page, '소유자')).toHaveText('등록온라인')
  await page.getByRole('button', { name: '묶어 보기' }).click()
  await page.getByRole('button', { name: '묶음 풀기' }).click()
  await expect(entryCell(page, '소유자')).toHaveText('등록온라인')

  await chooseGroup(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('추가 성공 (등록온라인)')).toBeVisible()
  await expect(entryCell(page, '소유자')).toHaveText('')
  await expect(findCaseRow(page, '등록온라인')).toHaveAttribute('aria-rowindex', '3')
  await expect
    .poll(() => listOwnCases(colleague, '등록온라인'))
    .toMatchObject([{ owner: '등록온라인', fees: 123_456, fees_vat: 12_346, group: { name: '누리천 정비 2차' } }])
  await typeEntry(page, '등록반쯤')
  await menuLink.click()
  await question.getByRole('button', { name: '버리고 이동' }).click()
  await expect(page).toHaveURL(/\/services\/deposit/)
})

test('a deposit case takes the only project that the typed text names, with its manager', async ({
  office,
  staffPage: page,
}) => {
  await page.goto(`${office.url}/services/deposit?tab=table`)
  const section = page.locator('[role=gridcell][data-row="-1"][data-col="0"]')
  await section.click()
  await page.keyboard.type('고속도로 제5공구')
  await expect(page.getByRole('option', { name: '가온–솔빛 고속도로 제5공구 임달래' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Tab')
  await expect(section).toHaveText('가온–솔빛 고속도로 제5공구')
  await expect(page.locator('[role=row]').filter({ has: section })).toContainText('임달래')
  await page.getByRole('button', { name: '신규 줄 비우기' }).click()
})

/**
 * Fills one line from the date on. The first line is typed; later lines carry over date and
 * purpose.
 */
async function addByKeys(page: Page, keys: ReturnType<typeof countKeys>, row: number): Promise<void> {
  const owner = `열줄${String.fromCodePoint(0xac00 + row * 28)}`
  await (row === 0 ? keys.type('2026-12-01') : keys.press('Control+D'))
  await keys.press('Enter')
  await keys.type(owner)
  await keys.press('Enter')
  await keys.type(`가온시 솔빛로 ${row + 1}`)
  await keys.press('Enter')
  if (row === 0) {
    await keys.type('소유권이전')
    await keys.press('Enter')
  }
  await keys.type(String(200_000 + row * 10_000))
  await keys.press('Control+Enter')
  await expect(page.getByText(`추가 성공 (${owner})`)).toBeVisible()
  await expect(entryCell(page, '사업구간(그룹)')).toHaveText('누리천 정비 2차')
  await expect(entryCell(page, '사업구간(그룹)').getByLabel('이어진 값')).toBeVisible()
}

/** Types and presses keys, and counts every key that is not text; a chord counts as one. */
function countKeys({ keyboard }: Page) {
  let count = 0
  return {
    count: () => count,
    type: (text: string) => keyboard.type(text),
    async press(chord: string) {
      count += 1
      await keyboard.press(chord)
    },
  }
}

async function typeEntry(page: Page, owner: string): Promise<void> {
  await entryCell(page, '소유자').click()
  await page.keyboard.type(owner)
  await page.keyboard.press('Tab')
  await entryCell(page, '보수료').click()
  await page.keyboard.type('123456')
  await page.keyboard.press('Enter')
}

async function chooseGroup(page: Page): Promise<void> {
  await entryCell(page, '사업구간(그룹)').click()
  await page.keyboard.type('ㄴㄹㅊ')
  await expect(page.getByRole('option', { name: /누리천 정비 2차/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(entryCell(page, '사업구간(그룹)')).toContainText('누리천 정비 2차')
}
