import { newId } from '#server/new-id.ts'
import type { SignedIn } from '../servers/build-test-app.ts'

/** Creates one master data record through the API; returns its id. */
export async function makeMaster(
  staff: SignedIn,
  noun: 'company' | 'department' | 'manager' | 'project' | 'title',
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const id = newId()
  const response = await staff.inject({ method: 'POST', url: `/api/deposition/${noun}/`, payload: { id, ...fields } })
  if (response.statusCode !== 201) throw new Error(`${noun} was refused: ${response.body}`)
  return id
}

/**
 * Creates two chains: a road company down to a title, and a city company down to a manager.
 * `prefix` is put before the companies' names.
 */
export async function makeOffice(staff: SignedIn, prefix = '') {
  const road = await makeMaster(staff, 'company', { name: `${prefix}가상도로공사`, address: '가람도 솔빛시' })
  const city = await makeMaster(staff, 'company', { name: `${prefix}솔빛도시개발공사` })
  const roadDepartment = await makeMaster(staff, 'department', { name: '보상1부', company: road })
  const cityDepartment = await makeMaster(staff, 'department', { name: '용지부', company: city })
  const park = await makeMaster(staff, 'manager', {
    name: '박새론',
    position: '과장',
    tel: '010-0000-0001',
    email: 'park@example.com',
    company: road,
    department: roadDepartment,
  })
  const kim = await makeMaster(staff, 'manager', { name: '김가온', company: city, department: cityDepartment })
  const project = await makeMaster(staff, 'project', { name: '누리천 정비 2차', manager: park, status: '진행중' })
  const title = await makeMaster(staff, 'title', { name: '1차 협의분', project, status: '진행중' })
  return {
    road: { company: road, department: roadDepartment, manager: park, project, title },
    city: { company: city, department: cityDepartment, manager: kim },
  }
}
