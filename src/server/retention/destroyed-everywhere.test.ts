import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressTasks } from '#contract/addresses/address-tasks.ts'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { letterPath } from '#contract/deposit-cases/deposit-cases.ts'
import { caseBookExportTaskPath } from '#contract/real-estate/real-estate.ts'
import { type ConfirmedKindName, confirmedKindNames } from '#contract/retention/retention-kinds.ts'
import {
  candidatesSchema,
  destroyPath,
  ledgerSchema,
  retentionOverviewSchema,
  retentionPath,
} from '#contract/retention/retention.ts'
import { changesPageSchema } from '#contract/sync/sync.ts'
import { newId } from '#server/new-id.ts'
import { updateRegister } from '#server/register/update-register.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { sendFile, toPaperFields, toPaperFile } from '#tests/support/outbox/paper-sender.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { readAllText } from '#tests/support/servers/every-text.ts'

/**
 * One recognizable name is put wherever the office's data can hold one. After the destruction it
 * may remain only where the law requires it.
 */
const name = '곽도담새론'
const number = '900101-1234568'
const ended = '2026-11-20'

let clock = new Date('2026-11-26T01:00:00Z')
let server: TestApp
let staff: SignedIn
let superuser: SignedIn
const created: { collection: CollectionName; id: string }[] = []

beforeAll(async () => {
  server = await buildTestApp({ config: { hasWorker: true }, now: () => clock })
  staff = await server.signIn('staff')
  superuser = await server.signIn('superuser')
})
afterAll(() => server.close())

async function make(collection: CollectionName, fields: Record<string, unknown> = {}): Promise<string> {
  const id = String((await makeRecord(staff, collection, fields))['id'])
  created.push({ collection, id })
  return id
}

/**
 * Writes a change twice, and once more with an outdated version, whose refusal contains the whole
 * row.
 */
async function edit(collection: CollectionName, id: string, fields: object): Promise<void> {
  const url = getBook(collection).path
  const put = (payload: object, version?: number) =>
    staff.inject({
      method: 'PUT',
      url,
      payload: { id, ...payload },
      headers: { 'idempotency-key': newId(), ...(version && { 'if-match': `"${String(version)}"` }) },
    })
  expect((await put(fields)).statusCode).toBe(200)
  const other = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, `${String(value)} 2`]))
  const refused = await put(other, 1)
  expect([refused.statusCode, refused.body.includes(name)]).toEqual([409, true])
}

async function makePaper(collection: CollectionName, of: Record<string, string>): Promise<string> {
  const file = toPaperFile(Buffer.from(`%PDF-1.7 ${name} ${number} %%EOF`), 'application/pdf')
  const id = await make(collection, { ...of, name: `${name} 초본`, memo: name, ...toPaperFields(file) })
  expect((await sendFile(staff, file, 10)).is_whole).toBe(true)
  return id
}

async function waitUntilFinished(path: string, taskId: string, person: SignedIn): Promise<Record<string, unknown>> {
  const poll = async () => (await person.inject({ method: 'GET', url: path, query: { task_id: taskId } })).json()
  await expect.poll(async () => (await poll()).status, { timeout: 30_000 }).toBe('completed')
  return await poll()
}

