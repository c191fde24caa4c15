import { join } from 'node:path'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { loadConfig } from './config.ts'

const thisFile = join(import.meta.dirname, 'config.test.ts')

/** An office reachable from the internet. */
const office = { KAKAO_REST_KEY: 'key', PUBLIC_URL: 'https://office.example' }

function catchMessage(env: Record<string, string>): string {
  try {
    loadConfig(env)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'accepted'
}

test('listens on loopback with local sign-in and an embedded database by default', () => {
  expect(loadConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: undefined,
    localLogin: true,
    registry: undefined,
    demoData: true,
    kakao: undefined,
    superusers: [],
  })
})

test('treats an empty variable as unset', () => {
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
  [
    { SMTP_URL: 'mail.example:587' },
    '환경 변수 SMTP_URL="…": smtps://사용자:비밀번호@주소:465 또는 smtp://사용자:비밀번호@주소:587 형식이어야 합니다.',
  ],
  [{ SMTP_URL: 'smtps://mail.example' }, 'SMTP_URL을 적으면 브라우저가 여는 주소도 PUBLIC_URL에 적어 주세요.'],
  [
    { SMTP_FROM: 'a@b.example, c@d.example' },
    '환경 변수 SMTP_FROM="a@b.example, c@d.example": 이메일 주소 하나를 적어 주세요.',
  ],
  [{ TLS_CERT: thisFile }, 'TLS_CERT와 TLS_KEY는 둘 다 적거나 둘 다 비워 두어야 합니다.'],
  [
    { PUBLIC_URL: 'https://office.example/site' },
    '환경 변수 PUBLIC_URL="https://office.example/site": https://office.example처럼 경로 없이 주소만 적어 주세요.',
  ],
])('reports a wrong value in one line that names the variable: %o', (env, line) => {
  expect(catchMessage(env)).toBe(line)
})

test.each([
  'everyone',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '10.0.0.0/99',
  '10.0.0.0/0',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '::1/129',
  'fe80::1%eth0',
  '10.0.0.1,,10.0.0.2',
  ',',
  '0x7f.1',
])('reports an invalid proxy address in one line at start: %s', (proxies) => {
  const env = { ...office, TRUST_PROXY: proxies }
  expect(catchMessage(env)).toBe(
    `환경 변수 TRUST_PROXY="${proxies}": 신뢰할 프록시의 IP 주소나 대역(예: 10.0.0.1, 10.1.0.0/16)을 쉼표로 적어 주세요.`,
  )
})

test('accepts only proxies that Fastify can parse', () => {
  const trustProxy = loadConfig({
    ...office,
    TRUST_PROXY: '10.0.0.1, 10.1.0.0/16, ::1, fd00::/8, 1.2.3.4/32',
  }).trustProxy
  expect(trustProxy).toEqual(['10.0.0.1', '10.1.0.0/16', '::1', 'fd00::/8', '1.2.3.4/32'])
  expect(() => Fastify({ trustProxy: trustProxy ?? false })).not.toThrow()
})

test('does not print a wrong secret on the terminal', () => {
  const line = catchMessage({ DATABASE_URL: 'mysql://office:geheim@db/office' })
  expect(line).toContain('DATABASE_URL')
  expect(line).not.toContain('geheim')
})

