import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPaperContentPath, paperStateSchema } from '#contract/papers/papers.ts'
import { problemSchema } from '#contract/problem.ts'
import { sealOverheadBytes } from '#server/keys/encrypted-piece.ts'
import {
  declareFile,
  generatePdfPaper,
  type PaperFile,
  sendFile,
  sendPiece,
} from '#tests/support/outbox/paper-sender.ts'
import { countPropertyRuns } from '#tests/support/runner/test-depth.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp
let devices: readonly SignedIn[]
beforeAll(async () => {
  server = await buildTestApp()
  devices = [await server.signIn('staff'), await server.signIn('superuser')]
})
afterAll(() => server.close())

const length = 300

/**
 * Pieces from any offset, of any length, some damaged, from either of two devices, mixed with
 * declarations.
 */
const steps = fc.array(
  fc.record({
    from: fc.integer({ min: 0, max: length + 20 }),
    count: fc.integer({ min: 0, max: length }),
    isNext: fc.boolean(),
    device: fc.constantFrom(0, 1),
    kind: fc.constantFrom('piece', 'piece', 'piece', 'damaged', 'declaration', 'both'),
  }),
  { maxLength: 25 },
)
type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never

test(
  'builds the same bytes from pieces in any order, repeated, damaged or from two devices',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 200 }), async (order, seed) => {
        const file = generatePdfPaper(length, { seed })
        const [device] = devices
        if (!device) throw new Error('nobody is signed in')
        await declareFile(device, file)
        for (const step of order) await take(step, file)
        expect(await sendAtLast(device, file)).toMatchObject({ received: length, is_whole: true })
        const response = await device.inject({ method: 'GET', url: buildPaperContentPath(file.contentId) })
        expect(response.rawPayload).toEqual(file.bytes)
        await expectOnce(file)
      }),
      { numRuns: countPropertyRuns(40) },
    )
  },
)

async function take(step: Step, file: PaperFile): Promise<void> {
  const device = devices[step.device]
  if (!device) throw new Error('no such device')
  if (step.kind === 'declaration') return void (await declareFile(device, file))
  const from = step.isNext ? await declareAndCount(device, file) : step.from
  const damaged = Math.min(from, length - 1)
  const bytes = step.kind === 'damaged' ? Buffer.from(file.bytes).fill(1, damaged, damaged + 1) : file.bytes
  const piece = { from, end: Math.min(from + step.count, length) }
  const sentFile = { ...file, bytes }
  const both = step.kind === 'both' ? devices : [device]
  const responses = await Promise.all(both.map((sender) => sendPiece(sender, sentFile, piece)))
  const codes = responses.map((result) =>
    result.statusCode === 200 ? 'taken' : problemSchema.parse(result.json()).code,
  )
  expect(codes.filter((code) => !expected.includes(code))).toEqual([])
}

const expected: readonly string[] = ['taken', 'conflict', 'digest_mismatch', 'invalid_request']

/**
 * Sends the file as a device does: when an earlier piece was damaged, it learns so after the last
 * one and starts again.
 */
async function sendAtLast(device: SignedIn, file: PaperFile) {
  return await sendFile(device, file, 77).catch((error: unknown) => {
    if (!String(error).includes('digest_mismatch')) throw error
    return sendFile(device, file, 77)
  })
}

async function declareAndCount(device: SignedIn, file: PaperFile): Promise<number> {
  return paperStateSchema.parse((await declareFile(device, file)).json()).received
}

/** Expects pieces without gaps or overlaps and a single trail row for the arrival. */
async function expectOnce({ contentId }: PaperFile): Promise<void> {
  const pieces = await server.db
    .selectFrom('paper_piece')
    .select(['start', 'bytes'])
    .where('content_id', '=', contentId)
    .orderBy('start')
    .execute()
  let end = 0
  for (const { start, bytes } of pieces) {
    expect(start).toBe(end)
    end += bytes.length - sealOverheadBytes
  }
  expect(end).toBe(length)
  const stored = server.ownerDb.selectFrom('audit').select('seq').where('record_id', '=', contentId)
  expect(await stored.where('act', '=', 'file_kept').execute()).toHaveLength(1)
}
