import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { extractFilePath, type RegistryExtract } from '#contract/registry/extract.ts'
import { stoppedDocumentText } from '#domain/retention/stopped-texts.ts'
import { newId } from '#server/new-id.ts'
import { createHttpSource } from '#server/registry/http/http-source.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { stopRecords } from '#tests/support/books/stop-record.ts'
import { readZip } from '#tests/support/documents/read-zip.ts'
import { createEntry, createExtract, createParty } from '#tests/support/documents/registry-extracts.ts'
import { type SampleHelper, startSampleHelper } from '#tests/support/fakes/sample-registry.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { endAddressTask, startAddressTask } from '#tests/support/tasks/address-task.ts'
import { readExtractFile, sweepExtractFiles } from './extract-files.ts'
import { createRegistryKinds } from './registry-kinds.ts'

let server: TestApp
let staff: SignedIn
let helper: SampleHelper
let address: string

beforeAll(async () => {
  server = await buildTestApp()
  staff = await server.signIn('staff')
  helper = await startSampleHelper()
})
afterAll(async () => {
  await helper.close()
  await server.close()
})
beforeEach(async () => {
  Object.assign(helper, { fault: undefined, extract: createExtract(), numbers: undefined })
  for (const table of [
    'download_task',
    'address_change',
    'address_extract',
    'address_owner',
    'address_land',
    'address',
  ] as const)
    await server.ownerDb.deleteFrom(table).execute()
  address = await createRecord('/api/deposition/address/', helper.sample)
})

const soldExtract: RegistryExtract = createExtract({
  ownership: [
    createEntry('1 소유권보존', [createParty('김가온')]),
    createEntry('2 소유권이전', [
      createParty('박새론', '2분의 1', { num_masked: '850505-2******' }),
      createParty('이든', '2분의 1'),
    ]),
  ],
})

async function createRecord(url: string, payload: object): Promise<string> {
  const response = await staff.inject({ method: 'POST', url, payload })
  expect(response.statusCode, response.body).toBe(201)
  return response.json<{ id: string }>().id
}

const createOwner = (fields: object) =>
  createRecord('/api/deposition/address/owner/', { address_id: address, ...fields })

function createKinds() {
  const source = createHttpSource({ url: helper.url, token: helper.token, timeoutMs: 5000 })
  const { within } = createWritePipeline(server.deps)
  const [issue, refresh, download] = createRegistryKinds({ deps: server.deps, source, within })
  if (!issue || !refresh || !download) throw new Error('expected three kinds')
  return { issue, refresh, download }
}

/** Works like the queue: asks the source, then runs the transaction that marks the item as done. */
async function work(name: keyof ReturnType<typeof createKinds>, id = address) {
  const kind = createKinds()[name]
  const taskId = await startAddressTask(server.db, { userId: staff.user.id, kind: kind.name, ids: [id] })
  try {
    const sourceResult = await kind.fetchSource?.({ db: server.db, ...createTaskContext(taskId) }, id)
    return await server.db
      .transaction()
      .execute((db) => kind.work({ db, ...createTaskContext(taskId) }, id, sourceResult))
  } finally {
    await endAddressTask(server.db, taskId)
  }
}

function createTaskContext(taskId: string) {
  const { signal } = new AbortController()
  const input = { address_ids: [address] }
  return { now: () => new Date(), signal, taskId, userId: staff.user.id, input }
}

const readExtracts = () => server.db.selectFrom('address_extract').selectAll().orderBy('inserted_at').execute()
const readChanges = () => server.db.selectFrom('address_change').selectAll().orderBy('id').execute()
const readOwners = () => server.db.selectFrom('address_owner').selectAll().orderBy('place').execute()
const decide = (id: string, decision: string) =>
  staff.inject({ method: 'PUT', url: '/api/deposition/address/change/', payload: { id, decision } })