describe('an address beyond this machine', () => {
  const kakao = { KAKAO_REST_KEY: 'key' }
  const tls = { TLS_CERT: thisFile, TLS_KEY: thisFile }

  test('needs Kakao keys and encryption, and names what is missing in one line', () => {
    expect(catchMessage({ HOST: '0.0.0.0' })).toBe(
      'HOST="0.0.0.0"처럼 외부에서 접속할 수 있는 주소를 쓰려면 카카오 로그인 키(KAKAO_REST_KEY)와 TLS 파일(TLS_CERT, TLS_KEY) 또는 신뢰할 프록시(TRUST_PROXY)가 필요합니다.',
    )
    expect(catchMessage({ HOST: '0.0.0.0', ...kakao })).toContain('TLS 파일')
    expect(catchMessage({ HOST: '0.0.0.0', ...tls })).toContain('KAKAO_REST_KEY')
    expect(catchMessage({ HOST: '192.168.0.7', ...kakao })).toContain('TLS 파일')
    expect(catchMessage({ HOST: '::', ...kakao })).toContain('TLS 파일')
  })

  test('is accepted with both', () => {
    expect(loadConfig({ HOST: '0.0.0.0', ...kakao, ...tls }).tls).toBeDefined()
    expect(loadConfig({ HOST: '0.0.0.0', ...office, TRUST_PROXY: '10.0.0.1' }).trustProxy).toEqual(['10.0.0.1'])
  })

  test('is not mistaken for loopback because of a similar name', () => {
    expect(catchMessage({ HOST: '127.0.0.1.example.com' })).toContain('필요합니다')
    expect(catchMessage({ HOST: 'localhost.example.com' })).toContain('필요합니다')
  })
})

