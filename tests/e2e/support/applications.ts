import type { Page } from '@playwright/test'
import { newId } from '#server/new-id.ts'
import type { Colleague } from './colleague.ts'
import { expect } from './expect.ts'
import { makeUnits, openUnits } from './units.ts'

/**
 * Creates units for this test alone, ready for a form: owners are `<name>1`, `<name>2`, … with a
 * number, an address and sole ownership. Returns the units' ids.
 */
export async function makeReadyUnits(colleague: Colleague, name: string, count = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  const units = ids.map((id, index) => ({
    id,
    dongho: `${101 + index}동 101호`,
    owner: `${name}${index + 1}`,
    purpose: '소유권이전',
    regi_date: '2026-11-20',
    contract_date: '2026-05-04',
    price: 350_000_000,
    total_tax: 3_850_000,
    total_ownership_fee: 480_000,
    ownership_lawyer: '법무사 한온결',
    dedicated_area: 84.97,
  }))
  await makeUnits(colleague, `${name} 단지`, units)
  for (const { id, owner } of units) {
    const { status } = await colleague.send('POST', '/api/mysql/realestate/owner/', {
      id: newId(),
      unit_id: id,
      party_kind: 'person',
      owner,
      owner_num: '900101-1000002',
      owner_address: '가람도 솔빛시 해든구',
      share: 100,
      place: 1,
    })
    if (status !== 201) throw new Error(`an owner was refused with ${status}`)
  }
  return ids
}

/** Opens 데이터 with a search, and waits until the device has all records. */
export async function searchUnits(page: Page, url: string, search: string): Promise<void> {
  await openUnits(page, url, `?search=${encodeURIComponent(search)}`)
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
}

/** The server's forms of a unit, in order of creation. */
export async function listApplications(colleague: Colleague, unitId: string): Promise<Record<string, unknown>[]> {
  const path = `/api/mysql/realestate/application_form/list?property_id=${unitId}`
  const { results } = await colleague.get<{ results: Record<string, unknown>[] }>(path)
  // Ids sort by creation time; offline forms may arrive in another order.
  return results.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))
}
