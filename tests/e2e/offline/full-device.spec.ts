import type { Page } from '@playwright/test'
import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { limitDevice } from '../support/full-device.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test('asks on a full device before a value is lost, and saves it once there is space @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const [made, news] = await makeCases(colleague, '꽉찬기기', 2)
  const device = await limitDevice(page, office.url)
  await openCaseBook(page, office.url, '?search=꽉찬기기')
  const cell = findCell(findCaseRow(page, '꽉찬기기1'), '등기목적')
  const listPurposes = async () => (await listOwnCases(colleague, '꽉찬기기')).map(({ purpose }) => purpose)
  // Deletes the stored code of the other screens, so that it has to be loaded again and cannot be
  // stored.
  await waitUntilAllStored(page)
  await page.evaluate(() => caches.delete('assets'))
  const makeRoom = await device.fill()

  await test.step('a value discarded for a link is gone and not asked about again', async () => {
    await typeIntoCell(page, cell, '버릴 목적')
    await expect(findStatusBar(page)).toContainText('확인 필요 1')
    await goTo(page, '카드사용내역')
    await page.getByRole('dialog').getByRole('button', { name: '버리고 이동' }).click()
    await expect(page).toHaveURL(/card-report/)
    await expect(findStatusBar(page)).toContainText('확인 필요 0')
    // News is still returned to callers although it cannot be cached.
    expect(await page.evaluate(async () => (await fetch('/api/blog/posts/?page=1&tag=none')).ok)).toBe(true)
    await page.goBack()
    await expect(cell).toContainText('소유권이전')
  })

  await typeIntoCell(page, cell, '첫 목적')
  await expect(cell).toContainText('첫 목적, 확인 필요')
  await expect(findStatusBar(page)).toContainText('확인 필요 1')
  await expect(findStatusBar(page)).not.toContainText('동기화됨')
  await expect(page.getByRole('navigation', { name: '업무' })).toContainText('확인 1')

  await test.step('a reload, closing the window and a link ask first', async () => {
    const dialogTypes: string[] = []
    page.on('dialog', (dialog) => {
      dialogTypes.push(dialog.type())
      void dialog.dismiss()
    })
    await page.evaluate(() => location.reload())
    await expect.poll(() => dialogTypes).toEqual(['beforeunload'])
    await page.close({ runBeforeUnload: true })
    await expect.poll(() => dialogTypes).toEqual(['beforeunload', 'beforeunload'])
    const question = page.getByRole('dialog', { name: '입력 중인 내용을 버리고 이동하시겠습니까?' })
    await goTo(page, '공탁 관리')
    await expect(question).toContainText('저장하지 못한 값 1건')
    await question.getByRole('button', { name: '취소' }).click()
    await expect(cell).toContainText('첫 목적, 확인 필요')
    // Opening the screen about unsaved values discards nothing, and neither does going back.
    await page.getByRole('link', { name: /확인 필요 1/ }).click()
    await expect(page.getByRole('alert').filter({ hasText: '저장하지 못한 값이 1건 있습니다.' })).toBeVisible()
    await page.goBack()
    await expect(cell).toContainText('첫 목적, 확인 필요')
    await expect(question).toBeHidden()
  })

  await colleague.send('PUT', '/api/mysql/realestate/list/', { id: news?.id, purpose: '동료의 소식' })
  await expect(findStatusBar(page)).toContainText('이 기기에 저장할 공간이 없어 새 내용을 받지 못합니다', {
    timeout: 60_000,
  })
  await typeIntoCell(page, cell, '나중 목적')
  await expect(cell).toContainText('나중 목적, 확인 필요')
  expect(await listPurposes()).toEqual(['소유권이전', '동료의 소식'])

  await makeRoom()
  await expect(cell).not.toContainText('확인 필요', { timeout: 60_000 })
  await expect(findStatusBar(page)).toContainText('확인 필요 0')
  await expect.poll(listPurposes, { timeout: 60_000 }).toEqual(['나중 목적', '동료의 소식'])
  expect((await listOwnCases(colleague, '꽉찬기기'))[0]?.version).toBe((made?.version ?? 0) + 1)
  await expect(findCell(findCaseRow(page, '꽉찬기기2'), '등기목적')).toContainText('동료의 소식', { timeout: 90_000 })
  await expect(findStatusBar(page)).toContainText('동기화됨', { timeout: 60_000 })
  await expect(findStatusBar(page)).not.toContainText('새 내용을 받지 못합니다')
  await goTo(page, '공탁 관리')
  await expect(page.getByRole('heading', { level: 1, name: '공탁 관리' })).toBeAttached()
})

function findStatusBar(page: Page) {
  return page.getByRole('contentinfo', { name: '연결과 전송 상태' })
}

async function goTo(page: Page, place: string): Promise<void> {
  await page.getByRole('navigation', { name: '업무' }).getByRole('link', { name: place }).click()
}
