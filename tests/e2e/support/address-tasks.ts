import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { newId } from '#server/new-id.ts'
import { readPdf } from '../../support/documents/read-pdf.ts'
import { readZip } from '../../support/documents/read-zip.ts'
import { makeAddress } from './addresses.ts'
import type { Colleague } from './colleague.ts'
import { expect } from './expect.ts'

/** Selects the rows on this screen, and then all results when there are more. */
export async function tickAll(page: Page, found: number): Promise<void> {
  await page.getByRole('checkbox', { name: '이 화면의 행 모두 선택' }).click()
  const counted = page.getByRole('button', { name: `부동산 작업 (${found})` })
  const all = page.getByRole('button', { name: `검색 결과 ${found}건 전체 선택` })
  await expect(counted.or(all)).toBeVisible()
  if (await all.isVisible()) await all.click()
  await expect(counted).toBeVisible()
}

/** Chooses one of 부동산 작업. */
export async function chooseAction(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: /^부동산 작업/ }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Starts a task on addresses; `fill` answers the question's other fields, which may change it. */
export async function requestTask(
  page: Page,
  { action, question, fill }: { action: string; question: string | RegExp; fill?(dialog: Locator): Promise<unknown> },
): Promise<void> {
  await chooseAction(page, action)
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: action, exact: true }) })
  await expect(dialog).toContainText('예상 소요시간은 약')
  await fill?.(dialog)
  await expect(dialog.getByRole('heading', { name: question })).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: '사유' })).toHaveCount(tasksWithReason.has(action) ? 1 : 0)
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Tasks whose file asks for a reason; letters for external use don't. */
const tasksWithReason = new Set(['등본 다운로드', '토지조서 생성', '보상금 산정'])

/**
 * Starts a task that makes a file, checks the messages, and returns the file, which downloads by
 * itself.
 */
export async function fetchDownload(
  page: Page,
  request: () => Promise<void>,
  messages: readonly string[],
): Promise<Download> {
  const arriving = page.waitForEvent('download')
  await request()
  for (const text of messages) await expect(page.getByText(text).first()).toBeVisible()
  return await arriving
}

/** Opens the list of background tasks. */
export async function openTasks(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '다운로드 작업' }).click()
  const panel = page.getByRole('dialog', { name: '다운로드 작업' })
  await expect(panel).toBeVisible()
  return panel
}

/** Text of a PDF without the spaces between its pieces. */
export async function readPdfText(file: Download): Promise<{ text: string; pages: number }> {
  const { text, pages } = await readPdf(await readFile(await file.path()))
  return { text: text.replaceAll(/\s/g, ''), pages: pages.length }
}

/** Files of a downloaded archive. */
export async function readArchive(file: Download): Promise<{ name: string; text: string }[]> {
  const entries = await readZip(createReadStream(await file.path()))
  return await Promise.all(
    entries.map(async ({ name, bytes }) => ({ name, text: (await readPdf(bytes)).text.replaceAll(/\s/g, '') })),
  )
}

/**
 * An address with everything its papers need: its lot, an owner with a number, a parcel of which
 * 100 ㎡ are taken at 1,000 won each, and fees.
 */
export async function makeWholeAddress(
  colleague: Colleague,
  { jibun, owner, ...fields }: { jibun: string; owner: string; project?: string; num?: string },
): Promise<string> {
  const addressId = await makeAddress(colleague, {
    jibun,
    owner_name: owner,
    status: 'registration_case',
    fees: 300_000,
    proof: 5000,
    regi_office: '솔빛지방법원',
    ...fields,
  })
  const owned = { name: owner, party_kind: 'person', num: '900101-1000002', address: '달빛로 1' }
  await post(colleague, '/api/deposition/address/owner/', { address_id: addressId, ...owned })
  const land = { lot: jibun.split(' ').at(-1), land_kind: '대', area: 330.5, taken_area: 100, unit_price: 1000 }
  await post(colleague, '/api/deposition/address/land/', { address_id: addressId, ...land })
  return addressId
}

/** Creates a record directly on the server; returns its id. */
export async function post(colleague: Colleague, path: string, fields: Record<string, unknown>): Promise<string> {
  const id = newId()
  const { status, body } = await colleague.send('POST', path, { id, ...fields })
  if (status !== 201) throw new Error(`${path} was refused: ${JSON.stringify(body)}`)
  return id
}

/** Ids of the extracts of an address, newest first. */
export async function listExtractIds(colleague: Colleague, address: string): Promise<string[]> {
  return (await listAddressParts(colleague, 'immovable', address)).map(({ id }) => String(id))
}

/** Parts of an address as currently stored on the server. */
export async function listAddressParts(
  colleague: Colleague,
  part: 'owner' | 'land' | 'building' | 'immovable',
  address: string,
): Promise<Record<string, unknown>[]> {
  const path = `/api/deposition/address/${part}/list/?address_id=${address}`
  return (await colleague.get<{ results: Record<string, unknown>[] }>(path)).results
}
