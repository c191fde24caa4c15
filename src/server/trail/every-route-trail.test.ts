import { Buffer } from 'node:buffer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collectionNames } from '#contract/books/collections.ts'
import { buildPaperContentPath, buildPaperThumbPath } from '#contract/papers/papers.ts'
import { trimListPath } from '#contract/records/generic-resource.ts'
import { confirmedKindNames } from '#contract/retention/retention-kinds.ts'
import { newId } from '#server/new-id.ts'
import { servedBooks } from '#server/served-books.ts'
import { makeRecord } from '#tests/support/books/make-record.ts'
import { smallPictures } from '#tests/support/documents/pictures.ts'
import { sendFile, toPaperFile } from '#tests/support/outbox/paper-sender.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

/**
 * Lists for every call what it leaves in the trail, or why nothing. A route in neither table fails
 * the test, so that nobody adds one without deciding. `act:area` is the row a reading call leaves
 * when called here; an empty area means none.
 */
type ExpectedTrace = { readonly leaves: string } | { readonly none: string }

const expectTrace = (text: string): ExpectedTrace => ({ leaves: text })
const expectNone = (why: string): ExpectedTrace => ({ none: why })

const choices = expectNone('names to choose from, of nobody in particular')
const officeReading = expectNone('what the office says of itself, to everybody')
const trailReading = expectNone(
  'what the trail says of itself, in figures; its rows are read by a call that leaves one',
)
const ruleReading = expectNone('periods and reasons, of no person')
const machineReading = expectNone('the state of processes, tasks and edits by their ids; no record of a person')
const sums = expectNone('sums over sections, of no person')
const own = expectNone('what somebody asks of themselves')
const fileReading = expectNone('tested with a file that there is: exports-trail.test.ts')

