import { expect, test } from 'vitest'
import { readAnswer } from './fetch-applications.ts'

const json = (value: unknown) => new Blob([JSON.stringify(value)], { type: 'application/json; charset=utf-8' })
const pdf = new Blob(['%PDF-1.7'], { type: 'application/pdf' })

test.each<[string, number, Blob, string]>([
  [
    'the words of the server',
    404,
    json({ code: 'not_found', message: '다운로드할 데이터가 없습니다.' }),
    '다운로드할 데이터가 없습니다.',
  ],
  ['its words with 200', 200, json({ message: '잠시 뒤에 다시 시도해 주세요.' }), '잠시 뒤에 다시 시도해 주세요.'],
  ['the status where it says nothing', 502, new Blob(['<html>'], { type: 'text/html' }), '서버 오류: 502'],
  ['the status of an empty refusal', 500, new Blob([]), '서버 오류: 500'],
  ['nothing to download', 200, new Blob([], { type: 'application/pdf' }), '다운로드할 데이터가 없습니다.'],
  [
    'the default for what is no file',
    200,
    new Blob(['{'], { type: 'application/json' }),
    '신청서 다운로드 중 오류가 발생했습니다.',
  ],
])('a failed download says %s', async (_, status, body, failure) => {
  expect(await readAnswer(status, body)).toEqual({ failure })
})

test('anything else with 200 is the file', async () => {
  expect(await readAnswer(200, pdf)).toEqual({ file: pdf })
})