async function plant(): Promise<void> {
  const days = { registrated_at: ended }
  const bookCase = await make('real-estate', { owner: name, owner_address: `${name} 댁`, purpose: '이전', ...days })
  await edit('real-estate', bookCase, { owner: `${name}이` })
  await makePaper('case-papers', { case_id: bookCase })
  const torn = await makePaper('case-papers', { case_id: bookCase })
  await staff.inject({ method: 'DELETE', url: getBook('case-papers').path, payload: { id: torn } })
  const unit = await make('real-estate-units', { owner: name, ...days })
  const owner = await make('unit-owners', {
    unit_id: unit,
    owner: name,
    owner_num: number,
    owner_address: `${name} 주소`,
  })
  await staff.inject({
    method: 'PUT',
    url: getBook('unit-owners').path,
    payload: { id: owner, owner_num: '900101-1234570' },
  })
  await make('unit-mortgages', {
    unit_id: unit,
    name: `${name} 은행`,
    num: '110111-1234567',
    party_kind: 'corporation',
  })
  await make('unit-lands', { unit_id: unit, address: `${name}리 1` })
  await make('applications', { property_id: unit, debtor: name, special_notes: name, deceased: name })
  await makePaper('unit-papers', { unit_id: unit })
  const address = await make('addresses', { jibun: `${name}동 1-2`, owner_name: name, notes: name, ...days })
  await make('address-owners', { address_id: address, name, num: number, address: `${name} 주소` })
  await make('address-lands', { address_id: address, lot: '1', interested: name })
  await make('address-buildings', { address_id: address, usage: '주택', name })
  await makePaper('address-papers', { address_id: address })
  const issue = await staff.inject({
    method: 'POST',
    url: addressTasks.issue.path,
    payload: { address_ids: [address] },
  })
  await waitUntilFinished(addressTasks.issue.path, issue.json().task_id, staff)
  const deposit = await make('deposit-cases', {
    owner_name: name,
    address: `${name} 땅`,
    deposit_name: name,
    address_id: address,
    ...days,
  })
  await edit('deposit-cases', deposit, { notes: name })
  await makePaper('deposit-papers', { case_id: deposit })
  const letter = await staff.inject({
    method: 'POST',
    url: letterPath,
    payload: { deposition: deposit, title: name, content: name },
  })
  await staff.inject({
    method: 'POST',
    url: letterPath,
    payload: { deposition: deposit, title: name, content: name, corrects: letter.json().id },
  })
  // A letter about another case that lists this one.
  const other = await makeRecord(staff, 'deposit-cases', { owner_name: '다른 이', address: '다른 땅' })
  await staff.inject({
    method: 'POST',
    url: letterPath,
    payload: { deposition: other['id'], more_cases: [deposit], title: '여러 사건', content: '본문' },
  })
  for (const [case_book, case_id] of [
    ['real-estate', bookCase],
    ['deposit-cases', deposit],
  ] as const) {
    const about = { case_book, case_id, case_name: name }
    const reminder = await make('reminders', { note: `${name} 전화`, due_on: '2026-12-01', person: '이든', ...about })
    await edit('reminders', reminder, { memo: name })
  }
  await make('card-usage', { store_name: name, note: name, created_at: `${ended}T01:00:00Z` })
  await make('quick-deliveries', {
    rider: name,
    receiver: name,
    memo: name,
    amount: 5000,
    created_at: `${ended}T01:00:00Z`,
  })
  await make('leave-requests', { startDate: '2026-12-01', endDate: '2026-12-02', reason: name })
  await updateRegister(server.deps)
  const torn2 = await make('real-estate', { owner: `${name}의 지운 사건` })
  await staff.inject({ method: 'DELETE', url: getBook('real-estate').path, payload: { id: torn2 } })
  const contact = {
    name,
    phone: '010-0000-0101',
    subject: name,
    message: name,
    consent: true,
    consented_at: '2026-11-21T10:00:00Z',
  }
  expect(
    (
      await server.app.inject({
        method: 'POST',
        url: '/api/contact/',
        payload: contact,
        headers: { 'idempotency-key': newId() },
      })
    ).statusCode,
  ).toBe(201)
  const chat = { prompt: `${name} 사건 찾아줘`, messages: [], thread_id: newId() }
  expect((await staff.inject({ method: 'POST', url: chatPaths.ask, payload: chat })).statusCode).toBe(200)
  const task = await staff.inject({ method: 'POST', url: caseBookExportTaskPath, payload: { search: name } })
  await waitUntilFinished(caseBookExportTaskPath, task.json().task_id, staff)
}

/** Tables whose rows contain the word, except the trail. */
async function findTables(word: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')
  `.execute(server.ownerDb)
  const hex = Buffer.from(word).toString('hex')
  const found: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.raw(table.name)} t where position(${word} in t::text) > 0 or position(${hex} in t::text) > 0
    `.execute(server.ownerDb)
    if ((rows[0]?.count ?? 0) > 0) found.push(table.name.replace('public.', ''))
  }
  return found.toSorted()
}

const readCandidates = async (kind: ConfirmedKindName) =>
  candidatesSchema.parse((await superuser.inject({ url: `${retentionPath}/candidates?kind=${kind}` })).json())

async function runRetention() {
  return retentionOverviewSchema.parse(
    (await superuser.inject({ method: 'POST', url: `${retentionPath}/look` })).json(),
  )
}

async function destroy(kind: ConfirmedKindName, ids: readonly string[], destruction = newId()) {
  const payload = { destruction, kind, ids, typed: '파기' }
  const response = await superuser.inject({ method: 'POST', url: destroyPath, payload })
  expect(response.statusCode, response.body).toBe(200)
  return await waitUntilFinished(destroyPath, response.json().task_id, superuser)
}

