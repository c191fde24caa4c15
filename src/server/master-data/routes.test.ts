import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterListSchemas } from '#contract/master-data/master-data.ts'
import { newId } from '#server/new-id.ts'
import { makeOffice } from '#tests/support/books/master-data.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let staff: SignedIn
let office: Awaited<ReturnType<typeof makeOffice>>

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  office = await makeOffice(staff)
})
afterAll(() => server.close())

async function call(method: 'POST' | 'PUT' | 'DELETE', noun: string, payload: object) {
  return await staff.inject({ method, url: `/api/deposition/${noun}/`, payload })
}

async function listNames(noun: 'company' | 'department' | 'manager' | 'project' | 'title', query = {}) {
  const response = await staff.inject({ method: 'GET', url: `/api/deposition/${noun}/`, query })
  const collection = ({ company: 'companies', department: 'departments' } as const)[noun as 'company'] ?? `${noun}s`
  return masterListSchemas[collection as 'companies']
    .parse(response.json())
    .results.map((row: Record<string, unknown>) => row['name'])
}

describe('a master list', () => {
  test('gives each row the names of what it belongs to', async () => {
    const response = await staff.inject({ method: 'GET', url: '/api/deposition/title/' })
    expect(masterListSchemas.titles.parse(response.json()).results[0]).toMatchObject({
      name: '1차 협의분',
      project_name: '누리천 정비 2차',
      manager_name: '박새론',
      department_name: '보상1부',
      company_name: '가상도로공사',
    })
  })

  test('returns the creation time of each title under the published name', async () => {
    const [title] = (await staff.inject({ method: 'GET', url: '/api/deposition/title/' })).json().results
    expect([title.created_at, title.updated_at]).toEqual([title.inserted_at, expect.any(String)])
    const { created_at } = (await call('PUT', 'title', { ...title, name: title.name })).json()
    expect(created_at).toBe(title.created_at)
  })

  test('works on the base path and on /list, with and without a trailing slash', async () => {
    for (const url of ['', '/', '/list', '/list/']) {
      const response = await staff.inject({ method: 'GET', url: `/api/deposition/company${url}` })
      expect(response.json().total_count).toBe(2)
    }
  })

  test.each([
    ['company', {}, ['가상도로공사', '솔빛도시개발공사']],
    ['company', { search: 'ㅅㅂㄷㅅ' }, ['솔빛도시개발공사']],
    ['company', { ordering: '-name', page_size: '1' }, ['솔빛도시개발공사']],
    ['company', { page: '2', page_size: '1' }, ['솔빛도시개발공사']],
    ['department', { include: 'company' }, ['보상1부', '용지부']],
    ['department', { search: '솔빛' }, ['용지부']],
    ['department', { ordering: '-company' }, ['용지부', '보상1부']],
    ['manager', { search: 'ㅂㅅㄹ' }, ['박새론']],
    ['manager', { search: '010-0000-0001' }, ['박새론']],
    ['manager', { ordering: 'tel' }, ['박새론', '김가온']],
    ['project', { status: '완료' }, []],
    ['title', { status: '진행중' }, ['1차 협의분']],
    ['title', { search: '박새론' }, ['1차 협의분']],
  ] as const)('of %s asked with %j shows %j', async (noun, query, expected) => {
    expect(await listNames(noun, query)).toEqual(expected)
  })

  test('filters by company, department, manager or project', async () => {
    expect(await listNames('department', { company_id: office.road.company })).toEqual(['보상1부'])
    expect(await listNames('manager', { company_id: office.city.company })).toEqual(['김가온'])
    expect(await listNames('manager', { department_id: office.road.department })).toEqual(['박새론'])
    expect(await listNames('project', { manager: office.city.manager })).toEqual([])
    expect(await listNames('title', { manager: office.road.manager })).toEqual(['1차 협의분'])
    expect(await listNames('title', { manager: office.city.manager })).toEqual([])
    expect(await listNames('title', { project: office.road.project })).toEqual(['1차 협의분'])
    expect(await listNames('title', { project: '', manager: '' })).toEqual(['1차 협의분'])
  })

  test('refuses an unknown ordering', async () => {
    const response = await staff.inject({
      method: 'GET',
      url: '/api/deposition/manager/',
      query: { ordering: 'secret' },
    })
    expect([response.statusCode, response.json().fields]).toEqual([400, { ordering: '정렬할 수 없는 항목입니다.' }])
  })

  test('of managers is logged, because it shows people', async () => {
    await listNames('manager', { search: '새론' })
    const [last] = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
    expect(last).toMatchObject({ act: 'list', collection: 'managers', user_id: staff.user.id })
  })
})

