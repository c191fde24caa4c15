import { join, resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback, parseOriginHost } from '#server/http/loopback.ts'
import {
  commaList,
  createFlag,
  createIntegerRange,
  dailyQuestions,
  filePath,
  mailAddress,
  metricsToken,
  networkList,
  originUrl,
  ownershipProof,
  postgresUrl,
  proxyList,
  redisUrl,
  smtpUrl,
} from './environment-values.ts'

/**
 * Reads the whole configuration from the environment once at start; nothing else in the server
 * reads `process.env`. Throws `ConfigError`, whose message is one line for the operator.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const variables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = environmentSchema.safeParse(variables)
  if (!parsed.success) {
    const [first] = parsed.error.issues
    const name = String(first?.path[0])
    throw new ConfigError(`환경 변수 ${name}="${hideSecret(name, variables[name])}": ${first?.message}`)
  }
  const config = toConfig(parsed.data)
  refuseUnsafeHost(config)
  requirePublicUrl(config)
  return config
}

export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** URL of an external service. Must be https unless local, because responses hold personal data. */
const externalUrl = z.url({ protocol: /^https?$/, error: 'https://로 시작하는 주소여야 합니다.' }).refine(
  (text) => {
    const url = URL.parse(text)
    return url === null || url.protocol === 'https:' || isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1'))
  },
  { error: '이 컴퓨터가 아닌 곳의 연동 프로그램은 https:// 주소여야 합니다.' },
)

const environmentSchema = z.object({
  PORT: createIntegerRange(0, 65_535, '0에서 65535 사이의 정수여야 합니다.').default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_CONNECTIONS: createIntegerRange(2, 200, '2에서 200 사이의 정수여야 합니다.').default(10),
  REDIS_URL: redisUrl.optional(),
  WORKER: createFlag(true),
  KAKAO_REST_KEY: z.string().optional(),
  KAKAO_JS_KEY: z.string().optional(),
  KAKAO_CLIENT_SECRET: z.string().optional(),
  LOCAL_LOGIN: createFlag(true),
  PUBLIC_URL: originUrl.optional(),
  NAVER_SITE_VERIFICATION: ownershipProof,
  GOOGLE_SITE_VERIFICATION: ownershipProof,
  TLS_CERT: filePath.optional(),
  TLS_KEY: filePath.optional(),
  TRUST_PROXY: proxyList.optional(),
  SUPERUSERS: commaList,
  SECOND_FACTOR: z.enum(['required', 'optional'], { error: 'required 또는 optional로 적어 주세요.' }).optional(),
  OFFLINE_COPIES: z.enum(['sealed', 'open'], { error: 'sealed 또는 open으로 적어 주세요.' }).optional(),
  SECOND_FACTOR_EXEMPT_NETWORKS: networkList,
  ADMIN_NETWORKS: networkList,
  BACKUP_KEY_FILE: z.string().optional(),
  BACKUP_DIR: z.string().optional(),
  RRN_KEY_FILE: z.string().optional(),
  TRAIL_KEY_FILE: z.string().optional(),
  REGISTRY_URL: externalUrl.optional(),
  REGISTRY_TOKEN: z.string().optional(),
  METRICS_TOKEN: metricsToken,
  PUSH_NETWORKS: networkList,
  SMTP_URL: smtpUrl.optional(),
  SMTP_FROM: mailAddress.optional(),
  KIA_CLIENT_ID: z.string().optional(),
  KIA_CLIENT_SECRET: z.string().optional(),
  KIA_HOST: externalUrl.default('https://prd.kr-ccapi.kia.com'),
  TOKEN_HELPER_URL: externalUrl.optional(),
  TOKEN_HELPER_KEY: z.string().optional(),
  CHAT_BASE_URL: externalUrl.optional(),
  CHAT_API_KEY: z.string().optional(),
  CHAT_MODEL: z.string().max(200).optional(),
  CHAT_DAILY_QUESTIONS: dailyQuestions,
  DEMO_DATA: createFlag(true),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
      error: 'fatal, error, warn, info, debug, silent 가운데 하나여야 합니다.',
    })
    .default('warn'),
  RATE_LIMIT: createIntegerRange(
    1,
    Number.MAX_SAFE_INTEGER,
    '분당 허용할 요청 수를 1 이상의 정수로 적어 주세요.',
  ).default(6000),
})

