import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CollectionName, collectionNames, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import { problemSchema } from '#contract/problem.ts'
import { buildListFilters, trimListPath } from '#contract/records/generic-resource.ts'
import { bookRules } from '#domain/books/books.ts'
import { newId } from '#server/new-id.ts'
import { createSampleValue, makeRecord } from '#tests/support/books/make-record.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

/** One record per book, and list parameters that find it, do not find it, or are refused. */
let server: TestApp
let staff: SignedIn
const records = new Map<CollectionName, Record<string, unknown>>()

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  for (const name of collectionNames) records.set(name, await makeFull(name))
})
afterAll(() => server.close())

const filtered = collectionNames.filter((name) => Object.keys(buildListFilters(getBook(name))).length > 0)

describe.each(filtered)('the list of %s', (name) => {
  const { fields, filters = [] } = getBook(name)

  const choiceFields = fields.filter(({ kind, choices = [] }) => kind === 'enum' && choices.length > 1)
  test.each(choiceFields)('filters by the choice $key', async (field) => {
    const { key, label, choices = [] } = field
    const stored = records.get(name)?.[key]
    expect(stored).toEqual(expect.any(String))
    const others = choices.map(({ value }) => value).filter((value) => value !== stored)
    expect(await isFound(name, { [key]: String(stored) })).toBe(true)
    expect(await isFound(name, { [key]: [...others, stored].join(', ') })).toBe(true)
    expect(await isFound(name, { [key]: '' })).toBe(true)
    expect(await isFound(name, { [key]: others.join(',') })).toBe(false)
    for (const unknown of ['nonsense', `${String(stored)},nonsense`]) {
      expect(await readRefusal(name, { [key]: unknown })).toEqual({ [key]: `${label}: 선택할 수 없는 값입니다.` })
    }
  })

  test.each(listReferences(name))('filters by the record that $key references', async ({ key }) => {
    expect(await isFound(name, { [key]: String(records.get(name)?.[key]) })).toBe(true)
    expect(await isFound(name, { [key]: newId() })).toBe(false)
    expect(await readRefusal(name, { [key]: '7' })).toEqual({ [key]: expect.stringMatching(/[가-힣]/) })
  })

  test.each(filters.filter(({ op }) => op === 'contains'))('filters by a part of $key', async ({ key }) => {
    expect(await isFound(name, { [key]: '상' })).toBe(true)
    expect(await isFound(name, { [key]: '없는 말' })).toBe(false)
  })

  test.each(fields.filter(isDay))('filters by a range of $key', async ({ key }) => {
    const [long, far] = ['2000-01-01', '2999-12-31']
    const isDated = records.get(name)?.[key] !== null
    expect(await isFound(name, { [`${key}_start`]: long, [`${key}_end`]: far })).toBe(isDated)
    expect(await isFound(name, { [`${key}_start`]: far })).toBe(false)
    expect(await isFound(name, { [`${key}_end`]: long })).toBe(false)
    expect(await readRefusal(name, { [`${key}_end`]: 'yesterday' })).toHaveProperty(`${key}_end`)
  })
})

async function isFound(name: CollectionName, query: Record<string, string>): Promise<boolean> {
  const id = records.get(name)?.['id']
  return (await list(name, query)).some((row) => row['id'] === id)
}

async function list(name: CollectionName, query: Record<string, string> = {}): Promise<Record<string, unknown>[]> {
  const response = await fetchList(name, query)
  expect(response.statusCode).toBe(200)
  const reported = response.json()
  return Array.isArray(reported) ? reported : reported.results
}

async function readRefusal(name: CollectionName, query: Record<string, string>) {
  const response = await fetchList(name, query)
  expect(response.statusCode).toBe(400)
  return problemSchema.parse(response.json()).fields
}

function fetchList(name: CollectionName, query: Record<string, string>) {
  return staff.inject({ method: 'GET', url: `${trimListPath(getBook(name))}list/`, query })
}

