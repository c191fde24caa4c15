import { afterEach, expect, test, vi } from 'vitest'
import { siteSectionsPath } from '#contract/site/site-paths.ts'
import { newOffice } from '#domain/office/office.ts'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import type { AnswerProgress } from './answer-progress.ts'
import { attachFile } from './attach-file.ts'
import { createVisitorChat, sendChat } from './send-chat.ts'

afterEach(() => vi.unstubAllGlobals())

/**
 * Stubs a server that gives this answer, as a foreign or older one might. Returns the fetch mock.
 */
function stubAnswer(body: BodyInit, init: ResponseInit = {}) {
  vi.stubGlobal('localStorage', createFakeStorage(new Map()))
  const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response(body, init)))
  vi.stubGlobal('fetch', send)
  return send
}

async function sendQuestion() {
  const partsSeen: unknown[] = []
  const { signal } = new AbortController()
  const end = await sendChat({ prompt: '합계는?' }, { signal, onProgress: ({ parts }) => partsSeen.push(parts) })
  return { end, parts: partsSeen.at(-1) }
}

test('reads a JSON response as text or as a value', async () => {
  stubAnswer(JSON.stringify({ message: '모두 3건입니다.' }))
  expect(await sendQuestion()).toMatchObject({
    end: { kind: 'done' },
    parts: [{ kind: 'text', text: '모두 3건입니다.' }],
  })
  stubAnswer(JSON.stringify({ message: { 건수: 3 } }))
  expect(await sendQuestion()).toMatchObject({
    end: { kind: 'done' },
    parts: [{ text: expect.stringContaining('"건수": 3') }],
  })
})

test.each([
  [500, { error: '모델 서버가 꺼져 있습니다.' }, '모델 서버가 꺼져 있습니다.'],
  [502, { error: { message: '한도 초과' } }, '한도 초과'],
  [400, { message: '질문을 입력해 주세요.' }, '질문을 입력해 주세요.'],
  [400, { message: '입력 오류', fields: { prompt: '너무 깁니다.' } }, '너무 깁니다.'],
  [200, { error: '지금은 답할 수 없습니다.' }, '지금은 답할 수 없습니다.'],
])('reports status %d with %j by its message', async (status, body, message) => {
  stubAnswer(JSON.stringify(body), { status })
  expect((await sendQuestion()).end).toEqual({ kind: 'failed', message })
})

const office = { ...newOffice, seal_strokes: [], telephone: '02-000-0000' }

test.each([
  [
    false,
    '네트워크에 연결되어 있지 않습니다. 연결되면 다시 시도해 주세요. 급하시면 전화(02-000-0000)로 문의해 주세요.',
  ],
  [
    true,
    '서버에 연결하지 못했습니다. 네트워크를 확인하고 다시 시도해 주세요. 급하시면 전화(02-000-0000)로 문의해 주세요.',
  ],
])('a visitor without a connection (online: %s) reads that and the telephone', async (onLine, message) => {
  stubAnswer('').mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('navigator', { onLine })
  const { signal } = new AbortController()
  const ask = createVisitorChat(office)
  expect(await ask({ prompt: '합계는?' }, { signal, onProgress: () => undefined })).toEqual({
    kind: 'failed',
    isUnreached: true,
    message,
  })
})

test('a visitor without a connection gets an answer from the stored pages', async () => {
  const section = { page: '공탁 서비스', heading: '변제공탁', href: '/services/deposit#kinds', text: '빚을 면합니다.' }
  stubAnswer('').mockImplementation((path) =>
    path === siteSectionsPath
      ? Promise.resolve(Response.json({ sections: [section] }))
      : Promise.reject(new TypeError('Failed to fetch')),
  )
  vi.stubGlobal('navigator', { onLine: false })
  const partsSeen: unknown[] = []
  const watch = {
    signal: new AbortController().signal,
    onProgress: ({ parts }: AnswerProgress) => partsSeen.push(parts),
  }
  const ask = createVisitorChat(office)
  expect(await ask({ prompt: '변제공탁' }, watch)).toMatchObject({ kind: 'done', answer: { engine: 'device' } })
  expect(partsSeen.at(-1)).toMatchObject([
    { kind: 'text', text: expect.stringContaining('빚을 면합니다.') },
    { title: '출처' },
  ])
  expect(await ask({ prompt: '합계는?', file_id: 'id' }, watch)).toMatchObject({ kind: 'failed', isUnreached: true })
})

test.each([
  ['42', '42초'],
  ['61', '2분'],
  ['600', '10분'],
])('above the limit, retry-after %s is told as %s where no pages are stored', async (header, wait) => {
  stubAnswer('{}', { status: 429, headers: { 'retry-after': header } })
  expect((await sendQuestion()).end).toEqual({
    kind: 'failed',
    isUnreached: true,
    message: `질문이 한꺼번에 많이 들어왔습니다. ${wait} 뒤에 다시 물어봐 주세요.`,
  })
})

test('above the limit, a visitor is answered from the stored pages', async () => {
  const section = { page: '공탁 서비스', heading: '변제공탁', href: '/services/deposit#kinds', text: '빚을 면합니다.' }
  stubAnswer('').mockImplementation((path) =>
    Promise.resolve(
      path === siteSectionsPath ? Response.json({ sections: [section] }) : Response.json({}, { status: 429 }),
    ),
  )
  const watch = { signal: new AbortController().signal, onProgress: () => undefined }
  expect(await createVisitorChat(office)({ prompt: '변제공탁' }, watch)).toMatchObject({ answer: { engine: 'device' } })
})

test.each([200, 500])('does not show a page received instead of an answer (%d)', async (status) => {
  stubAnswer('<html><body>로그인하세요</body></html>', { status, headers: { 'content-type': 'text/html' } })
  expect((await sendQuestion()).end).toEqual({
    kind: 'failed',
    message: '답을 받지 못했습니다. 잠시 후 다시 시도해 주세요.',
  })
})

test('reports the error of an unreadable file, and marks a file that was never sent', async () => {
  const { signal } = new AbortController()
  stubAnswer(JSON.stringify({ error: '표를 읽지 못했습니다.' }), { status: 500 })
  expect(await attachFile({ file: new File(['x'], '표.xlsx') }, signal)).toEqual({
    kind: 'failed',
    message: '표를 읽지 못했습니다.',
  })
  stubAnswer(JSON.stringify({ rows: 2 }))
  expect(await attachFile({ file: new File(['x'], '표.XLS') }, signal)).toMatchObject({
    kind: 'done',
    parts: [{ text: expect.stringContaining('"rows": 2') }],
  })
  expect(await attachFile({ file: new File(['x'], '그림.png') }, signal)).toMatchObject({
    kind: 'failed',
    isUnsent: true,
  })
})

test('returns which sheet of a workbook was read, and requests another by name', async () => {
  const send = stubAnswer(
    JSON.stringify({
      message: '읽었습니다.',
      file_id: 'id',
      imports: [],
      info: {
        name: '표.xlsx',
        columns: [],
        preview: [],
        sheets: [
          { name: '삼월', is_read: false },
          { name: '사월', is_read: true },
        ],
      },
    }),
  )
  const { signal } = new AbortController()
  expect(await attachFile({ file: new File(['x'], '표.xlsx'), sheet: '사월' }, signal)).toMatchObject({
    file: { id: 'id', sheet: { name: '사월', all: ['삼월', '사월'] } },
  })
  expect(send.mock.calls.map(([, init]) => init?.body instanceof FormData && init.body.get('sheet'))).toEqual(['사월'])
})
