import { findCaseRow, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { expect, test } from '../support/test.ts'

test('values typed without storage are saved after the page is opened again @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '끊긴창고', 1)
  await page.addInitScript(prepareLoss)
  await openCaseBook(page, office.url, '?search=끊긴창고')
  const cell = findCell(findCaseRow(page, '끊긴창고1'), '등기목적')
  await page.evaluate(() => dispatchEvent(new Event('lose-storage')))
  await typeIntoCell(page, cell, '첫 목적')
  const banner = page.getByRole('alert').filter({ hasText: '저장소에 연결할 수 없습니다' })
  await expect(banner).toBeVisible()
  await expect(cell).toContainText('첫 목적, 확인 필요')
  page.on('dialog', (dialog) => void dialog.accept())
  await banner.getByRole('button', { name: '새로 열기' }).click()
  await expect(cell).toContainText('첫 목적')
  await expect(banner).toBeHidden()
  await expect
    .poll(async () => (await listOwnCases(colleague, '끊긴창고')).map(({ purpose }) => purpose), { timeout: 60_000 })
    .toEqual(['첫 목적'])
})

test('a page in the back-forward cache holds no lock, and goes on with its open form afterwards @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '뒤로앞으로', 1)
  await openCaseBook(page, office.url, '?search=뒤로앞으로')
  await expect.poll(() => page.evaluate(listHeldLocks)).toContainEqual(expect.stringMatching(/^drain-/))
  await findCaseRow(page, '뒤로앞으로1').getByRole('button', { name: '상세' }).click()
  const panel = page.getByRole('region', { name: '사건부 상세: 뒤로앞으로1' })
  await panel.getByRole('tab', { name: '비용' }).click()
  await panel.getByRole('textbox', { name: '보수료' }).fill('300000')

  await page.evaluate(dispatchPageEvent, 'pagehide')
  await expect.poll(() => page.evaluate(listHeldLocks)).toEqual([])
  await page.evaluate(dispatchPageEvent, 'pageshow')
  await expect.poll(() => page.evaluate(listHeldLocks)).toContainEqual(expect.stringMatching(/^drain-/))
  await expect(panel.getByRole('textbox', { name: '보수료' })).toHaveValue('300000')
  await panel.getByRole('button', { name: '저장' }).click()
  await expect.poll(() => listOwnCases(colleague, '뒤로앞으로'), { timeout: 60_000 }).toMatchObject([{ fees: 300_000 }])
})

test('a browser that stores nothing says so at once, and works with the server @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '빈창고', 1)
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await openCaseBook(page, office.url, '?search=빈창고')
  await expect(page.getByText('이 기기에는 아무것도 저장되지 않습니다.')).toBeVisible()
  await page.getByRole('button', { name: '메뉴 접기' }).click()
  await expect(page.getByRole('button', { name: '메뉴 펼치기' })).toBeVisible()
  await typeIntoCell(page, findCell(findCaseRow(page, '빈창고1'), '등기목적'), '온라인 목적')
  await expect
    .poll(async () => (await listOwnCases(colleague, '빈창고')).map(({ purpose }) => purpose), { timeout: 60_000 })
    .toEqual(['온라인 목적'])
  await page.reload()
  await expect(findCell(findCaseRow(page, '빈창고1'), '등기목적')).toContainText('온라인 목적')
})

test('a storage that never answers is reported, and work goes on without it and later with it @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  await makeCases(colleague, '조용한창고', 1)
  const cell = findCell(findCaseRow(page, '조용한창고1'), '등기목적')
  const listPurposes = async () => (await listOwnCases(colleague, '조용한창고')).map(({ purpose }) => purpose)
  await openCaseBook(page, office.url, '?search=조용한창고')
  await page.addInitScript(silenceStorage)
  await page.evaluate(() => sessionStorage.setItem('silent', '1'))
  await page.reload()
  const screen = page.getByRole('alert').filter({ hasText: '이 기기의 저장소를 열지 못했습니다' })
  await expect(screen).toContainText('브라우저가 응답하지 않습니다.')
  await screen.getByRole('button', { name: '저장하지 않고 온라인으로 작업' }).click()
  await expect(page.getByText('이 기기에는 아무것도 저장되지 않습니다.')).toBeVisible()
  await typeIntoCell(page, cell, '온라인 목적')
  await expect.poll(listPurposes, { timeout: 60_000 }).toEqual(['온라인 목적'])

  await page.reload()
  await expect(screen).toBeVisible()
  await page.evaluate(() => sessionStorage.removeItem('silent'))
  await screen.getByRole('button', { name: '다시 시도' }).click()
  await expect(cell).toContainText('온라인 목적')
  await typeIntoCell(page, cell, '다시 저장한 목적')
  await expect.poll(listPurposes, { timeout: 60_000 }).toEqual(['다시 저장한 목적'])
})

/** Runs in the page before its scripts: no database opens while the session says so. */
function silenceStorage(): void {
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function openUnlessSilent(...args) {
    if (sessionStorage.getItem('silent') === null) return open.apply(this, args)
    return new EventTarget() as unknown as IDBOpenDBRequest
  }
}

/**
 * Runs in the page before its scripts. On `lose-storage` its connections are cut and none can be
 * opened, as in WebKit until a reload.
 */
function prepareLoss(): void {
  const connections = new Set<IDBDatabase>()
  const open = IDBFactory.prototype.open
  let isLost = false
  IDBFactory.prototype.open = function openUnlessLost(...args) {
    const request = isLost ? makeRefused() : open.apply(this, args)
    request.addEventListener('success', () => connections.add(request.result))
    return request
  }
  addEventListener('lose-storage', () => {
    isLost = true
    for (const connection of connections) {
      connection.close()
      connection.dispatchEvent(new Event('close'))
    }
  })
  function makeRefused(): IDBOpenDBRequest {
    const message = 'Connection to Indexed Database server lost. Refresh the page to try again'
    const error = new DOMException(message, 'UnknownError')
    const request = Object.assign(new EventTarget(), { error, transaction: null }) as unknown as IDBOpenDBRequest
    setTimeout(() => request.dispatchEvent(new Event('error')))
    return request
  }
}

async function listHeldLocks(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query()
  return held.map(({ name = '' }) => name)
}

function dispatchPageEvent(type: string): void {
  dispatchEvent(new PageTransitionEvent(type, { persisted: true }))
}