/** GET routes by path, as in the API description. */
const readings: Readonly<Record<string, ExpectedTrace>> = {
  ...Object.fromEntries(servedBooks.flatMap(({ book }) => listReadings(book.name, book))),
  '/api/sync/{collection}/rows': expectTrace('copy:real-estate'),
  '/api/sync/changes': expectTrace('copy:'),
  '/api/sync/{collection}/history': expectTrace('read:real-estate'),
  '/api/sync/{collection}/deleted': expectTrace('list:real-estate'),
  '/api/sync/{collection}/checksums': expectNone('hashes'),
  '/api/sync/probe': machineReading,
  '/api/sync/events': expectNone('says that something changed, never what'),
  '/api/sync/gaps': machineReading,
  '/api/mysql/deposition/report/': expectTrace('list:official-letters'),
  '/api/mysql/deposition/report/{id}/pdf': expectNone('tested with a letter that there is: letter-routes.test.ts'),
  '/api/mysql/deposition/report/templates/': expectNone('texts with gaps, of nobody'),
  '/api/mysql/deposition/export_report_excel/': fileReading,
  '/api/mysql/realestate/export_report_excel/': fileReading,
  '/api/mysql/deposition/export_report_pdf/': expectNone(
    'leaves its row for a section that there is: cost-claim.test.ts',
  ),
  '/api/mysql/realestate/export_report_pdf/': expectNone(
    'leaves its row for a section that there is: cost-claim.test.ts',
  ),
  '/api/deposition/address/immovable/file': fileReading,
  '/api/staff/leave/allowance/': expectTrace('list:leave-allowance'),
  '/api/mysql/user/': expectTrace('list:users'),
  '/api/mysql/user/list': expectTrace('list:users'),
  '/api/mysql/user/{id}/grants': expectTrace('read:users'),
  '/api/mysql/user/{id}/devices': expectTrace('read:users'),
  '/api/mysql/user/export_excel': expectTrace('export:users'),
  '/api/audit/': expectTrace('list:audit'),
  '/api/audit/export_excel': expectTrace('export:audit'),
  '/api/audit/export_signed': expectTrace('export:audit'),
  '/api/audit/chain': expectNone('hashes'),
  '/api/audit/alerts': trailReading,
  '/api/audit/reviews': trailReading,
  '/api/audit/reviews/{month}': expectNone('tested with a month that is over: reviews.test.ts'),
  '/api/keeping/': ruleReading,
  '/api/keeping/candidates': expectTrace('list:destruction'),
  '/api/keeping/ledger': expectNone('what was destroyed, without the data'),
  '/api/keeping/holds': ruleReading,
  '/api/keeping/blocked': expectNone('ids of records'),
  '/api/keeping/destroy': machineReading,
  '/api/keeping/recipients': officeReading,
  '/api/keeping/requests': expectTrace('list:person-requests'),
  '/api/staff/paper-contents/{contentId}': expectTrace('read:case-papers'),
  '/api/staff/paper-contents/{contentId}/thumb': expectTrace('read:case-papers'),
  '/api/staff/paper-contents/{contentId}/state': expectNone('how many bytes arrived'),
  '/api/mysql/user/filter_options': choices,
  '/api/mysql/realestate/unique_fields/': choices,
  '/api/mysql/deposition/unique_fields/': choices,
  '/api/staff/inquiries/assignees/': choices,
  '/api/mysql/realestate/summary_by_section/': sums,
  '/api/mysql/deposition/summary_by_section/': sums,
  '/api/mysql/realestate/summary_by_year/': sums,
  '/api/mysql/deposition/summary_by_year/': sums,
  '/api/quick/balance/': sums,
  '/api/mysql/realestate/sealing_key': expectNone('a public key'),
  '/api/session/devices': own,
  '/api/session/factor': own,
  '/api/notifications': own,
  '/api/privacy': officeReading,
  '/api/staff/linked-accounts/': own,
  '/api/chat/threads/': own,
  '/api/chat/threads/{id}/': own,
  '/api/staff/invitations/': expectNone('links that nobody has taken yet; who takes one leaves a row'),
  '/api/staff/rates': officeReading,
  '/api/register/months': sums,
  '/api/register/corrections': expectTrace('list:register-entries'),
  '/api/register/report': sums,
  '/api/register/report/due': expectNone('the year of a report'),
  '/api/register/export_report_excel': expectTrace('export:register-entries'),
  '/api/register/export_report_pdf': expectTrace('export:register-entries'),
  '/api/register/print': expectTrace('print:register-entries'),
  '/api/calendar/feed': own,
  '/api/calendar/{token}.ics': expectNone('tested with a calendar that there is: calendar/routes.test.ts'),
  '/api/deposition/company/picture/{id}': officeReading,
  '/api/office/seal/{id}': officeReading,
}

/** Public calls about nobody, and superusers' screens about the machine. */
const publicPaths =
  /^\/(api\/(health|setup|office$|site\/sections|blog\/|chat\/about|kia\/test|celery\/|server_status|demo-data)|oauth\/|blog\/|sitemap|robots)/

function listReadings(name: string, description: Parameters<typeof trimListPath>[0] & { path: string }) {
  const base = trimListPath(description)
  const list = expectTrace(`list:${name}`)
  return [
    [description.path, list],
    [`${base}list/`, list],
    [`${base}export_excel`, expectTrace(`export:${name}`)],
    [`${base}filter_options`, choices],
    [`${base}download_template/{name}`, expectNone('an empty sheet')],
  ] as const
}

const written = expectNone(
  'a write: the pipeline leaves its row with the effect (writes/record-log.ts, create-many.ts, bulk-update.ts)',
)

