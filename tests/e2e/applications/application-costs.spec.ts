import { applicationDialog, writeForms } from '../support/application-dialog.ts'
import { listApplications, makeReadyUnits, searchUnits } from '../support/applications.ts'
import { expect, test } from '../support/test.ts'
import { makeUnits, unitCell, unitRow } from '../support/units.ts'

test.use({ reusesDevice: true })

test('proposes costs from the rates with their calculation, and keeps an amount that staff type instead', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [unit = ''] = await makeReadyUnits(colleague, '요율제안', 1)
  await searchUnits(page, office.url, '요율제안')
  await writeForms(page, 1)
  const form = applicationDialog(page)
  const proposals = form.getByRole('region', { name: '요율에 따른 금액' })
  // The tax shown for the unit follows the rates.
  await expect(proposals).toContainText('거래가액 350,000,000원 × 1% (주택 600,000,000원 이하) = 3,500,000원')
  await expect(proposals.getByRole('button', { name: '취득세 입력' })).toHaveCount(0)
  await expect(proposals).toContainText('등기신청수수료: 매 부동산 18,000원 (서면) × 1건 = 18,000원')

  await form.getByLabel('취득세 중과').selectOption('8%')
  await expect(proposals).toContainText('취득세: 과세표준 350,000,000원 × 8% (중과) = 28,000,000원')
  await form.getByLabel('신청 방법').selectOption('전자')
  await expect(proposals).not.toContainText('(서면)')
  await form.getByLabel('시가표준액').fill('3억')
  // The unit's address names no province, so the applicable bond rate is unknown.
  await expect(proposals).not.toContainText('국민주택채권')
  await form.getByLabel('채권 매입 지역').selectOption('그 밖의 지역')
  await expect(proposals).toContainText('국민주택채권 매입액: 시가표준액 300,000,000원')
  await form.getByLabel('거래가액').fill('4억')
  await proposals.getByRole('button', { name: '모두 입력' }).click()
  await expect(form.getByLabel('법무사 보수')).toHaveValue('520,000')
  await expect(form.getByLabel('취득세', { exact: true })).toHaveValue('33,600,000')
  await expect(proposals.getByText('입력됨')).toHaveCount(2)

  await form.getByLabel('법무사 보수').fill('300,000')
  await expect(proposals.getByRole('button', { name: '법무사 보수 입력' })).toBeVisible()
  await form.getByRole('button', { name: '신청서 작성', exact: true }).click()
  await expect(form).toBeHidden()
  await expect
    .poll(() => listApplications(colleague, unit))
    .toMatchObject([
      { attorney_fee: 300_000, heavy_tax: '8', standard_value: 300_000_000, filing_method: 'electronic' },
    ])
})

test('fills the row of a unit that had only an area from its saved form, and one undo clears it', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeUnits(colleague, '빈세대단지', [{ dongho: '101-1203', dedicated_area: 84.97 }])
  await searchUnits(page, office.url, '빈세대단지')
  await writeForms(page, 1)
  const form = applicationDialog(page)
  await form.getByLabel('신청 유형').selectOption('소유권이전')
  await form.getByLabel('거래가액').fill('3억5천만')
  await form.getByRole('button', { name: '모두 입력' }).click()
  const grantee = form.getByRole('region', { name: '등기권리자' })
  await grantee.getByLabel('성명').fill('이한번')
  await grantee.getByLabel('주민등록번호').fill('9001011000002')
  await grantee.getByLabel('주소').fill('가람도 솔빛시 해든구')
  await form.getByRole('button', { name: '신청서 작성', exact: true }).click()
  await expect(form).toBeHidden()
  const row = unitRow(page, '101동 1203호')
  await expect(unitCell(row, '소유자')).toHaveText('이한번')
  await expect(unitCell(row, '매매가(분양가)')).toHaveText('350,000,000')
  await expect(unitCell(row, '취득세·등록세')).toHaveText('3,850,000')
  await page.getByRole('button', { name: '실행 취소' }).first().click()
  await expect(unitCell(row, '소유자')).toHaveText('')
})