test('stores an extract with date and hash, notifies devices, and encrypts its PDF', async () => {
  await work('issue')
  const [stored] = await readExtracts()
  expect(stored).toMatchObject({ address_id: address, source: 'http', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(JSON.parse(stored?.content_json ?? '')).toEqual(createExtract())
  const id = stored?.id ?? ''
  const logged = await server.db.selectFrom('change').selectAll().where('record_id', '=', id).execute()
  expect(logged).toMatchObject([{ collection: 'address-extracts', kind: 'create', user_id: staff.user.id }])
  const file = await server.db.selectFrom('address_extract_file').selectAll().where('extract_id', '=', id).execute()
  expect(file[0]?.bytes.toString('latin1')).not.toContain('%PDF-')
  const fetched = await staff.inject({ method: 'GET', url: `/api/deposition/address/immovable/file?id=${id}` })
  expect(fetched.rawPayload.toString('latin1')).toMatch(/^%PDF-1.4[\s\S]*%%EOF\s*$/)
  expect(fetched.headers['content-disposition']).toContain(encodeURIComponent('등기부등본 2501-2020-000123'))
})

test('an equal extract reports nothing; another owner awaits a decision and changes no record', async () => {
  await createOwner({ name: '김가온' })
  await work('issue')
  expect(await work('issue')).toEqual({})
  helper.extract = soldExtract
  expect(await work('issue')).toEqual({ note: '변동 1건' })
  expect(await readChanges()).toMatchObject([
    {
      change_kind: 'owner_changed',
      decision: 'open',
      before_text: '김가온',
      after_text: '박새론 (850505-2******) 2분의 1, 이든 2분의 1',
    },
  ])
  expect((await readOwners()).map(({ name }) => name)).toEqual(['김가온'])
})

test('an applied change replaces the owners with the register’s, and cannot be undone', async () => {
  await createOwner({ name: '김가온' })
  await work('issue')
  helper.extract = soldExtract
  await work('issue')
  const [change] = await readChanges()
  expect((await decide(change?.id ?? '', 'applied')).statusCode).toBe(200)
  expect(await readOwners()).toMatchObject([
    { name: '박새론', num_masked: '850505-2******', share: '2분의 1', party_kind: 'person', receipt_num: '제200호' },
    { name: '이든', share: '2분의 1' },
  ])
  const row = await server.db.selectFrom('address').select('owner_name').where('id', '=', address).execute()
  expect(row).toEqual([{ owner_name: '박새론 외 1명' }])
  const undone = await decide(change?.id ?? '', 'open')
  expect(undone.statusCode).toBe(422)
  expect(undone.json<{ message: string }>().message).toContain('되돌릴 수 없습니다')
})

test('without its extract nothing is applied, and the change stays open', async () => {
  await work('issue')
  helper.extract = soldExtract
  await work('issue')
  await server.ownerDb.deleteFrom('address_extract').execute()
  const [change] = await readChanges()
  const result = await decide(change?.id ?? '', 'applied')
  expect(result.statusCode).toBe(422)
  expect(await readChanges()).toMatchObject([{ decision: 'open', version: 1 }])
  expect(await readOwners()).toEqual([])
})

test('one decision settles all differences of its kind by the newest extract', async () => {
  await work('issue')
  helper.extract = soldExtract
  await work('issue')
  helper.extract = {
    ...soldExtract,
    ownership: [...soldExtract.ownership, createEntry('3 공유자전원지분전부이전', [createParty('솔빛도시개발공사')])],
  }
  await work('issue')
  const [first] = await readChanges()
  await decide(first?.id ?? '', 'applied')
  expect((await readChanges()).map(({ decision }) => decision)).toEqual(['applied', 'applied'])
  expect(await readOwners()).toMatchObject([{ name: '솔빛도시개발공사', party_kind: 'corporation' }])
})

test('an applied mortgage makes its bank 관계인 of the parcel, an applied area updates its land', async () => {
  await createRecord('/api/deposition/address/land/', { address_id: address, lot: '123-4', land_kind: '전', area: 300 })
  await work('issue')
  helper.extract = createExtract({
    description: { ...createExtract().description, area: 318 },
    rights: [createEntry('1 근저당권설정', [createParty('해든은행')], { claim_amount: 1_000_000 })],
  })
  await work('issue')
  for (const { id } of await readChanges()) expect((await decide(id, 'applied')).statusCode).toBe(200)
  const lands = await server.db.selectFrom('address_land').selectAll().execute()
  expect(lands).toMatchObject([{ interested: '근저당권자 해든은행', area: 318, land_kind: '대' }])
})

test('a refresh writes owners if there are none, with full numbers in their encrypted field only', async () => {
  helper.extract = createExtract({
    ownership: [createEntry('1 소유권보존', [createParty('김가온', '', { num_masked: '900101-1******' })])],
  })
  helper.numbers = [{ rank: '1', name: '김가온', num: '900101-1000002' }]
  await work('refresh')
  const [written] = await readOwners()
  expect(written).toMatchObject({
    name: '김가온',
    num_masked: '900101-1******',
    num: expect.stringMatching(/^number:/),
  })
  for (const table of ['address_owner', 'address_extract', 'change', 'audit'] as const)
    expect(JSON.stringify(await server.ownerDb.selectFrom(table).selectAll().execute())).not.toContain('1000002')
  expect(await readChanges()).toEqual([])
})

test('a refresh fills in empty fields, and creates one change if the owners differ', async () => {
  await createOwner({ name: '김가온', address: '누리군 하늘면 별빛리 7' })
  await work('refresh')
  expect(await readOwners()).toMatchObject([{ address: '누리군 하늘면 별빛리 7', receipt_num: '제100호' }])
  helper.extract = soldExtract
  await server.ownerDb.deleteFrom('address_extract').execute()
  expect(await work('refresh')).toEqual({ note: '변동 1건' })
  expect(await work('refresh')).toEqual({})
  expect(await readChanges()).toMatchObject([{ change_kind: 'owner_changed', before_text: '김가온', decision: 'open' }])
  expect((await readOwners()).map(({ name }) => name)).toEqual(['김가온'])
})

test('writes nothing when the source returns another parcel', async () => {
  helper.fault = 'other_num'
  await expect(work('issue')).rejects.toMatchObject({ name: 'ItemError', isTransient: false })
  helper.fault = 'closed'
  await expect(work('issue')).rejects.toMatchObject({ name: 'ItemError', isTransient: true })
  expect(await readExtracts()).toEqual([])
  await expect(work('issue', '00000000-0000-7000-8000-0000000000ff')).rejects.toThrow('삭제된 주소입니다.')
})

test('an extract requested before its lot number was corrected is dropped and requested again', async () => {
  const { issue } = createKinds()
  const own = createTaskContext(await startAddressTask(server.db, { userId: staff.user.id, ids: [address] }))
  const sourceResult = await issue.fetchSource?.({ db: server.db, ...own }, address)
  await server.ownerDb.updateTable('address').set({ num: '2501-2020-000124' }).where('id', '=', address).execute()
  const written = server.db.transaction().execute((db) => issue.work({ db, ...own }, address, sourceResult))
  await expect(written).rejects.toMatchObject({ name: 'ItemError', isTransient: true })
  expect(await readExtracts()).toEqual([])
})

test('the archive has one PDF per address with its newest extract, named by its position', async () => {
  await expect(work('download')).rejects.toThrow('발급된 등본이 없습니다')
  await work('issue')
  const second = await createRecord('/api/deposition/address/', { jibun: '솔빛시 해든구 달빛동 123-4 지상' })
  await server.ownerDb.updateTable('address').set({ num: null }).where('id', '=', address).execute()
  await server.ownerDb.updateTable('address').set({ num: helper.sample.num }).where('id', '=', second).execute()
  await work('issue', second)
  await work('download')
  const archive = await createKinds().download.finish?.({ db: server.db, ...createTaskContext(newId()) }, [
    second,
    address,
  ])
  const files = await readZip(archive ?? [])
  expect(files.map(({ name }) => name)).toEqual([
    '1 달빛동 123-4 지상 2501-2020-000123 2026-11-20.pdf',
    '2 해든구 달빛동 123-4 2026-11-20.pdf',
  ])
  const stored = await readExtracts()
  for (const { bytes } of files)
    expect(bytes).toEqual(await readExtractFile(server.db, server.deps.officeKeys, stored[0]?.id ?? ''))
})

test('people cannot create or change an extract; undoing its delete restores it completely', async () => {
  await work('issue')
  const [stored] = await readExtracts()
  const url = '/api/deposition/address/immovable/'
  const issued = await staff.inject({ method: 'POST', url, payload: { address_id: address } })
  expect(issued.statusCode).toBe(422)
  const moved = await staff.inject({
    method: 'PUT',
    url,
    payload: { id: stored?.id, address_id: await createRecord('/api/deposition/address/', { jibun: '별빛리 1' }) },
  })
  expect(moved.statusCode).toBe(422)
  expect((await staff.inject({ method: 'DELETE', url, payload: { id: stored?.id } })).statusCode).toBe(200)
  await sweepExtractFiles(server.deps)
  const back = await staff.inject({ method: 'POST', url, payload: { id: stored?.id, address_id: address } })
  expect(back.statusCode, back.body).toBe(201)
  expect(await readExtracts()).toMatchObject([
    { id: stored?.id, hash: stored?.hash, content_json: stored?.content_json },
  ])
  expect(await readExtractFile(server.db, server.deps.officeKeys, stored?.id ?? '')).not.toBeNull()
  await staff.inject({ method: 'DELETE', url, payload: { id: stored?.id } })
  await sweepExtractFiles({ ...server.deps, now: () => new Date(Date.now() + 6 * dayMs) })
  expect(await readExtractFile(server.db, server.deps.officeKeys, stored?.id ?? '')).toBeNull()
})

test('no extract is requested or handed out for an address whose processing is stopped', async () => {
  await work('issue')
  const superuser = await server.signIn('superuser')
  const resume = await stopRecords(
    async (method, url, payload) => (await superuser.inject({ method, url, payload })).statusCode,
    [{ collection: 'addresses', id: address }],
  )
  for (const name of ['issue', 'refresh', 'download'] as const)
    await expect(work(name)).rejects.toThrow(stoppedDocumentText)
  const { id } = await server.db.selectFrom('address_extract').select('id').executeTakeFirstOrThrow()
  const file = { method: 'GET', url: `${extractFilePath}?id=${id}` } as const
  const refused = await staff.inject(file)
  expect([refused.statusCode, refused.json().message]).toEqual([422, stoppedDocumentText])
  await resume()
  await work('download')
})