test('destruction removes a name and a number from every store, except from the trail of who saw them', async () => {
  await plant()
  const planted = await findTables(name)
  expect(planted).toEqual(
    expect.arrayContaining([
      'real_estate',
      'real_estate_unit',
      'unit_owner',
      'unit_mortgage',
      'unit_land',
      'application',
      'case_paper',
      'unit_paper',
      'address',
      'address_owner',
      'address_land',
      'address_building',
      'address_extract',
      'deposit_case',
      'official_letter',
      'card_usage',
      'quick_delivery',
      'register_entry',
      'leave_request',
      'reminders',
      'inquiry',
      'change',
      'op',
      'audit',
      'chat_message',
      'download_task',
    ]),
  )
  const countRows = async () =>
    await Promise.all(
      (['party_number', 'paper_content', 'paper_piece', 'address_extract_file', 'download_chunk'] as const).map(
        async (table) =>
          (
            await server.db
              .selectFrom(table)
              .select(sql`1`.as('one'))
              .execute()
          ).length,
      ),
    )
  expect((await countRows()).every((count) => count > 0)).toBe(true)
  const { cursor } = changesPageSchema.parse((await staff.inject({ url: '/api/sync/changes' })).json())

  clock = new Date('2035-01-02T01:00:00Z')
  ;[staff, superuser] = [await server.signIn('staff'), await server.signIn('superuser')]
  await server.listen()
  for (let round = 0; round < 2; round += 1) {
    await runRetention()
    for (const kind of confirmedKindNames) {
      const { ids } = await readCandidates(kind)
      if (ids.length === 0) continue
      const done = await destroy(kind, ids)
      expect([kind, done['failed_count']]).toEqual([kind, 0])
    }
  }
  await expect.poll(() => findTables(name), { timeout: 15_000 }).toEqual(['audit'])
  expect(await countRows()).toEqual([0, 0, 0, 0, 0])
  expect(await readAllText(server.ownerDb)).not.toContain('123456')
  expect((await runRetention()).due.every(({ count }) => count === 0)).toBe(true)

  const { changes } = changesPageSchema.parse(
    (await staff.inject({ url: `/api/sync/changes?after=${cursor}&limit=1000` })).json(),
  )
  const reported = new Map(changes.map(({ id, row }) => [id, row]))
  const stored = created.filter(({ collection, id }) => reported.get(id) !== null && collection !== 'leave-requests')
  expect(stored.map(({ collection }) => collection)).toEqual(['quick-deliveries'])
  const [delivery] = await server.db.selectFrom('quick_delivery').selectAll().execute()
  expect(delivery).toMatchObject({ rider: null, receiver: null, memo: null, amount: 5000 })

  // The trail keeps whose data was read and written for as long as the law requires; its row about
  // the destruction names nobody.
  const trail = await server.db.selectFrom('audit').selectAll().where('act', '=', 'destroy').execute()
  expect(trail.length).toBeGreaterThan(created.length)
  expect(JSON.stringify(trail)).not.toContain(name)
  const { results } = ledgerSchema.parse((await superuser.inject({ url: `${retentionPath}/ledger` })).json())
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set([...confirmedKindNames, 'inquiries']))
  expect(results.every(({ asked, destroyed }) => asked === destroyed)).toBe(true)
})

test('does not bring destroyed records back by undo, repeated writes or import', async () => {
  const [bookCase] = created.filter(({ collection }) => collection === 'real-estate')
  const group = await makeRecord(staff, 'real-estate-groups')
  const payload = { id: bookCase?.id, group_id: group['id'], owner: name }
  const response = await staff.inject({ method: 'POST', url: getBook('real-estate').path, payload })
  expect([response.statusCode, response.json().message]).toEqual([
    422,
    '보유기간이 지나 파기한 기록이어서 되살릴 수 없습니다.',
  ])
  const history = await staff.inject({ url: `/api/sync/real-estate/history?id=${String(bookCase?.id)}` })
  expect(history.body).not.toContain('"old"')
  await expect(sql`delete from destroyed_record`.execute(server.db)).rejects.toThrow('permission denied')
  await expect(sql`update destruction set asked = 0`.execute(server.ownerDb)).rejects.toThrow('never rewritten')
})
