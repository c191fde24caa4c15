import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const thisFile = join(import.meta.dirname, 'config.test.ts')

function refusal(env: Record<string, string>): string {
  try {
    loadConfig(env)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'accepted'
}

test('without any variable the server listens on loopback with the local sign-in and an embedded database', () => {
  expect(loadConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: undefined,
    localLogin: true,
    demoData: true,
    kakao: undefined,
    superusers: [],
  })
})

test('an empty variable counts as none', () => {
  expect(loadConfig({ PORT: '', HOST: ' ', DATABASE_URL: '' })).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: undefined,
  })
})

test.each([
  [{ PORT: '80a' }, '환경 변수 PORT="80a": 0에서 65535 사이의 정수여야 합니다.'],
  [{ PORT: '70000' }, '환경 변수 PORT="70000": 0에서 65535 사이의 정수여야 합니다.'],
  [{ PORT: '80.5' }, '환경 변수 PORT="80.5": 0에서 65535 사이의 정수여야 합니다.'],
  [{ DEMO_DATA: 'maybe' }, '환경 변수 DEMO_DATA="maybe": on 또는 off로 적어 주세요.'],
  [{ PUBLIC_URL: 'office' }, '환경 변수 PUBLIC_URL="office": https://로 시작하는 주소여야 합니다.'],
  [
    { NAVER_SITE_VERIFICATION: '<meta name="naver-site-verification">' },
    '환경 변수 NAVER_SITE_VERIFICATION="<meta name="naver-site-verification">": 메타 태그 전체가 아니라 content 값만 적어 주세요.',
  ],
  [{ TLS_CERT: '/no/such.pem', TLS_KEY: thisFile }, '환경 변수 TLS_CERT="/no/such.pem": 이 파일을 찾을 수 없습니다.'],
  [{ TLS_CERT: thisFile }, 'TLS_CERT와 TLS_KEY는 둘 다 적거나 둘 다 비워 두어야 합니다.'],
  [{ TRUST_PROXY: 'everyone' }, '환경 변수 TRUST_PROXY="everyone": 믿을 프록시의 IP 주소나 대역을 쉼표로 적어 주세요.'],
])('a wrong value is one line that names the variable: %o', (env, line) => {
  expect(refusal(env)).toBe(line)
})

test('a wrong secret is not repeated on the terminal', () => {
  const line = refusal({ DATABASE_URL: 'mysql://office:geheim@db/office' })
  expect(line).toContain('DATABASE_URL')
  expect(line).not.toContain('geheim')
})

describe('an address beyond this machine', () => {
  const kakao = { KAKAO_REST_KEY: 'key' }
  const tls = { TLS_CERT: thisFile, TLS_KEY: thisFile }

  test('needs Kakao keys and an encrypted way, and says in one line what is missing', () => {
    expect(refusal({ HOST: '0.0.0.0' })).toBe(
      'HOST="0.0.0.0"처럼 바깥에서 닿는 주소를 쓰려면 카카오 로그인 키(KAKAO_REST_KEY)와 TLS 파일(TLS_CERT, TLS_KEY) 또는 믿을 프록시(TRUST_PROXY)가 필요합니다.',
    )
    expect(refusal({ HOST: '0.0.0.0', ...kakao })).toContain('TLS 파일')
    expect(refusal({ HOST: '0.0.0.0', ...tls })).toContain('KAKAO_REST_KEY')
    expect(refusal({ HOST: '192.168.0.7', ...kakao })).toContain('TLS 파일')
    expect(refusal({ HOST: '::', ...kakao })).toContain('TLS 파일')
  })

  test('is accepted with both', () => {
    expect(loadConfig({ HOST: '0.0.0.0', ...kakao, ...tls }).tls).toBeDefined()
    expect(loadConfig({ HOST: '0.0.0.0', ...kakao, TRUST_PROXY: '10.0.0.1, 10.1.0.0/16' }).trustProxy).toEqual([
      '10.0.0.1',
      '10.1.0.0/16',
    ])
  })

  test('is not feigned by a name that only looks like loopback', () => {
    expect(refusal({ HOST: '127.0.0.1.example.com' })).toContain('필요합니다')
    expect(refusal({ HOST: 'localhost.example.com' })).toContain('필요합니다')
  })
})

test('the local sign-in ends where Kakao begins, and can be turned off', () => {
  expect(loadConfig({ KAKAO_REST_KEY: 'key' }).localLogin).toBe(false)
  expect(loadConfig({ LOCAL_LOGIN: 'off' }).localLogin).toBe(false)
})

test('superusers are a list', () => {
  expect(loadConfig({ SUPERUSERS: ' 123, boss@example.com ,' }).superusers).toEqual(['123', 'boss@example.com'])
})
