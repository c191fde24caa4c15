import { expect, test } from 'vitest'
import { findWords, listUnsaidWords } from './interface-words.ts'
import { listProjectFiles, readProjectFile } from './project-files.ts'

test('texts use the words of the interface vocabulary, not their rivals', () => {
  const files = listProjectFiles('{src,sw}/**/*.{ts,tsx,js}').filter((file) => !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const words = listUnsaidWords()
  expect(words.length).toBeGreaterThan(20)
  expect(files.flatMap((file) => findWords(file, readProjectFile(file), words))).toEqual([])
})

test.each([
  ["export const text = '읽기 전용 칸이라 입력할 수 없습니다.'", true],
  ["export const text = '빈 칸입니다.'", true],
  ["export const text = '빈 칸을 채우세요.'", true],
  ['export const text = `${String(3)}칸까지 복사합니다.`', true],
  ['export const part = <p>이 열로는 찾을 수 없습니다.</p>', true],
  ["export const text = '서버에 닿지 못했습니다.'", true],
  ["export const text = '문을 열 수 없습니다. 열람과 마지막 칸막이, 눈높이'", false],
  ['/** 칸: a comment may say it. */ export const cell = 1', false],
])('%s breaks it: %s', (source, expected) => {
  expect(findWords('breach.tsx', source, listUnsaidWords()).length > 0).toBe(expected)
})
