import type { Kysely } from 'kysely'
import { createTransport } from 'nodemailer'
import type { PushContent } from '#contract/notifications/notifications.ts'
import type { Config } from '#server/config/config.ts'
import { isLoopback, parseOriginHost } from '#server/http/loopback.ts'
import { readOffice } from '#server/office-profile/read-office.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/** Sends through the office's mail server. */
export interface Mailer {
  /** Never throws. */
  send(mail: Mail): Promise<MailResult>
  /** Where the settings are. */
  readonly appUrl: string
}

export interface Mail {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Repeated by every attempt, so that mail programs can drop a second copy. */
  readonly id: string
}

/**
 * `gone`: the server refused this address with a final reply (5xx). `failed`: a later attempt may
 * succeed.
 */
export interface MailResult {
  readonly outcome: 'accepted' | 'gone' | 'failed'
  /** Null if there was no reply. */
  readonly status: number | null
  /** The reply that refused the address. */
  readonly reply: string
}

const timeoutMs = 10_000

/** Null where the office has named no mail server. */
export function createMailer({ mail }: Pick<Config, 'mail'>): Mailer | null {
  if (!mail) return null
  const transport = createTransport(readTransportOptions(mail.url))
  const { appUrl } = mail
  return {
    appUrl,
    async send({ from, to, subject, text, id }) {
      try {
        await transport.sendMail({
          // HAZARD: as objects, because addresses as text are parsed as lists with names.
          from: { name: '', address: from },
          to: { name: '', address: to },
          envelope: { from, to: [to] },
          subject,
          text,
          messageId: `<${id}@${parseOriginHost(appUrl)}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'List-Unsubscribe': `<${appUrl}${settingsPath}>` },
        })
        return { outcome: 'accepted', status: 250, reply: '' }
      } catch (error) {
        return toResult(error)
      }
    },
  }
}

/** TLS with a valid certificate, except on this machine. */
export function readTransportOptions(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const host = parseOriginHost(smtpUrl)
  const isSecure = url.protocol === 'smtps:'
  const isHere = isLoopback(host)
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    secure: isSecure,
    requireTLS: !isSecure && !isHere,
    ignoreTLS: isHere,
    ...(user !== '' && { auth: { user, pass } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Refusals of the sender or its password aren't the recipient's fault. */
function toResult(error: unknown): MailResult {
  const { responseCode, command, response } = (error ?? {}) as {
    responseCode?: unknown
    command?: unknown
    response?: unknown
  }
  const status = typeof responseCode === 'number' ? responseCode : null
  const isFinal = status !== null && status >= 500 && (command === 'RCPT TO' || command === 'DATA')
  const reply = typeof response === 'string' ? response.replaceAll(/[^\P{C}]+/gu, ' ').slice(0, maxReply) : ''
  return { outcome: isFinal ? 'gone' : 'failed', status, reply: isFinal ? reply : '' }
}

const maxReply = 200

/** The address that sends: that of the settings, or the office's. Null without either. */
export async function readSender(db: Kysely<Tables>, { mail }: Pick<Config, 'mail'>): Promise<string | null> {
  if (!mail) return null
  const from = mail.from ?? (await readOffice(db)).email
  return from === '' ? null : from
}

/**
 * HAZARD: passes foreign mail servers unencrypted, so it has what a push has: kinds and numbers.
 */
export function writeSummaryMail({ title, body, path }: PushContent, appUrl: string) {
  return {
    subject: `${title} - ${body}`,
    text: [
      body,
      '',
      `열기: ${appUrl}${path}`,
      '',
      `이 메일을 끄거나 받는 주소를 바꾸려면: ${appUrl}${settingsPath}`,
      '',
    ].join('\n'),
  }
}

export function writeCodeMail(code: string, appUrl: string) {
  return {
    subject: '알림 이메일 확인 코드',
    text: [
      `확인 코드: ${code}`,
      '',
      `15분 안에 알림 설정에 입력해 주세요: ${appUrl}${settingsPath}`,
      '요청한 적이 없다면 이 메일을 무시해 주세요. 코드를 입력하지 않으면 더 보내지 않습니다.',
      '',
    ].join('\n'),
  }
}

const settingsPath = '/account/notifications'