/** The server's configuration. Paths are absolute. */
export interface Config {
  /** 0 lets the system choose a free port (tests). */
  port: number
  host: string
  dataDir: string
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  /**
   * Connection as the owner of the tables, for migrations and commands. Absent: `databaseUrl` is
   * the owner.
   */
  databaseOwnerUrl: string | undefined
  /** A streaming replica that serves lists. Absent: `databaseUrl` serves everything. */
  databaseReplicaUrl: string | undefined
  /** Maximum connections of this process to the database, and to its replica. */
  databaseConnections: number
  /** Redis for the queue of background tasks. Absent: the queue is in the database. */
  redisUrl: string | undefined
  /** False: this process runs no background work; `npm run worker` does it elsewhere. */
  hasWorker: boolean
  /** Kakao sign-in; replaces the demo accounts. `jsKey` is public and handed to clients. */
  kakao: { restKey: string; jsKey?: string | undefined; clientSecret: string | undefined } | undefined
  /** Sign-in with demo accounts, only while no setting lets other machines reach the server. */
  localLogin: boolean
  /** Public origin, without a trailing slash. Absent: taken from the request. */
  publicUrl: string | undefined
  /** Names and contents of meta tags on `/` that prove site ownership to search engines. */
  siteVerification: Readonly<Record<string, string>>
  tls: { certPath: string; keyPath: string } | undefined
  /** Proxies whose `X-Forwarded-*` headers are trusted. */
  trustProxy: string[] | undefined
  /** Provider ids or verified e-mail addresses of superusers. */
  superusers: string[]
  /**
   * Who needs a second factor. `required`: all staff. `optional`: users who set one up.
   * `optional_here`: `optional` for requests from this machine, `required` for all others.
   */
  secondFactor: 'required' | 'optional' | 'optional_here'
  /** `sealed`: offline copies must be encrypted with a PIN. `open`: encryption is optional. */
  offlineCopies: 'sealed' | 'open'
  /** Networks exempt from the second factor (addresses and CIDR ranges). */
  factorExemptNetworks: string[]
  /** Networks that may use superuser routes; empty means any. */
  adminNetworks: string[]
  /** Service that issues register extracts. Absent: made from the office's own records. */
  registry: { url: string; token: string | undefined } | undefined
  /** Networks with a push service of the office's own; all others must have public addresses. */
  pushNetworks: string[]
  /**
   * Mail server of the office, for the morning summary, and the address of the sender (absent: the
   * office's). Absent: no e-mail is offered.
   */
  mail: { url: string; from: string | undefined; appUrl: string } | undefined
  /** Bearer token for reading /metrics from other machines. Absent: only local programs may. */
  metricsToken: string | undefined
  /** Additional sign-in with a Kia account, for linked users. Absent: not offered. */
  kia: { clientId: string; clientSecret: string; host: string } | undefined
  /** Service that issues refresh tokens for Kia's API (API 테스트). */
  tokenHelper: { url: string; key: string | undefined } | undefined
  /** Language model of the chat and its daily limit per user. Absent: fixed rules answer. */
  chatModel: { baseUrl: string; apiKey: string; model: string; questionsPerDay: number } | undefined
  /** Load demo records into an empty embedded database. */
  demoData: boolean
  /**
   * Only backup and restore read it (backup/backup-key.ts), so the server also starts while the key
   * file is unreachable.
   */
  backupKeyFile: string | undefined
  /** Folder for encrypted daily backups (backup/daily-backups.ts). Absent: no automatic backups. */
  backupDir: string | undefined
  /**
   * Keys for resident and registration numbers (keys/office-keys.ts); created if missing.
   */
  officeKeyFile: string
  /** Key that signs trail exports (admin/trail/signed); created if missing. */
  trailKeyFile: string
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent'
  /** Over all routes, per user or (before sign-in) IP address. Single routes set lower limits. */
  rateLimitPerMinute: number
}

