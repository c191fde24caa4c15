import { expect, test } from 'vitest'
import { builtExpressions } from './built-expressions.ts'
import { analyzeExpression, listAttacks, measureSlowestRepeat, slowestMs } from './expression-attacks.ts'
import { load, recordExpressions } from './expression-recorder.ts'
import { type Expression, listExpressions } from './expression-sources.ts'
import { listProjectFiles, readProjectFile } from './project-files.ts'
import { slowExpressions } from './slow-expressions.ts'

/** Generous, for machines that do other work. */
const maxMs = 250
/** A planted expression that takes this long shows that the attack works. */
const plantedMs = 10

const files = listProjectFiles('{src,sw}/**/*.{ts,tsx,js}').filter((file) => !/\.test\.tsx?$/.test(file))
const found = files.map((file) => listExpressions(file, readProjectFile(file)))
const written = found.flatMap(({ expressions }) => expressions)
const built = found.flatMap((file) => file.built)

/**
 * Expressions built when their file is loaded, and those of the list, built by calling their
 * functions.
 */
const recorded = await recordExpressions(async () => {
  for (const file of new Set(built.map((call) => call.file))) await load(file)
  for (const { call } of builtExpressions) await call?.()
})

test('every regular expression runs in linear time, except for listed ones', () => {
  expect(written.length).toBeGreaterThan(500)
  const slow = slowAmong([...written, ...recorded])
  expect(slow).toEqual(slowExpressions.map(formatName).toSorted())
})

test('a regular expression built in a function is listed with what may become part of it', () => {
  const inFunctions = built.filter(({ isBuiltOnce }) => !isBuiltOnce).map(({ file, from }) => `${file} ${from}`)
  expect(inFunctions.toSorted()).toEqual(builtExpressions.map(({ file, from }) => `${file} ${from}`).toSorted())
})

test('every built expression is recorded with its final text', () => {
  const recordedPlaces = new Set(recorded.map(({ file, line }) => `${file}:${line}`))
  const unseen = built.map(({ file, line }) => `${file}:${line}`).filter((place) => !recordedPlaces.has(place))
  expect(unseen).toEqual([])
})

test.each(slowExpressions)('$file $text handles $longest hostile characters in time', ({ text, longest }) => {
  expect(listAttacks(text, longest).every((attack) => attack.length <= longest)).toBe(true)
  expect(slowestMs(text, longest, maxMs)).toBeLessThan(maxMs)
})

test('no regular expression is slow on a repetition of its own words', () => {
  const texts = [...new Set([...written, ...recorded].map(({ text }) => text))]
  expect(texts.filter((text) => measureSlowestRepeat(text, 5000, maxMs) > maxMs)).toEqual([])
})

test('a planted expression that is slow on its own words is found', () => {
  const planted = '/청구.*(?:미입금|입금[가-힣]*\\s*안)/'
  expect(analyzeExpression(planted)).toEqual([])
  expect(measureSlowestRepeat(planted, 1000, plantedMs)).toBeGreaterThan(plantedMs)
})

test('an expression of exponential time is stopped and counts as slow', () => {
  expect(slowestMs('/^(a+)+$/', 60, plantedMs)).toBe(Infinity)
})

test.each([
  ['/^(a+)+$/', 24],
  [String.raw`/\s+$/`, 16_000],
  [String.raw`/^\s*(?:a\s*)?\s*b$/`, 16_000],
  [String.raw`/(?:등기|공탁)\s*(?:사건)?\s*$/`, 16_000],
])('a planted %s is found, and is slow on %i characters', (text, length) => {
  const file = 'planted.ts'
  const { expressions } = listExpressions(file, `export const planted = ${text}`)
  expect(slowAmong(expressions)).toEqual([formatName({ file, text })])
  expect(slowestMs(text, length, plantedMs)).toBeGreaterThan(plantedMs)
})

test.each([
  ['new RegExp("a+$")', ['/a+$/']],
  ['RegExp(`a+$`, "g")', ['/a+$/g']],
  [String.raw`new globalThis.RegExp(String.raw${'`'}\s+$${'`'})`, [String.raw`/\s+$/`]],
  ['new RegExp(["a+", "$"].join(""))', ['/a+$/']],
  ['new RegExp(a + "+$")', []],
  ['new RegExp("a+$", flags)', []],
])('the text that %s compiles to is read from the source: %j', (source, texts) => {
  const { expressions, built: calls } = listExpressions('planted.ts', source)
  expect(expressions.map(({ text }) => text)).toEqual(texts)
  expect(calls).toHaveLength(1 - texts.length)
})

test('an expression built in a function is distinguished from one built when its file loads', () => {
  const source = 'const once = new RegExp(word)\nfunction often() {\n  return new RegExp(word)\n}'
  expect(listExpressions('planted.ts', source).built.map(({ line, isBuiltOnce }) => [line, isBuiltOnce])).toEqual([
    [1, true],
    [3, false],
  ])
})

function slowAmong(expressions: readonly Expression[]): string[] {
  const byText = new Map(expressions.map((expression) => [formatName(expression), expression.text]))
  return [...byText]
    .filter(([, text]) => analyzeExpression(text).length > 0)
    .map(([name]) => name)
    .toSorted()
}

function formatName({ file, text }: Pick<Expression, 'file' | 'text'>): string {
  return `${file} ${text}`
}
