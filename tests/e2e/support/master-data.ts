import type { Locator, Page } from '@playwright/test'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { newId } from '#server/new-id.ts'
import type { Colleague } from './colleague.ts'
import { expect } from './expect.ts'

const tabs = {
  company: { pill: '회사관리', label: '회사' },
  department: { pill: '부서관리', label: '부서' },
  manager: { pill: '관리자관리', label: '관리자' },
  project: { pill: '사업구간관리', label: '사업구간' },
  title: { pill: '목록관리', label: '목록' },
} as const

export type MasterTab = keyof typeof tabs

/** Opens a master list by its URL and waits for its table. */
export async function openMaster(
  page: Page,
  url: string,
  place: MasterTab | { tab: MasterTab; search: string },
): Promise<void> {
  const { tab, ...search } = typeof place === 'string' ? { tab: place } : place
  await page.goto(`${url}/services/deposit?${new URLSearchParams({ tab, ...search })}`)
  await expect(page.getByRole('grid', { name: tabs[tab].label, exact: true })).toBeVisible()
}

/** Switches to a master list by its pill. */
export async function openMasterTab(page: Page, tab: MasterTab): Promise<void> {
  await page.getByRole('tab', { name: tabs[tab].pill }).click()
  await expect(page.getByRole('grid', { name: tabs[tab].label, exact: true })).toBeVisible()
}

/** Opens the form for a new record in the current list. */
export async function openForm(page: Page, tab: MasterTab): Promise<Locator> {
  await page.getByRole('button', { name: `${tabs[tab].label} 추가`, exact: true }).click()
  const form = page.getByRole('dialog', { name: `${tabs[tab].label} 추가` })
  await expect(form).toBeVisible()
  return form
}

/** The row with this text in one of its cells. */
export function masterRow(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]').getByText(name, { exact: true }) })
}

/**
 * Creates a company with a department and a manager directly on the server; their names begin with
 * `name`.
 */
export async function makeManager(colleague: Colleague, name: string) {
  const [company, department, manager] = [newId(), newId(), newId()]
  await createMaster(colleague, 'companies', { id: company, name: `${name} 회사` })
  await createMaster(colleague, 'departments', { id: department, name: `${name} 부서`, company })
  await createMaster(colleague, 'managers', { id: manager, name: `${name} 관리자`, company, department })
  return { company, department, manager }
}

export async function createMaster(
  colleague: Colleague,
  collection: CollectionName,
  fields: Record<string, string | number>,
): Promise<void> {
  const { status } = await colleague.send('POST', getBook(collection).path, fields)
  if (status !== 201) throw new Error(`a record of ${collection} was refused with ${status}`)
}

/** The server's records of a master list whose names begin with `name`. */
export async function listMasters(
  colleague: Colleague,
  collection: CollectionName,
  name: string,
): Promise<Record<string, unknown>[]> {
  const query = new URLSearchParams({ search: name, page_size: '100' })
  const { results } = await colleague.get<{ results: Record<string, unknown>[] }>(
    `${getBook(collection).path}?${query}`,
  )
  return results.filter((record) => String(record['name']).startsWith(name))
}
