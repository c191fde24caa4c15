import type { Page } from '@playwright/test'
import { cellOf, openCaseBook, rowOf, typeIntoCell } from './support/case-book.ts'
import { limitDevice } from './support/full-device.ts'
import { untilAllStored } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: 'allow' })

test('on a full device a value is asked about before a link, a reload or closing throws it away, and is kept by itself once there is room', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '꽉찬기기')
  const device = await limitDevice(page, office.url)
  await openCaseBook(page, office.url, '?search=꽉찬기기')
  const cell = cellOf(rowOf(page, '꽉찬기기1'), '등기목적')
  await expect(statusOf(page)).toContainText('동기화됨', { timeout: 60_000 })
  const makeRoom = await device.fill()
  await typeIntoCell(page, cell, '첫 목적')
  await expect(cell).toContainText('첫 목적, 확인 필요')
  await expect(statusOf(page)).toContainText('확인 필요 1')
  await expect(statusOf(page)).not.toContainText('동기화됨')
  await expect(page.getByRole('navigation', { name: '업무' })).toContainText('확인 1')

  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.evaluate(() => location.reload())
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload'])

  const question = page.getByRole('dialog', { name: '입력 중인 내용을 버리고 이동하시겠습니까?' })
  await goTo(page, '공탁 관리')
  await expect(question).toContainText('저장하지 못한 값 1건')
  await question.getByRole('button', { name: '취소' }).click()
  await expect(cell).toContainText('첫 목적, 확인 필요')

  // The screen that tells of it takes nothing away, and neither does the way back.
  await page.getByRole('link', { name: /확인 필요 1/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: '저장하지 못한 값이 1건 있습니다.' })).toBeVisible()
  await page.goBack()
  await expect(cell).toContainText('첫 목적, 확인 필요')
  await expect(statusOf(page)).toContainText('확인 필요 1')
  await expect(question).toBeHidden()

  await typeIntoCell(page, cell, '나중 목적')
  await expect(cell).toContainText('나중 목적, 확인 필요')
  await makeRoom()
  await expect(cell).not.toContainText('확인 필요', { timeout: 60_000 })
  await expect(statusOf(page)).toContainText('확인 필요 0')
  await expect
    .poll(async () => (await casesOf(colleague, '꽉찬기기'))[0], { timeout: 60_000 })
    .toMatchObject({ purpose: '나중 목적', version: (made?.version ?? 0) + 1 })
  await expect(statusOf(page)).toContainText('동기화됨', { timeout: 60_000 })
  await goTo(page, '공탁 관리')
  await expect(page.getByRole('heading', { level: 1, name: '공탁 관리' })).toBeAttached()
})

test('on a full device a value that is thrown away for a link is gone, and nobody is asked again', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '버린입력')
  const device = await limitDevice(page, office.url)
  await openCaseBook(page, office.url, '?search=버린입력')
  const cell = cellOf(rowOf(page, '버린입력1'), '등기목적')
  // The code of the other screens has yet to come, and cannot be stored when it does.
  await untilAllStored(page)
  await page.evaluate(() => caches.delete('assets'))
  const makeRoom = await device.fill()
  await typeIntoCell(page, cell, '버릴 목적')
  await expect(statusOf(page)).toContainText('확인 필요 1')
  await goTo(page, '카드사용내역')
  await page.getByRole('dialog').getByRole('button', { name: '버리고 이동' }).click()
  await expect(page).toHaveURL(/card-report/)
  await expect(statusOf(page)).toContainText('확인 필요 0')
  await goTo(page, '공탁 관리')
  await expect(page.getByRole('heading', { level: 1, name: '공탁 관리' })).toBeAttached()
  // Nor is the news kept from who asks for it.
  expect(await page.evaluate(async () => (await fetch('/api/blog/posts/?page=1&tag=none')).ok)).toBe(true)
  await makeRoom()
  await openCaseBook(page, office.url, '?search=버린입력')
  await expect(cell).toContainText('소유권이전')
  expect((await casesOf(colleague, '버린입력'))[0]?.purpose).toBe('소유권이전')
})

test('news that a full device has no room for is told, never called in sync, and comes by itself once there is room', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made] = await makeCases(colleague, '못받은소식')
  const device = await limitDevice(page, office.url)
  await openCaseBook(page, office.url, '?search=못받은소식')
  const cell = cellOf(rowOf(page, '못받은소식1'), '등기목적')
  await expect(statusOf(page)).toContainText('동기화됨', { timeout: 60_000 })
  const makeRoom = await device.fill()
  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: made?.id, purpose: '동료의 소식' })
  await expect(statusOf(page)).toContainText('이 기기에 저장할 공간이 없어 새 내용을 받지 못합니다', {
    timeout: 60_000,
  })
  // A stretch of time is what the rule is about: several tries go by.
  const seen = await statusOf(page).evaluate(async (status) => {
    const texts: string[] = []
    const watch = new MutationObserver(() => texts.push(status.textContent))
    watch.observe(status, { subtree: true, childList: true, characterData: true })
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    watch.disconnect()
    return [...texts, status.textContent]
  })
  expect(seen.filter((text) => text.includes('동기화됨') || !text.includes('새 내용을 받지 못합니다'))).toEqual([])
  await expect(cell).toContainText('소유권이전')
  await makeRoom()
  await expect(cell).toContainText('동료의 소식', { timeout: 90_000 })
  await expect(statusOf(page)).toContainText('동기화됨', { timeout: 60_000 })
  await expect(statusOf(page)).not.toContainText('새 내용을 받지 못합니다')
})

function statusOf(page: Page) {
  return page.getByRole('contentinfo', { name: '연결과 전송 상태' })
}

async function goTo(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation', { name: '업무' }).getByRole('link', { name: place }).click()
}
