import type { Locator, Page } from '@playwright/test'
import { filterKnownRates, rateListSchema, ratesPath } from '#contract/rates/rates.ts'
import { proposeSums } from '#domain/rates/proposed-sums.ts'
import { createSumsInput } from '#domain/rates/sums-input.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openCaseBook } from '../support/case-book.ts'
import type { Colleague } from '../support/colleague.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import { goOffline } from '../support/go-offline.ts'
import type { Office } from '../support/office-kinds.ts'
import { expect, test } from '../support/own-office.ts'
import { startSession } from '../support/start-session.ts'

test.use({ ownedBy: 'rates' })

async function openRates(page: Page, office: Office): Promise<Locator> {
  await page.goto(`${office.url}/settings?tab=rates`)
  const rates = page.getByRole('region', { name: '요율' })
  await expect(rates.getByRole('heading', { name: '등기신청수수료' })).toBeVisible()
  return rates
}

/** The proposal for a sale of three hundred million won filed on a given day. */
async function proposeOn(colleague: Colleague, day: string) {
  const rates = filterKnownRates(rateListSchema.parse(await colleague.get(ratesPath)))
  return proposeSums(createSumsInput({ part: 'ownership_transfer', day, price: 300_000_000, area: 84 }), rates)
}

test('shows rates offline, and applies changed ones to applications of their dates @offline', async ({
  office,
  newDevicePage: page,
  colleague,
}) => {
  await startSession(page, office, 'superuser')
  await openCaseBook(page, office.url)
  await goOffline(page, office)
  const rates = await openRates(page, office)
  await expect(rates.getByRole('button', { name: '취득세 새 시행일 추가' })).toHaveAttribute('aria-disabled', 'true')
  await rates.getByRole('button', { name: /^인지세 2014/ }).click()
  const duty = page.getByRole('dialog', { name: '인지세: 2014.01.01 시행' })
  await expect(duty.getByLabel(/2번째 줄 가산 금액/)).toHaveValue('20,000')
  await expect(duty.getByRole('button', { name: '저장', exact: true })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(duty).toBeHidden()

  office.network.setReachable(true)
  await page.reload()
  await addVersion(page, rates)
  const readFee = async (day: string) => (await proposeOn(colleague, day)).registration_fee?.amount
  expect([await readFee('2025-07-31'), await readFee('2027-02-28'), await readFee('2027-03-01')]).toEqual([
    15_000, 18_000, 20_000,
  ])
  await removeVersion(page, rates)
  await changeBrackets(page, rates)
  expect((await proposeOn(colleague, '2026-11-23')).attorney_fee?.amount).toBe(450_000)
})

const findFees = (page: Page, rates: Locator) =>
  rates.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^등기신청수수료 2/ }) })

async function addVersion(page: Page, rates: Locator): Promise<void> {
  const fees = findFees(page, rates)
  await expect(fees).toHaveCount(2)
  await expect(fees.first()).toContainText('현재 적용')
  await expect(fees.last()).toContainText('지난 요율')
  const add = rates.getByRole('button', { name: '등기신청수수료 새 시행일 추가' })
  await expect(add).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 })
  await add.press('Enter')
  const dialog = page.getByRole('dialog', { name: '등기신청수수료: 새 시행일' })
  const transfer = dialog.getByRole('group', { name: /^보존·이전/ })
  await expect(transfer.getByLabel('서면')).toHaveValue('18,000')
  await expectAccessible(page, '[role=dialog]')
  await transfer.getByLabel('서면').fill('2만')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('시행일을 입력해 주세요.')).toBeVisible()
  await expect(dialog.getByLabel('시행일')).toBeFocused()
  await page.keyboard.type('20270301')
  await page.keyboard.press('Enter')
  await expect(page.getByText('등기신청수수료 요율이 저장되었습니다.')).toBeVisible()
  await expect(fees).toHaveCount(3)
  await expect(fees.first()).toContainText('2027.03.01')
  await expect(fees.first()).toContainText('시행 예정')
}

async function removeVersion(page: Page, rates: Locator): Promise<void> {
  const fees = findFees(page, rates)
  await fees.first().getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제', exact: true }).click()
  await confirmDialog(page, /삭제하시겠습니까/)
    .getByRole('button', { name: '삭제', exact: true })
    .click()
  await expect(page.getByText('등기신청수수료 요율이 삭제되었습니다.')).toBeVisible()
  await expect(fees).toHaveCount(2)
}

/**
 * Adds a line and an invalid one, and discards a change after a question; the only version stays.
 */
async function changeBrackets(page: Page, rates: Locator): Promise<void> {
  const open = rates.getByRole('button', { name: '보수기준 2024.09.12 시행 요율 보기' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: '보수기준: 2024.09.12 시행' })
  const remove = dialog.getByRole('button', { name: '삭제', exact: true })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  const base = dialog.getByRole('group', { name: /^기본보수/ })
  await expect(base.getByLabel(/3번째 줄 이하 금액/)).toHaveValue('300,000,000')
  await base.getByLabel(/3번째 줄 가산 금액/).fill('270,000')
  await base.getByRole('button', { name: /줄 추가/ }).click()
  await dialog.getByRole('button', { name: '저장', exact: true }).click()
  await expect(dialog.getByText('숫자로 입력해 주세요.')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await base.getByRole('button', { name: /8번째 줄 삭제/ }).click()
  await dialog.getByRole('button', { name: '저장', exact: true }).click()
  await expect(page.getByText('보수기준 요율이 저장되었습니다.')).toBeVisible()

  await open.click()
  await base.getByLabel(/3번째 줄 가산 금액/).fill('1')
  await page.keyboard.press('Escape')
  const question = confirmDialog(page, '저장하지 않은 요율을 버리시겠습니까?')
  await question.getByRole('button', { name: '버리기' }).click()
  await expect(dialog).toBeHidden()
}
