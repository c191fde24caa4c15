import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plantedFaults } from '../planted/faults.ts'
import { countIn } from '../planted/plant.ts'
import { readResults } from '../planted/results.ts'
import { projectRoot, readProjectFile } from './project-files.ts'

test('every planted fault still applies: its text is in its file exactly once', () => {
  const unmatched = plantedFaults
    .map(({ id, file, find }) => [id, existsSync(join(projectRoot, file)) ? countIn(readProjectFile(file), find) : 0])
    .filter(([, count]) => count !== 1)
  expect(unmatched).toEqual([])
})

test('every planted fault changes one line of production code', () => {
  const odd = plantedFaults.filter(
    ({ file, find, replace }) => !/^(src|sw)\//.test(file) || /[.]test[.]tsx?$/.test(file) || find === replace,
  )
  expect(odd.map(({ id }) => id)).toEqual([])
})

test('the test named by a planted fault exists', () => {
  const unmatched = plantedFaults.filter(
    ({ noticedBy }) =>
      !existsSync(join(projectRoot, noticedBy.file)) ||
      !readProjectFile(noticedBy.file).includes(noticedBy.title ?? ''),
  )
  expect(unmatched.map(({ id, noticedBy }) => [id, noticedBy.file])).toEqual([])
})

test('tests notice at least 44 planted faults, and there are results of known faults only', () => {
  const ids = plantedFaults.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const results = readResults()
  expect(results.filter(({ id }) => !ids.includes(id))).toEqual([])
  expect(results.filter(({ noticedBy }) => noticedBy !== null).length).toBeGreaterThanOrEqual(44)
})
