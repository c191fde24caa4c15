import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readBackupKey, writeNewBackupKey } from './backup-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bytes = randomBytes(32)

function writeKeyFile(content: string | Buffer, mode = 0o600): string {
  const path = join(folder, `${randomBytes(4).toString('hex')}.key`)
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

function read(path: string) {
  const notices: string[] = []
  return { key: readBackupKey(path, (line) => notices.push(line)), notices }
}

test.each([
  ['64 hex digits, as openssl writes them', `${bytes.toString('hex')}\n`],
  ['capital hex digits', bytes.toString('hex').toUpperCase()],
  ['base64', `${bytes.toString('base64')}\r\n`],
  ['base64 without padding', bytes.toString('base64').replace('=', '')],
])('accepts a key of %s', (_case, content) => {
  expect(read(writeKeyFile(content))).toMatchObject({ key: { bytes }, notices: [] })
})

test.each([
  ['nothing', ''],
  ['a passphrase of 32 letters', 'correct horse battery staple 32!'],
  ['32 raw bytes', bytes],
  ['one digit too few', bytes.toString('hex').slice(1)],
  ['one digit too many', `${bytes.toString('hex')}0`],
  ['16 bytes', bytes.toString('hex').slice(32)],
  ['two keys', `${bytes.toString('hex')}\n${bytes.toString('hex')}`],
  ['zeros', '0'.repeat(64)],
  ['one repeated letter', 'A'.repeat(43)],
])('refuses %s in one line that reveals nothing of the file', (_case, content) => {
  const path = writeKeyFile(content)
  const line = catchMessage(path)
  expect(line).toContain(`백업 키 파일(BACKUP_KEY_FILE)이 올바르지 않습니다: ${path}`)
  expect(line).not.toContain('\n')
  for (const secret of ['correct', bytes.toString('hex').slice(1, 20), '000000', 'AAAAAA'])
    expect(line).not.toContain(secret)
})

test('reports a missing file in one line', () => {
  expect(catchMessage(join(folder, 'none.key'))).toBe(
    `백업 키 파일(BACKUP_KEY_FILE)을 읽을 수 없습니다: ${join(folder, 'none.key')}`,
  )
})

test.each([0o640, 0o604, 0o644])('uses a key file that others can read (%o) and prints how to restrict it', (mode) => {
  const path = writeKeyFile(bytes.toString('hex'), mode)
  expect(read(path).notices).toEqual([`주의: 다른 사용자가 백업 키 파일을 읽을 수 있습니다. chmod 600 ${path}`])
})

test('writes a new random key for its owner only and overwrites nothing', () => {
  const [path, other] = [join(folder, 'new.key'), join(folder, 'other.key')]
  const { fingerprint } = writeNewBackupKey(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(read(path)).toMatchObject({ key: { fingerprint }, notices: [] })
  expect(writeNewBackupKey(other).fingerprint).not.toBe(fingerprint)
  const before = readFileSync(path, 'utf8')
  expect(() => writeNewBackupKey(path)).toThrow('이미 있습니다')
  expect(readFileSync(path, 'utf8')).toBe(before)
})

function catchMessage(path: string): string {
  try {
    read(path)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'accepted'
}
