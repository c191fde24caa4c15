import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

/**
 * Reads the whole configuration from the environment, once, at start. Nothing else in the server looks at `process.env`.
 * Throws `ConfigError`, whose message is one line an operator can act on.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const [first] = parsed.error.issues
    const name = String(first?.path[0])
    throw new ConfigError(`환경 변수 ${name}="${shownValue(name, given[name])}": ${first?.message}`)
  }
  const config = toConfig(parsed.data)
  refuseOpenDoors(config)
  return config
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

const flag = (fallback: boolean) =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'on 또는 off로 적어 주세요.' })
    .transform((value) => value === 'on' || value === 'true' || value === '1')
    .default(fallback)

const filePath = z.string().refine((path) => existsSync(path), { error: '이 파일을 찾을 수 없습니다.' })

const commaList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

const postgresUrl = z.string().refine((text) => /^postgres(ql)?:\/\/[^/]+\/\w/.test(text), {
  error: 'postgres://사용자:비밀번호@주소:포트/데이터베이스 모양이어야 합니다.',
})

/** What a search engine gives an owner to prove a site by: the content of the tag, not the tag. */
const ownershipProof = z
  .string()
  .regex(/^[\w.+/=-]{1,200}$/, '메타 태그 전체가 아니라 content 값만 적어 주세요.')
  .optional()

const environmentSchema = z.object({
  PORT: z.coerce
    .number({ error: '0에서 65535 사이의 정수여야 합니다.' })
    .int({ error: '0에서 65535 사이의 정수여야 합니다.' })
    .min(0, { error: '0에서 65535 사이의 정수여야 합니다.' })
    .max(65_535, { error: '0에서 65535 사이의 정수여야 합니다.' })
    .default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_CONNECTIONS: z.coerce
    .number({ error: '2에서 200 사이의 정수여야 합니다.' })
    .int({ error: '2에서 200 사이의 정수여야 합니다.' })
    .min(2, { error: '2에서 200 사이의 정수여야 합니다.' })
    .max(200, { error: '2에서 200 사이의 정수여야 합니다.' })
    .default(10),
  KAKAO_REST_KEY: z.string().optional(),
  KAKAO_CLIENT_SECRET: z.string().optional(),
  LOCAL_LOGIN: flag(true),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'https://로 시작하는 주소여야 합니다.' }).optional(),
  NAVER_SITE_VERIFICATION: ownershipProof,
  GOOGLE_SITE_VERIFICATION: ownershipProof,
  TLS_CERT: filePath.optional(),
  TLS_KEY: filePath.optional(),
  TRUST_PROXY: z
    .string()
    .regex(/^[\d.:a-fA-F/,\s]+$/, { error: '믿을 프록시의 IP 주소나 대역을 쉼표로 적어 주세요.' })
    .optional()
    .transform((text) =>
      text
        ?.split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
  SUPERUSERS: commaList,
  DEMO_DATA: flag(true),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'fatal, error, warn, info, debug, silent 가운데 하나여야 합니다.',
    })
    .default('warn'),
  RATE_LIMIT: z.coerce
    .number({ error: '분당 허용할 요청 수를 1 이상의 정수로 적어 주세요.' })
    .int({ error: '분당 허용할 요청 수를 1 이상의 정수로 적어 주세요.' })
    .min(1, { error: '분당 허용할 요청 수를 1 이상의 정수로 적어 주세요.' })
    .default(6000),
})

/** The configuration as the server uses it. Paths are absolute. */
export type Config = {
  /** 0 lets the system choose a free port (tests). */
  port: number
  host: string
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /** Connections this process may hold open to the database. */
  databaseConnections: number
  /** Present: sign-in goes to Kakao, and the local provider does not exist. */
  kakao: { restKey: string; clientSecret: string | undefined } | undefined
  /** True only on loopback and without Kakao keys (design §5). */
  localLogin: boolean
  /** Origin under which browsers reach the server, without a trailing slash; absent: the address of the request. */
  publicUrl: string | undefined
  /** Name and content of the meta tags of `/` by which search engines know the site's owner. */
  siteVerification: Readonly<Record<string, string>>
  tls: { certPath: string; keyPath: string } | undefined
  /** Addresses whose `X-Forwarded-*` headers are believed. */
  trustProxy: string[] | undefined
  /** Provider ids or verified e-mail addresses of superusers (decision 6). */
  superusers: string[]
  demoData: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Requests per minute and client address, over all routes; single routes set lower limits of their own. */
  rateLimitPerMinute: number
}

/** True for the addresses that only this machine can reach. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function toConfig(env: z.output<typeof environmentSchema>): Config {
  const kakao =
    env.KAKAO_REST_KEY === undefined
      ? undefined
      : { restKey: env.KAKAO_REST_KEY, clientSecret: env.KAKAO_CLIENT_SECRET }
  const tls =
    env.TLS_CERT !== undefined && env.TLS_KEY !== undefined
      ? { certPath: resolve(env.TLS_CERT), keyPath: resolve(env.TLS_KEY) }
      : undefined
  if ((env.TLS_CERT === undefined) !== (env.TLS_KEY === undefined)) {
    throw new ConfigError('TLS_CERT와 TLS_KEY는 둘 다 적거나 둘 다 비워 두어야 합니다.')
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    kakao,
    localLogin: env.LOCAL_LOGIN && kakao === undefined && isLoopback(env.HOST),
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    siteVerification: {
      ...(env.NAVER_SITE_VERIFICATION && { 'naver-site-verification': env.NAVER_SITE_VERIFICATION }),
      ...(env.GOOGLE_SITE_VERIFICATION && { 'google-site-verification': env.GOOGLE_SITE_VERIFICATION }),
    },
    tls,
    trustProxy: env.TRUST_PROXY,
    superusers: env.SUPERUSERS,
    demoData: env.DEMO_DATA,
    logLevel: env.LOG_LEVEL,
    rateLimitPerMinute: env.RATE_LIMIT,
  }
}

/** Beyond loopback anyone could pick a demo account and read tokens off the wire, so both doors must be shut first. */
function refuseOpenDoors(config: Config): void {
  if (isLoopback(config.host)) return
  const missing = [
    ...(config.kakao === undefined ? ['카카오 로그인 키(KAKAO_REST_KEY)'] : []),
    ...(config.tls === undefined && config.trustProxy === undefined
      ? ['TLS 파일(TLS_CERT, TLS_KEY) 또는 믿을 프록시(TRUST_PROXY)']
      : []),
  ]
  if (missing.length > 0) {
    throw new ConfigError(`HOST="${config.host}"처럼 바깥에서 닿는 주소를 쓰려면 ${missing.join('와 ')}가 필요합니다.`)
  }
}

/** Secrets never reach a terminal or a log, not even wrong ones. */
function shownValue(name: string, value: string | undefined): string {
  return /URL|SECRET|KEY$/.test(name) && name !== 'TLS_KEY' && name !== 'PUBLIC_URL' ? '…' : (value ?? '')
}