function toConfig(env: z.output<typeof environmentSchema>): Config {
  const kakao =
    env.KAKAO_REST_KEY === undefined
      ? undefined
      : { restKey: env.KAKAO_REST_KEY, jsKey: env.KAKAO_JS_KEY, clientSecret: env.KAKAO_CLIENT_SECRET }
  const tls =
    env.TLS_CERT !== undefined && env.TLS_KEY !== undefined
      ? { certPath: resolve(env.TLS_CERT), keyPath: resolve(env.TLS_KEY) }
      : undefined
  if ((env.TLS_CERT === undefined) !== (env.TLS_KEY === undefined)) {
    throw new ConfigError('TLS_CERT와 TLS_KEY는 둘 다 적거나 둘 다 비워 두어야 합니다.')
  }
  if (env.DATABASE_OWNER_URL !== undefined && env.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_OWNER_URL은 DATABASE_URL과 함께 적어야 합니다.')
  }
  if (env.DATABASE_REPLICA_URL !== undefined && env.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_REPLICA_URL은 DATABASE_URL과 함께 적어야 합니다.')
  }
  if (env.BACKUP_DIR !== undefined && env.BACKUP_KEY_FILE === undefined) {
    throw new ConfigError(
      'BACKUP_DIR를 적으면 BACKUP_KEY_FILE도 적어 주세요. 자동 백업은 항상 암호화합니다. 키 만들기: npm run backup -- --new-key 파일',
    )
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    redisUrl: env.REDIS_URL,
    hasWorker: env.WORKER,
    kakao,
    // refuseUnsafeHost fails the start when others could reach the demo accounts.
    localLogin: env.LOCAL_LOGIN && kakao === undefined,
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
    siteVerification: {
      ...(env.NAVER_SITE_VERIFICATION && { 'naver-site-verification': env.NAVER_SITE_VERIFICATION }),
      ...(env.GOOGLE_SITE_VERIFICATION && { 'google-site-verification': env.GOOGLE_SITE_VERIFICATION }),
    },
    tls,
    trustProxy: env.TRUST_PROXY,
    superusers: env.SUPERUSERS,
    secondFactor: env.SECOND_FACTOR ?? (isLocalOnly(env) ? 'optional_here' : 'required'),
    offlineCopies: env.OFFLINE_COPIES ?? (isLocalOnly(env) ? 'open' : 'sealed'),
    factorExemptNetworks: env.SECOND_FACTOR_EXEMPT_NETWORKS,
    adminNetworks: env.ADMIN_NETWORKS,
    registry: env.REGISTRY_URL === undefined ? undefined : { url: env.REGISTRY_URL, token: env.REGISTRY_TOKEN },
    pushNetworks: env.PUSH_NETWORKS,
    mail: readMail(env),
    metricsToken: env.METRICS_TOKEN,
    kia: readKia(env),
    tokenHelper:
      env.TOKEN_HELPER_URL === undefined ? undefined : { url: env.TOKEN_HELPER_URL, key: env.TOKEN_HELPER_KEY },
    chatModel: readChatModel(env),
    demoData: env.DEMO_DATA,
    backupKeyFile: env.BACKUP_KEY_FILE === undefined ? undefined : resolve(env.BACKUP_KEY_FILE),
    backupDir: env.BACKUP_DIR === undefined ? undefined : resolve(env.BACKUP_DIR),
    officeKeyFile: resolve(env.RRN_KEY_FILE ?? join(env.DATA_DIR, 'numbers.key')),
    trailKeyFile: resolve(env.TRAIL_KEY_FILE ?? join(env.DATA_DIR, 'trail-signing.key')),
    logLevel: env.LOG_LEVEL,
    rateLimitPerMinute: env.RATE_LIMIT,
  }
}

/** True if no setting lets other machines reach the server; same condition as for demo accounts. */
function isLocalOnly(env: z.output<typeof environmentSchema>): boolean {
  const hasPublicName = env.PUBLIC_URL !== undefined && !isLoopback(parseOriginHost(env.PUBLIC_URL))
  return isLoopback(env.HOST) && !hasPublicName && env.TRUST_PROXY === undefined && env.TLS_CERT === undefined
}

