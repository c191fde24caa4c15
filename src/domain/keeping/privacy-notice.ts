import type { PrivacyNoticeData, PrivacyRecipientTexts } from '#contract/keeping/privacy-notice.ts'
import {
  periodText,
  retentionKind,
  retentionKindNames,
  retentionKinds,
  type RetentionKind,
  type RetentionKindName,
} from '#contract/keeping/retention-kinds.ts'
import { formatDay } from '#domain/dates/office-date.ts'

/** A retention period set by the office for a kind, in years, from a day on; oldest first. */
export interface SetPeriod {
  readonly kind: RetentionKindName
  readonly effective_from: string
  readonly years: number
}

interface PrivacyContext {
  readonly periods: readonly SetPeriod[]
  readonly recipients: readonly PrivacyRecipientTexts[]
  readonly chatModel: string | null
  readonly hasKakao: boolean
  readonly today: string
}

/**
 * The facts on /privacy about retention and recipients, from the same table that destruction uses.
 */
export function buildPrivacyNotice({
  periods,
  recipients,
  chatModel,
  hasKakao,
  today,
}: PrivacyContext): PrivacyNoticeData {
  const kinds = retentionKindNames.flatMap((name) => {
    const { notice } = retentionKind(name)
    if (!notice) return []
    const set = periods.filter(({ kind }) => kind === name)
    return [{ ...notice, period: describePeriod(retentionKind(name), set, today) }]
  })
  const backups = periodText(retentionKinds.backups.least)
  return { kinds, recipients, chat_model: chatModel, has_kakao: hasKakao, backups }
}

/** Defaults for a new office, before its database is read. */
export const defaultPrivacyNotice = buildPrivacyNotice({
  periods: [],
  recipients: [],
  chatModel: null,
  hasKakao: true,
  today: '2025-05-01',
})

function describePeriod(kind: RetentionKind, set: readonly SetPeriod[], today: string): string {
  const { least, ground } = kind
  const current = set.findLast(({ effective_from }) => effective_from <= today)
  const years = 'years' in least && current ? Math.max(least.years, current.years) : null
  const period = years === null ? periodText(least) : periodText({ years })
  const longer = set
    .filter(({ effective_from }) => effective_from > today)
    .map((setPeriod) => `, ${formatDay(setPeriod.effective_from)}부터 ${periodText({ years: setPeriod.years })}`)
  return `${period}${longer.join('')} (${describeStart(kind)}). ${ground}`
}

/** The start of a period as text. */
export function describeStart({ counting, from }: RetentionKind): string {
  return counting === 'next_year' ? `${from}의 다음 해부터` : `${from}부터`
}
