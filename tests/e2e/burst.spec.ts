import type { Page } from '@playwright/test'
import { createMachine } from './support/browser-process.ts'
import { bookRows, cellOf, expectOwners, openCaseBook, rowOf, typeIntoCell } from './support/case-book.ts'
import { untilAllStored } from './support/go-offline.ts'
import { casesOf, makeCases } from './support/own-cases.ts'
import { signIn } from './support/sign-in.ts'
import { expect, test } from './support/test.ts'

test.use({ isDeviceKept: true })

const count = 15
const numbered = (name: string) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`)

test('fifteen edits typed as fast as keys come are on the device as soon as none of them says that it is not, whatever happens then', async ({
  office,
  colleague,
}) => {
  const name = '몰아침'
  await makeCases(colleague, name, count)
  const machine = createMachine()
  try {
    const { page } = await machine.open()
    await signIn(page, office.url)
    await openCases(page, office.url, numbered(name))
    await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
    const owners = await typeDown(page, (row) => `급${row + 10}`)
    await untilNoneIsLate(page)
    await machine.kill()

    // What stands there now was kept by the device: nobody else can be asked.
    office.network.setReachable(false)
    const again = await machine.open()
    await openCases(again.page, office.url, numbered(name))
    for (const [row, owner] of owners.entries())
      await expect(cellOf(rowOf(again.page, owner), '등기목적')).toContainText(`급${row + 10}`)

    office.network.setReachable(true)
    await again.page.getByRole('button', { name: '새로고침' }).click()
    const expected = new Map(owners.map((owner, row) => [owner, `급${row + 10}`]))
    await expect
      .poll(async () => new Map((await casesOf(colleague, name)).map(({ owner, purpose }) => [owner, purpose])), {
        timeout: 60_000,
      })
      .toEqual(expected)
  } finally {
    office.network.setReachable(true)
    await machine.remove()
  }
})

test('an undo pressed right behind a burst takes back its last edit and no other', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const name = '쏟아냄'
  await makeCases(colleague, name, count)
  await openCases(page, office.url, numbered(name))
  const owners = await typeDown(page, (row) => `빠름${row + 10}`)
  await page.keyboard.press('Control+z')
  const last = owners.at(-1) ?? ''
  await expect(cellOf(rowOf(page, last), '등기목적')).toContainText('소유권이전')
  for (const [row, owner] of owners.slice(0, -1).entries())
    await expect(cellOf(rowOf(page, owner), '등기목적')).toContainText(`빠름${row + 10}`)
  await expect
    .poll(async () => (await casesOf(colleague, name)).filter(({ purpose }) => purpose?.startsWith('빠름')).length, {
      timeout: 60_000,
    })
    .toBe(count - 1)
})

test('a cell whose edit is not kept yet says so, in the same place, and says what it waits for once it is kept @offline', async ({
  office,
  colleague,
  staffPage: page,
}) => {
  const name = '더딘저장'
  await makeCases(colleague, name, 2)
  await openCases(page, office.url, [`${name}1`, `${name}2`])
  await untilAllStored(page)
  office.network.setReachable(false)
  const [slow, quick] = [1, 2].map((number) => cellOf(rowOf(page, `${name}${number}`), '등기목적'))
  if (!slow || !quick) throw new Error('no cells')

  const release = await holdOutbox(page)
  const place = await slow.boundingBox()
  await typeIntoCell(page, slow, '기다림')
  await expect(slow).toHaveText('기다림, 저장 중')
  expect(await slow.boundingBox()).toEqual(place)
  await slow.click()
  await expect(page.getByText('아직 이 기기에 저장하는 중입니다.').last()).toBeVisible()
  await release()
  await expect(slow).toHaveText('기다림, 전송 대기')
  await expect(page.getByText('아직 이 기기에 저장하는 중입니다.')).toHaveCount(0)

  await typeIntoCell(page, quick, '바로')
  await expect(quick).toHaveText('바로, 전송 대기')
})

async function openCases(page: Page, url: string, owners: readonly string[]): Promise<void> {
  const name = (owners[0] ?? '').slice(0, -1)
  await openCaseBook(page, url, `?search=${encodeURIComponent(name)}`)
  await expectOwners(page, owners)
}

/** A cell that is not kept says so 150 ms after its Enter; how fast they are kept is for the bench (typed-burst.ts). */
async function untilNoneIsLate(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await expect(bookRows(page).filter({ hasText: '저장 중' })).toHaveCount(0)
}

/** Types down the column 등기목적 from the first row. Answers the owners of the rows in order. */
async function typeDown(page: Page, textOf: (row: number) => string): Promise<string[]> {
  const owners = await cellOf(bookRows(page), '소유자').allTextContents()
  expect(owners).toHaveLength(count)
  await cellOf(bookRows(page), '등기목적').first().click()
  for (let row = 0; row < count; row += 1) {
    await page.keyboard.type(textOf(row))
    await page.keyboard.press('Enter')
  }
  return owners
}

const over = 'release-outbox'

/** Has the outbox's tables to itself, as a slow disk or a busy tab would: no edit is kept until the answer is called. */
async function holdOutbox(page: Page): Promise<() => Promise<unknown>> {
  await page.evaluate(async (end) => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const opening = indexedDB.open(names.find((name) => name.startsWith('outbox-')) ?? '')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const store = database.transaction('ops', 'readwrite').objectStore('ops')
    let isHeld = true
    window.addEventListener(end, () => {
      isHeld = false
    })
    await new Promise<void>((resolve) => {
      const hold = () => {
        if (!isHeld) return database.close()
        store.get(0).addEventListener('success', () => {
          resolve()
          hold()
        })
      }
      hold()
    })
  }, over)
  return () => page.evaluate((end) => window.dispatchEvent(new Event(end)), over)
}
