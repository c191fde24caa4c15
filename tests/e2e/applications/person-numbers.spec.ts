import type { Page } from '@playwright/test'
import { newId } from '#server/new-id.ts'
import { readBrowserContents } from '../support/browser-contents.ts'
import type { Colleague } from '../support/colleague.ts'
import { goOffline } from '../support/go-offline.ts'
import { expect, test } from '../support/test.ts'

/** The second half of every number typed here, which does not occur in the demo data. */
const half = '2946183'
const [number, another] = [`850505-${half}`, `860606-${half}`]

interface ListedOwner {
  id: string
  owner: string
  owner_num: string | null
  share: number | null
}

async function makeUnit(colleague: Colleague, dongho: string): Promise<string> {
  const { results } = await colleague.get<{ results: { id: string }[] }>('/api/mysql/realestate/group/list')
  const id = newId()
  const unit = { id, group_id: results[0]?.id, dongho }
  const { status, body } = await colleague.send('POST', '/api/mysql/realestate/unit/', unit)
  if (status !== 201) throw new Error(`the unit was refused: ${JSON.stringify(body)}`)
  return id
}

const listOwners = (colleague: Colleague, unit: string) =>
  colleague.get<ListedOwner[]>(`/api/mysql/realestate/owner/list?group_data_id=${unit}`)

/** Types a number digit by digit; with its last digit it disappears from the field. */
async function typeNumber(page: Page, party: string, digits: string): Promise<void> {
  const field = page.getByRole('group', { name: party }).getByLabel('주민등록번호')
  await field.click()
  await page.keyboard.type(digits)
  await expect(field).toHaveValue(/^\d{6}-\d\*{6}$/)
}

test('numbers of unit owners are sealed as they are typed, and shares are split equally @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const unit = await makeUnit(colleague, '701동 101호')
  const sentTexts: string[] = []
  page.on('request', (request) => sentTexts.push(request.url() + (request.postData() ?? '')))
  await page.goto(`${office.url}/popup/real-estate-units/${unit}`)
  const owners = page.getByRole('region', { name: '소유자' })
  await owners.getByRole('button', { name: '소유자 추가' }).click()
  const first = owners.getByRole('group', { name: '소유자 1' })
  await first.getByLabel('성명').fill('박새론')
  await first.getByLabel('주민등록번호').click()
  await page.keyboard.type(half.slice(0, 3))
  await page.keyboard.press('Tab')
  await expect(first.getByText('주민등록번호는 숫자 13자리입니다.')).toBeVisible()
  await first.getByLabel('주민등록번호').fill('851305-2946183')
  await expect(first.getByText(/생년월일\(앞 여섯 자리\)/)).toBeVisible()
  await first.getByLabel('주민등록번호').fill('')
  await typeNumber(page, '소유자 1', number.replace('-', ''))
  await expect(first.getByLabel('주민등록번호')).toHaveValue('850505-2******')
  await expect
    .poll(() => listOwners(colleague, unit))
    .toMatchObject([{ owner: '박새론', owner_num: '850505-2******', share: 100 }])
  for (const [at, name] of [
    [2, '이든'],
    [3, '나래'],
  ] as const) {
    await owners.getByRole('button', { name: '소유자 추가' }).click()
    await owners
      .getByRole('group', { name: `소유자 ${at}` })
      .getByLabel('성명')
      .fill(name)
  }
  await owners.getByLabel('성명').first().click()
  await expect
    .poll(async () => (await listOwners(colleague, unit)).map(({ share }) => share))
    .toEqual([33.33, 33.33, 33.34])
  await expect(owners.getByText('지분 합계 100%')).toBeVisible()
  await owners.getByLabel('지분(%)').first().fill('40')
  await expect(owners.getByText(/지분의 합이 100%가 되어야 합니다/)).toBeVisible()
  await owners.getByRole('button', { name: '소유자 1 삭제' }).click()
  await expect.poll(async () => (await listOwners(colleague, unit)).map(({ share }) => share)).toEqual([50, 50])
  const deleted = page.getByRole('dialog', { name: '소유자가 성공적으로 삭제되었습니다.' })
  await deleted.getByRole('button', { name: '되돌리기' }).click()
  await expect.poll(() => listOwners(colleague, unit)).toMatchObject([{ owner_num: '850505-2******' }, {}, {}])
  expect(sentTexts.filter((text) => text.includes(half))).toEqual([])
  expect(await readBrowserContents(page)).not.toContain(half)
})

test('shows a number only for a reason, and finds its owner by it without storing it @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const unit = await makeUnit(colleague, '702동 102호')
  await colleague.send('POST', '/api/mysql/realestate/owner/', { unit_id: unit, owner: '김가온', owner_num: another })
  await page.goto(`${office.url}/popup/real-estate-units/${unit}`)
  await page.getByRole('button', { name: '김가온 번호 보기' }).click()
  const dialog = page.getByRole('dialog', { name: '번호 보기' })
  await dialog.getByLabel('조회 사유').selectOption('직접 입력')
  await dialog.getByRole('button', { name: '보기', exact: true }).click()
  await expect(dialog.getByText('조회 사유를 두 글자 이상 적어 주세요.')).toBeVisible()
  await dialog.getByRole('textbox', { name: /^사유/ }).fill('등기소 보정 확인')
  await dialog.getByRole('button', { name: '보기', exact: true }).click()
  await expect(dialog.getByText(another)).toBeVisible()
  expect(await readBrowserContents(page)).not.toContain(half)
  await dialog.getByRole('button', { name: '닫기' }).last().click()
  await expect(page.getByText(another)).toBeHidden()
  await page.getByRole('button', { name: '번호로 찾기' }).click()
  const search = page.getByRole('dialog', { name: '번호로 찾기' })
  await search.getByLabel('주민등록번호').click()
  await page.keyboard.type(another.replace('-', ''))
  await expect(search.getByRole('link', { name: /702동/ })).toBeVisible()
  expect(await readBrowserContents(page)).not.toContain(half)
  expect(page.url()).not.toContain(half)
})

