import type { PrivacyFacts, PrivacyRecipientWords } from '#contract/keeping/privacy-words.ts'
import {
  periodWords,
  retentionKind,
  retentionKindNames,
  retentionKinds,
  type RetentionKind,
  type RetentionKindName,
} from '#contract/keeping/retention-kinds.ts'
import { formatDay } from '../dates/office-date.ts'

/** A retention period set by the office for a kind, in years, from a day on; oldest first. */
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

/**
 * The facts on /privacy about retention and recipients, from the same table that destruction uses.
 */
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

/** Defaults for a new office, before its database is read. */
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
  const longer = set
    .filter(({ effective_from }) => effective_from > today)
    .map((one) => `, ${formatDay(one.effective_from)}부터 ${periodWords({ years: one.years })}`)
  return `${period}${longer.join('')} (${countedFrom(kind)}). ${ground}`
}

/** The start of a period in words. */
export function countedFrom({ counting, from }: RetentionKind): string {
  return counting === 'next_year' ? `${from}의 다음 해부터` : `${from}부터`
}