describe('the demo accounts of the local sign-in', () => {
  const thisMachine = [
    {},
    { PUBLIC_URL: 'http://localhost:8080' },
    { PUBLIC_URL: 'http://127.0.0.1:8080/' },
    { PUBLIC_URL: 'http://[::1]:8080' },
    { HOST: '::1' },
  ]
  test.each(thisMachine)('exist while nothing points beyond this machine: %o', (env) => {
    expect(loadConfig(env).localLogin).toBe(true)
  })

  const others = [
    ['PUBLIC_URL="https://office.example"', { PUBLIC_URL: 'https://office.example' }],
    ['PUBLIC_URL="http://localhost.office.example"', { PUBLIC_URL: 'http://localhost.office.example' }],
    ['PUBLIC_URL="http://localhost."', { PUBLIC_URL: 'http://localhost.' }],
    ['PUBLIC_URL="http://192.168.0.7"', { PUBLIC_URL: 'http://192.168.0.7' }],
    ['TRUST_PROXY', { TRUST_PROXY: '127.0.0.1' }],
    ['TRUST_PROXY', { TRUST_PROXY: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' }],
    ['PUBLIC_URL="https://office.example", TRUST_PROXY', { PUBLIC_URL: 'https://office.example', TRUST_PROXY: '::1' }],
    ['TLS_CERT', { TLS_CERT: thisFile, TLS_KEY: thisFile }],
    ['TLS_CERT', { TLS_CERT: thisFile, TLS_KEY: thisFile, LOCAL_LOGIN: 'off' }],
  ] as const
  test.each(others)(
    'don’t exist when %s shows that others can reach the server, which then refuses to start',
    (names, env) => {
      expect(catchMessage(env)).toBe(
        `${names}: 다른 사람도 이 서버에 접속할 수 있는 설정이므로 카카오 로그인 키(KAKAO_REST_KEY)가 필요합니다. 이 컴퓨터에서만 쓰려면 이 변수를 비워 두세요.`,
      )
    },
  )

  test('never exist with Kakao keys', () => {
    for (const [, env] of others) {
      const reported = { PUBLIC_URL: 'https://office.example', ...env, KAKAO_REST_KEY: 'key' }
      expect(loadConfig(reported).localLogin).toBe(false)
    }
  })
})

test('needs its own public name behind a proxy', () => {
  expect(catchMessage({ KAKAO_REST_KEY: 'key', TRUST_PROXY: '10.0.0.1' })).toBe(
    'TRUST_PROXY를 적으면 브라우저가 여는 주소도 PUBLIC_URL에 적어 주세요.',
  )
})

test('stores the public URL as an origin', () => {
  expect(loadConfig({ ...office, PUBLIC_URL: 'HTTPS://Office.Example:443/' }).publicUrl).toBe('https://office.example')
  expect(catchMessage({ ...office, PUBLIC_URL: 'https://office.example@evil.example' })).toContain('주소만')
})

test('replaces the local sign-in with Kakao, and can turn it off', () => {
  expect(loadConfig({ KAKAO_REST_KEY: 'key' }).localLogin).toBe(false)
  expect(loadConfig({ LOCAL_LOGIN: 'off' }).localLogin).toBe(false)
})

test("keeps Kakao's two keys separate", () => {
  const keys = { KAKAO_REST_KEY: 'rest', KAKAO_JS_KEY: 'js' }
  expect(loadConfig(keys).kakao).toEqual({ restKey: 'rest', jsKey: 'js', clientSecret: undefined })
  expect(loadConfig({ KAKAO_REST_KEY: 'rest' }).kakao?.jsKey).toBeUndefined()
  expect(loadConfig({ KAKAO_JS_KEY: 'js' }).kakao).toBeUndefined()
})

test('reads superusers as a list', () => {
  expect(loadConfig({ SUPERUSERS: ' 123, boss@example.com ,' }).superusers).toEqual(['123', 'boss@example.com'])
})

describe('two addresses of one database', () => {
  const url = 'postgres://office_app:geheim@db/office'

  test('are the server’s and the owner’s', () => {
    const config = loadConfig({ DATABASE_URL: url, DATABASE_OWNER_URL: 'postgres://office@db/office' })
    expect(config).toMatchObject({ databaseUrl: url, databaseOwnerUrl: 'postgres://office@db/office' })
    expect(loadConfig({ DATABASE_URL: url }).databaseOwnerUrl).toBeUndefined()
  })

  test('need both; the owner’s alone is refused, and a wrong one is not printed', () => {
    expect(catchMessage({ DATABASE_OWNER_URL: url })).toBe('DATABASE_OWNER_URL은 DATABASE_URL과 함께 적어야 합니다.')
    const line = catchMessage({ DATABASE_URL: url, DATABASE_OWNER_URL: 'mysql://office:geheim@db/office' })
    expect(line).toContain('DATABASE_OWNER_URL')
    expect(line).not.toContain('geheim')
  })

  test('may be joined by that of a replica, which alone is refused, and a wrong one is not printed', () => {
    const replica = 'postgres://office_app:geheim@replica/office'
    const config = loadConfig({ DATABASE_URL: url, DATABASE_REPLICA_URL: replica })
    expect(config.databaseReplicaUrl).toBe(replica)
    expect(loadConfig({ DATABASE_URL: url }).databaseReplicaUrl).toBeUndefined()
    const alone = catchMessage({ DATABASE_REPLICA_URL: replica })
    expect(alone).toBe('DATABASE_REPLICA_URL은 DATABASE_URL과 함께 적어야 합니다.')
    const line = catchMessage({ DATABASE_URL: url, DATABASE_REPLICA_URL: 'mysql://office:geheim@db/office' })
    expect(line).toContain('DATABASE_REPLICA_URL')
    expect(line).not.toContain('geheim')
  })
})

test('starts without the backup key file being present', () => {
  expect(loadConfig({ BACKUP_KEY_FILE: '/media/stick/office.key' }).backupKeyFile).toBe('/media/stick/office.key')
  expect(loadConfig({}).backupKeyFile).toBeUndefined()
})

test('accepts a language model only with all settings, and over TLS beyond this machine', () => {
  const full = { CHAT_BASE_URL: 'https://model.example/v1/', CHAT_API_KEY: 'key', CHAT_MODEL: 'small' }
  expect(loadConfig(full).chatModel).toEqual({
    baseUrl: 'https://model.example/v1',
    apiKey: 'key',
    model: 'small',
    questionsPerDay: 100,
  })
  expect(loadConfig({}).chatModel).toBeUndefined()
  expect(() => loadConfig({ CHAT_API_KEY: 'key' })).toThrow('모두 적거나 모두 비워 두어야 합니다.')
  expect(() => loadConfig({ ...full, CHAT_BASE_URL: 'http://model.example/v1' })).toThrow('https://')
  expect(() => loadConfig({ ...full, CHAT_DAILY_QUESTIONS: '0' })).toThrow('CHAT_DAILY_QUESTIONS')
})
