import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tlsPair } from '#tests/support/servers/tls-pair.ts'
import { readTlsFiles } from './tls-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tls-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writeFile(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const cert = writeFile('cert.pem', tlsPair.cert)
const key = writeFile('key.pem', tlsPair.key)
const der = writeFile('cert.der', new X509Certificate(tlsPair.cert).raw)
const text = writeFile('note.txt', '인증서는 다음 주에')
const foreign = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const foreignKey = writeFile('foreign.pem', foreign.export({ type: 'pkcs8', format: 'pem' }))
const locked = foreign.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
const lockedKey = writeFile('locked.pem', locked)
const deleted = join(folder, 'gone.pem')

test('accepts a certificate with its own key unchanged', () => {
  expect(readTlsFiles({ tls: { certPath: cert, keyPath: key } })).toEqual({
    cert: Buffer.from(tlsPair.cert),
    key: Buffer.from(tlsPair.key),
  })
  expect(readTlsFiles({ tls: undefined })).toBeUndefined()
})

test.each([
  [{ certPath: text }, `환경 변수 TLS_CERT="${text}": PEM 형식의 인증서가 아닙니다.`],
  [{ certPath: key }, `환경 변수 TLS_CERT="${key}": PEM 형식의 인증서가 아닙니다.`],
  [{ certPath: der }, `환경 변수 TLS_CERT="${der}": PEM 형식의 인증서가 아닙니다.`],
  [{ keyPath: text }, `환경 변수 TLS_KEY="${text}": 암호 없는 PEM 형식의 개인 키가 아닙니다.`],
  [{ keyPath: cert }, `환경 변수 TLS_KEY="${cert}": 암호 없는 PEM 형식의 개인 키가 아닙니다.`],
  [{ keyPath: lockedKey }, `환경 변수 TLS_KEY="${lockedKey}": 암호 없는 PEM 형식의 개인 키가 아닙니다.`],
  [{ keyPath: foreignKey }, `환경 변수 TLS_KEY="${foreignKey}": TLS_CERT의 인증서와 짝이 맞지 않는 키입니다.`],
  [{ certPath: folder }, `환경 변수 TLS_CERT="${folder}": 파일이 아니라 폴더입니다.`],
  [{ keyPath: folder }, `환경 변수 TLS_KEY="${folder}": 파일이 아니라 폴더입니다.`],
  [{ keyPath: deleted }, `환경 변수 TLS_KEY="${deleted}": 이 파일을 찾을 수 없습니다.`],
])('reports unusable files in one line that names the variable: %o', (wrong, line) => {
  expect(() => readTlsFiles({ tls: { certPath: cert, keyPath: key, ...wrong } })).toThrow(line)
})