describe('refuses to delete a referenced record and names what refers to it', () => {
  test.each([
    ['company', 'company', '이 회사를 쓰는 부서 1건, 관리자 1건이 있어 삭제할 수 없습니다.'],
    ['department', 'department', '이 부서를 쓰는 관리자 1건이 있어 삭제할 수 없습니다.'],
    ['manager', 'manager', '이 관리자를 쓰는 사업구간 1건이 있어 삭제할 수 없습니다.'],
    ['project', 'project', '이 사업구간을 쓰는 목록 1건이 있어 삭제할 수 없습니다.'],
  ] as const)('%s', async (noun, key, message) => {
    const result = await call('DELETE', noun, { id: office.road[key] })
    expect([result.statusCode, result.json()]).toEqual([409, { code: 'in_use', message }])
  })

  test('deletes a chain from its end', async () => {
    const chain = await makeOffice(staff, '누리')
    for (const [noun, id] of [
      ['title', chain.road.title],
      ['project', chain.road.project],
      ['manager', chain.road.manager],
      ['department', chain.road.department],
      ['company', chain.road.company],
      ['manager', chain.city.manager],
      ['department', chain.city.department],
      ['company', chain.city.company],
    ] as const) {
      expect((await call('DELETE', noun, { id })).statusCode).toBe(200)
    }
  })
})

describe('a manager’s department belongs to the manager’s company', () => {
  const refusal = '부서: 선택한 회사의 부서가 아닙니다. 다시 선택해 주세요.'

  test('when added', async () => {
    const { road, city } = office
    const result = await call('POST', 'manager', {
      id: newId(),
      name: '이든',
      company: road.company,
      department: city.department,
    })
    expect([result.statusCode, result.json().fields]).toEqual([422, { department: refusal }])
  })

  test('when only the company changes, but not when the department changes too', async () => {
    const { road, city } = office
    const alone = await call('PUT', 'manager', { id: city.manager, company: road.company })
    expect([alone.statusCode, alone.json().fields]).toEqual([422, { department: refusal }])
    const both = { company: road.company, department: road.department }
    const moved = await call('PUT', 'manager', { id: city.manager, ...both })
    expect(moved.json()).toMatchObject({ ...both, company_name: '가상도로공사', department_name: '보상1부' })
    await call('PUT', 'manager', { id: city.manager, company: city.company, department: city.department })
  })

  test('when the department would move to another company', async () => {
    const result = await call('PUT', 'department', { id: office.road.department, company: office.city.company })
    const message = '회사: 이 부서에 관리자 1명이 있어 회사를 바꿀 수 없습니다.'
    expect([result.statusCode, result.json().fields]).toEqual([422, { company: message }])
  })

  test('when a department moves while a manager is added, one of the two is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const department = newId()
      await call('POST', 'department', { id: department, name: '용지부', company: office.road.company })
      const manager = { id: newId(), name: '하람', company: office.road.company, department }
      const responses = await Promise.all([
        call('PUT', 'department', { id: department, company: office.city.company }),
        call('POST', 'manager', manager),
      ])
      expect(responses.map(({ statusCode }) => statusCode >= 400).filter(Boolean)).toHaveLength(1)
      expect(responses.map(({ statusCode }) => statusCode).every((status) => status < 500)).toBe(true)
      await call('DELETE', 'manager', { id: manager.id })
      await call('DELETE', 'department', { id: department })
    }
  })
})

test('names missing required fields of a project or title', async () => {
  const result = await call('POST', 'title', { id: newId(), name: '  ' })
  expect(result.statusCode).toBe(400)
  expect(result.json().fields).toMatchObject({
    name: '목록명: 필수 항목입니다.',
    project: '프로젝트: 선택해 주세요.',
    status: '상태: 선택해 주세요.',
  })
})

test('accepts a row sent back whole and changes only editable fields', async () => {
  const [row] = (await staff.inject({ method: 'GET', url: '/api/deposition/project/' })).json().results
  const result = await call('PUT', 'project', { ...row, progress_percentage: 40, company_name: '다른 회사' })
  expect(result.json()).toMatchObject({
    progress_percentage: 40,
    company_name: '가상도로공사',
    version: row.version + 1,
  })
})

test('copies the five lists to devices and sends their changes', async () => {
  for (const collection of ['companies', 'departments', 'managers', 'projects', 'titles']) {
    const response = await staff.inject({ method: 'GET', url: `/api/sync/${collection}/rows` })
    expect(response.json().columns.id.length).toBeGreaterThan(0)
  }
  const changes = await staff.inject({ method: 'GET', url: '/api/sync/changes' })
  const followed = new Set(changes.json().changes.map(({ collection }: { collection: string }) => collection))
  expect(followed).toEqual(new Set(['companies', 'departments', 'managers', 'projects', 'titles']))
})
