import type { Page } from '@playwright/test'
import { createMachine } from '../support/browser-process.ts'
import { bookRows, expectOwners, findCaseRow, findCell, openCaseBook } from '../support/case-book.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import { listOwnCases, makeCases } from '../support/own-cases.ts'
import { startSession } from '../support/start-session.ts'
import { expect, test } from '../support/test.ts'

const count = 8
const listNumbered = (name: string) => Array.from({ length: count }, (_, index) => `${name}${index + 1}`)

test('keeps eight rapidly typed edits through a killed browser once no cell says it is unsaved', async ({
  office,
  colleague,
}) => {
  const name = '몰아침'
  await makeCases(colleague, name, count)
  const machine = createMachine()
  try {
    const { page } = await machine.open()
    await startSession(page, office)
    await openCases(page, office.url, listNumbered(name))
    await waitUntilAllStored(page)
    const owners = await typeDown(page, (row) => `급${row + 10}`)
    await waitUntilNoneIsLate(page)
    await machine.kill()

    // Offline, so that the values shown now come from the device.
    office.network.setReachable(false)
    const reopened = await machine.open()
    await openCases(reopened.page, office.url, listNumbered(name))
    for (const [row, owner] of owners.entries())
      await expect(findCell(findCaseRow(reopened.page, owner), '등기목적')).toContainText(`급${row + 10}`)

    office.network.setReachable(true)
    await reopened.page.getByRole('button', { name: '새로고침' }).click()
    const expected = new Map(owners.map((owner, row) => [owner, `급${row + 10}`]))
    await expect
      .poll(async () => new Map((await listOwnCases(colleague, name)).map(({ owner, purpose }) => [owner, purpose])), {
        timeout: 60_000,
      })
      .toEqual(expected)
  } finally {
    office.network.setReachable(true)
    await machine.remove()
  }
})

async function openCases(page: Page, url: string, owners: readonly string[]): Promise<void> {
  const name = (owners[0] ?? '').slice(0, -1)
  await openCaseBook(page, url, `?search=${encodeURIComponent(name)}`)
  await expectOwners(page, owners)
}

/**
 * A cell that is not stored 150 ms after Enter says so; the speed itself is measured by the bench
 * (typed-burst.ts).
 */
async function waitUntilNoneIsLate(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await expect(bookRows(page).filter({ hasText: '저장 중' })).toHaveCount(0)
}

/** Types down the column 등기목적 from the first row. Returns the owners of the rows in order. */
async function typeDown(page: Page, textOf: (row: number) => string): Promise<string[]> {
  const owners = await findCell(bookRows(page), '소유자').allTextContents()
  expect(owners).toHaveLength(count)
  await findCell(bookRows(page), '등기목적').first().click()
  for (let row = 0; row < count; row += 1) {
    await page.keyboard.type(textOf(row))
    await page.keyboard.press('Enter')
  }
  return owners
}
