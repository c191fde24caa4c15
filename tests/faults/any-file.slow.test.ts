import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blogPicturePath } from '#contract/blog/blog-texts.ts'
import { chatPaths } from '#contract/chat/chat-texts.ts'
import { officeStampPath } from '#contract/office/office-paths.ts'
import { createFormPayload } from '../support/documents/pictures.ts'
import { declareFile, sendPiece, toPaperFile } from '../support/outbox/paper-sender.ts'
import { countPropertyRuns } from '../support/runner/test-depth.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../support/servers/build-test-app.ts'
import { changeBytes, createDraw } from './fuzz/change-bytes.ts'
import { type FileReader, readAsPaper, readAsPicture, readAsText, readAsWorkbook } from './fuzz/file-readers.ts'
import { findFault } from './fuzz/find-fault.ts'
import {
  changeInside,
  type SampleFile,
  samplePdf,
  samplePictures,
  sampleText,
  sampleWorkbooks,
} from './fuzz/sample-files.ts'

/** FUZZ_SEED=<number> generates the same files again. */
const seed = Number(process.env['FUZZ_SEED'] ?? (process.env['CI'] ? 20_261_128 : Date.now() % 2_147_483_647))

/**
 * Workbook readers are stopped after 20 seconds, later on a busy machine; everything else is much
 * faster.
 */
const maxMs = 40_000
/**
 * Memory of two workbook reader threads beyond that of the tests themselves, including memory
 * outside their heaps.
 */
const maxGrowth = 1_600 * 1_048_576

let server: TestApp
let staff: SignedIn
const logLines: string[] = []
let peakMemory = 0
const memoryTimer = setInterval(() => (peakMemory = Math.max(peakMemory, process.memoryUsage.rss())), 50)

beforeAll(async () => {
  server = await buildTestApp({
    config: { logLevel: 'error', rateLimitPerMinute: 100_000_000 },
    logTo: { write: (line) => void logLines.push(line) },
  })
  staff = await server.signIn('superuser')
})
afterAll(async () => {
  clearInterval(memoryTimer)
  await server.close()
})

const binaries = [...sampleWorkbooks, ...samplePictures, samplePdf, sampleText]

/** The same number always gives the same file. */
async function pickSampleFile(samples: readonly SampleFile[], number: number): Promise<SampleFile> {
  const draw = createDraw(seed + number * 7919)
  const { name, bytes } = draw.oneOf(samples as [SampleFile, ...SampleFile[]])
  const other = draw.oneOf(binaries as [SampleFile, ...SampleFile[]]).bytes
  const isInside = name.endsWith('.xlsx') && draw.below(4) > 0
  return { name, bytes: await (isInside ? changeInside(bytes, draw, other) : changeBytes(bytes, draw, other)) }
}

