import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readVulnerabilities, reviewLicenses } from './review-packages.ts'

const makeLock = (packages: Record<string, object>) =>
  JSON.stringify({ lockfileVersion: 3, packages: { '': { license: 'UNLICENSED' }, ...packages } })

describe('licenses', () => {
  test('every production package is under a license that asks for attribution at most', () => {
    const lock = readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8')
    const { counts, refused } = reviewLicenses(lock)
    expect(refused).toEqual([])
    expect(counts.get('MIT')).toBeGreaterThan(200)
  })

  test.each([
    ['refuses a license that requires more than attribution', { license: 'GPL-3.0' }, ['a@1.0.0 GPL-3.0']],
    ['refuses a package without a license', {}, ['a@1.0.0 unknown']],
    ['refuses two licenses of which one requires more', { license: 'MIT AND AGPL-3.0' }, ['a@1.0.0 MIT AND AGPL-3.0']],
    ['accepts a choice that includes an accepted license', { license: '(GPL-2.0 OR MIT)' }, []],
    ['ignores a package that is only used in development', { license: 'MPL-2.0', dev: true }, []],
  ])('%s', (_case, output, refused) => {
    expect(
      reviewLicenses(makeLock({ 'node_modules/b/node_modules/a': { version: '1.0.0', ...output } })).refused,
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
      findings: ['near 2.0.0 - 2.1.4 (high)', 'deep <1.2.0 (low)'],
    })
    expect(readVulnerabilities(JSON.stringify({ vulnerabilities: {} }))).toEqual({ kind: 'known', findings: [] })
  })

  test.each(['', '{"message":"405 Method Not Allowed"}', '<html>'])(
    'does not take an invalid response (%j) for “none known”',
    (report) => {
      expect(readVulnerabilities(report)).toEqual({ kind: 'unanswered' })
    },
  )
})
