import type { SignedIn } from '../servers/build-test-app.ts'
import { makeRecord } from './make-record.ts'

/** Creates a fictional project with its manager and company; returns the project's id. */
export async function makeProject(staff: SignedIn): Promise<string> {
  const company = await makeRecord(staff, 'companies', {
    name: '가상도로공사',
    address: '가람도 솔빛시 해든대로 7',
    corporate_num: '110111-0062432',
  })
  const department = await makeRecord(staff, 'departments', { company: company['id'], name: '보상1부' })
  const manager = await makeRecord(staff, 'managers', {
    company: company['id'],
    department: department['id'],
    name: '박새론',
    position: '과장',
    tel: '02-000-0000',
  })
  const project = await makeRecord(staff, 'projects', { name: '가온–솔빛 고속도로 제1공구', manager: manager['id'] })
  return String(project['id'])
}

/** Creates an address with one owner and the given lands. */
export async function makeAddress(
  staff: SignedIn,
  fields: Readonly<Record<string, unknown>>,
  lands: readonly Readonly<Record<string, unknown>>[] = [],
): Promise<string> {
  const address = await makeRecord(staff, 'addresses', {
    jibun: '해든구 달빛동 123-4',
    owner_name: '김가온',
    ...fields,
  })
  const addressId = String(address['id'])
  await makeRecord(staff, 'address-owners', {
    address_id: addressId,
    name: '김가온',
    party_kind: 'person',
    num: '900101-1000002',
    address: '달빛로 1',
    share: null,
  })
  for (const land of lands)
    await makeRecord(staff, 'address-lands', { address_id: addressId, address: '해든구 달빛동', ...land })
  return addressId
}
