import { expect, test } from 'vitest'
import { type FactorReason, problem } from '#contract/problem.ts'
import { openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'
import { openPapers } from './open-papers.ts'
import { openPaperCopies } from './paper-copies.ts'
import { computeDigest, createPapersView } from './store-file.ts'

const contentId = '01990000-0000-7000-8000-00000000000a'
const bytes = new Uint8Array([1, 2, 3])

/** A device whose server answers every call with `response`. */
async function openDevice(response: (url: URL) => Response) {
  const requests: URL[] = []
  const fetch = (input: RequestInfo | URL) => {
    const { url } = new Request(input)
    requests.push(new URL(url))
    return Promise.resolve(response(new URL(url)))
  }
  const { runtime } = makeFakeBrowser().openTab({ fetch, baseUrl: 'https://office.test' })
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, makeTokens())
  const papers = createPapersView(await openPapers(runtime, testUserId), openPaperCopies(runtime, testUserId), outbox)
  const paper = { content_id: contentId, digest: await computeDigest(bytes), size: bytes.length }
  return { papers, paper, outbox, requests }
}

const makeFactorProblem = (factor: FactorReason) =>
  Response.json(problem('second_factor_needed', { factor }), { status: 428 })

test('reports a file that needs a recent second factor without affecting the rest of the device', async () => {
  const { papers, paper, outbox } = await openDevice(() => makeFactorProblem('fresh'))
  expect(await papers.readBytes(paper)).toEqual({ kind: 'needs_factor' })
  expect(outbox.image.session?.needsFactor ?? false).toBe(false)
})

test('notes a session without its second factor, like every other call', async () => {
  const { papers, paper, outbox } = await openDevice(() => makeFactorProblem('pass'))
  expect(await papers.readBytes(paper)).toEqual({ kind: 'unreachable' })
  expect(outbox.image.session?.needsFactor).toBe(true)
})

test("sends the reason for opening a stopped record's paper, for its thumbnail too", async () => {
  const { papers, paper, requests } = await openDevice(() => new Response(bytes))
  expect((await papers.readBytes(paper, '법령상 의무 이행')).kind).toBe('read')
  await papers.readThumb(contentId, '법령상 의무 이행')
  expect(requests.map(({ searchParams }) => searchParams.get('reason'))).toEqual([
    '법령상 의무 이행',
    '법령상 의무 이행',
  ])
})