async function tryFiles(
  label: string,
  {
    samples,
    tries,
    lanes = 1,
    read,
  }: { samples: readonly SampleFile[]; tries: number; lanes?: number; read: FileReader },
): Promise<readonly string[]> {
  const [started, before] = [Date.now(), process.memoryUsage.rss()]
  peakMemory = before
  const findings: string[] = []
  const slowest = { ms: 0, number: 0 }
  const numbers = Array.from({ length: tries }, (_, number) => number).values()
  const runLane = async () => {
    for (const number of numbers) {
      const file = await pickSampleFile(samples, number)
      const begun = Date.now()
      const fault = await Promise.race([readOrCatch(read, file), delay(maxMs, 'no answer', { ref: false })])
      const ms = Date.now() - begun
      if (ms > slowest.ms) Object.assign(slowest, { ms, number })
      if (fault === null) continue
      findings.push(`try ${number}, ${file.name}: ${fault}\n${formatBytes(file.bytes)}`)
      printLine(`finding: ${findings.at(-1)}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, runLane))
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  const growth = Math.round((peakMemory - before) / 1_048_576)
  printLine(
    `${label}: FUZZ_SEED=${seed}, ${tries} files in ${seconds} s, slowest ${slowest.ms} ms (try ${slowest.number}), ${growth} MB more`,
  )
  if (peakMemory - before > maxGrowth) findings.push(`${growth} MB more`)
  for (const sample of samples) {
    const fault = await readOrCatch(read, sample)
    if (fault !== null) findings.push(`${sample.name} afterwards: ${fault}`)
  }
  return findings
}

async function readOrCatch(read: FileReader, file: SampleFile): Promise<string | null> {
  try {
    return await read(file)
  } catch (error) {
    return error instanceof Error ? `${error.stack}` : String(error)
  }
}

function formatBytes(bytes: Buffer): string {
  return bytes.length > 20_000 ? `${bytes.length} bytes` : bytes.toString('base64')
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

test('accepts any picture within the limits and refuses all others', async () => {
  expect(
    await tryFiles('pictures', {
      samples: samplePictures,
      tries: countPropertyRuns(1_000, 100_000),
      read: readAsPicture,
    }),
  ).toEqual([])
})

test('accepts any valid PDF and names the fault of all others', async () => {
  expect(
    await tryFiles('papers', {
      samples: [samplePdf, ...samplePictures],
      tries: countPropertyRuns(400, 50_000),
      read: readAsPaper,
    }),
  ).toEqual([])
})

test('reads any text as rows or refuses it', async () => {
  expect(
    await tryFiles('texts', { samples: [sampleText], tries: countPropertyRuns(100, 5_000), read: readAsText }),
  ).toEqual([])
})

test('reads any workbook in time and within the limits, or refuses it', async () => {
  expect(
    await tryFiles('workbooks', {
      samples: sampleWorkbooks,
      tries: countPropertyRuns(30, 2_000),
      lanes: 2,
      read: readAsWorkbook,
    }),
  ).toEqual([])
})

test('accepts any uploaded file or refuses it in Korean, and the server keeps running', async () => {
  const samples = [...sampleWorkbooks, ...samplePictures, samplePdf, sampleText]
  expect(
    await tryFiles('routes', { samples, tries: countPropertyRuns(30, 1_000), lanes: 2, read: sendToRoutes }),
  ).toEqual([])
  expect(logLines).toEqual([])
  expect((await server.app.inject('/api/health')).statusCode).toBe(200)
})

const formRoutes = [
  { url: '/api/deposition/title/import_excel', field: 'file' },
  { url: chatPaths.upload, field: 'file' },
  { url: blogPicturePath, field: 'img' },
  { url: officeStampPath, field: 'img' },
]

async function sendToRoutes({ name, bytes }: SampleFile): Promise<string | null> {
  const faults: (string | null)[] = []
  const isPicture = !name.includes('.')
  for (const { url, field } of formRoutes.filter((route) => (route.field === 'img') === isPicture)) {
    const { payload, headers } = await createFormPayload({
      [field]: [name, bytes, 'application/octet-stream'],
      mode: 'dry_run',
    })
    const response = await staff.inject({ method: 'POST', url, payload, headers })
    faults.push(checkResponse(response))
  }
  // Empty files are refused before they are sent.
  if (bytes.length === 0) return faults.find((fault) => fault !== null) ?? null
  const paper = toPaperFile(bytes, isPicture ? 'image/jpeg' : 'application/pdf')
  faults.push(checkResponse(await declareFile(staff, paper)))
  faults.push(checkResponse(await sendPiece(staff, paper, { from: 0, end: Math.min(bytes.length, 500_000) })))
  return faults.find((fault) => fault !== null) ?? null
}

type InjectedResponse = Awaited<ReturnType<SignedIn['inject']>>

function checkResponse({ statusCode: status, body, headers, raw }: InjectedResponse): string | null {
  if (status === 404 || status === 405) return `${status} ${raw.req.url}`
  const contentType = String(headers['content-type'])
  return findFault({ method: 'POST', target: '' }, { status, body, contentType })
}
