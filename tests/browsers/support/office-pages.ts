import { findColumnIndex } from '../../e2e/support/case-book.ts'
import { listStaffCode } from '../../e2e/support/go-offline.ts'
import type { Office } from '../../e2e/support/office-kinds.ts'
import { createLogin } from '../../e2e/support/start-session.ts'
import { expect } from '../../e2e/support/test.ts'
import type { Tab } from './tab.ts'
import { button, caseCell, text } from './target.ts'

/** As `startSession` of the e2e stories. */
export async function signInWithoutPages(tab: Tab, office: Office): Promise<void> {
  await tab.open(`${office.url}/robots.txt`)
  const login = await createLogin(office, await tab.evaluate(() => navigator.userAgent))
  await tab.evaluate((entries) => void Object.assign(localStorage, entries), login)
}

/** From a public page, by the accounts of the built-in provider, as a person does. */
export async function signIn(tab: Tab, account: '직원' | '최고관리자'): Promise<void> {
  await tab.click(button('로그인'))
  await tab.click(text(account))
  // A page that is being replaced answers no call.
  await expect.poll(() => tab.evaluate(hasReturned).catch(() => false)).toBe(true)
}

/**
 * The provider's answer is handled by a page that then goes back to where the person was. What a
 * test opens before that is replaced.
 */
function hasReturned(): boolean {
  const shown = document.body.innerText
  // The address changes before its page is drawn.
  const isHandled = !shown.includes('로그인하는 중') && !shown.includes('로그인되었습니다')
  return isHandled && !location.pathname.startsWith('/oauth') && document.querySelector('a[href="/staff"]') !== null
}

/**
 * Waits for all rows of a search: a device in use shows those it has, and offers cases that arrive
 * later.
 */
export async function openCaseBook(tab: Tab, office: Office, search: string, rowCount = 1): Promise<void> {
  await tab.open(`${office.url}/services/real-estate?tab=table&sort=owner&search=${encodeURIComponent(search)}`)
  await tab.see({ css: '[role=grid] [role=gridcell]' })
  if (search === '') return
  const isComplete = async () => {
    await tab.evaluate(showNewRecords)
    return (await tab.read(text(`총 ${rowCount}건`))).length > 0
  }
  await expect.poll(isComplete, { timeout: 120_000 }).toBe(true)
}

/** Presses the button that offers them; it goes away when the list shows them by itself. */
function showNewRecords(): void {
  const offer = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('새 기록'))
  offer?.click()
}

/** Clicks the cell, types over its content, and leaves it with Enter, as in a spreadsheet. */
export async function typeIntoPurpose(tab: Tab, owner: string, words: string): Promise<void> {
  await tab.click(caseCell(owner, '등기목적'))
  // The table listens in this field, which a list that is still loading may take the focus from.
  await expect.poll(() => tab.isFocused({ css: 'textarea[aria-activedescendant]' })).toBe(true)
  await tab.type(words)
  await tab.press('Enter')
}

export async function readPurpose(tab: Tab, owner: string): Promise<string | undefined> {
  return (await tab.read(caseCell(owner, '등기목적')))[0]
}

/** Waits until all records for staff are on the device. */
export async function waitUntilCopied(tab: Tab): Promise<void> {
  await tab.see('동기화됨', 120_000)
}

/** Waits until the device can work without a server, then cuts it off. */
export async function goOffline(tab: Tab, office: Office): Promise<void> {
  await waitUntilCopied(tab)
  await expect.poll(() => tab.evaluate(listMissingCode, listStaffCode()), { timeout: 120_000 }).toEqual([])
  office.network.setReachable(false)
  await tab.see('서버 응답 없음')
}

async function listMissingCode(names: string[]): Promise<string[]> {
  if (navigator.serviceWorker.controller === null) return ['a service worker that controls the page']
  const stored = await (await caches.open('assets')).keys()
  const have = new Set(stored.map(({ url }) => new URL(url).pathname))
  return names.filter((name) => !have.has(`/${name}`))
}

/** Owners of the rows on the screen, in order. */
export function readOwners(tab: Tab): Promise<string[]> {
  return tab.read({ css: `[role=gridcell][data-col="${findColumnIndex('소유자')}"]:not([data-row="-1"])` })
}
