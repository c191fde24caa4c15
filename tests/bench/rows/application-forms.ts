import { newId } from '#server/new-id.ts'
import type { BenchOffice } from '../bench-office.ts'
import { type BenchRow, createBudgetRow } from '../bench-row.ts'

const units = 200

/**
 * Filings of 200 units by the server, each with three applications, their 위임장 and a statement of
 * costs: time from the request to the last byte, once, cold.
 */
export async function benchApplicationForms({ office }: { office: BenchOffice }): Promise<BenchRow[]> {
  const { access_token: token } = await office.signIn()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = (path: string, fields: object) =>
    fetch(`${office.url}/api/mysql/realestate/${path}`, { method: 'POST', headers, body: JSON.stringify(fields) })
  const propertyIds = await makeUnits(post)
  const start = performance.now()
  const response = await post('download_application', { property_ids: propertyIds, with: { cost_statement: true } })
  if (!response.ok) throw new Error(`the filings answered ${response.status}`)
  const { byteLength } = await response.arrayBuffer()
  const ours = performance.now() - start
  if (byteLength < 1_000_000) throw new Error(`a file of ${byteLength} bytes is not that of ${units} units`)
  return [
    createBudgetRow({
      name: `application forms of ${units} units in one PDF`,
      unit: 'ms',
      ours,
      goal: '≤ 20,000 ms',
      limit: 20_000,
    }),
  ]
}

async function makeUnits(post: (path: string, fields: object) => Promise<Response>): Promise<string[]> {
  const [group_id, mortgage_bank_id] = [newId(), newId()]
  await expectCreated(post('group/', { id: group_id, name: '가온채 1단지', office: '해든등기소' }))
  await expectCreated(post('bank/', { id: mortgage_bank_id, name: '해든은행', address: '가람도 솔빛시 해든대로 7' }))
  const ids = Array.from({ length: units }, () => newId())
  for (const [at, id] of ids.entries()) {
    const days = { regi_date: '2026-11-20', contract_date: '2026-09-10', housing_reg_date: '2026-10-02' }
    const sums = { price: 412_300_000, total_tax: 4_535_300, total_ownership_fee: 540_000, claim_amount: 330_000_000 }
    const dongho = `${101 + Math.floor(at / 50)}동 ${101 + (at % 50)}호`
    const unit = { id, group_id, mortgage_bank_id, dongho, ownership_lawyer: '법무사 한온결', ...days, ...sums }
    await expectCreated(post('unit/', unit))
    const owner = { unit_id: id, party_kind: 'person', owner: `김가온${at}`, owner_num: '900101-1000002', share: 100 }
    await expectCreated(post('owner/', { ...owner, owner_address: '가람도 솔빛시 해든구 달빛로 12, 101동 1203호' }))
    await expectCreated(
      post('land/', { unit_id: id, address: '가람도 솔빛시 해든구 달빛동 123-4', land_kind: '대', area: 1204.5 }),
    )
  }
  return ids
}

async function expectCreated(call: Promise<Response>): Promise<void> {
  const { status } = await call
  if (status !== 201) throw new Error(`a record was refused with ${status}`)
}