/** All other methods, by a pattern on `METHOD path`: what they leave, or why nothing. */
const writings: readonly (readonly [RegExp, ExpectedTrace])[] = [
  [/ \/api\/sync\/batch$/, written],
  [/^POST \/api\/document\/$/, expectTrace('create (deposit-cases/documents.test.ts)')],
  [/ \/api\/audit\/export_on_device$/, expectTrace('export, at once (reads/view-reports.test.ts)')],
  [/ \/api\/audit\/seen$/, expectTrace('the rows themselves (reads/view-reports.test.ts)')],
  [/ \/api\/audit\/chain$/, expectNone('maintains the trail; its findings are in trail_check')],
  [/ \/api\/audit\/(alerts|reviews)\//, expectTrace('review:audit')],
  [/ \/api\/keeping\/look$/, expectNone('only proposes; a confirmed destruction leaves its rows')],
  [
    / \/api\/keeping\//,
    expectTrace('create, delete, hold, block, find_person, export or destroy, with the effect (retention/*.test.ts)'),
  ],
  [/ \/api\/sync\/(traces|known-ops)$/, machineReading],
  [/reveal_number$/, expectTrace('reveal')],
  [/find_by_number$/, expectTrace('find_number')],
  [/import_excel$/, expectNone('a dry run returns the caller’s own rows; a real import leaves `import`')],
  [/paper-contents/, expectTrace('file_kept')],
  [/\/chat/, expectTrace('read:chat, by which tools, never what (server/chat/routes.ts)')],
  [/check_official_document|check_documents/, expectTrace('read')],
  [/PUT \/api\/staff\/leave\/allowance/, expectTrace('update:leave-allowance')],
  [/ \/api\/mysql\/user\//, expectTrace('update:users or role_change')],
  [
    / \/(oauth|api\/session|api\/invitation|api\/staff\/(invitations|linked-accounts))/,
    expectTrace('sign_in, session_end, …'),
  ],
  [
    /(_bulk|generate_land_survey(_pdf)?|calculate_compensation(_pdf)?|generate_official_document)$/,
    expectTrace('export'),
  ],
  [/download_application|application_pdf|\/report\//, expectTrace('export (filings, letters)')],
  [
    / \/api\/(office|staff\/rates|blog|demo-data|celery|kia|setup|server_status)/,
    expectTrace('update, or nothing of a person'),
  ],
  [/ \/api\/notifications/, own],
  [/ \/api\/register\//, expectTrace('update:register-entries, with the effect; nobody writes entries')],
  [/ \/api\/calendar\/feed$/, expectTrace('create, update or delete:calendar-feeds (calendar/routes.test.ts)')],
  [/ \/api\/contact|inquir/, written],
  [/^(POST|PUT|DELETE|PATCH) \/api\/(mysql|deposition|quick|staff)\//, written],
]

let server: TestApp
let superuser: SignedIn
/** Values for path parameters. */
let known: Readonly<Record<string, string>>

beforeAll(async () => {
  server = await buildTestApp()
  superuser = await server.signIn('superuser')
  const record = await makeRecord(superuser, 'real-estate')
  known = { id: superuser.user.id, ...(await keepPaper(String(record['id']))), name: 'x', collection: 'real-estate' }
}, 60_000)
afterAll(() => server.close())

async function keepPaper(caseId: string): Promise<{ contentId: string }> {
  const pdf = Buffer.from(`%PDF-1.7\n${'x'.repeat(200)}\n%%EOF`)
  const paperUpload = toPaperFile(pdf, 'application/pdf', { thumb: smallPictures.jpeg.toString('base64') })
  await sendFile(superuser, paperUpload)
  const { digest, size } = paperUpload.declaration
  const file = { content_id: paperUpload.contentId, digest, size, media_type: 'application/pdf' }
  await makeRecord(superuser, 'case-papers', { case_id: caseId, name: '계약서', ...file })
  return { contentId: paperUpload.contentId }
}

function listRoutes(): { method: string; path: string }[] {
  return Object.entries(server.app.swagger().paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item ?? {}).map((method) => ({ method: method.toUpperCase(), path })),
  )
}
const withoutSlash = (path: string) => path.replace(/\/$/, '')
const findTrace = (path: string) =>
  Object.entries(readings).find(([readingPath]) => withoutSlash(readingPath) === withoutSlash(path))?.[1]

function buildRequiredQuery(path: string): string {
  if (path.endsWith('history')) return `?id=${newId()}`
  if (path.startsWith('/api/register/') && !path.startsWith('/api/register/entries')) return '?year=2026'
  return path === '/api/keeping/candidates' ? `?kind=${confirmedKindNames[0]}` : ''
}

async function readTrail() {
  return await server.db
    .selectFrom('audit')
    .select(['act', 'collection', 'user_id', 'address'])
    .orderBy('seq')
    .execute()
}

test('lists every call of the server and no other', () => {
  const all = listRoutes()
  expect(all.length).toBeGreaterThan(300)
  const isTask = (path: string) => /_bulk$|\/file$|generate_|calculate_/.test(path)
  const unknown = all.filter(({ method, path }) =>
    method === 'GET'
      ? !findTrace(path) && !publicPaths.test(path) && !isTask(path)
      : !writings.some(([pattern]) => pattern.test(`${method} ${path}`)),
  )
  expect(unknown).toEqual([])
  const paths = new Set(all.map(({ path }) => withoutSlash(path)))
  const isOut = (path: string) => path.endsWith('export_excel') || path.includes('download_template')
  // A book without an export has no sheets, and one whose records are judged one by one has no
  // import.
  expect(Object.keys(readings).filter((path) => !paths.has(withoutSlash(path)) && !isOut(path))).toEqual([])
})

test('leaves exactly the listed row for every reading call, with who and from where, or none', async () => {
  const found: string[] = []
  const expected: string[] = []
  for (const { method, path } of listRoutes()) {
    const trace = findTrace(path)
    if (method !== 'GET' || !trace || path === '/api/sync/events' || trace === fileReading) continue
    const filledUrl = path.replace(/\{(\w+)\}/g, (_, key: string) => known[key] ?? newId())
    const url = `${filledUrl}${buildRequiredQuery(path)}`
    const before = (await readTrail()).length
    const response = await superuser.inject({ method: 'GET', url, remoteAddress: '10.9.8.7' })
    const rows = (await readTrail()).slice(before)
    expect(
      rows.every((row) => row.user_id === superuser.user.id && row.address === '10.9.8.7'),
      path,
    ).toBe(true)
    found.push(
      `${path} ${'leaves' in trace ? response.statusCode : ''} ${rows.map(({ act, collection }) => `${act}:${collection ?? ''}`).join()}`,
    )
    expected.push(`${path} ${'leaves' in trace ? `200 ${trace.leaves}` : ' '}`)
  }
  expect(found).toEqual(expected)
  expect(expected.filter((line) => !line.endsWith(' ')).length).toBeGreaterThanOrEqual(80)
})

test('leaves one row for a copy of any number of pages, also when it starts in the middle', async () => {
  const staff = await server.signIn('staff')
  const countCopies = async () =>
    (await readTrail()).filter(({ act, user_id }) => act === 'copy' && user_id === staff.user.id).length
  const fetchPage = (after?: string) =>
    staff.inject({ method: 'GET', url: '/api/sync/deposit-cases/rows', query: after ? { after } : {} })
  await fetchPage(newId())
  expect(await countCopies()).toBe(1)
  await fetchPage(newId())
  expect(await countCopies()).toBe(1)
  await fetchPage()
  await fetchPage(newId())
  expect(await countCopies()).toBe(2)
  await staff.inject({ method: 'GET', url: '/api/sync/changes' })
  expect(await countCopies()).toBe(3)
})

test('logs the query of every book, by its own list and by the generic one', async () => {
  const staff = await server.signIn('staff')
  for (const { book } of servedBooks) {
    const url = `${trimListPath(book)}list/`
    const response = await staff.inject({ method: 'GET', url, query: { search: '찾는말' } })
    if (response.statusCode !== 200) continue
    const [last] = await server.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
    expect(last).toMatchObject({ act: 'list', collection: book.name, user_id: staff.user.id })
    const words = book.leavesNoCopy ? '검색함' : '찾는말'
    expect(last?.detail, book.name).toMatchObject({ search: words })
  }
  expect(servedBooks.length).toBe(collectionNames.length)
})

test('lists every path that shows a paper', () => {
  expect(
    [buildPaperContentPath('{contentId}'), buildPaperThumbPath('{contentId}')].every((path) => findTrace(path)),
  ).toBe(true)
})
