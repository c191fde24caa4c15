import { afterAll, expect, test } from 'vitest'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { readOperations, searchOperations } from './api-document.ts'

const server = await buildTestApp()
afterAll(server.close)
const staff = await server.signIn('staff')
const groups = readOperations((await staff.inject({ url: '/api/docs' })).json())

const find = (key: string) => groups.flatMap(({ operations }) => operations).find((operation) => operation.key === key)

test('reads every described call under its heading', () => {
  const described = Object.entries(server.app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const shown = groups.flatMap(({ operations }) => operations.map(({ key }) => key))
  expect(shown.toSorted()).toEqual(described.toSorted())
  expect(groups.map(({ name }) => name)).toContain('사건부')
})

test('lists each input with its location, its type and whether it is required', () => {
  const inputs = find('POST /api/mysql/realestate/list/')?.inputs
  expect(inputs).toContainEqual({ name: 'id', location: '본문', kind: '글자', isRequired: false })
  const changed = find('PUT /api/mysql/realestate/list/')?.inputs
  expect(changed).toContainEqual({ name: 'id', location: '본문', kind: '글자', isRequired: true })
  expect(inputs).toContainEqual({ name: 'fees', location: '본문', kind: '정수 또는 비움', isRequired: false })
  expect(inputs).toContainEqual({ name: 'if-match', location: '헤더', kind: '글자', isRequired: false })
  expect(find('GET /api/sync/{collection}/rows')?.inputs.map(({ location }) => location)).toEqual([
    '질의',
    '질의',
    '주소',
  ])
})

test('lists responses by status, without the refusals common to all calls', () => {
  const responses = find('GET /api/health/ready')?.responses ?? []
  expect(responses.map(({ status }) => status)).toEqual(['200', '503'])
  expect(responses[0]?.parts[0]).toMatchObject({ name: 'status', isRequired: false })
})

test('finds calls by heading, path and field', () => {
  const findKeys = (search: string) =>
    searchOperations(groups, search).flatMap(({ operations }) => operations.map(({ key }) => key))
  expect(findKeys('사건부 put')).toEqual([
    'PUT /api/mysql/realestate/list/',
    'PUT /api/mysql/realestate/{id}/update',
    'PUT /api/register/entries/',
    'PUT /api/register/entries/{id}/update',
    'PUT /api/register/report/sent',
  ])
  expect(findKeys('group_id').length).toBeGreaterThan(0)
  expect(findKeys('없는 말')).toEqual([])
  expect(findKeys('')).toHaveLength(groups.flatMap(({ operations }) => operations).length)
})
