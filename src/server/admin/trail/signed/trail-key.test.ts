import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTempFolder } from '#tests/support/servers/temp-folder.ts'
import { openTrailKey, verifySigned } from './trail-key.ts'

test('creates the key once, readable by its owner only, and verifies its signatures', () => {
  const path = join(createTempFolder(), 'deep', 'trail.key')
  const key = openTrailKey(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(openTrailKey(path)).toMatchObject({ publicPem: key.publicPem, fingerprint: key.fingerprint })
  const signature = key.sign('접속기록')
  expect(verifySigned(key.publicPem, '접속기록', signature)).toEqual({ fingerprint: key.fingerprint })
  expect(verifySigned(key.publicPem, '접속기녹', signature)).toBeNull()
  expect(verifySigned(openTrailKey(join(createTempFolder(), 'other')).publicPem, '접속기록', signature)).toBeNull()
  expect(verifySigned('no key', '접속기록', signature)).toBeNull()
})

test('reports a file that is not a key in one line, without any of its content', () => {
  const path = join(createTempFolder(), 'trail.key')
  writeFileSync(path, 'geheim')
  expect(() => openTrailKey(path)).toThrow(`접속기록 서명 키 파일(TRAIL_KEY_FILE)을 읽을 수 없습니다: ${path}`)
})
