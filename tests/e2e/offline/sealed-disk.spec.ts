import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { uniqueFieldsSchema } from '#contract/real-estate/real-estate.ts'
import { devicesPath } from '#contract/session/session.ts'
import { createMachine } from '../support/browser-process.ts'
import { countDeviceData } from '../support/browser-storage.ts'
import { bookRows, findCell, openCaseBook, typeIntoCell } from '../support/case-book.ts'
import { signInColleague } from '../support/colleague.ts'
import { waitUntilAllStored } from '../support/go-offline.ts'
import type { Office } from '../support/office-kinds.ts'
import { openOffice } from '../support/office.ts'
import { makeCases } from '../support/own-cases.ts'
import { choosePin, pin, saveView, startOver, typeFiveWrongPins } from '../support/sealed-copy.ts'
import { findFilesWith } from '../support/search-profile.ts'
import { confirmSignOut, signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

/** The name of a saved view. */
const savedName = '압수되지 않을 나미래'

/** Ways to stop using a device, after which its disk may no longer hold any data. */
const leaveSteps: Readonly<Record<string, (page: Page, office: Office) => Promise<void>>> = {
  'a killed browser': async () => undefined,
  'signing out with an edit kept for the next sign-in': (page) => confirmSignOut(page, '다음 로그인까지 보관'),
  'five wrong PINs': async (page) => {
    await startOver(page)
    await typeFiveWrongPins(page)
  },
  'a session ended from another device': async (page, office) => {
    office.network.setReachable(true)
    await expect(page.getByText('대기 0')).toBeVisible({ timeout: 60_000 })
    const elsewhere = await signInColleague(office.origin, 'staff')
    await elsewhere.send('DELETE', `${devicesPath}?which=others`, {})
    await page.getByRole('button', { name: '지금 동기화' }).click()
    // The page restarts when it learns of the ended session, perhaps during this query.
    const listCopies = async () =>
      (await countDeviceData(page).catch(() => null))?.databases.filter((name) => name.startsWith('mirror-'))
    await expect.poll(listCopies, { timeout: 60_000 }).toEqual([])
  },
}

test('where copies must be encrypted, the disk holds no readable data after any way of leaving', async () => {
  test.setTimeout(900_000)
  const office = await openOffice({ env: { OFFLINE_COPIES: 'sealed' } })
  try {
    await makeCases(await signInColleague(office.origin), '압수될', 6)
    for (const [way, leave] of Object.entries(leaveSteps))
      await test.step(way, async () => await searchDiskAfter(office, way, leave))
  } finally {
    await office.stop()
  }
})

/** A day's work on a new machine, leaving it, and a search of its disk. */
async function searchDiskAfter(office: Office, way: string, leave: (page: Page, office: Office) => Promise<void>) {
  const machine = createMachine()
  try {
    const { page } = await machine.open()
    const secrets = await workSealed(page, office, machine.profile)
    await leave(page, office)
    // Waits to see that pending work writes nothing back.
    await page.waitForTimeout(2000)
    await machine.kill()
    expect(findFilesWith(machine.profile, secrets), `after ${way}`).toEqual([])
  } finally {
    office.network.setReachable(true)
    await machine.remove()
  }
}

test('the same search finds what an unencrypted copy leaves on the disk', async ({ office, colleague }) => {
  test.setTimeout(400_000)
  const machine = createMachine()
  try {
    const { page } = await machine.open()
    const offered = readOfferedSections(page)
    await signIn(page, office.url)
    await makeCases(colleague, '열린채', 6)
    await openCaseBook(page, office.url, '?search=열린채')
    await waitUntilAllStored(page)
    const owners = await readShownOwners(page)
    await saveView(page, savedName)
    await waitUntilWrittenDown(machine.profile)
    for (const secrets of [owners, await offered, [savedName]])
      await expect
        .poll(() => findFilesWith(machine.profile, secrets), { message: secrets.join(), timeout: 60_000 })
        .not.toEqual([])
    await machine.kill()
  } finally {
    await machine.remove()
  }
})

/**
 * Views and edits cases, saves a view and leaves an edit unsent. Returns the words that must not be
 * found.
 */
async function workSealed(page: Page, office: Office, profile: string): Promise<string[]> {
  const unsent = '압수되지 않을 말'
  const offered = readOfferedSections(page)
  await signIn(page, office.url)
  await page.goto(`${office.url}/services/real-estate?tab=table&search=압수될`)
  await expect(page.getByRole('heading', { name: '이 기기의 오프라인 사본을 잠그세요' })).toBeVisible()
  await choosePin(page, pin)
  await expect(page.getByRole('row').nth(3)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
  const owners = await readShownOwners(page)
  expect(owners.length).toBeGreaterThan(5)
  await saveView(page, savedName)
  office.network.setReachable(false)
  await typeIntoCell(page, findCell(bookRows(page).first(), '등기목적'), unsent)
  await expect(page.getByText('대기 1')).toBeVisible()
  await waitUntilWrittenDown(profile)
  return [...owners, ...(await offered), savedName, unsent]
}

/**
 * The sections offered by the case book's filters, taken from the server while the page opens.
 * Excludes managers, who are people of the office and whose own names are in their sign-in.
 */
async function readOfferedSections(page: Page): Promise<string[]> {
  const response = await page.waitForResponse(/realestate\/unique_fields/, { timeout: 120_000 })
  const sections = uniqueFieldsSchema.parse(await response.json()).business_sections
  expect(sections.length).toBeGreaterThan(0)
  return sections
}

/**
 * The browser writes local storage to disk a minute or two late. Looks for key names, which are not
 * encrypted.
 */
async function waitUntilWrittenDown(profile: string): Promise<void> {
  const folder = join(profile, 'Default/Local Storage')
  for (const key of ['saved-filters:', 'reference-answers-'])
    await expect.poll(() => findFilesWith(folder, [key]), { timeout: 180_000 }).not.toEqual([])
}

async function readShownOwners(page: Page): Promise<string[]> {
  const cells = page.locator('[role=gridcell][data-col="2"]:not([data-row="-1"])')
  return [...new Set((await cells.allTextContents()).filter((text) => text.length >= 3))]
}
