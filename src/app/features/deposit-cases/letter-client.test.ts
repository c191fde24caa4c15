import { expect, test } from 'vitest'
import { proposeAddressees } from '#domain/deposit-cases/letter-addressees.ts'
import { findLetterClient } from './letter-client.ts'

const stamp = { version: 1, updated_at: '2026-11-21T00:00:00Z' }
const record = (id: string, values: Record<string, string>, day = '01') => ({
  id,
  ...stamp,
  inserted_at: `2026-11-${day}T00:00:00Z`,
  ...values,
})
const lists = {
  projects: [
    record('p1', { name: '해든 우회도로', manager: 'm2' }),
    record('p2', { name: '해든 우회도로', manager: 'm1' }, '02'),
  ],
  managers: [
    record('m1', { name: '박새론', company: 'c1', department: 'd1' }),
    record('m2', { name: '이든', company: 'c2', department: 'd1' }),
  ],
  departments: [record('d1', { name: '보상1부' })],
  companies: [record('c1', { name: '가상도로공사' }), record('c2', { name: '옛 공사' })],
}

test('proposes the company, department and manager of the newest project of that name', () => {
  const project = '해든 우회도로'
  const client = findLetterClient(project, lists)
  expect(proposeAddressees({ project, manager: '박새론 과장', depositor: '누리군' }, client)).toEqual({
    recipient: '가상도로공사',
    reference: '보상1부 박새론 과장',
  })
})

test('proposes the depositor or the project where the client is unknown', () => {
  const client = findLetterClient('없는 구간', lists)
  const asked = { project: '없는 구간', manager: '이든 대리', depositor: '누리군' }
  expect(proposeAddressees(asked, client)).toEqual({ recipient: '누리군', reference: '이든 대리' })
  expect(proposeAddressees({ ...asked, depositor: '' }, client).recipient).toBe('없는 구간')
})
