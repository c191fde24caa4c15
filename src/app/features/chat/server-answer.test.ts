import { expect, test } from 'vitest'
import { readJsonAnswer } from './server-answer.ts'

const makeText = (value: string) => ({ parts: [{ kind: 'text', text: value }] })

test.each([
  [{ message: '공탁은 돈을 맡기는 일입니다.' }, makeText('공탁은 돈을 맡기는 일입니다.')],
  [{ message: '안내', error: null }, makeText('안내')],
  ['말로 된 답', makeText('말로 된 답')],
  [{ error: '모델이 응답하지 않습니다.' }, { failure: '모델이 응답하지 않습니다.' }],
  [{ message: '', error: { message: '한도 초과' } }, { failure: '한도 초과' }],
  [null, { failure: '답을 받지 못했습니다. 잠시 후 다시 시도해 주세요.' }],
])('reads %j', (body, read) => {
  expect(readJsonAnswer(body)).toEqual(read)
})

test.each([
  [{ message: { 합계: 3500, 목록: [1, 2] } }, { 합계: 3500, 목록: [1, 2] }],
  [{ message: [1, { a: 2 }] }, [1, { a: 2 }]],
  [
    { total: 7, rows: [] },
    { total: 7, rows: [] },
  ],
  [
    [1, 2],
    [1, 2],
  ],
  [
    { parts: [{ kind: 'unknown' }], note: 'x' },
    { parts: [{ kind: 'unknown' }], note: 'x' },
  ],
  [{ parts: [{ kind: 'table', title: '표' }] }, { parts: [{ kind: 'table', title: '표' }] }],
])('shows %j as the value it is', (body, value) => {
  const read = readJsonAnswer(body)
  const [part] = 'parts' in read ? read.parts : []
  expect(part?.kind === 'text' && JSON.parse(part.text)).toEqual(value)
})

test("keeps the parts of our own server's answer", () => {
  const parts = [
    { kind: 'text', text: '안내' },
    { kind: 'sources', title: '출처', links: [{ label: '공탁', href: '/services/deposit' }] },
  ]
  expect(readJsonAnswer({ message: '안내', parts, engine: 'local' })).toEqual({ parts })
})