/** Treats placeholder keys copied from an example as not configured. */
function readKia(env: z.output<typeof environmentSchema>): Config['kia'] {
  const { KIA_CLIENT_ID: clientId, KIA_CLIENT_SECRET: clientSecret } = env
  if ((clientId === undefined) !== (clientSecret === undefined)) {
    throw new ConfigError('KIA_CLIENT_ID와 KIA_CLIENT_SECRET은 둘 다 적거나 둘 다 비워 두어야 합니다.')
  }
  if (clientId === undefined || clientSecret === undefined) return undefined
  if ([clientId, clientSecret].some((key) => /^(your|placeholder|<)|xxx/i.test(key))) return undefined
  return { clientId, clientSecret, host: new URL(env.KIA_HOST).origin }
}

/** An e-mail leads to the app, so the address that browsers open must be known. */
function readMail(env: z.output<typeof environmentSchema>): Config['mail'] {
  const { SMTP_URL: url, SMTP_FROM: from, PUBLIC_URL: publicUrl } = env
  if (url === undefined) return undefined
  if (publicUrl === undefined)
    throw new ConfigError('SMTP_URL을 적으면 브라우저가 여는 주소도 PUBLIC_URL에 적어 주세요.')
  return { url, from, appUrl: new URL(publicUrl).origin }
}

function readChatModel(env: z.output<typeof environmentSchema>): Config['chatModel'] {
  const { CHAT_BASE_URL: baseUrl, CHAT_API_KEY: apiKey, CHAT_MODEL: model } = env
  if (baseUrl === undefined && apiKey === undefined && model === undefined) return undefined
  if (baseUrl === undefined || apiKey === undefined || model === undefined)
    throw new ConfigError('CHAT_BASE_URL, CHAT_API_KEY, CHAT_MODEL은 모두 적거나 모두 비워 두어야 합니다.')
  return { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), apiKey, model, questionsPerDay: env.CHAT_DAILY_QUESTIONS }
}

/**
 * Requires Kakao keys and TLS (or a proxy) when other machines can reach the server. Otherwise
 * anybody could sign in with a demo account or read tokens off the wire. With a proxy or TLS that
 * is assumed even on loopback.
 */
function refuseUnsafeHost(config: Config): void {
  if (isLoopback(config.host)) return refuseDemoAccountsForOthers(config)
  const missing = [
    ...(config.kakao === undefined ? ['카카오 로그인 키(KAKAO_REST_KEY)'] : []),
    ...(config.tls === undefined && config.trustProxy === undefined
      ? ['TLS 파일(TLS_CERT, TLS_KEY) 또는 신뢰할 프록시(TRUST_PROXY)']
      : []),
  ]
  if (missing.length > 0) {
    throw new ConfigError(
      `HOST="${config.host}"처럼 외부에서 접속할 수 있는 주소를 쓰려면 ${missing.join('와 ')}가 필요합니다.`,
    )
  }
}

function refuseDemoAccountsForOthers({ kakao, publicUrl, trustProxy, tls }: Config): void {
  if (kakao !== undefined) return
  const exposingSettings = [
    ...(publicUrl !== undefined && !isLoopback(parseOriginHost(publicUrl)) ? [`PUBLIC_URL="${publicUrl}"`] : []),
    ...(trustProxy === undefined ? [] : ['TRUST_PROXY']),
    ...(tls === undefined ? [] : ['TLS_CERT']),
  ]
  if (exposingSettings.length === 0) return
  const names = exposingSettings.join(', ')
  throw new ConfigError(
    `${names}: 다른 사람도 이 서버에 접속할 수 있는 설정이므로 카카오 로그인 키(KAKAO_REST_KEY)가 필요합니다. 이 컴퓨터에서만 쓰려면 이 변수를 비워 두세요.`,
  )
}

/** Behind a proxy PUBLIC_URL is required, because known-hosts.ts refuses hosts it doesn't know. */
function requirePublicUrl({ publicUrl, trustProxy }: Config): void {
  if (trustProxy === undefined || publicUrl !== undefined) return
  throw new ConfigError('TRUST_PROXY를 적으면 브라우저가 여는 주소도 PUBLIC_URL에 적어 주세요.')
}

/** Hides values that may hold secrets, even malformed ones, from terminal and log. */
function hideSecret(name: string, value: string | undefined): string {
  return /URL|SECRET|TOKEN|KEY$/.test(name) && name !== 'TLS_KEY' && name !== 'PUBLIC_URL' ? '…' : (value ?? '')
}
