import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readVulnerabilities, reviewLicences } from './review-packages.ts'

const makeLock = (packages: Record<string, object>) =>
  JSON.stringify({ lockfileVersion: 3, packages: { '': { license: 'UNLICENSED' }, ...packages } })

describe('licences', () => {
  test('every production package is under a licence that asks for attribution at most', () => {
    const lock = readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8')
    const { counts, refused } = reviewLicences(lock)
    expect(refused).toEqual([])
    expect(counts.get('MIT')).toBeGreaterThan(200)
  })

  test.each([
    ['refuses a licence that requires more than attribution', { license: 'GPL-3.0' }, ['a@1.0.0 GPL-3.0']],
    ['refuses a package without a licence', {}, ['a@1.0.0 unknown']],
    ['refuses two licences of which one requires more', { license: 'MIT AND AGPL-3.0' }, ['a@1.0.0 MIT AND AGPL-3.0']],
    ['accepts a choice that includes an accepted licence', { license: '(GPL-2.0 OR MIT)' }, []],
    ['ignores a package that is only used in development', { license: 'MPL-2.0', dev: true }, []],
  ])('%s', (_case, output, refused) => {
    expect(
      reviewLicences(makeLock({ 'node_modules/b/node_modules/a': { version: '1.0.0', ...output } })).refused,
    ).toEqual(refused)
  })
})

describe('known weaknesses', () => {
  test('are listed with version range and severity, direct dependencies first', () => {
    const report = JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities: {
        deep: { name: 'deep', severity: 'low', isDirect: false, range: '<1.2.0' },
        near: { name: 'near', severity: 'high', isDirect: true, range: '2.0.0 - 2.1.4' },
      },
    })
    expect(readVulnerabilities(report)).toEqual({
      kind: 'known',
      found: ['near 2.0.0 - 2.1.4 (high)', 'deep <1.2.0 (low)'],
    })
    expect(readVulnerabilities(JSON.stringify({ vulnerabilities: {} }))).toEqual({ kind: 'known', found: [] })
  })

  test.each(['', '{"message":"405 Method Not Allowed"}', '<html>'])(
    'does not take an invalid response (%j) for “none known”',
    (report) => {
      expect(readVulnerabilities(report)).toEqual({ kind: 'unanswered' })
    },
  )
})
