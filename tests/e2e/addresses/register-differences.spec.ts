import { createEntry, createExtract, createParty } from '../../support/documents/registry-extracts.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { listAddressParts, makeWholeAddress, openTasks, post, requestTask, tickAll } from '../support/address-tasks.ts'
import { addressRow, listAddresses, openAddresses } from '../support/addresses.ts'
import { confirmDialog } from '../support/confirm-dialog.ts'
import { caseRow, openGrid } from '../support/deposits.ts'
import { waitUntilCopied } from '../support/go-offline.ts'
import { expect, test } from '../support/registry-office.ts'
import { makeUnits, openUnits, unitRow } from '../support/units.ts'

const currentEntry = createEntry('1 소유권보존', [createParty('김가온', '', { num_masked: '900101-1******' })])
const mortgage = createEntry('1 근저당권설정', [createParty('해든은행')], { claim_amount: 120_000_000 })
/** The register after a sale: another owner, the mortgage deleted, and a new one. */
const sold = createExtract({
  ownership: [currentEntry, createEntry('2 소유권이전', [createParty('박새론', '', { num_masked: '850505-2******' })])],
  rights: [
    { ...mortgage, is_cancelled: true },
    createEntry('2 1번근저당권설정등기말소'),
    createEntry('3 근저당권설정', [createParty('달빛은행')], { claim_amount: 90_000_000 }),
  ],
})

const refresh = { action: '소유자 정보 갱신', question: '선택한 주소 1건의 소유자 정보를 갱신하시겠습니까?' }

test('flags changes in a new register extract with old and new values, and applies them only on request', async ({
  office,
  helper,
  colleague,
  staffPage: page,
}) => {
  const { jibun, num } = helper.sample
  const id = await makeWholeAddress(colleague, { jibun, num, owner: '김가온' })
  await post(colleague, '/api/mysql/deposition/list/', {
    business_section: '변동 구간',
    business_manager: '한도담',
    owner_name: '김가온',
    address: jibun,
    purpose: '공탁',
    status: 'pending',
    created_at: '2026-11-20',
    address_id: id,
  })
  await makeUnits(colleague, '변동단지', [{ dongho: '101-1', owner: '김가온', address_id: id }])
  helper.extract = createExtract({ ownership: [currentEntry], rights: [mortgage] })
  await openGrid(page, office.url)
  await waitUntilCopied(page)
  await tickAll(page, 1)

  helper.fault = 'no_credit'
  await requestTask(page, { action: '등본 발급', question: '선택한 주소 1건의 등기부등본을 발급하시겠습니까?' })
  await expect(page.getByText(/^등본 발급 중 오류가 발생했습니다\. .+/).first()).toBeVisible()
  helper.fault = undefined
  const tasks = await openTasks(page)
  await tasks.getByRole('article', { name: '등본 발급 실패' }).getByRole('button', { name: '다시 시도' }).click()
  await expect(page.getByText('등기부등본 1건의 발급이 완료되었습니다.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('변경됨')).toBeHidden()

  helper.extract = sold
  await requestTask(page, refresh)
  await expect(page.getByText('1개 주소의 소유자 정보가 갱신되었습니다.')).toBeVisible()
  await expect(caseRow(page, '김가온 · 소유자 변경됨')).toBeVisible()
  await (await openTasks(page)).getByText('확인할 항목 1건').click()
  await expect(tasks.getByRole('article', { name: '소유자 정보 갱신 완료' })).toContainText('변동 3건')
  await page.keyboard.press('Escape')

  await caseRow(page, '김가온 · 소유자 변경됨').getByRole('button', { name: /상세$/ }).first().click()
  const panel = page.getByRole('region', { name: /^공탁 사건 상세: / })
  await panel.getByRole('tab', { name: '부동산 주소' }).click()
  const changes = panel.getByRole('region', { name: '확인할 등기 변동' })
  await expect(changes.getByRole('listitem')).toHaveCount(3)
  const item = (label: string) => changes.getByRole('listitem').filter({ hasText: label })
  await expect(item('소유자 변경됨')).toContainText(/이전\s*김가온.*새 내용\s*박새론/)
  await expect(item('근저당권 설정됨')).toContainText(
    /이전\s*없음.*새 내용\s*을구 3번 근저당권설정 · 채권최고액 90,000,000원 · 달빛은행/,
  )
  await expect(item('근저당권 말소됨')).toContainText(
    /이전\s*을구 1번 근저당권설정 · 채권최고액 120,000,000원 · 해든은행.*새 내용\s*없음/,
  )
  await expectAccessible(page)
  expect(await listAddressParts(colleague, 'owner', id)).toMatchObject([{ name: '김가온' }])

  await item('소유자 변경됨').getByRole('button', { name: '반영' }).click()
  const question = confirmDialog(page, '등기부 내용을 반영하시겠습니까?')
  await question.getByRole('button', { name: '취소' }).click()
  await expect(item('소유자 변경됨')).toBeVisible()
  expect(await listAddressParts(colleague, 'owner', id)).toMatchObject([{ name: '김가온' }])
  await item('소유자 변경됨').getByRole('button', { name: '반영' }).click()
  await question.getByRole('button', { name: '반영' }).click()
  await expect(changes.getByRole('listitem')).toHaveCount(2)
  await expect
    .poll(() => listAddressParts(colleague, 'owner', id))
    .toMatchObject([{ name: '박새론', num_masked: '850505-2******' }])
  expect(await listAddresses(colleague, jibun)).toMatchObject([{ owner_name: '박새론' }])
  await expect(caseRow(page, '김가온 · 근저당권 설정됨')).toBeVisible()

  await item('근저당권 설정됨').getByRole('button', { name: '그대로 둠' }).click()
  await expect(changes.getByRole('listitem')).toHaveCount(1)
  expect((await listAddressParts(colleague, 'land', id))[0]?.['interested'] ?? null).toBeNull()
  await page.getByRole('button', { name: '되돌리기' }).last().click()
  await expect(changes.getByRole('listitem')).toHaveCount(2)

  await openUnits(page, office.url)
  await expect(unitRow(page, '김가온 · 근저당권 설정됨')).toBeVisible()
  await openAddresses(page, office.url)
  await expect(addressRow(page, '박새론 · 근저당권 설정됨')).toBeVisible()
})