test('seals a number typed offline at once, and sends it when the network is back @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const unit = await makeUnit(colleague, '703동 103호')
  await page.goto(`${office.url}/services/real-estate`)
  await goOffline(page, office)
  await page.goto(`${office.url}/popup/real-estate-units/${unit}`)
  await page.getByRole('region', { name: '소유자' }).getByRole('button', { name: '소유자 추가' }).click()
  await page.getByRole('group', { name: '소유자 1' }).getByLabel('성명').fill('나래')
  await typeNumber(page, '소유자 1', number.replace('-', ''))
  await expect(page.getByText(/전송 대기/).first()).toBeVisible()
  expect(await readBrowserContents(page)).not.toContain(half)
  await page.reload()
  await expect(page.getByRole('group', { name: '소유자 1' }).getByLabel('주민등록번호')).toHaveValue('850505-2******')
  const button = page.getByRole('button', { name: '나래 번호 보기' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  office.network.setReachable(true)
  await expect
    .poll(() => listOwners(colleague, unit), { timeout: 60_000 })
    .toMatchObject([{ owner: '나래', owner_num: '850505-2******' }])
  const found = await colleague.send('POST', '/api/mysql/realestate/find_by_number', {
    number,
    reason: '권리자 확인',
  })
  expect((found.body as { unit_ids: string[] }).unit_ids).toContain(unit)
  expect(await readBrowserContents(page)).not.toContain(half)
})

test('asks when two people entered different numbers, and shows both only masked @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const unit = await makeUnit(colleague, '704동 104호')
  const response = await colleague.send('POST', '/api/mysql/realestate/owner/', { unit_id: unit, owner: '미르' })
  await page.goto(`${office.url}/popup/real-estate-units/${unit}`)
  await expect(page.getByRole('group', { name: '소유자 1' }).getByLabel('성명')).toHaveValue('미르')
  await page.goto(`${office.url}/services/real-estate`)
  await goOffline(page, office)
  await page.goto(`${office.url}/popup/real-estate-units/${unit}`)
  await typeNumber(page, '소유자 1', number.replace('-', ''))
  const { id } = response.body as { id: string }
  await colleague.send('PUT', '/api/mysql/realestate/owner/', { id, owner_num: another })
  office.network.setReachable(true)
  await expect(page.getByText(/사용할 값을 선택해 주세요/).first()).toBeVisible({ timeout: 60_000 })
  await page.goto(`${office.url}/staff/outbox`)
  await page.getByRole('radio', { name: /내 값.*850505-2\*{6}/ }).check()
  await expect(page.getByText('860606-2******')).toBeVisible()
  await page.getByRole('button', { name: '선택한 값으로 저장' }).click()
  await expect
    .poll(() => listOwners(colleague, unit), { timeout: 60_000 })
    .toMatchObject([{ owner_num: '850505-2******' }])
  expect(await readBrowserContents(page)).not.toContain(half)
})

test('keeps a number sealed with an unknown key in 확인 필요, where it can be typed again @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const unit = await makeUnit(colleague, '705동 105호')
  await colleague.send('POST', '/api/mysql/realestate/owner/', { unit_id: unit, owner: '여울' })
  await page.goto(`${office.url}/popup/real-estate-units/${unit}`)
  await expect(page.getByRole('group', { name: '소유자 1' }).getByLabel('성명')).toHaveValue('여울')
  await page.evaluate(() => {
    const shelf = Object.keys(localStorage).find((name) => name.startsWith('sealing-key-')) ?? ''
    const key = JSON.parse(localStorage.getItem(shelf) ?? '{}')
    localStorage.setItem(shelf, JSON.stringify({ ...key, key_id: '0'.repeat(16) }))
  })
  await typeNumber(page, '소유자 1', number.replace('-', ''))
  await expect(page.getByText(/암호화된 번호를 열 수 없습니다/).first()).toBeVisible({ timeout: 60_000 })
  // After a restart the app requests the server's key.
  await page.goto(`${office.url}/staff/outbox`)
  await page.getByRole('button', { name: /수정 후/ }).click()
  await page.getByLabel('주민등록번호').click()
  await page.keyboard.type(another.replace('-', ''))
  await page.getByRole('button', { name: '보내기', exact: true }).click()
  await expect
    .poll(() => listOwners(colleague, unit), { timeout: 60_000 })
    .toMatchObject([{ owner_num: '860606-2******' }])
  expect(await readBrowserContents(page)).not.toContain(half)
})
