import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { type Config, ConfigError } from '#server/config/config.ts'

/**
 * The certificate and its key (PEM) for the server; undefined without TLS. Throws `ConfigError`,
 * one line that names the variable, when a file is unreadable, not PEM, or the two don't match.
 * Separate from loadConfig, because a user who makes backups need not be able to read the key.
 */
export function readTlsFiles({ tls }: Pick<Config, 'tls'>): { cert: Buffer; key: Buffer } | undefined {
  if (tls === undefined) return undefined
  const cert = readPem('TLS_CERT', tls.certPath)
  const key = readPem('TLS_KEY', tls.keyPath)
  const certificate = parseCertificate(cert, tls.certPath)
  if (!certificate.checkPrivateKey(parsePrivateKey(key, tls.keyPath))) {
    throw createConfigError('TLS_KEY', tls.keyPath, 'TLS_CERT의 인증서와 짝이 맞지 않는 키입니다.')
  }
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw createConfigError('TLS_CERT', tls.certPath, `이 인증서로는 암호화할 수 없습니다(${readMessage(error)}).`)
  }
  return { cert, key }
}

function readPem(name: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw createConfigError(
      name,
      path,
      readErrorMessages[readCode(error)] ?? `파일을 읽을 수 없습니다(${readMessage(error)}).`,
    )
  }
}

const readErrorMessages: Record<string, string> = {
  ENOENT: '이 파일을 찾을 수 없습니다.',
  EACCES: '이 파일을 읽을 권한이 없습니다.',
  EISDIR: '파일이 아니라 폴더입니다.',
}

function parseCertificate(pem: Buffer, path: string): X509Certificate {
  try {
    // X509Certificate alone would accept DER, which TLS does not.
    createSecureContext({ cert: pem })
    return new X509Certificate(pem)
  } catch {
    throw createConfigError('TLS_CERT', path, 'PEM 형식의 인증서가 아닙니다.')
  }
}

function parsePrivateKey(pem: Buffer, path: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw createConfigError('TLS_KEY', path, '암호 없는 PEM 형식의 개인 키가 아닙니다.')
  }
}

function createConfigError(name: string, path: string, why: string): ConfigError {
  return new ConfigError(`환경 변수 ${name}="${path}": ${why}`)
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function readMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
