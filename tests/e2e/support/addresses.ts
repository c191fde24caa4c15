import type { Locator, Page } from '@playwright/test'
import { newId } from '#server/new-id.ts'
import type { Colleague } from './colleague.ts'
import { expect } from './expect.ts'

export interface ListedAddress {
  id: string
  jibun: string
  status: string | null
  owner_name: string | null
  project: string | null
}

/** Opens 부동산 주소 관리. */
export async function openAddresses(page: Page, url: string, search = ''): Promise<void> {
  await page.goto(`${url}/staff/addresses${search}`)
  await expect(page.getByRole('grid', { name: '부동산 주소', exact: true })).toBeVisible()
}

export function addressRow(page: Page, jibun: string): Locator {
  return page.getByRole('row').filter({ has: page.locator('[role=gridcell]').getByText(jibun, { exact: true }) })
}

/** Creates an address for this test alone, directly on the server; returns its id. */
export async function makeAddress(colleague: Colleague, fields: Readonly<Record<string, unknown>>): Promise<string> {
  const id = newId()
  const { status, body } = await colleague.send('POST', '/api/deposition/address/', { id, ...fields })
  if (status !== 201) throw new Error(`the address was refused: ${JSON.stringify(body)}`)
  return id
}

/** These addresses as currently stored on the server, by lot. */
export async function listAddresses(colleague: Colleague, search: string): Promise<ListedAddress[]> {
  const query = new URLSearchParams({ page_size: '10000', search })
  const { results } = await colleague.get<{ results: ListedAddress[] }>(`/api/deposition/address/list/?${query}`)
  return results.toSorted((a, b) => a.jibun.localeCompare(b.jibun, 'ko'))
}