/** A record with a value for every filter of its list. */
async function makeFull(name: CollectionName): Promise<Record<string, unknown>> {
  if (getBook(name).creatableBy === 'visitor') return await receiveInquiry()
  if (name === 'register-entries') return await enterMandate()
  if (name === 'address-extracts' || name === 'address-changes') return await keepByTask(name)
  const filled = getBook(name).fields.filter(
    ({ kind, editable }) => (kind === 'enum' || isDay({ kind })) && editable !== false,
  )
  const fields: Record<string, unknown> = {
    ...Object.fromEntries(filled.map((field) => [field.key, createFieldValue(field)])),
    ...listOwnWords(name),
    ...(name === 'addresses' && (await makeChosenTogether())),
  }
  // `makeRecord` makes required references itself, consistently; only those whose names are
  // filtered by are made here.
  for (const { key, to } of listReferences(name)) {
    const words = listReferencedWords(name, key)
    if (key in fields || (isNeeded(name, key) && Object.keys(words).length === 0)) continue
    fields[key] = (await makeRecord(staff, to, words))['id']
  }
  return await makeRecord(staff, name, { ...fields, ...(name === 'leave-requests' && { type: 'half_day' }) })
}

/** Inserted directly, because the server makes the entries from the case books. */
async function enterMandate(): Promise<Record<string, unknown>> {
  const day = '2026-11-23'
  const days = { mandated_on: day, entered_on: day, client_birth: day, closed_on: day }
  const row = { id: newId(), year: 2026, serial: 1, book: 'real-estate', case_id: newId(), verification: 'passport' }
  const values = { ...row, ...days, is_cancelled: false, differs: false }
  return await server.db.insertInto('register_entry').values(values).returningAll().executeTakeFirstOrThrow()
}

/** Inserted directly, because only a task writes these books. */
async function keepByTask(name: 'address-extracts' | 'address-changes'): Promise<Record<string, unknown>> {
  const base = { id: newId(), address_id: String((await makeRecord(staff, 'addresses'))['id']) }
  const table = name === 'address-extracts' ? 'address_extract' : 'address_change'
  const fields =
    name === 'address-extracts' ? { issued_at: new Date().toISOString() } : { change_kind: 'owner_changed' }
  const row = { ...base, ...fields, ...(name === 'address-changes' && { decision: 'open' }) }
  return await server.db.insertInto(table).values(row).returningAll().executeTakeFirstOrThrow()
}

/** A 목록 with its 사업구간 and 담당자. */
async function makeChosenTogether(): Promise<Record<string, unknown>> {
  const { id: title, project } = await makeRecord(staff, 'titles')
  const { manager } = await server.db
    .selectFrom('project')
    .select('manager')
    .where('id', '=', String(project))
    .executeTakeFirstOrThrow()
  return { title, project, manager }
}

function isNeeded(name: CollectionName, key: string): boolean {
  return getBook(name).fields.some((field) => field.key === key && field.required)
}

/** The list of card uses shows the last thirty days. */
function createFieldValue(field: Field): unknown {
  return field.kind === 'datetime' ? new Date().toISOString() : createSampleValue(field)
}

/** Values for the book's filters on fields of the record itself. */
function listOwnWords(name: CollectionName): Record<string, string> {
  const texts = getBook(name).fields.filter(({ kind }) => kind === 'text')
  const looked = texts.filter(({ key }) =>
    getBook(name).filters?.some(({ field, op }) => field === key && op === 'contains'),
  )
  // 동 and 호 are the halves of a 동호수.
  const isHalf = ({ key }: Field) => bookRules[name].follows?.some((follow) => follow.key === key)
  return Object.fromEntries(looked.map((field) => (isHalf(field) ? ['dongho', '가상동 가상호'] : [field.key, '가상'])))
}

/** Values for the book's filters on the record that `key` references. */
function listReferencedWords(name: CollectionName, key: string): Record<string, string> {
  const behind = (getBook(name).filters ?? []).flatMap(({ field }) => {
    const [reference, of] = field.split('.')
    return reference === key && of !== undefined ? [of] : []
  })
  return Object.fromEntries(behind.map((of) => [of, '가상']))
}

async function receiveInquiry(): Promise<Record<string, unknown>> {
  const written = { name: '윤새봄', phone: '010-0000-0101', subject: '비용', message: '비용을 알려 주세요.' }
  const consent = { consent: true, consented_at: new Date().toISOString() }
  await server.app.inject({ method: 'POST', url: '/api/contact/', payload: { ...written, ...consent } })
  const [row = {}] = await list('inquiries')
  return row
}

function isDay({ kind }: Pick<Field, 'kind'>): boolean {
  return kind === 'date' || kind === 'datetime'
}
