import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'

// Formats of environment values; each reports in one line what is wrong (config.ts).

export const createFlag = (fallback: boolean) =>
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'on 또는 off로 적어 주세요.' })
    .transform((value) => value === 'on' || value === 'true' || value === '1')
    .default(fallback)

export const filePath = z.string().refine((path) => existsSync(path), { error: '이 파일을 찾을 수 없습니다.' })

export const commaList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

export const postgresUrl = z.string().refine((text) => /^postgres(ql)?:\/\/[^/]+\/\w/.test(text), {
  error: 'postgres://사용자:비밀번호@주소:포트/데이터베이스 형식이어야 합니다.',
})

export const redisUrl = z
  .string()
  .regex(/^rediss?:\/\/[^/]/, 'redis://사용자:비밀번호@주소:포트/번호 형식이어야 합니다.')

/** A mail server, with the account that sends. */
export const smtpUrl = z.string().refine((text) => /^smtps?:$/.test(URL.parse(text)?.protocol ?? ''), {
  error: 'smtps://사용자:비밀번호@주소:465 또는 smtp://사용자:비밀번호@주소:587 형식이어야 합니다.',
})

export const mailAddress = z.email('이메일 주소 하나를 적어 주세요.')

/** Characters of a bearer token; a short one could be guessed. */
export const metricsToken = z
  .string()
  .regex(/^[\w-]{16,200}$/, '영문자, 숫자, -, _로 16자 이상 200자 이하로 적어 주세요.')
  .optional()

/** Ownership proof for a search engine: the content of the meta tag, not the tag. */
export const ownershipProof = z
  .string()
  .regex(/^[\w.+/=-]{1,200}$/, '메타 태그 전체가 아니라 content 값만 적어 주세요.')
  .optional()

/** An origin; anything after it would be silently dropped. */
export const originUrl = z.url({ protocol: /^https?$/, error: 'https://로 시작하는 주소여야 합니다.' }).refine(
  (text) => {
    const url = URL.parse(text)
    return url === null || url.href === `${url.origin}/`
  },
  { error: 'https://office.example처럼 경로 없이 주소만 적어 주세요.' },
)

const ipRanges = z.string().transform((text) => text.split(',').map((part) => part.trim()))

export const proxyList = ipRanges.refine((ranges) => ranges.every(isIpAddressOrRange), {
  error: '신뢰할 프록시의 IP 주소나 대역(예: 10.0.0.1, 10.1.0.0/16)을 쉼표로 적어 주세요.',
})

/** Networks with special treatment (http/this-machine.ts). */
export const networkList = ipRanges
  .refine((ranges) => ranges.every(isIpAddressOrRange), {
    error: 'IP 주소나 대역(예: 192.168.0.0/24, 203.0.113.7)을 쉼표로 적어 주세요.',
  })
  .default([])

/** An IP address with an optional prefix length. Length 0 would match everybody. */
function isIpAddressOrRange(text: string): boolean {
  const [ipAddress = '', prefix, ...more] = text.split('/')
  const family = ipAddress.includes('%') ? 0 : isIP(ipAddress)
  if (family === 0 || more.length > 0) return false
  if (prefix === undefined) return true
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128)
}

/** `error` states the valid range; every violation gets this message. */
export function createIntegerRange(min: number, max: number, error: string) {
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error })
}

export const dailyQuestions = createIntegerRange(
  1,
  100_000,
  '한 사람이 하루에 물을 수 있는 횟수를 1 이상 100000 이하의 정수로 적어 주세요.',
).default(100)
