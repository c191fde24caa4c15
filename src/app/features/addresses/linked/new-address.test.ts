import { expect, test } from 'vitest'
import type { SourceRow } from '#contract/records/row-source.ts'
import { buildNewAddress, findOrBuildAddress } from './new-address.ts'

const base = { version: 1, inserted_at: '', updated_at: '' }
const project = { ...base, id: 'p', name: '제1공구', manager: 'm' }
const caseOptions = { collection: 'deposit-cases', projects: [project] } as const
const aCase = {
  address: '누리군 1-1',
  owner_name: '박새론',
  purpose: '공탁',
  regi_office: null,
  business_section: '제1공구',
}

function readFields(creation: ReturnType<typeof buildNewAddress>) {
  const edit = 'edits' in creation ? creation.edits[0]?.edit : undefined
  return edit?.kind === 'create' ? edit.fields : creation
}

/** A device with these addresses in its copy. */
function createCopy(rows: readonly Pick<SourceRow, 'id' | 'state'>[]) {
  return {
    readAll: async (
      _: string,
      query: object,
      onChunk: (chunk: readonly SourceRow[], done: number, total: number) => unknown,
    ) => {
      expect(query).toMatchObject({ filters: [{ op: 'equals', field: 'jibun', value: '누리군 1-1' }] })
      await onChunk(rows as readonly SourceRow[], rows.length, rows.length)
    },
  }
}

test("creates a case's address from its lot, owner, purpose and named project", () => {
  expect(readFields(buildNewAddress(caseOptions, { record: aCase, joined: {} }))).toEqual({
    jibun: '누리군 1-1',
    owner_name: '박새론',
    purpose: '공탁',
    project: 'p',
    manager: 'm',
  })
})

test('takes no project if two share the name', () => {
  const duplicated = { ...caseOptions, projects: [project, { ...project, id: 'q' }] }
  expect(readFields(buildNewAddress(duplicated, { record: aCase, joined: {} }))).not.toHaveProperty('project')
})

test("creates a unit's address from its group, 동호수 and 고유번호", () => {
  const record = { dongho: '101동 1203호', dong: '101', ho: '1203', owner: '이든', immovable_num: '1146-2026-000001' }
  const joined = { group_id: { ...base, id: 'g', name: '하늘단지' } }
  expect(readFields(buildNewAddress({ collection: 'real-estate-units', projects: [] }, { record, joined }))).toEqual({
    jibun: '하늘단지 101동 1203호',
    num: '1146-2026-000001',
    type: 'collective_building',
    owner_name: '이든',
    dong: '101',
    ho: '1203',
  })
})

test('creates no address for a record without a lot', () => {
  expect(buildNewAddress(caseOptions, { record: {}, joined: {} })).toHaveProperty('refusal')
})

test('links a new case to an existing address of the same lot, but not to a deleted one', async () => {
  const known = await findOrBuildAddress(
    createCopy([
      { id: 'gone', state: 'deleted' },
      { id: 'known', state: 'plain' },
    ]),
    caseOptions,
    aCase,
  )
  expect(known).toEqual({ id: 'known', edits: [] })
  expect(await findOrBuildAddress(createCopy([{ id: 'gone', state: 'deleted' }]), caseOptions, aCase)).toMatchObject({
    edits: [{ edit: { kind: 'create', collection: 'addresses' } }],
  })
})
