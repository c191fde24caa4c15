import { expect, type Page } from '@playwright/test'
import { newId } from '#server/new-id.ts'
import type { Colleague } from './colleague.ts'

/** Units that nobody else uses, straight on the server: owners are `<name>1`, `<name>2`, …, each with an owner and a bank on the other side. Answers their ids. */
export async function makeUnits(colleague: Colleague, name: string, count = 1): Promise<string[]> {
  const groupId = newId()
  await made(colleague, '/api/mysql/realestate/group/', { id: groupId, name: `${name} 단지`, office: '해든등기소' })
  const ids: string[] = []
  for (let number = 1; number <= count; number += 1) {
    const id = newId()
    await made(colleague, '/api/mysql/realestate/unit/', {
      ...{ id, group_id: groupId, dongho: `${100 + number}동 101호`, owner: `${name}${number}`, purpose: '소유권이전' },
      ...{ regi_date: '2026-11-20', contract_date: '2026-05-04', price: 350_000_000, total_tax: 3_850_000 },
      ...{ total_ownership_fee: 480_000, ownership_lawyer: '법무사 한온결' },
    })
    await made(colleague, '/api/mysql/realestate/owner/', {
      ...{ id: newId(), unit_id: id, party_kind: 'person', owner: `${name}${number}`, owner_num: '900101-1000002' },
      ...{ owner_address: '가람도 솔빛시 해든구', share: 100, place: 0 },
    })
    ids.push(id)
  }
  return ids
}

async function made(colleague: Colleague, path: string, fields: object): Promise<void> {
  const { status } = await colleague.send('POST', path, fields)
  if (status !== 201) throw new Error(`${path} was refused with ${status}`)
}

/** Opens 데이터 of real estate with what the search finds, and waits for it. */
export async function openUnits(page: Page, url: string, search: string): Promise<void> {
  await page.goto(`${url}/services/real-estate?tab=address&search=${encodeURIComponent(search)}`)
  await expect(page.getByRole('grid', { name: '세대' })).toBeVisible()
  await expect(page.getByText('동기화됨')).toBeVisible({ timeout: 60_000 })
}

/** What the server holds of the forms of a unit, the first saved first. */
export async function applicationsOf(colleague: Colleague, unitId: string): Promise<Record<string, unknown>[]> {
  const path = `/api/mysql/realestate/application_form/list?property_id=${unitId}&ordering=inserted_at`
  const { results } = await colleague.get<{ results: Record<string, unknown>[] }>(path)
  return results
}
