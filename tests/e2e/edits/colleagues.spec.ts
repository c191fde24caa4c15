import type { Page } from '@playwright/test'
import { formatNumber } from '#contract/text/format-number.ts'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import type { Colleague } from '../support/colleague.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import type { Office } from '../support/office-kinds.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test.use({ reusesDevice: true })

test('asks when two people changed the same field, and saves the chosen value @two-processes @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [created] = await makeCases(colleague, '겹침')
  await openCaseBook(page, office.url, '?search=겹침')
  await expect(findCaseRow(page, '겹침1')).toBeVisible()
  await waitUntilAllStored(page)
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(findCaseRow(page, '겹침1'), '등기목적'), '내가 고친 목적')
  await expect(findCell(findCaseRow(page, '겹침1'), '등기목적')).toContainText('전송 대기')
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: created?.id, purpose: '동료의 목적' })
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('확인 필요 1')).toBeVisible()
  expect((await listOwnCases(colleague, '겹침'))[0]).toMatchObject({ purpose: '동료의 목적' })

  const cell = findCell(findCaseRow(page, '겹침1'), '등기목적')
  await cell.click()
  await expect(page.getByText('동료의 목적').first()).toBeVisible()
  await page.getByRole('button', { name: /내 값/ }).first().click()
  await expect(page.getByText('확인 필요 0')).toBeVisible()
  await expect.poll(async () => (await listOwnCases(colleague, '겹침'))[0]?.purpose).toBe('내가 고친 목적')
})

test.describe('a conflict in both 보수료 and 부가세 is one question with one answer', () => {
  test('choosing 상대 값 in 보낼 작업 saves both amounts @offline', async ({ office, colleague, staffPage: page }) => {
    await createConflict(
      { office, colleague, page },
      { name: '값둘상대', mine: ['보수료', '200000'], theirs: { fees: 300_000 } },
    )
    const question = await openQuestion(page, office, '값둘상대1')
    await expect(question.getByRole('radio')).toHaveCount(2)
    await expect(question).toContainText('200,000원 · 20,000원')
    await expect(question).toContainText('300,000원 · 30,000원')
    await question.getByRole('radio', { name: /상대 값/ }).check()
    await page.getByRole('button', { name: '선택한 값으로 저장' }).click()
    await expectAmounts({ office, colleague, page }, '값둘상대', [300_000, 30_000])
  })

  for (const [cell, choice, amounts] of [['부가세', '내 값 유지', [200_000, 20_000]]] as const) {
    test(`choosing ${choice} at the ${cell} cell saves both amounts @offline`, async ({
      office,
      colleague,
      staffPage: page,
    }) => {
      const name = `값둘${cell}`
      const theirs = { fees: 300_000, fees_vat: 25_000 }
      await createConflict({ office, colleague, page }, { name, mine: ['보수료', '200000'], theirs })
      await findCell(findCaseRow(page, `${name}1`), cell).click()
      const card = page.getByRole('group', { name: '겹친 수정' })
      await expect(card).toContainText('보수료 200,000 · 부가세 20,000')
      await expect(card).toContainText('보수료 300,000 · 부가세 25,000')
      await card.getByRole('button', { name: choice }).click()
      await expectAmounts({ office, colleague, page }, name, amounts)
    })
  }
})

interface Setting {
  office: Office
  colleague: Colleague
  page: Page
}

/**
 * Creates a case whose amounts this device, offline, and a colleague both change, and waits until
 * the device knows of the conflict.
 */
async function createConflict(
  { office, colleague, page }: Setting,
  edit: { name: string; mine: readonly ['보수료' | '부가세', string]; theirs: Record<string, number> },
): Promise<void> {
  const [{ id } = { id: '' }] = await makeCases(colleague, edit.name)
  await openCaseBook(page, office.url, `?search=${edit.name}`)
  const row = findCaseRow(page, `${edit.name}1`)
  await expect(row).toBeVisible()
  await waitUntilAllStored(page)
  office.network.setReachable(false)
  const [label, typed] = edit.mine
  await typeIntoCell(page, findCell(row, label), typed)
  await expect(findCell(row, label)).toContainText('전송 대기')
  const { status } = await colleague.send('PUT', '/api/mysql/realestate/list/', { id, ...edit.theirs })
  expect(status).toBe(200)
  office.network.setReachable(true)
  await page.getByRole('button', { name: '새로고침' }).click()
  await expect(page.getByText('확인 필요 1')).toBeVisible({ timeout: 60_000 })
}

/** Opens the single question about this owner's entry. */
async function openQuestion(page: Page, office: Office, owner: string) {
  await page.goto(`${office.url}/staff/outbox`)
  const entry = page.getByRole('article').filter({ has: page.getByRole('heading', { name: owner, exact: true }) })
  const question = entry.getByRole('group', { name: /보수료 · 부가세/ })
  await expect(question).toBeVisible()
  await expect(entry.getByRole('group')).toHaveCount(1)
  return question
}

/** Expects both amounts on the server and in the table, with nothing left to decide. */
async function expectAmounts(
  { office, colleague, page }: Setting,
  name: string,
  [fees, tax]: readonly [number, number],
): Promise<void> {
  await expect(page.getByText('확인 필요 0')).toBeVisible()
  await expect.poll(() => listOwnCases(colleague, name)).toMatchObject([{ fees, fees_vat: tax }])
  await openCaseBook(page, office.url, `?search=${name}`)
  await expect(findCell(findCaseRow(page, `${name}1`), '보수료')).toHaveText(formatNumber(fees))
  await expect(findCell(findCaseRow(page, `${name}1`), '부가세')).toHaveText(formatNumber(tax))
}
