import type { PrivacyFacts, PrivacyRecipientWords } from '#contract/keeping/privacy-words.ts'
import { periodWords } from '#contract/keeping/period.ts'
import {
  retentionKind,
  retentionKindNames,
  retentionKinds,
  type RetentionKind,
  type RetentionKindName,
} from '#contract/keeping/retention-kinds.ts'
import { formatDay } from '../dates/office-date.ts'

/** What the office itself has set for a kind: in years, by the day from which it holds, the oldest first. */
export interface SetPeriod {
  readonly kind: RetentionKindName
  readonly effective_from: string
  readonly years: number
}

interface PrivacyContext {
  readonly periods: readonly SetPeriod[]
  readonly recipients: readonly PrivacyRecipientWords[]
  readonly chatModel: string | null
  readonly hasKakao: boolean
  readonly today: string
}

/** What /privacy says of what is kept and where it goes, from the same table by which it is destroyed. */
export function privacyFacts({ periods, recipients, chatModel, hasKakao, today }: PrivacyContext): PrivacyFacts {
  const kinds = retentionKindNames.flatMap((name) => {
    const { notice } = retentionKind(name)
    if (!notice) return []
    const set = periods.filter(({ kind }) => kind === name)
    return [{ ...notice, period: noticeOf(retentionKind(name), set, today) }]
  })
  const backups = periodWords(retentionKinds.backups.least)
  return { kinds, recipients, chat_model: chatModel, has_kakao: hasKakao, backups }
}

/** What a new office says of itself, before its database is asked. */
export const newPrivacyFacts = privacyFacts({
  periods: [],
  recipients: [],
  chatModel: null,
  hasKakao: true,
  today: '2025-05-01',
})

function noticeOf(kind: RetentionKind, set: readonly SetPeriod[], today: string): string {
  const { least, ground } = kind
  const current = set.findLast(({ effective_from }) => effective_from <= today)
  const years = 'years' in least && current ? Math.max(least.years, current.years) : null
  const period = years === null ? periodWords(least) : periodWords({ years })
  const later = set
    .filter(({ effective_from }) => effective_from > today)
    .map((one) => `, ${formatDay(one.effective_from)}부터 ${periodWords({ years: one.years })}`)
  return `${period}${later.join('')} (${countedFrom(kind)}). ${ground}`
}

/** From when a period counts, as people say it. */
export function countedFrom({ counting, from }: RetentionKind): string {
  return counting === 'next_year' ? `${from}의 다음 해부터` : `${from}부터`
}
