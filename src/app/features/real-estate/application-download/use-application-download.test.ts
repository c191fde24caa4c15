import { expect, test } from 'vitest'
import { readResponse } from './use-application-download.ts'

const makeJson = (value: unknown) => new Blob([JSON.stringify(value)], { type: 'application/json; charset=utf-8' })
const makeBlob = (text: string, type: string) => new Blob([text], { type })

test.each([
  { what: 'the message of the server', status: 404, body: makeJson({ message: '없습니다.' }), failure: '없습니다.' },
  {
    what: 'the message of a server that returns 200',
    status: 200,
    body: makeJson({ message: '잠시 뒤에.' }),
    failure: '잠시 뒤에.',
  },
  {
    what: 'the status of a response that is not JSON',
    status: 502,
    body: makeBlob('<html>', 'text/html'),
    failure: '서버 오류: 502',
  },
  { what: 'the status of an empty error', status: 500, body: new Blob([]), failure: '서버 오류: 500' },
  {
    what: 'missing data for an empty file',
    status: 200,
    body: makeBlob('', 'application/pdf'),
    failure: '다운로드할 데이터가 없습니다.',
  },
  {
    what: 'the default message for a response that is no file',
    status: 200,
    body: makeBlob('{', 'application/json'),
    failure: '신청서 다운로드 중 오류가 발생했습니다.',
  },
])('reports $what for a failed download', async ({ status, body, failure }) => {
  expect(await readResponse(status, body)).toEqual({ failure })
})

test('takes any other response with 200 as the file', async () => {
  const file = makeBlob('%PDF-1.7', 'application/pdf')
  expect(await readResponse(200, file)).toEqual({ file })
})
