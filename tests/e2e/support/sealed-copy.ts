import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

export const pin = '482915'

/** Encrypts the signed-in user's copy on 로그인한 기기. */
export async function sealHere(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/account/devices`)
  await page.getByRole('button', { name: 'PIN으로 잠그기' }).click()
  await choosePin(page, pin)
  await expect(page.getByRole('button', { name: '지금 잠그기' })).toBeVisible({ timeout: 30_000 })
  await waitUntilKeysAreCarried(page)
}

/**
 * A page controlled by the service worker passes the open keys on to the next page; on a device's
 * first visit control takes a moment.
 */
export async function waitUntilKeysAreCarried(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 })
}

/** Drops the keys, as a restart of the browser does. */
export async function startOver(page: Page, url = page.url()): Promise<void> {
  await page.keyboard.press('Control+l')
  await expect(page.getByRole('heading', { name: '화면이 잠겼습니다' })).toBeVisible()
  await page.goto(url)
}

export async function choosePin(page: Page, newPin: string): Promise<void> {
  await page.getByLabel('새 PIN', { exact: true }).fill(newPin)
  await page.getByLabel('새 PIN 확인').fill(newPin)
  await page.getByRole('button', { name: 'PIN으로 잠그기' }).last().click()
}

export async function unlock(page: Page, typed: string): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(typed)
  await page.getByRole('button', { name: '잠금 해제' }).click()
}

/** The copy is deleted after the fifth. */
export async function typeFiveWrongPins(page: Page): Promise<void> {
  for (const triesLeft of [4, 3, 2, 1]) {
    await unlock(page, '000000')
    await expect(page.getByText(`${triesLeft}번 더 틀리면`)).toBeVisible()
  }
  await unlock(page, '000000')
  await expect(page.getByText('PIN을 다섯 번 틀려 이 기기의 사본을 삭제했습니다.')).toBeVisible()
}

/** Saves the list's current state under a name. */
export async function saveView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '저장된 보기' }).click()
  await page.getByLabel('현재 보기의 이름').fill(name)
  await page.getByRole('button', { name: '현재 보기 저장' }).click()
  await expect(page.getByRole('list', { name: '저장된 보기' }).getByRole('button', { name, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
}
