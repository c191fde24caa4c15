import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaperContentPath } from '#contract/papers/papers.ts'
import { makeRecord } from '../support/books/make-record.ts'
import { type FakeBrowser, makeFakeBrowser } from '../support/fakes/fake-runtime.ts'
import { createSeededRandom } from '../support/fakes/seeded-random.ts'
import { enqueueEdit } from '../support/outbox/outbox-fixtures.ts'
import { makePdfBytes, openPaperTab, type PaperTab, storePdf } from '../support/outbox/paper-device.ts'
import { startSending } from '../support/outbox/start-sending.ts'
import { countPropertyRuns, testDepth } from '../support/runner/test-depth.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../support/servers/build-test-app.ts'
import { createFaultProxy, type FaultProxy, type NetworkFault } from '../support/servers/fault-proxy.ts'

const isLong = testDepth === 'long'
const files = countPropertyRuns(40, 200)
const maxBytes = isLong ? 3_000_000 : 900_000

/**
 * About half of the requests pass; the others meet faults that occur in the field, including error
 * responses of the server.
 */
const faults: readonly NetworkFault[] = [
  { kind: 'drop_request' },
  { kind: 'drop_response' },
  { kind: 'duplicate' },
  { kind: 'delay', ms: 15 },
  { kind: 'html' },
  { kind: 'redirect' },
  { kind: 'no_body' },
  { kind: 'truncate' },
  { kind: 'status', status: 403 },
  { kind: 'status', status: 409 },
  { kind: 'status', status: 422 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
]

let server: TestApp
let proxy: FaultProxy
let staff: SignedIn

beforeAll(async () => {
  server = await buildTestApp()
  proxy = await createFaultProxy(await server.listen())
  staff = await server.signIn('staff')
}, 60_000)
afterAll(async () => {
  await proxy.close()
  await server.close()
})

async function openTab(browser: FakeBrowser): Promise<PaperTab> {
  return openPaperTab(browser, staff, { fetch, baseUrl: proxy.url, random: () => 0 })
}

test(
  `delivers ${files} files exactly once and unchanged while the connection fails and tabs are killed`,
  { timeout: 3_600_000 },
  async () => {
    const random = createSeededRandom(20)
    const caseId = String((await makeRecord(staff, 'real-estate'))['id'])
    const browser = makeFakeBrowser({ clock: 'real' })
    let tab = await openTab(browser)
    const added = new Map<string, Uint8Array>()
    for (let number = 0; number < files; number += 1) {
      const bytes = makePdfBytes(64 + Math.floor(random() ** 3 * maxBytes), number)
      const contentId = await storePdf(tab, bytes, `서류 ${number}`)
      added.set(contentId, bytes)
      const { unrecorded } = tab.papers.waiting.find((file) => file.contentId === contentId) ?? {}
      if (!unrecorded) throw new Error('a file was stored without its record')
      const { collection, id, fields } = unrecorded
      const completeFields = { case_id: caseId, paper_kind: 'other', media_type: 'application/pdf' }
      await enqueueEdit(tab.outbox, { kind: 'create', collection, id, fields: { ...fields, ...completeFields } })
    }
    proxy.setFaults(
      () =>
        (random() < 0.5 ? (faults[Math.floor(random() * faults.length)] ?? faults[0]) : undefined) ?? { kind: 'pass' },
    )

    // Kills the tab after each fifth of the files.
    for (let kill = 4; kill >= 0; kill -= 1) {
      const [sending, stop] = [startSending(tab.outbox, { isVisible: true }), tab.startLeading()]
      await browser.runUntil(() => tab.papers.waiting.length <= (files * kill) / 5, 3_000_000)
      if (kill === 0)
        await browser.runUntil(
          () => [...tab.outbox.image.entriesBySeq.values()].every(({ state }) => state === 'acked'),
          600_000,
        )
      sending.stop()
      stop()
      if (kill > 0) {
        tab.tab.kill()
        tab = await openTab(browser)
      }
    }
    expect(tab.papers.waiting).toEqual([])
    tab.close()

    const { db } = server
    const records = await db.selectFrom('case_paper').select(['content_id']).where('case_id', '=', caseId).execute()
    expect(records.map(({ content_id }) => content_id).toSorted()).toEqual([...added.keys()].toSorted())
    const contents = await db.selectFrom('paper_content').select(['content_id', 'is_whole']).execute()
    expect(contents.filter(({ is_whole }) => is_whole)).toHaveLength(files)
    expect(contents).toHaveLength(files)
    for (const [contentId, bytes] of added) {
      const response = await staff.inject({ method: 'GET', url: buildPaperContentPath(contentId) })
      expect(response.statusCode).toBe(200)
      expect(Buffer.compare(response.rawPayload, bytes), contentId).toBe(0)
    }
  },
)
