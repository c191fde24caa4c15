import { isIP } from 'node:net'
import type { Kysely } from 'kysely'
import type { PrivacyNoticeData, PrivacyRecipientTexts } from '#contract/retention/privacy-notice.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { buildPrivacyNotice } from '#domain/retention/privacy-notice.ts'
import type { Config } from '#server/config/config.ts'
import { type CachedValue, createCachedValue } from '#server/db/cached-value.ts'
import type { Deps } from '#server/deps.ts'
import { isLoopback } from '#server/http/loopback.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { listPeriods } from '../periods.ts'

export type CachedPrivacyNotice = CachedValue<PrivacyNoticeData>

/** Content of /privacy, for every page that is sent. */
export function createCachedPrivacyNotice(deps: Pick<Deps, 'db' | 'now' | 'config'>): CachedPrivacyNotice {
  return createCachedValue(() => readPrivacy(deps), deps)
}

async function readPrivacy({ db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>): Promise<PrivacyNoticeData> {
  const periods = (await listPeriods(db)).toReversed()
  const enteredRecipients = await listRecipients(db)
  return buildPrivacyNotice({
    periods,
    recipients: [...listConfiguredRecipients(config), ...enteredRecipients.map(recipientTexts)],
    chatModel: config.chatModel ? describeHost(config.chatModel.baseUrl) : null,
    hasKakao: config.kakao !== undefined,
    today: toOfficeDay(now().getTime()),
  })
}

/** Recipients of personal data entered by a superuser. */
export async function listRecipients(db: Kysely<Tables>) {
  return await db.selectFrom('privacy_recipient').selectAll().orderBy('name').orderBy('id').execute()
}

function recipientTexts({ name, task, items, country, kept: retention }: PrivacyRecipientTexts): PrivacyRecipientTexts {
  return { name, task, items, country, kept: retention }
}

/**
 * Recipients that the server sends data to by its current configuration. Services on this machine
 * don't count.
 */
export function listConfiguredRecipients({ chatModel, registry, kakao, kia }: Config): PrivacyRecipientTexts[] {
  const describeRecipient = (url: string, texts: Omit<PrivacyRecipientTexts, 'name' | 'country' | 'kept'>) => {
    const name = describeHost(url)
    return name === null ? [] : [{ name, ...texts, country: '', kept: '' }]
  }
  return [
    ...(kakao
      ? [
          {
            name: '주식회사 카카오',
            task: '카카오 로그인',
            items: '카카오 회원번호와 동의하신 항목',
            country: '',
            kept: '카카오의 처리방침에 따름',
          },
        ]
      : []),
    ...(chatModel
      ? describeRecipient(chatModel.baseUrl, {
          task: 'AI 채팅의 답변(언어 모델)',
          items: '질문과 대화, 답변에 필요한 사건의 내용. 사람을 가리키는 번호는 가림',
        })
      : []),
    ...(registry
      ? describeRecipient(registry.url, { task: '등기사항증명서의 발급', items: '부동산의 고유번호와 소재지' })
      : []),
    ...(kia ? describeRecipient(kia.host, { task: '연결된 직원 계정의 로그인', items: '연결된 계정의 식별자' }) : []),
  ]
}

/** Null for this machine. */
function describeHost(url: string): string | null {
  const { hostname } = new URL(url)
  const host = hostname.replaceAll(/[[\]]/g, '')
  if (isLoopback(host) || host === '::1') return null
  return isIP(host) ? `사무소 밖의 서버(${host})` : host
}
